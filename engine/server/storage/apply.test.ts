import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyAll } from '../../../tests/support/apply-all.ts'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { firstWorld } from '../../../tests/support/plan-edits.ts'
import { modelOf, type ResourceState, type World } from '../../../tests/support/plan-world.ts'
import { randomOf } from '../../../tests/support/random.ts'
import { snake } from '../../model/names.ts'
import type { Database } from '../database/database.ts'
import { applyPlan, LossNotAllowed, lossesOf } from './apply.ts'
import { type Planner, planChanges, planner } from './plan.ts'

describe.each(databasesUnderTest())('applying ($kind)', ({ kind, open }) => {
  let database: Database
  let world: World

  beforeEach(async () => {
    database = await open()
    world = firstWorld(randomOf(7), 0)
    await bring()
  })
  afterEach(() => database.close())

  const plan = () => planChanges(database, modelOf([world]))
  const bring = async () => applyAll(database, await plan())
  const first = (): ResourceState => world.resources[0] as ResourceState
  const rowsOf = async (statement: string) =>
    (await sql.raw<Record<string, unknown>>(statement).execute(database.kysely)).rows

  it('semantics 11: renames a resource and a field by one statement, which writes no row', async () => {
    const resource = first()
    const [from, field] = [resource.name, resource.fields[1]?.name]
    Object.assign(resource, { was: [from], name: 'renamed' })
    Object.assign(resource.fields[1] ?? {}, { was: [field], name: 'fresh' })
    for (const other of world.resources) for (const one of other.fields) if (one.of === from) one.of = 'renamed'
    const { changes } = await plan()
    expect(changes.map(({ mark, statements }) => [mark, statements.length])).toEqual([['rename', 1]])
    await bring()
    expect(
      await rowsOf(`select kind, parent, id from engine_name where name in ('renamed', 'fresh') order by kind`),
    ).toEqual([
      { kind: 'code', parent: from, id: from },
      { kind: 'field', parent: from, id: field },
      { kind: 'resource', parent: '', id: from },
    ])
    expect((await plan()).changes).toEqual([])
  })

  it('deletes the grants of a removed resource', async () => {
    await sql`insert into engine_grant values ('000000', 1, ${`${first().name}_view`}), ('000000', 1, 'other_view')`.execute(
      database.kysely,
    )
    world.resources = []
    await bring()
    expect(await rowsOf('select code from engine_grant')).toEqual([{ code: 'other_view' }])
  })

  it('rebuilds an interrupted index', async () => {
    const table = snake(first().name)
    const index = `${table}_order`
    if (kind === 'postgres')
      await sql`update pg_index set indisvalid = false where indexrelid = ${index}::regclass`.execute(database.kysely)
    else await sql.raw(`drop index ${index}`).execute(database.kysely)
    expect((await plan()).changes.every(({ mark }) => mark === 'index')).toBe(true)
    await bring()
    expect((await plan()).changes).toEqual([])
    expect(await rowsOf(`select indisvalid from pg_index where indexrelid = '${index}'::regclass`)).toEqual([
      { indisvalid: true },
    ])
  })

  it('drops what this version of the engine no longer has, with its values', async () => {
    await sql.raw('alter table engine_setting add column unit text not null').execute(database.kysely)
    await sql.raw(`insert into engine_setting (name, value, unit) values ('a', 'b', 'c')`).execute(database.kysely)
    expect(lossesOf(await plan())).toEqual([])
    await bring()
    expect((await plan()).changes).toEqual([])
  })

  it('is done once by several concurrent calls', async () => {
    first().fields.push({ name: 'added', kind: 'integer', sort: true })
    const plans = await Promise.all(Array.from({ length: 5 }, plan))
    const done = await Promise.all(plans.map(one => applyPlan(database, one)))
    expect(done.map(({ changes }) => changes.length).sort()).toEqual([0, 0, 0, 0, 2])
  })

  it.each([
    [1, undefined],
    [3, '1 more rows violate it now; check the plan again.'],
  ])('plans again where rows are written after their count, %i times', async (times, refusal) => {
    const table = snake(first().name)
    first().fields.push({ name: 'added', kind: 'integer' })
    await bring()
    first().fields.pop()
    let left = times
    const writing: Planner = {
      ...planner,
      compare: (...given) => {
        const row = `insert into ${table} (tenant_id, id, added) select '000000', count(*) + 1, 7 from ${table} returning 1`
        const statement = `with written as (${row}) select 0 as count`
        const drafts = planner.compare(...given)
        if (left-- <= 0) return drafts
        const what = { zh: '写入', en: 'Write.' }
        return [
          ...drafts,
          {
            phase: 'validate',
            mark: 'additive',
            apart: true,
            what,
            statements: [],
            counting: { table, sql: statement },
          },
        ]
      },
    }
    const allow = [{ loss: `drop:${table}.added`, count: 9 }]
    const applying = applyPlan(database, await plan(), { allow }, writing)
    if (refusal === undefined) {
      await applying
      expect((await plan()).changes).toEqual([])
    } else
      await expect(applying).rejects.toMatchObject({
        code: 'rows-changed',
        status: 409,
        text: {
          zh: expect.stringContaining('又有 1 行不符合，请重新查看计划'),
          en: expect.stringContaining(refusal),
        },
      })
  })

  it('leaves a table of other software unchanged, and names it when a resource needs its name', async () => {
    await sql.raw('create table stranger (id int)').execute(database.kysely)
    expect((await plan()).changes).toEqual([])
    // No other resource refers to the last one.
    const last = world.resources.at(-1) as ResourceState
    last.name = 'stranger'
    await expect(plan()).rejects.toMatchObject({
      code: 'table-of-others',
      text: {
        zh: '数据库里的表 stranger 不是本系统建立的：请给它改名、删去它，或换一个数据库。',
        en: 'The table "stranger" in the database was not created by this application: rename or drop it, or use another database.',
      },
    })
  })

  it('rolls back everything when a statement fails', async () => {
    first().fields.push({ name: 'added', kind: 'integer' }, { name: 'spoilt', kind: 'integer' })
    const spoiling: Planner = {
      ...planner,
      compare: (...given) =>
        planner
          .compare(...given)
          .map(draft => (/spoilt/.test(draft.what.en) ? { ...draft, statements: ['select 1 / 0'] } : draft)),
    }
    await expect(applyPlan(database, await plan(), {}, spoiling)).rejects.toThrow(/division by zero/)
    expect((await plan()).changes.map(({ what }) => what.en)).toEqual([
      `Add the column added to ${first().name}.`,
      `Add the column spoilt to ${first().name}.`,
    ])
  })
})

