import type { Source } from '../../../compiler/source.ts'
import { typeOf } from '../../../fields/index.ts'
import { ofOption } from '../../../fields/options.ts'
import { isReference } from '../../../fields/traits.ts'
import type { Field, Model, Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { isSatisfied } from '../../../record/expressions.ts'
import { transmittedNow } from '../../auth/request-context.ts'
import type { Database } from '../../database/database.ts'
import { sql, word } from '../../database/fragment.ts'
import { run, runAll } from '../../database/run.ts'
import { ownTenant } from '../../store/own-tenant.ts'
import { partsOf } from '../../store/referring.ts'
import { live } from '../../store/select.ts'
import { withAllTargets } from '../../store/target-records.ts'
import type { Work } from '../../store/work.ts'
import { type Authors, openAuthors } from './authors.ts'
import type { Demo, Range, Recipe } from './demo.ts'
import { filledFields } from './fill-fields.ts'
import { generateRecord, rowCountOf, type UsedValues } from './generate-record.ts'
import type { GeneratedRecord } from './generated-record.ts'
import { Pictures, type StoreFile } from './pictures.ts'
import { type KnownRecord, knownRecordOf, Pools } from './pools.ts'
import { randomOf } from './random.ts'
import type { RowGeneration } from './row-generation.ts'
import { withoutGrams } from './without-grams.ts'
import { dayAfter, isWorkday } from './workdays.ts'
import { writeGenerated } from './write-generated.ts'

/** The options of a seed run. */
export interface SeedOrder {
  /** The number of records of the app's owner resource. */
  readonly owners: number
  /** The number of past days that get records. */
  readonly days: number
  /** The same seed generates the same rows on the same day. */
  readonly seed: string
  /** Resources that get rows; the result lists the resources to which they refer first. */
  readonly resources: readonly string[]
  /** Exactly this many rows of each resource, without history, referring to existing records. */
  readonly rows?: number
  /** Omits the history. */
  readonly plain?: boolean
  /** The storage of pictures; without it rows have none. */
  readonly keep?: StoreFile
}

/** The result for one resource. */
export interface SeededRows {
  readonly resource: string
  readonly rows: number
  /** Lines that belong to these rows. */
  readonly lines: number
  /** Rows that could not be generated, and why the last one failed. */
  readonly givenUp: number
  readonly why?: string
}

const rowsAtOnce = 2000
/** From this number of rows on, gram indexes are built afterwards. */
const manyRows = 20_000

type Start = Omit<RowGeneration, 'created' | 'record'>

/** Seeds resources with plausible rows, each checked like a saved record; yields the result for each resource. */
export async function runSeed(
  database: Database,
  work: Work,
  demo: Demo,
  order: SeedOrder,
  report?: (seeded: SeededRows) => void,
): Promise<SeededRows[]> {
  const pools = new Pools(work)
  const { keep } = order
  const pictures = keep && new Pictures(demo.drawings, order.seed, work.ctx.actor.tenantId, keep)
  const authors = await openAuthors(work, demo, order.seed)
  const all: SeededRows[] = []
  for (const resource of inOrder(work.ctx.model, demo, order.resources)) {
    if (await hasItsRows(work, demo, order, resource)) {
      all.push({ resource: resource.name, rows: 0, lines: 0, givenUp: 0 })
      continue
    }
    await loadPools(work, demo, pools, resource)
    const seedWithout = () => seedOne({ work, demo, pools, resource, ...(pictures && { pictures }) }, order, authors)
    const seeded =
      (order.rows ?? 0) >= manyRows ? await withoutGrams(database, resource, seedWithout) : await seedWithout()
    await database.patiently(patient => run(patient, `analyze "${resource.table}"`, []))
    all.push(seeded)
    report?.(seeded)
  }
  return all
}

/** The resources, referenced ones first; lines are created with their masters. */
function inOrder(model: Model, demo: Demo, names: readonly string[]): Resource[] {
  const wanted = new Set(names)
  const done = new Set<string>()
  const ordered: Resource[] = []
  const visit = (name: string): void => {
    if (done.has(name)) return
    done.add(name)
    const resource = resourceOf(model, name)
    for (const other of neededBy(model, demo, resource)) visit(other)
    if (wanted.has(name) && !resource.partOf) ordered.push(resource)
  }
  for (const name of names) visit(name)
  return ordered
}

const withLines = (model: Model, resource: Resource): Resource[] => [
  resource,
  ...partsOf(model, resource).map(part => part.resource),
]

function neededBy(model: Model, demo: Demo, resource: Resource): string[] {
  return withLines(model, resource).flatMap(one => [
    ...filledFields(one).flatMap(field => (isReference(field) ? [ofOption(field)] : [])),
    ...[demo.resources[one.name]?.each ?? []].flat(),
  ])
}

/** Reads every record to which new rows of a resource and its lines may refer. */
async function loadPools({ ctx: { model } }: Work, demo: Demo, pools: Pools, resource: Resource): Promise<void> {
  await pools.load(resource, resource)
  for (const one of withLines(model, resource)) {
    const { each, fields } = demo.resources[one.name] ?? {}
    if (each !== undefined) await pools.load(one, resourceOf(model, each))
    for (const field of filledFields(one)) {
      if (!isReference(field)) continue
      const of = resourceOf(model, ofOption(field))
      const amongs = amongsIn(fields?.[field.name] ?? demo.fields[field.name])
      for (const among of amongs) await pools.load(one, of, among)
      if (amongs.length === 0 || of.name === resource.name) await pools.load(one, of)
    }
  }
}

/** Every `among` of a recipe, at any depth. */
function amongsIn(recipe: Recipe | undefined): string[] {
  if (typeof recipe !== 'object') return []
  return Object.entries(recipe).flatMap(([key, value]) =>
    key === 'among' && typeof value === 'string' ? [value] : amongsIn(value as Recipe),
  )
}

type Seeding = Pick<Start, 'work' | 'demo' | 'pools' | 'resource' | 'pictures'>

async function seedOne(known: Seeding, order: SeedOrder, authors: Authors): Promise<SeededRows> {
  const { demo, resource, pools, pictures } = known
  const work = await withAllTargets(known.work, resource)
  const seeding = { ...known, work }
  const rows = demo.resources[resource.name] ?? {}
  const usedValues = await usedValuesIn(work, resource)
  const random = randomOf(`${order.seed} ${resource.name}`)
  const { model } = work.ctx
  const start = { ...seeding, model, random, rows }
  const history = order.rows === undefined && order.plain !== true
  const eachs = eachOf(start)
  if (order.rows !== undefined && eachs.length === 0) {
    const why = `there is no ${rows.each ?? model.owner} to which it could belong`
    return { resource: resource.name, rows: 0, lines: 0, givenUp: order.rows, why }
  }
  let waiting: GeneratedRecord[] = []
  let [count, lines] = [0, 0]
  let [givenUp, why] = [0, '']
  const flush = async () => {
    // Serial numbers ascend with time.
    waiting.sort((one, other) => (createdAt(one) < createdAt(other) ? -1 : 1))
    await pictures?.store()
    await writeGenerated(work, resource, waiting, authors, history)
    count += waiting.length
    lines += waiting.reduce((sum, { parts }) => sum + parts.reduce((more, part) => more + part.lines.length, 0), 0)
    waiting = []
  }
  for (const one of startsOf(start, order, eachs)) {
    const made = generateRecord(one, usedValues) ?? dayBefore(one, usedValues)
    if (made === undefined) continue
    if ('up' in made) {
      givenUp += 1
      why = made.up
      if (order.rows !== undefined && givenUp > order.rows / 10 + 100) break
      continue
    }
    waiting.push(made)
    if (order.rows === undefined) pools.add(resource, knownRecordOf(resource, made.record))
    if (waiting.length === rowsAtOnce) await flush()
  }
  await flush()
  return { resource: resource.name, rows: count, lines, givenUp, ...(givenUp > 0 && { why }) }
}

const createdAt = ({ steps }: GeneratedRecord): string => steps[0]?.at ?? ''

/** A row that would be created later today is created yesterday, unless each day has its own rows. */
const dayBefore = (start: Start, usedValues: UsedValues) =>
  start.rows.on === undefined ? generateRecord({ ...start, day: dayAfter(start.day, -1) }, usedValues) : undefined

/** Every row that a resource gets, without its values. */
function* startsOf(
  start: Omit<Start, 'day' | 'each' | 'i' | 'n'>,
  order: SeedOrder,
  eachs: readonly (KnownRecord | undefined)[],
): Generator<Start> {
  const { rows, work, random, resource, model } = start
  const today = transmittedNow(work.ctx).slice(0, 10)
  const [first, last] = rows.created ?? [-order.days, 0]
  const anyDay = () => dayAfter(today, random.whole(first, last))
  let n = 0
  for (const values of order.rows === undefined ? (rows.records ?? []) : []) {
    const fields = { ...rows.fields, ...(values as Record<string, Recipe>) }
    yield { ...start, rows: { ...rows, fields }, day: anyDay(), each: undefined, i: 0, n: n++ }
  }
  if (order.rows !== undefined) {
    const days = daysOf(start, order, today)
    for (let left = order.rows; left > 0; left--)
      yield { ...start, day: days.length > 0 ? random.pick(days) : anyDay(), each: random.pick(eachs), i: n, n: n++ }
    return
  }
  const count = resource.name === model.owner ? order.owners : (rows.rows ?? usualCount(start))
  const days = rows.on === undefined ? [undefined] : daysOf(start, order, today)
  for (const day of days)
    for (const each of eachs)
      for (let i = 0, all = rowCountOf(start, count, each); i < all; i++)
        yield { ...start, day: day ?? anyDay(), each, i, n: n++ }
}

function daysOf({ rows, demo }: Pick<Start, 'rows' | 'demo'>, order: SeedOrder, today: string): string[] {
  if (rows.on === undefined) return []
  const all = Array.from({ length: order.days }, (_, index) => dayAfter(today, index - order.days + 1))
  return rows.on === 'days' ? all : all.filter(day => isWorkday(day, demo.holidays))
}

/** The records for which rows are generated; `[undefined]` if they are generated for none. */
function eachOf({
  rows,
  pools,
  work,
  model,
  resource,
}: Omit<Start, 'day' | 'each' | 'i' | 'n'>): (KnownRecord | undefined)[] {
  const name = rows.each ?? (rows.rows === undefined && isOwnedRow(model, resource) ? model.owner : undefined)
  if (name === undefined) return [undefined]
  const of = resourceOf(model, name)
  const { all } = pools.pool(name)
  const text = rows.if
  return text === undefined ? all : all.filter(({ record }) => isSatisfied(work.ctx, of, text, record) === true)
}

const isOwnedRow = (model: Model, { owner, name }: Resource): boolean => owner !== undefined && name !== model.owner

/** Whether rows exist of a resource that has no owner and whose rows the demonstration neither lists nor counts. */
async function hasItsRows({ ctx, queries }: Work, demo: Demo, order: SeedOrder, resource: Resource): Promise<boolean> {
  const { rows, records } = demo.resources[resource.name] ?? {}
  const isOpen = order.rows === undefined && rows === undefined && records === undefined
  if (!isOpen || resource.name === ctx.model.owner || isOwnedRow(ctx.model, resource)) return false
  const from = word(`"${resource.table}" t`)
  return (
    (await runAll(queries, sql`select from ${from} where ${live('t')}${ownTenant(ctx, resource)} limit 1`)).length > 0
  )
}

/** The default number: a few for each owner, 12 without an owner, and none if the app lists rows. */
const usualCount = ({ rows, model, resource }: Pick<Start, 'rows' | 'model' | 'resource'>): number | Range => {
  if (rows.records) return 0
  return rows.each !== undefined || isOwnedRow(model, resource) ? [1, 4] : 12
}

/** The stored values of unique fields. */
async function usedValuesIn({ ctx, queries }: Work, resource: Resource): Promise<UsedValues> {
  const usedValues = new Map<Field, Set<unknown>>()
  for (const field of resource.fields) {
    if (!field.unique || !field.column || typeOf(field).given) continue
    const rows = await runAll(
      queries,
      sql`select ${word(`t."${field.column}"`)} as value from ${word(`"${resource.table}" t`)} where ${live('t')}${ownTenant(ctx, resource)} and ${word(`t."${field.column}"`)} is not null`,
    )
    usedValues.set(field, new Set(rows.map(({ value }) => typeOf(field).fromColumn(value, field))))
  }
  return usedValues
}

/** The resources that get rows by default: those of the app's own descriptors, and those of which it lists rows. */
export function seededResources(sources: readonly Source[], { resources }: Demo): string[] {
  const named = (wanted: Source['origin']) =>
    sources.flatMap(({ file, origin }) => {
      const name = /^resources\/[^/]+\/([^/]+)\.yaml$/.exec(file)?.[1]
      return origin === wanted && name !== undefined ? [name] : []
    })
  const refined = new Set(named('base'))
  const own = named('app').filter(name => !refined.has(name))
  const listed = Object.keys(resources).filter(name => resources[name]?.records !== undefined)
  return [...new Set([...own, ...listed])]
}
