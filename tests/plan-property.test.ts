import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Source } from '../engine/compiler/source.ts'
import type { Model } from '../engine/model/model.ts'
import type { Database, Queries } from '../engine/server/database/database.ts'
import { applyDescriptors, type ReloadContext } from '../engine/server/live/apply-descriptors.ts'
import { applyConfirmed } from '../engine/server/live/confirm.ts'
import { createModelSlot } from '../engine/server/live/model-holder.ts'
import { pendingRevisions } from '../engine/server/live/pending-revision.ts'
import { applyPlan, LossNotAllowed, lossesOf, type ShownLoss } from '../engine/server/storage/apply.ts'
import type { Catalogue } from '../engine/server/storage/catalogue.ts'
import { type Plan, type Planner, planChanges, planner } from '../engine/server/storage/plan.ts'
import { type DatabaseUnderTest, databasesUnderTest, isThorough, roundsOf } from './support/databases.ts'
import { edits, firstWorld, newStep, type Step } from './support/plan-edits.ts'
import { randomRows, randomValue, tenantOfRow } from './support/plan-values.ts'
import {
  createdName,
  type FieldState,
  modelOf,
  type ResourceState,
  type Row,
  sourcesOf,
  type Value,
  type World,
  worldOf,
} from './support/plan-world.ts'
import { type Random, randomOf } from './support/random.ts'
import { serverWork } from './support/server-work.ts'

/** 24 in `npm test`, most of them on the embedded database, which may be the only one. */
const sequencesOn = (kind: DatabaseUnderTest['kind']) => {
  const short = databasesUnderTest().length === 1 ? 24 : 20
  return roundsOf(kind === 'embedded' ? short : 24 - short, 100, 100)
}
const sideBySide = 25
const steps = 3

const seedsFrom = (first: number, last: number): number[] =>
  Array.from({ length: Math.min(sideBySide, last - first + 1) }, (_, n) => first + n)

