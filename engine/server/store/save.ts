import { isInputField } from '../../fields/record-schema.ts'
import { isGuarded } from '../../model/guard.ts'
import type { Resource } from '../../model/model.ts'
import { ownerFieldOf } from '../../model/owner.ts'
import { hasAutoSteps } from '../../model/steps.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { storesTargets } from '../../record/target-reads.ts'
import { type Access, accessTo, demand, operationTitles } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { faultOf, isWorthRetry } from '../errors/database-errors.ts'
import { refuse } from '../errors/refuse.ts'
import { assureAllowed } from './allow-if.ts'
import { readOne } from './get.ts'
import { once, storedResponse } from './idempotency.ts'
import { type ParsedInput, type ParsedLine, parseInput } from './input.ts'
import { lockRecord } from './lock.ts'
import { assureUnlocked } from './locked-fields.ts'
import { newLinksIn } from './new-files.ts'
import { hasPeriods } from './periods.ts'
import { planChange } from './plan-change.ts'
import type { LineInput, StoredRecord } from './plan-lines.ts'
import { type Prepared, prepare } from './prepare.ts'
import { assureReadOnlyValues } from './read-only-values.ts'
import { readableRecord } from './readable-record.ts'
import { partsOf } from './referring.ts'
import { isCounted } from './roll-up.ts'
import { reserveSerials } from './serial.ts'
import { initialKey } from './state-key.ts'
import { withTargets } from './target-records.ts'
import { assureWritten } from './unwritten-values.ts'
import { withInvisible } from './visible-references.ts'
import { type Work, workOn } from './work.ts'
import { assureAcknowledged, insertAtOnce, insertMany, type StoredChange, updateMany } from './write.ts'

/** Stores a new record with its lines, and returns it as its writer may read it. */
export async function save(work: Work, resource: Resource, input: unknown, key?: string): Promise<Row> {
  const { ctx } = work
  const access = enteredBy(work, demand(ctx, resource, 'add'))
  const lineInput = ['save', resource.name, input]
  const first = await storedResponse<Row>(work, key, lineInput)
  if (first) return first
  const parsed = parseInput(ctx, resource, access, input)
  const own = splitLines(ctx, resource, parsed)
  await assureUnlocked(work, resource, null, own.values, own.lineInputs)
  const values = { ...ownersOf(ctx, resource, access), ...own.values, ...startOf(ctx, resource, own.values) }
  const prepared = await withTargets(work, inside => prepare(inside, resource, null, values, own.lineInputs))
  assureWritten(resource, prepared, own.values)
  await assureReadOnlyValues(work, resource, null, prepared, parsed.readOnly, own.lineInputs)
  // Before a number is allocated.
  assureAcknowledged(ctx, prepared.warnings ?? [])
  const [serials] = await reserveSerials(
    work.queries,
    ctx,
    resource,
    [prepared.after],
    work.inTransaction ? 'in-transaction' : 'alone',
  )
  Object.assign(prepared.after, serials)
  const isOneStatement = key === undefined && !work.inTransaction && prepared.parts.length === 0
  if (
    isOneStatement &&
    !isGuarded(resource) &&
    resource.approval === undefined &&
    !hasAutoSteps(resource) &&
    !hasPeriods(resource) &&
    !storesTargets(ctx.model, resource) &&
    !isCounted(work, resource) &&
    newLinksIn(resource, { ...prepared, before: null }).length === 0
  ) {
    const stored = await insertAtOnce(work, resource, access, copyOf(prepared)).catch(unlessRefused)
    if (stored) return readableRecord(work, resource, access, stored, prepared.changed, prepared.changed)
    // The transaction below determines the error.
  }
  return work.transaction(queries =>
    once(workOn(work, queries), key, lineInput, async () => {
      const inside = workOn(work, queries)
      // A transaction may be retried from its beginning, so it gets a copy to modify.
      const entryId = inside.ids.next()
      const [stored = {}] = await insertMany(inside, resource, access, [{ ...copyOf(prepared), entryId }])
      const cause = { id: String(stored['id']), before: null, entryId, title: operationTitles.add }
      const auto = await inside.makeAuto?.(inside, resource, cause)
      if (resource.approval !== undefined)
        Object.assign(stored, await inside.processes?.start(inside, resource, cause.id))
      if (auto) return readableRecord(inside, resource, access, auto.record, prepared.changed)
      return readableRecord(inside, resource, access, stored, prepared.changed, prepared.changed)
    }),
  )
}

