import { fault, faultMessage } from '../../fields/fault.ts'
import { fieldsWithoutMaster } from '../../model/lines.ts'
import type { Bilingual, Field, Model, Resource } from '../../model/model.ts'
import { perModel } from '../../model/per-model.ts'
import { inputsOfStep } from '../../model/steps.ts'
import { systemFields } from '../../model/system-fields.ts'
import { accessToNames, isOwnAccount } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { linksOf, type Reference, type Row, referenceOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import type { Change, HistoryEntry, LinkChanges } from './history.ts'
import type { LineInput, StoredRecord } from './plan-lines.ts'
import { partsOf } from './referring.ts'
import { displaySql } from './select.ts'
import type { Work } from './work.ts'

/** The ids of a resource's records that references of some rows contain. */
type Wanted = Map<Resource, Set<string>>
/** Whether the actor may see a record that a reference names. */
type IsVisible = (of: Resource, id: string) => boolean

/** A written record or line, and its stored version. */
interface Written {
  readonly resource: Resource
  readonly old: Row
  readonly values: Row
  /** The prefix of its fields in errors. */
  readonly path: string
}

/**
 * Input of a client with the references that it could not see: null, or a list, replaces only what its writer sees.
 * An invisible record that is named is refused as one that does not exist, whether or not it is the stored one.
 */
export async function withInvisible(
  work: Work,
  resource: Resource,
  before: StoredRecord,
  given: Row,
  givenLines: ReadonlyMap<string, LineInput>,
): Promise<{ readonly values: Row; readonly lineInputs: ReadonlyMap<string, LineInput> }> {
  const { ctx, queries } = work
  const values = { ...given }
  const lineInputs = new Map(givenLines)
  const written: Written[] = [{ resource, old: before.record, values, path: '' }]
  for (const part of partsOf(ctx.model, resource)) {
    const input = givenLines.get(part.name)
    if (!input || input.kind === 'remove') continue
    const stored = new Map(before.lines.get(part.name)?.map(line => [String(line['id']), line]))
    const copied = <Line extends { readonly id: string | undefined; readonly values: Row }>(
      line: Line,
      path: string,
    ) => {
      const own = { ...line.values }
      const old = stored.get(line.id ?? '')
      if (old) written.push({ resource: part.resource, old, values: own, path })
      return { ...line, values: own }
    }
    const next: LineInput =
      input.kind === 'one'
        ? { ...input, line: copied(input.line, '') }
        : { ...input, lines: input.lines.map((line, index) => copied(line, `${part.name}.${index}.`)) }
    lineInputs.set(part.name, next)
  }
  const wanted: Wanted = new Map()
  for (const { resource, old, values } of written)
    for (const reference of boundReferences(ctx, resource))
      if (Object.hasOwn(values, reference.field.name)) want(ctx, wanted, reference, old[reference.field.name])
  const isVisible = await visibleAmong(queries, ctx, wanted)
  const errors: Record<string, Bilingual> = {}
  for (const one of written) keep(ctx, one, isVisible, errors)
  if (Object.keys(errors).length > 0) throw refuse.input(errors)
  return { values, lineInputs }
}

function keep(
  ctx: RequestContext,
  { resource, old, values, path }: Written,
  isVisible: IsVisible,
  errors: Record<string, Bilingual>,
): void {
  for (const { field, of, many } of boundReferences(ctx, resource)) {
    const { name } = field
    if (!Object.hasOwn(values, name)) continue
    const stored = idsOf(old[name])
    const given = idsOf(values[name])
    const isInvisible = (id: string) => !isVisible(of, id)
    if (given.some(id => stored.includes(id) && isInvisible(id)))
      errors[`${path}${name}`] = faultMessage(fault('value.select-correct'), field.title)
    const kept = stored.filter(isInvisible)
    if (kept.length === 0) continue
    if (!many) values[name] = values[name] ?? old[name]
    // Each is inserted where it was, so that unchanged input leaves the list unchanged.
    else values[name] = stored.reduce((list, id, at) => (isInvisible(id) ? list.toSpliced(at, 0, id) : list), given)
  }
}

/**
 * Records without the references that the actor may not see, and with the names of those that are named. A reference that
 * is kept names a record that the actor is known to see. Names of deleted records are included.
 */
export async function withoutInvisible(
  { ctx, queries }: Pick<Work, 'ctx' | 'queries'>,
  references: readonly Reference[],
  records: readonly Row[],
  { isNamed = never, isKept = never }: { readonly isNamed?: IsWanted; readonly isKept?: IsWanted } = {},
): Promise<Row[]> {
  const wanted: Wanted = new Map()
  const shown = references.map(reference => {
    const { name } = reference.field
    // Rights are determined where a record has the reference only.
    const isEmpty = records.every(record => idsOf(record[name]).length === 0)
    const isStripped = !isEmpty && !isKept(name) && accessToNames(ctx, reference.of).bound
    for (const record of records)
      if (isStripped || isNamed(name)) want(ctx, wanted, reference, record[name], isNamed(name))
    return { ...reference, isStripped }
  })
  const found = await recordsAmong(queries, ctx, wanted)
  const isVisible = visibleIn(ctx, found)
  return records.map(record => {
    const own = { ...record }
    for (const { field, of, many, isStripped } of shown) {
      const { name } = field
      if (record[name] === undefined) continue
      if (isStripped) own[name] = shownValue(record[name], id => isVisible(of, id))
      if (!isNamed(name)) continue
      const names = idsOf(own[name]).map(id => found.get(of)?.get(id) ?? null)
      own[`${name}Name`] = many ? (names.length > 0 ? names : null) : (names[0] ?? null)
    }
    return own
  })
}

type IsWanted = (name: string) => boolean
const never: IsWanted = () => false

/** History entries in which the references that the actor may not see are null, or missing in lists. */
export async function withoutInvisibleChanges<Entry extends Pick<HistoryEntry, 'operation' | 'changes' | 'input'>>(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const wanted: Wanted = new Map()
  const lineReferences = new Map(
    partsOf(ctx.model, resource).map(part => [part.name, boundReferences(ctx, part.resource)]),
  )
  const own = boundReferences(ctx, resource)
  const ofBinds = bound(
    ctx,
    resource.binds.map(bind => linksOf(ctx.model, resource, bind)),
  )
  type Visit = (references: readonly Reference[], name: string, value: unknown) => unknown
  const visitChange = (references: readonly Reference[], name: string, { from, to }: Change, visit: Visit): Change => ({
    from: visit(references, name, from),
    to: visit(references, name, to),
  })
  const visitAll = (entry: Entry, visit: Visit): Entry => {
    const changes = Object.entries(entry.changes).map(([name, change]) => {
      if ('added' in change) {
        const [added, removed] = [change.added, change.removed].map(ids => visit(ofBinds, name, ids))
        return [name, { added, removed } as LinkChanges] as const
      }
      if (!('lines' in change)) return [name, visitChange(own, name, change, visit)] as const
      const references = lineReferences.get(name) ?? []
      const lines = change.lines.map(line => {
        const inner = Object.entries(line.changes).map(([one, its]) => [one, visitChange(references, one, its, visit)])
        return { ...line, changes: Object.fromEntries(inner) }
      })
      return [name, { lines }] as const
    })
    // Another step may have an input of the same name that names records of another resource.
    const ofInputs = inputsOfStep(resource, entry.operation).flatMap(field => bound(ctx, referenceOf(ctx.model, field)))
    const input =
      entry.input &&
      Object.fromEntries(Object.entries(entry.input).map(([name, value]) => [name, visit(ofInputs, name, value)]))
    return { ...entry, changes: Object.fromEntries(changes), input }
  }
  const named = (references: readonly Reference[], name: string) => references.find(({ field }) => field.name === name)
  for (const entry of entries)
    visitAll(entry, (references, name, value) => {
      const reference = named(references, name)
      if (reference) want(ctx, wanted, reference, value)
      return value
    })
  if (wanted.size === 0) return entries
  const isVisible = await visibleAmong(queries, ctx, wanted)
  return entries.map(entry =>
    visitAll(entry, (references, name, value) => {
      const reference = named(references, name)
      return reference ? shownValue(value, id => isVisible(reference.of, id)) : value
    }),
  )
}

/** Whether the actor may see the record that a field names by its id. */
export type SeesRecord = (field: Field, id: string) => boolean

/** Which of the records that values of fields name the actor may see. */
export async function visibleRecords(
  queries: Queries,
  ctx: RequestContext,
  named: readonly { readonly field: Field; readonly ids: readonly string[] }[],
): Promise<SeesRecord> {
  const wanted: Wanted = new Map()
  const boundTo = (field: Field) => bound(ctx, referenceOf(ctx.model, field))
  for (const { field, ids } of named) for (const reference of boundTo(field)) want(ctx, wanted, reference, ids)
  const isVisible = await visibleAmong(queries, ctx, wanted)
  return (field, id) => boundTo(field).every(({ of }) => isVisible(of, id))
}

function shownValue(value: unknown, isVisible: (id: string) => boolean): unknown {
  if (Array.isArray(value)) return value.filter(id => isVisible(String(id)))
  return value === null || value === undefined || isVisible(String(value)) ? value : null
}

/** References with a column to resources of which the actor may see some records only. */
const boundReferences = (ctx: RequestContext, resource: Resource): readonly Reference[] =>
  bound(ctx, referencesOf(ctx.model, resource))

const bound = (ctx: RequestContext, references: readonly Reference[]): readonly Reference[] =>
  references.filter(({ of }) => accessToNames(ctx, of).bound)

const knownReferences = perModel<readonly Reference[]>()

const referencesOf = (model: Model, resource: Resource): readonly Reference[] =>
  knownReferences(model, resource.name, () =>
    [...systemFields, ...fieldsWithoutMaster(resource)]
      .filter(field => field.column !== undefined)
      .flatMap(field => referenceOf(model, field)),
  )

const idsOf = (value: unknown): readonly string[] => [value ?? []].flat().map(String)

/** An actor always sees the own account, which is looked up for its name only. */
function want(ctx: RequestContext, wanted: Wanted, { of }: Reference, value: unknown, isNamed = false): void {
  const ids = idsOf(value).filter(id => isNamed || !isOwnAccount(ctx, of, id))
  if (ids.length > 0) wanted.set(of, new Set([...(wanted.get(of) ?? []), ...ids]))
}

const visibleAmong = async (queries: Queries, ctx: RequestContext, wanted: Wanted): Promise<IsVisible> =>
  visibleIn(ctx, await recordsAmong(queries, ctx, wanted))

const visibleIn =
  (ctx: RequestContext, found: Found): IsVisible =>
  (of, id) =>
    isOwnAccount(ctx, of, id) || (found.get(of)?.has(id) ?? true)

/** The names of the records that the actor may see, by id. */
type Found = ReadonlyMap<Resource, Map<string, unknown>>

/** One statement with a part for each resource: the rights on it are planned once, however many references name it. */
async function recordsAmong(queries: Queries, ctx: RequestContext, wanted: Wanted): Promise<Found> {
  const found = new Map([...wanted].map(([of]) => [of, new Map<string, unknown>()] as const))
  if (wanted.size === 0) return found
  const parts = [...wanted].map(([of, ids], index) => {
    const condition = every([sql`c."id" = any(${[...ids]}::bigint[])`, accessToNames(ctx, of).rows('c')])
    const columns = sql`${word(`${index} as of, c."id"::text as id`)}, ${displaySql(ctx, of, 'c')} as name`
    return sql`select ${columns} from ${word(`"${of.table}" c`)} where ${condition}`
  })
  const all = [...found.values()]
  for (const { of, id, name } of await runAll(queries, join(parts, ' union all ', '')))
    all[Number(of)]?.set(String(id), name)
  return found
}
