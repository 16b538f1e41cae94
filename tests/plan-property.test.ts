import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { snake } from '../engine/model/names.ts'
import type { Database } from '../engine/server/database/database.ts'
import { type Planner, planChanges, planner } from '../engine/server/storage/plan.ts'
import { applyAll } from './support/apply-all.ts'
import { databasesWalked, roundsOf } from './support/databases.ts'
import { edits, firstWorld, type Step } from './support/plan-edits.ts'
import { randomRows, randomValue } from './support/plan-values.ts'
import { type FieldState, modelOf, type ResourceState, type Value, type World } from './support/plan-world.ts'
import { type Random, randomOf } from './support/random.ts'

const sequences = roundsOf(30, 100, 2000)
const steps = 3

describe.each(databasesWalked('embedded'))('plans ($kind)', ({ kind, open }) => {
  let database: Database

  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it(`of ${sequences} random sequences report violations, keep surviving values, and leave nothing to do`, async () => {
    const made: Record<string, number> = {}
    for (let seed = 1; seed <= sequences; seed++) await runSequence(database, seed, planner, made)
    console.log(`edits planned and applied (${kind}): ${JSON.stringify(made)}`)
    expect(Object.keys(made)).toEqual(expect.arrayContaining(Object.keys(edits)))
  }, 1_200_000)

  it.each<[string, Planner, RegExp]>([
    [
      'takes a renaming for a drop and an addition',
      { ...planner, compare: (wanted, found, where) => planner.compare(wanted.map(withoutWas), found, where) },
      /breaks|losses/,
    ],
    [
      'does not see the indexes that are there',
      { ...planner, read: async queries => forgettingIndexes(await planner.read(queries)) },
      /second plan|already exists/,
    ],
    [
      'counts no rows',
      {
        ...planner,
        compare: (...given) => planner.compare(...given).map(({ counting: _, onlyIfAny: __, ...draft }) => draft),
      },
      /breaks|losses/,
    ],
  ])('fail when the planner %s', async (_fault, broken, words) => {
    const run = async () => {
      for (let seed = 1; seed <= 20; seed++) await runSequence(database, seed, broken, {})
    }
    await expect(run()).rejects.toThrow(words)
  })
})

const withoutWas: (table: Parameters<Planner['compare']>[0][number]) => typeof table = ({ was: _, ...table }) => ({
  ...table,
  columns: table.columns.map(({ was: __, ...column }) => column),
})

const forgettingIndexes = (catalogue: Awaited<ReturnType<Planner['read']>>): typeof catalogue => ({
  ...catalogue,
  tables: catalogue.tables.map(table => ({ ...table, indexes: [] })),
})

let worlds = 0

async function runSequence(database: Database, seed: number, by: Planner, made: Record<string, number>): Promise<void> {
  const random = randomOf(seed)
  // Names restart each time, so the tables of earlier sequences are dropped first.
  const world = firstWorld(random, 100_000 * ++worlds)
  await bring(database, world, planner)
  for (const resource of world.resources) await addRows(database, random, world, resource)
  for (const resource of world.resources) await writeRows(database, resource)
  for (let n = 1; n <= steps; n++) {
    const step: Step = { random, world, taken: new Set(), breaks: [], losses: [], unsure: [] }
    const names = editRandomly(step, made)
    const label = `seed ${seed}, step ${n} (${names.join(', ')})`
    await check(database, step, by, label)
    for (const name of [...names, ...(step.breaks.length > 0 ? ['(steps that break rows)'] : [])])
      made[name] = (made[name] ?? 0) + 1
    if (random.chance(0.5)) forgetFormerNames(world)
    await fillEmpty(database, random, world, step)
  }
}

/** Begins with an edit that was not made yet, where one applies: some apply only first, and seldom. */
function editRandomly(step: Step, made: Readonly<Record<string, number>>): string[] {
  const first = Object.entries(edits).find(([name, edit]) => made[name] === undefined && edit(step))
  const names = first ? [first[0]] : []
  const wanted = 1 + step.random.below(3)
  for (let attempt = 0; attempt < 20 && names.length < wanted; attempt++) {
    const [name, edit] = step.random.pick(Object.entries(edits))
    if (edit(step)) names.push(name)
  }
  return names
}