/** Changes the given fields of a record and its lines, as one new version. */
export async function update(work: Work, resource: Resource, input: unknown, key?: string): Promise<Row> {
  const { ctx } = work
  const access = enteredBy(work, demand(ctx, resource, 'edit'))
  return work.transaction(queries =>
    once(workOn(work, queries), key, ['update', resource.name, input], async () => {
      const inside = workOn(work, queries)
      const parsed = parseInput(ctx, resource, access, input)
      const { id } = parsed
      if (id === undefined) throw missingId()
      const before = await lockRecord(inside, resource, access, id, 'edit')
      await assureVersion(inside, resource, before, parsed.version)
      const change = await planUpdate(inside, resource, before, parsed)
      if (resource.approval !== undefined)
        await inside.processes?.assureEditable(inside, resource, [id], [...change.prepared.changed])
      const entryId = inside.ids.next()
      await updateMany(inside, resource, access, [{ ...change, step: { ...change.step, id: entryId } }])
      const auto = await inside.makeAuto?.(inside, resource, { id, before, entryId, title: operationTitles.edit })
      const { after, changed } = change.prepared
      return readableRecord(inside, resource, access, auto?.record ?? after, changed)
    }),
  )
}

/** The refusal of a change that names no record. */
export const missingId = () => refuse.input({ id: { zh: '缺少记录 ID', en: 'The record ID is missing' } })

/** The access of a write; a handler also writes fields that users do not, by `readOnly` or `editableBy`. */
const enteredBy = ({ typed }: Work, access: Access): Access =>
  typed === false
    ? { ...access, writesField: field => isInputField({ ...field, readOnly: false }) && !access.hidden.has(field.name) }
    : access

/** The change of a record that a user's input requests. */
export async function planUpdate(
  work: Work,
  resource: Resource,
  before: StoredRecord,
  parsed: ParsedInput,
): Promise<StoredChange> {
  await assureAllowed(work, resource, 'edit', [before.record])
  const own = splitLines(work.ctx, resource, parsed)
  const { values, lineInputs } = await withInvisible(work, resource, before, own.values, own.lineInputs)
  assureState(resource, before, values)
  await assureUnlocked(work, resource, before, values, lineInputs)
  const change = await planChange(work, resource, before, values, lineInputs)
  assureWritten(resource, change.prepared, values)
  await assureReadOnlyValues(work, resource, before, change.prepared, parsed.readOnly, lineInputs)
  return change
}

/** Refuses to overwrite a change that another user made since the record was read, and returns the current record. */
export async function assureVersion(
  { ctx, queries }: Work,
  resource: Resource,
  { record }: StoredRecord,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === record['version']) return
  const view = accessTo(ctx, resource, 'view')
  const id = String(record['id'])
  throw refuse.stale(view.allowed ? await readOne(queries, ctx, resource, view, id).catch(nothing) : null)
}

/** Ignores errors that the transaction reports better or that a retry may avoid. */
function unlessRefused(error: unknown): undefined {
  if (!isWorthRetry(error) && faultOf(error)?.code !== '23503') throw error
}

// A user who may write a row may lack the right to see it.
const nothing = () => null

/** Separates the values of the record itself from the input of its lines. */
function splitLines({ model }: RequestContext, resource: Resource, parsed: ParsedInput) {
  const lineInputs = new Map<string, LineInput>()
  const values = { ...parsed.values }
  for (const { name, field } of partsOf(model, resource)) {
    if (!field || !(name in values)) continue
    const lines = values[name]
    delete values[name]
    lineInputs.set(name, { kind: 'all', lines: lines as readonly ParsedLine[] })
  }
  return { values, lineInputs }
}

/** The owner of a new record, for a user with exactly one owner. */
export function ownersOf({ actor }: RequestContext, resource: Resource, { hidden }: Pick<Access, 'hidden'>): Row {
  const [own, ...others] = actor.ownerIds
  const owner = ownerFieldOf(resource)
  const isPlain = !actor.administrator && own !== undefined && others.length === 0
  return isPlain && owner && !hidden.has(owner.name) ? { [owner.name]: own } : {}
}

/** Every new record begins in the first state of its lifecycle. */
function startOf(ctx: RequestContext, resource: Resource, values: Row): Row {
  const { lifecycle } = resource
  if (!lifecycle) return {}
  const start = initialKey(ctx, resource)
  const given = values[lifecycle.field]
  if (given !== undefined && given !== null && given !== start) throw changedByTransition(resource)
  return { [lifecycle.field]: start }
}

/** An update does not change the state. Input with another state is refused with the way to change it. */
function assureState(resource: Resource, { record }: StoredRecord, values: Row): void {
  const name = resource.lifecycle?.field
  if (name === undefined || !(name in values)) return
  if ((values[name] ?? null) !== (record[name] ?? null)) throw changedByTransition(resource)
  delete values[name]
}

function changedByTransition(resource: Resource): Error {
  const name = resource.lifecycle?.field ?? ''
  const title = fieldOf(resource, name)?.title ?? resource.title
  return refuse.input({
    [name]: { zh: `${title.zh}只能通过操作改变`, en: `${title.en} can only be changed by transitions` },
  })
}

function copyOf({ after, parts, ...rest }: Prepared): Prepared {
  const copies = parts.map(part => ({
    ...part,
    lines: part.lines.map(line => ({ ...line, after: { ...line.after } })),
  }))
  const lines = copies.map(({ part, lines }) => [part.name, lines.map(line => line.after)])
  return { ...rest, after: { ...after, ...Object.fromEntries(lines) }, parts: copies }
}
