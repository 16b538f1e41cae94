import type { Source } from '../../engine/compiler/source.ts'
import type { Resource } from '../../engine/model/model.ts'
import { resourceOf } from '../../engine/model/names.ts'
import type { Database } from '../../engine/server/database/database.ts'
import { sql, word } from '../../engine/server/database/fragment.ts'
import { run, runAll } from '../../engine/server/database/run.ts'
import { ownTenant } from '../../engine/server/store/own-tenant.ts'
import { live } from '../../engine/server/store/select.ts'
import { withAllTargets } from '../../engine/server/store/target-records.ts'
import type { Work } from '../../engine/server/store/work.ts'
import { type Authors, openAuthors } from './authors.ts'
import type { Demo } from './demo.ts'
import { faultReason } from './demo-accounts.ts'
import { unknownInDemo } from './demo-names.ts'
import { generateRecord } from './generate-record.ts'
import type { CausedRow, GeneratedRecord } from './generated-record.ts'
import { loadPools, referencedFirst } from './needed-records.ts'
import { Pictures } from './pictures.ts'
import { knownRecordOf, Pools } from './pools.ts'
import { randomOf } from './random.ts'
import { causedStarts, eachOf, isOwnedRow, type RowStart, type SeedOrder, startsOf } from './row-starts.ts'
import type { SeededRows } from './seeded-rows.ts'
import { StepEffects } from './step-effects.ts'
import { TakenValues } from './taken-values.ts'
import { dayAfter } from './workdays.ts'
import { writeGenerated } from './write-generated.ts'

/** Enough for every resource of a demonstration: a further batch maintains the indexes that the first one built. */
const rowsAtOnce = 10_000

/** Seeds resources with plausible rows, each checked like a saved record; yields the result for each resource. */
export async function runSeed(
  database: Database,
  work: Work,
  demo: Demo,
  order: SeedOrder,
  report?: (seeded: SeededRows) => void,
): Promise<SeededRows[]> {
  const pools = new Pools(work)
  const effects = new StepEffects(work)
  const { keep } = order
  const pictures = keep && new Pictures(demo.drawings, order.seed, work.ctx.actor.tenantId, keep)
  const authors = await openAuthors(work, demo, order.seed)
  const all: SeededRows[] = []
  const note = (seeded: SeededRows) => {
    all.push(seeded)
    report?.(seeded)
  }
  const seed = async (resource: Resource, caused: readonly CausedRow[], isCausedOnly = false) => {
    await loadPools(work, demo, pools, resource)
    const known = { work, demo, pools, resource, caused, isCausedOnly, ...(pictures && { pictures }) }
    const seeded = await seedOne(known, order, authors, effects)
    // Those of an empty table were analysed with the first of several batches.
    if (seeded.rows > rowsAtOnce) await run(database.kysely, `analyze "${resource.table}"`, [])
    return seeded
  }
  // What is wrong in the description of one resource does not prevent the others.
  const orReason = (resource: Resource) => (error: unknown) => ({
    ...{ resource: resource.name, rows: 0, lines: 0, givenUp: 1 },
    why: faultReason(error),
  })
  for (const fault of unknownInDemo(work.ctx.model, demo)) note(fault)
  for (const resource of referencedFirst(work.ctx.model, demo, order.resources)) {
    const caused = effects.take(resource.name)
    const isThere = await hasItsRows(work, demo, order, resource)
    if (isThere && caused.length === 0) note({ resource: resource.name, rows: 0, lines: 0, givenUp: 0 })
    else note(at(demo, await seed(resource, caused, isThere).catch(orReason(resource))))
  }
  // Rows that are caused by those of a later resource.
  for (let [name] = effects.waiting(); name !== undefined; [name] = effects.waiting()) {
    const resource = resourceOf(work.ctx.model, name)
    note(at(demo, await seed(resource, effects.take(name), true).catch(orReason(resource))))
  }
  const why = await effects.change()
  if (why !== undefined) note({ resource: 'updates', rows: 0, lines: 0, givenUp: 1, why })
  return all
}

/** The result with the place in `seeds/demo.yaml`, if rows are missing. */
const at = ({ lines }: Demo, { why, ...seeded }: SeededRows): SeededRows => {
  const line = lines?.get(seeded.resource)
  return why === undefined ? seeded : { ...seeded, why: line === undefined ? why : `seeds/demo.yaml:${line}: ${why}` }
}

interface Seeding extends Pick<RowStart, 'work' | 'demo' | 'pools' | 'resource' | 'pictures'> {
  readonly caused: readonly CausedRow[]
  readonly isCausedOnly: boolean
}

async function seedOne(
  { caused, isCausedOnly, ...known }: Seeding,
  order: SeedOrder,
  authors: Authors,
  effects: StepEffects,
): Promise<SeededRows> {
  const { demo, resource, pools, pictures } = known
  const work = await withAllTargets(known.work, resource)
  const seeding = { ...known, work }
  const rows = demo.resources[resource.name] ?? {}
  const taken = await TakenValues.read(
    work,
    resource,
    pools.pool(resource.name).all.map(({ record }) => record),
  )
  const random = randomOf(`${order.seed} ${resource.name}`)
  const { model } = work.ctx
  const start = { ...seeding, model, random, rows }
  const history = order.rows === undefined
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
    if (history) await effects.note(work, resource, waiting)
    count += waiting.length
    lines += waiting.reduce((sum, { parts }) => sum + parts.reduce((more, part) => more + part.lines.length, 0), 0)
    waiting = []
  }
  const own = isCausedOnly ? [] : startsOf(start, order, eachs)
  for (const one of [...own, ...causedStarts(start, caused)]) {
    const made = (await generateRecord(one, taken)) ?? (await dayBefore(one, taken))
    if (made === undefined) continue
    if ('up' in made) {
      givenUp += 1
      why = made.up
      if (order.rows !== undefined && givenUp > order.rows / 10 + 100) break
      continue
    }
    waiting.push(made)
    if (order.rows === undefined)
      pools.add(resource, knownRecordOf(resource, { ...made.record, createTime: createdAt(made) }))
    if (waiting.length === rowsAtOnce) await flush()
  }
  await flush()
  return { resource: resource.name, rows: count, lines, givenUp, ...(givenUp > 0 && { why }) }
}

const createdAt = ({ steps }: GeneratedRecord): string => steps[0]?.at ?? ''

/** A row that would be created later today is created yesterday, unless each day has its own rows. */
const dayBefore = (start: RowStart, taken: TakenValues) =>
  start.rows.on === undefined && !start.caused
    ? generateRecord({ ...start, day: dayAfter(start.day, -1) }, taken)
    : undefined

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