async function check(database: Database, step: Step, by: Planner, label: string): Promise<void> {
  const { world } = step
  const model = modelOf(world, worlds)
  const plan = await planChanges(database, model, by)
  const counts = (mark: string) =>
    sorted(plan.changes.filter(change => change.mark === mark).map(({ count = -1 }) => count))
  expect(counts('breaks-rows'), `breaks of ${label}`).toEqual(sorted(step.breaks))
  expect(counts('data-losing'), `losses of ${label}`).toEqual(sorted(step.losses))
  await applyAll(database, plan, by)
  expect((await planChanges(database, model, by)).changes, `second plan of ${label}`).toEqual([])
  for (const resource of world.resources) {
    const stored = await readRows(database, resource)
    for (const { field, row } of step.unsure.filter(unsure => unsure.resource === resource)) {
      const values = resource.rows[row]?.values
      if (values) values[field.name] = stored[row]?.[field.name] ?? null
    }
    expect(stored, `rows of ${resource.name} after ${label}`).toEqual(resource.rows.map(({ values }) => values))
  }
  expect(await uniqueIndexes(database, world), `unique indexes after ${label}`).toEqual(
    sorted(
      world.resources.flatMap(({ name, fields }) =>
        fields.flatMap(field => (field.unique ? `${snake(name)}_${snake(field.name)}_unique` : [])),
      ),
    ),
  )
}

const sorted = <Item>(items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => (typeof a === 'number' ? a - Number(b) : String(a).localeCompare(String(b))))

async function bring(database: Database, world: World, by: Planner): Promise<void> {
  await applyAll(database, await planChanges(database, modelOf(world, worlds), by), by)
}

async function addRows(database: Database, random: Random, world: World, resource: ResourceState): Promise<void> {
  // Ids first, so that rows may refer to each other.
  resource.rows = Array.from({ length: 9 }, (_, n) => ({
    tenant: n < 6 ? '000000' : '000001',
    id: String(n + 1),
    deleted: false,
    values: {},
  }))
  resource.rows = randomRows(random, world, resource)
  for (const { tenant, id, deleted } of resource.rows)
    await sql`insert into ${sql.table(snake(resource.name))} (tenant_id, id, is_deleted) values (${tenant}, ${id}, ${deleted ? 1 : 0})`.execute(
      database.kysely,
    )
}

async function writeRows(database: Database, { name, fields, rows }: ResourceState): Promise<void> {
  for (const { tenant, id, values } of rows)
    await database.kysely
      .updateTable(snake(name))
      .set(Object.fromEntries(fields.map(field => [snake(field.name), values[field.name] ?? null])))
      .where('tenant_id', '=', tenant)
      .where('id', '=', id)
      .execute()
}

/** Sets values of fields and resources that the step has created. */
async function fillEmpty(database: Database, random: Random, world: World, { taken }: Step): Promise<void> {
  for (const resource of world.resources) {
    const isEmpty = ({ name }: FieldState) => resource.rows.every(({ values }) => values[name] === null)
    const fresh = resource.fields.filter(field => taken.has(field) && !field.unique && isEmpty(field))
    if (resource.rows.length === 0) await addRows(database, random, world, resource)
    else if (fresh.length === 0) continue
    else
      for (const { tenant, values } of resource.rows)
        for (const field of fresh) values[field.name] = randomValue(random, world, field, tenant)
    await writeRows(database, resource)
  }
}

async function readRows(database: Database, { name, fields }: ResourceState): Promise<Record<string, Value>[]> {
  const rows = await database.kysely.selectFrom(snake(name)).selectAll().orderBy('id').execute()
  return rows.map((row: Record<string, Value>) =>
    Object.fromEntries(
      fields.map(field => {
        const value = row[snake(field.name)] ?? null
        return [field.name, field.kind === 'datetime' && typeof value === 'string' ? value.slice(0, 19) : value]
      }),
    ),
  )
}

async function uniqueIndexes(database: Database, world: World): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where i.indisunique and i.indisvalid and not i.indisprimary
      and t.relname = any(${world.resources.map(({ name }) => snake(name))}::text[])`.execute(database.kysely)
  return sorted(rows.map(({ name }) => name))
}

function forgetFormerNames(world: World): void {
  world.formerKeys = {}
  for (const resource of world.resources) {
    delete resource.was
    for (const field of resource.fields) delete field.was
  }
}
