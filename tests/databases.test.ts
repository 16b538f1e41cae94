import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { applyPlan } from '../engine/server/storage/apply.ts'
import { planChanges } from '../engine/server/storage/plan.ts'
import { databasesUnderTest } from './support/databases.ts'
import { modelOf } from './support/store.ts'

describe.each(databasesUnderTest())('a database for a test, on $kind', ({ kind, open }) => {
  it('is empty at the beginning of each test', async () => {
    const before = await open()
    await sql.raw('create table t (a int); create sequence s').execute(before.kysely)
    await sql.raw("select set_config('timezone', 'Asia/Tokyo', false)").execute(before.kysely)
    await sql.raw('begin').execute(before.kysely)
    await sql.raw('select pg_advisory_lock(26)').execute(before.kysely)
    await before.close()
    await expect(sql.raw('select 1').execute(before.kysely)).rejects.toThrow()

    const database = await open()
    const { rows } = await sql.raw(left).execute(database.kysely)
    expect(rows).toEqual([{ relations: 0, locks: 0, zone: 'Asia/Shanghai' }])
    await database.close()
  })

  /** What the planner creates in a database without a table: one that has a sequence is emptied. */
  const asCreated = () =>
    (created ??= (async () => {
      const other = await open()
      await sql.raw('create sequence s').execute(other.kysely)
      await other.close()
      const fresh = await open()
      await applyPlan(fresh, await planChanges(fresh, model))
      const { rows } = await sql.raw(relations).execute(fresh.kysely)
      await fresh.close()
      return rows
    })())
  let created: Promise<unknown[]> | undefined

  it.runIf(kind === 'embedded').each([
    ['rows', `insert into engine_setting (name, value) values ('a', 'b')`],
    ['a table', 'create table t (a int)'],
    ['a view', 'create view v as select 1 as a'],
    ['a function', 'create function f() returns int language sql return 1'],
    ['a constraint', 'alter table engine_setting add constraint c check (value is not null)'],
    ['a further index', 'create index i on engine_setting (value)'],
    ['a column', 'alter table engine_setting add column a int not null default 1'],
    ['an index less', 'drop index engine_history_of_operations'],
  ])('has the tables of the engine as it creates them, if any, after a test that left %s', async (_, statement) => {
    const before = await open()
    await applyPlan(before, await planChanges(before, model))
    await sql.raw(statement).execute(before.kysely)
    await before.close()

    const database = await open()
    await applyPlan(database, await planChanges(database, model))
    const { rows } = await sql.raw<{ relations: string }>(relations).execute(database.kysely)
    expect((await sql.raw('select from engine_setting').execute(database.kysely)).rows).toEqual([])
    await database.close()
    expect(rows).toEqual(await asCreated())
  })
})

const model = modelOf({ 'app.yaml': 'language: 2\ntitle: { zh: 样, en: App }\n' })

const inOrder = (name: string) => `string_agg(${name}, ' ' order by ${name})`
const relations = `select
  (select ${inOrder("c.relname || coalesce(pg_get_indexdef(i.indexrelid), '')")} from pg_class c
    left join pg_index i on i.indexrelid = c.oid where relnamespace = 'public'::regnamespace) as relations,
  (select ${inOrder("attrelid::regclass || '.' || attname")} from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and not attisdropped) as columns,
  (select ${inOrder('proname')} from pg_proc where pronamespace = 'public'::regnamespace) as functions,
  (select ${inOrder('conname')} from pg_constraint where connamespace = 'public'::regnamespace) as constraints`

const left = `select current_setting('timezone') as zone,
  (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace) as relations,
  (select count(*)::int from pg_locks where locktype = 'advisory' and
    database = (select oid from pg_database where datname = current_database())) as locks`