// The embedded database has one connection, so no other session can lock a table there.
describe.each(databasesUnderTest().filter(({ kind }) => kind === 'postgres'))(
  'applying next to other transactions ($kind)',
  ({ open }) => {
    it('plans while another process builds and drops indexes', async () => {
      const database = await open()
      const world = firstWorld(randomOf(7), 0)
      const plan = () => planChanges(database, modelOf([world]))
      await applyAll(database, await plan())
      const table = snake(world.resources[0]?.name ?? '')
      const done = new AbortController()
      const building = (async () => {
        while (!done.signal.aborted) {
          await sql
            .raw(`create index meanwhile on "${table}" (lower(id::text), upper(id::text))`)
            .execute(database.kysely)
          await sql.raw('drop index meanwhile').execute(database.kysely)
        }
      })()
      for (let round = 0; round < 60; round++) await plan()
      done.abort()
      await building
      expect((await plan()).changes).toEqual([])
      await database.close()
    })

    it('is retried while another transaction locks the table, without blocking its readers', async () => {
      const database = await open()
      const world = firstWorld(randomOf(7), 0)
      const plan = () => planChanges(database, modelOf([world]))
      await applyAll(database, await plan())
      const resource = world.resources[0] as ResourceState
      const table = snake(resource.name)
      resource.fields.push({ name: 'added', kind: 'integer' })
      let letGo = () => {}
      const isRead = new Promise<void>(resolve => {
        letGo = resolve
      })
      const holding = database.transaction(async queries => {
        await sql.raw(`lock table ${table} in access share mode`).execute(queries)
        await isRead
      })
      const applying = plan().then(found => applyAll(database, found))
      const waiting = sql`select from pg_locks where relation = ${table}::regclass and not granted`
      while ((await waiting.execute(database.kysely)).rows.length === 0) await sleep(20)
      // Ends only if the change that waits for the table lets readers pass; the table is still locked.
      await sql.raw(`select id from ${table}`).execute(database.kysely)
      letGo()
      await holding
      await applying
      expect((await plan()).changes).toEqual([])
      await database.close()
    })

    it('builds an index again that met a deadlock', async () => {
      const database = await open()
      const world = firstWorld(randomOf(7), 0)
      const plan = () => planChanges(database, modelOf([world]))
      await applyAll(database, await plan())
      const table = snake((world.resources[0] as ResourceState).name)
      await sql.raw(`drop index "${table}_bin"`).execute(database.kysely)
      let lockTable = () => {}
      const isBuilding = new Promise<void>(resolve => {
        lockTable = resolve
      })
      let written = () => {}
      const isWritten = new Promise<void>(resolve => {
        written = resolve
      })
      const holding = database.transaction(async queries => {
        // The other session finds the deadlock.
        await sql.raw(`set local deadlock_timeout = '10s'`).execute(queries)
        await sql.raw(`insert into ${table} (tenant_id, id) values ('000000', 1)`).execute(queries)
        written()
        await isBuilding
        await sql.raw(`lock table ${table} in share update exclusive mode`).execute(queries)
      })
      await isWritten
      const applying = plan().then(found => applyPlan(database, found))
      const waiting = sql`select from pg_stat_progress_create_index where relid = ${table}::regclass and phase like 'waiting%'`
      while ((await waiting.execute(database.kysely)).rows.length === 0) await sleep(10)
      lockTable()
      await holding
      expect((await applying).changes.map(({ what }) => what.en)).toEqual([`Build the index ${table}_bin.`])
      expect((await plan()).changes).toEqual([])
      await database.close()
    })

    it('applies nothing where more rows break a change than the plan counted', async () => {
      const database = await open()
      const world = firstWorld(randomOf(7), 0)
      const plan = () => planChanges(database, modelOf([world]))
      await applyAll(database, await plan())
      const resource = world.resources[0] as ResourceState
      const table = snake(resource.name)
      resource.fields.push({ name: 'added', kind: 'integer' })
      await applyAll(database, await plan())
      resource.fields.pop()
      let letGo = () => {}
      const isCounted = new Promise<void>(resolve => {
        letGo = resolve
      })
      let isWritten = () => {}
      const written = new Promise<void>(resolve => {
        isWritten = resolve
      })
      const writing = database.transaction(async queries => {
        await sql.raw(`insert into ${table} (tenant_id, id, added) values ('000000', 1, 7)`).execute(queries)
        isWritten()
        await isCounted
      })
      await written
      const applying = plan()
        .then(found => applyPlan(database, found))
        .catch((error: unknown) => error)
      const waiting = sql`select from pg_locks where relation = ${table}::regclass and not granted`
      while ((await waiting.execute(database.kysely)).rows.length === 0) await sleep(20)
      letGo()
      await writing
      expect(await applying).toBeInstanceOf(LossNotAllowed)
      expect((await plan()).changes).toMatchObject([{ count: 1 }])
      await database.close()
    })
  },
)