describe.each(databasesUnderTest())('plans ($kind)', ({ kind, open }) => {
  const sequences = sequencesOn(kind)
  let database: Database

  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  it.each<[way: string, transitionDirection: (database: Database) => Way]>([
    ['by command', byCommand],
    ['live', byReload],
  ])(
    `of ${sequences / 2} random sequences report violations, keep surviving values, and leave nothing to do, %s`,
    async (way, transitionDirection) => {
      const made: Record<string, number> = {}
      const [first, last] = way === 'live' ? [sequences / 2 + 1, sequences] : [1, sequences / 2]
      const applying = transitionDirection(database)
      for (let next = first; next <= last; next += sideBySide)
        await runSequences(database, seedsFrom(next, last), applying, made)
      console.log(`edits planned and applied ${way} (${kind}): ${JSON.stringify(made)}`)
    },
    1_200_000,
  )

  const runs = kind === 'embedded' || isThorough
  it.runIf(runs).each<[string, Planner, RegExp]>([
    [
      'ignores existing indexes',
      { ...planner, read: async queries => forgettingIndexes(await planner.read(queries)) },
      // A column whose index was not removed may not get another type.
      /second plan|already exists|index expression/,
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
    const run = runSequences(database, seedsFrom(1, sideBySide), byCommand(database, broken), {})
    await expect(run).rejects.toThrow(words)
  })
})

const forgettingIndexes = (catalogue: Awaited<ReturnType<Planner['read']>>): typeof catalogue => ({
  ...catalogue,
  tables: catalogue.tables.map(table => ({ ...table, indexes: [] })),
})

/** A way to change the tables. */
interface Way {
  readonly by: Planner
  /** The Model that is served. */
  served?(): Model | undefined
  /**
   * Applies descriptors with these losses, which are all those of their plan, each by one of its names. Without one of
   * them, `missing`, it is refused before: the refusal names it, and changes nothing.
   */
  apply(sources: readonly Source[], plan: Plan, confirmed: readonly ShownLoss[], missing?: Missing): Promise<unknown>
}

/** A loss that is not confirmed at first. */
interface Missing {
  readonly loss: ShownLoss
  /** Fails if the tables or rows have changed since the plan. */
  checkUnchanged(): Promise<void>
}

const byCommand = (database: Database, by = planner): Way => ({
  by,
  async apply(_, plan, allow, missing) {
    if (missing) {
      const others = allow.filter(one => one !== missing.loss)
      const refusal: unknown = await applyPlan(database, plan, { allow: others }, by).catch(error => error)
      if (!(refusal instanceof LossNotAllowed)) throw new Error(`It was applied without ${missing.loss.loss}.`)
      const [named, ...rest] = refusal.changes.filter(one => !others.some(({ loss }) => loss === one.loss))
      expect(named?.loss, 'the refusal names it').toBe(missing.loss.loss)
      expect(rest, `the refusal names only ${missing.loss.loss}`).toEqual([])
      await missing.checkUnchanged()
    }
    await applyPlan(database, plan, { allow }, by)
  },
})

/** As the server applies saved files: what the plan of the command shows as a loss waits, and is lost when it is confirmed. */
function byReload(database: Database): Way {
  const reload: ReloadContext = {
    database,
    handlers: {},
    log: pino({ level: 'silent' }),
    slot: createModelSlot(),
    workOf: model => serverWork(database, model, 'descriptors'),
    seen: { reported: '' },
  }
  const shownIn = (losses: readonly ShownLoss[]) =>
    losses.map(({ loss, count }) => ({ loss, count })).sort((one, other) => one.loss.localeCompare(other.loss))
  /** Saves files while the server runs; returns whether they wait, which is the verdict of the plan. */
  const save = async (sources: readonly Source[], plan: Plan): Promise<boolean> => {
    const losses = shownIn(lossesOf(plan))
    const isPending = losses.length > 0
    expect(await applyDescriptors(reload, sources)).toBe(isPending ? 'pending' : 'served')
    const pending = await pendingRevisions(database.kysely)
    if (isPending) expect(shownIn(pending.flatMap(one => one.losses))).toEqual(losses)
    return isPending
  }
  return {
    by: planner,
    served: () => (reload.slot.isFilled() ? reload.slot.described() : undefined),
    async apply(sources, plan, confirmed, missing) {
      if (!(await save(sources, plan))) return
      for (const { revision, losses } of await pendingRevisions(database.kysely)) {
        const confirm = (allow: readonly ShownLoss[]) => applyConfirmed(reload, { revision, account: 'admin', allow })
        if (missing && losses.some(({ loss }) => loss === missing.loss.loss)) {
          const refusal: unknown = await confirm(confirmed.filter(one => one !== missing.loss)).catch(error => error)
          const [, named = ''] = /^Not confirmed: (.*)$/.exec(refusal instanceof Error ? refusal.message : '') ?? []
          expect(named, 'the refusal').toBe(missing.loss.loss)
        }
        await confirm(confirmed)
      }
    },
  }
}

let worlds = 0

/**
 * Runs sequences side by side in one database, in tables of their own: the catalogue is read once for all of them. Of
 * the time of a plan for one sequence, nearly all was that for the tables of the engine.
 */
async function runSequences(
  database: Database,
  seeds: readonly number[],
  way: Way,
  made: Record<string, number>,
): Promise<void> {
  const runs = seeds.map((seed, n): Run => {
    const random = randomOf(seed)
    return { seed, random, world: firstWorld(random, ++worlds, n === 0) }
  })
  // No name returns, so the tables of earlier sequences are dropped first.
  const first = modelOf(worldsOf(runs))
  const empty = await planChanges(database, first, planner, way.served?.())
  await way.apply(sourcesOf(worldsOf(runs)), empty, lossesOf(empty))
  const group: Group = { random: randomOf(seeds[0] ?? 0), model: first }
  // Of these sequences alone, so that a failure of theirs is that of a run of their own. Edits of owners are preferred:
  // they apply one after another, and to one world.
  const isOdd = Math.floor((seeds[0] ?? 0) / sideBySide) % 2 === 1
  const counts: Record<string, number> = { 'add owner': -3, [isOdd ? 'remove owner' : 'change owner']: -2 }
  for (const { random, world } of runs) {
    for (const resource of world.resources) await addRows(database, random, world, resource)
    for (const resource of world.resources) await writeRows(database, resource)
  }
  for (let n = 1; n <= steps; n++) {
    const taken = runs.map((run): Taken => {
      const step = newStep(run)
      const names = editRandomly(step, counts)
      for (const name of names) counts[name] = (counts[name] ?? 0) + 1
      for (const name of [...names, ...(step.breaks.length > 0 ? ['(steps that break rows)'] : [])])
        made[name] = (made[name] ?? 0) + 1
      return { step, label: `seed ${run.seed}, step ${n} (${names.join(', ')})` }
    })
    await check(database, group, worldsOf(runs), taken, way.by, (sources, plan, checkUnchanged) => {
      const confirmed = lossesOf(plan).map(({ loss, count }) => ({ loss, count }))
      const isTried = confirmed.length > 0 && group.random.chance(0.5)
      const missing = isTried ? { loss: group.random.pick(confirmed), checkUnchanged } : undefined
      return way.apply(sources, plan, confirmed, missing)
    })
    for (const { step } of taken) {
      if (step.random.chance(0.5)) forgetFormerNames(step.world)
      await fillEmpty(database, step.random, step.world, step)
    }
  }
}

/** What sequences side by side have in common. */
interface Group {
  readonly random: Random
  /** The Model that was applied last. */
  model: Model
  /** The catalogue of its tables: since it was read, the test has written only rows. */
  catalogue?: Catalogue
}

interface Run {
  readonly seed: number
  readonly random: Random
  readonly world: World
}

/** A step of a run, and what it did. */
interface Taken {
  readonly step: Step
  readonly label: string
}

const worldsOf = (runs: readonly Run[]): readonly World[] => runs.map(({ world }) => world)

/** Begins with the edit that was made least often of those that apply: some apply only first, and seldom. */
function editRandomly(step: Step, made: Readonly<Record<string, number>>): string[] {
  const times = ([name]: readonly [name: string, ...unknown[]]) => made[name] ?? 0
  const rarest = Object.entries(edits).sort((one, other) => times(one) - times(other))
  const first = rarest.find(([, edit]) => edit(step))
  const names = first ? [first[0]] : []
  const wanted = 1 + step.random.below(3)
  for (let attempt = 0; attempt < 20 && names.length < wanted; attempt++) {
    const [name, edit] = step.random.pick(Object.entries(edits))
    if (edit(step)) names.push(name)
  }
  return names
}

async function check(
  database: Database,
  group: Group,
  all: readonly World[],
  taken: readonly Taken[],
  by: Planner,
  apply: (sources: readonly Source[], plan: Plan, checkUnchanged: () => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const model = modelOf(all)
  const { model: former } = group
  const before = group.catalogue ?? (await by.read(database.kysely))
  const plan = await planChanges(database, model, { ...by, read: async () => before }, former)
  const counts = (mark: string, { number }: World) =>
    sorted(
      plan.changes
        .filter(change => change.mark === mark && worldOf(change.loss ?? '') === number)
        .map(({ count = -1 }) => count),
    )
  for (const { step, label } of taken) {
    expect(counts('breaks-rows', step.world), `breaks of ${label}`).toEqual(sorted(step.breaks))
    expect(counts('data-losing', step.world), `losses of ${label}`).toEqual(sorted(step.losses))
  }
  const rows = await rowsOf(database, former)
  await apply(sourcesOf(all), plan, async () => {
    expect(await by.read(database.kysely), 'tables after a refusal').toEqual(before)
    expect(await rowsOf(database, former), 'rows after a refusal').toEqual(rows)
  })
  const labels = taken.map(({ label }) => label).join('; ')
  let catalogue: Catalogue | undefined
  const reading = { ...by, read: async (queries: Queries) => (catalogue = await by.read(queries)) }
  expect((await planChanges(database, model, reading)).changes, `second plan of ${labels}`).toEqual([])
  Object.assign(group, { model: plan.model, catalogue })
  for (const { step, label } of taken) await checkRows(database, step, label)
  const resources = all.flatMap(world => world.resources)
  expect(await uniqueIndexes(database, resources), `unique indexes after ${labels}`).toEqual(
    sorted(
      resources.flatMap(resource =>
        resource.fields.flatMap(field => (field.unique ? `${createdName(resource)}_${createdName(field)}_unique` : [])),
      ),
    ),
  )
}

/** Digests of the rows of all tables of a Model. */
async function rowsOf(database: Database, { resources }: Model): Promise<Record<string, string>> {
  const digests = Object.values(resources).map(
    ({ table }) =>
      sql`select ${table} as name, md5(string_agg(t::text, '' order by t::text)) as digest from ${sql.table(table)} t`,
  )
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`.execute(
    database.kysely,
  )
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

async function checkRows(database: Database, { world, unsure }: Step, label: string): Promise<void> {
  for (const resource of world.resources) {
    const stored = await readRows(database, resource)
    for (const { field, row } of unsure.filter(one => one.resource === resource)) {
      const values = resource.rows[row]?.values
      if (values) values[field.name] = stored[row]?.[field.name] ?? null
    }
    expect(stored, `rows of ${resource.name} after ${label}`).toEqual(resource.rows.map(({ values }) => values))
    const { owner } = resource
    if (owner)
      expect(await ownersOf(database, resource), `owners of ${resource.name} after ${label}`).toEqual(
        resource.rows.map(({ values }) => values[owner.name] ?? null),
      )
  }
}

const sorted = <Item>(items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => (typeof a === 'number' ? a - Number(b) : String(a).localeCompare(String(b))))

async function addRows(database: Database, random: Random, world: World, resource: ResourceState): Promise<void> {
  // Ids first, so that rows may refer to each other.
  resource.rows = Array.from({ length: 9 }, (_, n) => ({
    tenant: tenantOfRow(n),
    id: String(n + 1),
    deleted: false,
    values: {},
  }))
  resource.rows = randomRows(random, world, resource)
  await database.kysely
    .insertInto(createdName(resource))
    .values(resource.rows.map(row => keysOfRow(row)))
    .execute()
}

const keysOfRow = ({ tenant, id, deleted }: Row) => ({
  tenant_id: tenant,
  id,
  is_deleted: deleted ? 1 : 0,
})

/** Writes the values of all rows, which exist, by one statement. */
async function writeRows(database: Database, resource: ResourceState): Promise<void> {
  const { fields, rows } = resource
  const columns = fields.map(field => ({ field, column: createdName(field) }))
  await database.kysely
    .insertInto(createdName(resource))
    .values(
      rows.map(row => ({
        ...keysOfRow(row),
        ...Object.fromEntries(columns.map(({ field, column }) => [column, row.values[field.name] ?? null])),
      })),
    )
    .onConflict(conflict =>
      conflict
        .columns(['tenant_id', 'id'])
        .doUpdateSet(({ ref }) => Object.fromEntries(columns.map(({ column }) => [column, ref(`excluded.${column}`)]))),
    )
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

async function readRows(database: Database, resource: ResourceState): Promise<Record<string, Value>[]> {
  const rows = await database.kysely.selectFrom(createdName(resource)).selectAll().orderBy('id').execute()
  return rows.map((row: Record<string, Value>) =>
    Object.fromEntries(
      resource.fields.map(field => {
        const value = row[createdName(field)] ?? null
        return [
          field.name,
          field.kind === 'datetime' && typeof value === 'string' ? value.replace(/[+-]\d\d$/, '') : value,
        ]
      }),
    ),
  )
}

async function ownersOf(database: Database, resource: ResourceState): Promise<(string | null)[]> {
  const rows = await database.kysely.selectFrom(createdName(resource)).select('owner_id').orderBy('id').execute()
  return rows.map(({ owner_id }: { readonly owner_id: string | null }) => owner_id)
}

async function uniqueIndexes(database: Database, resources: readonly ResourceState[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where i.indisunique and i.indisvalid and not i.indisprimary
      and t.relname = any(${resources.map(createdName)}::text[])`.execute(database.kysely)
  return sorted(rows.map(({ name }) => name))
}

function forgetFormerNames(world: World): void {
  world.formerKeys = {}
  world.formerCodes = {}
  for (const resource of world.resources) {
    delete resource.was
    for (const field of resource.fields) delete field.was
  }
}
