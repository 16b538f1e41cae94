import { isInputField } from '../../fields/record-schema.ts'
import type { Resource } from '../../model/model.ts'
import { ownerFieldOf } from '../../model/owner.ts'
import { type Access, accessTo, demand, operationTitles } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import type { PlannedWrite } from './aspects/aspect.ts'
import { readOne } from './get.ts'
import { firstPerformed, once, recordAgain } from './idempotency.ts'
import { type ParsedInput, type ParsedLine, parseInput } from './input.ts'
import { lockRecord } from './lock.ts'
import type { LineInput, StoredRecord } from './plan-lines.ts'
import { readableRecord } from './readable-record.ts'
import { partsOf } from './referring.ts'
import { reserveSerials } from './serial.ts'
import { assureInitialState } from './state-key.ts'
import type { Work } from './work.ts'
import { plan, store, storeAtOnce, writeOne } from './write.ts'

/** Stores a new record with its lines, and returns it as its writer may read it. */
export async function save(work: Work, resource: Resource, input: unknown, key?: string): Promise<Row> {
  const { ctx } = work
  const access = enteredBy(work, demand(ctx, resource, 'add'))
  const lineInput = ['save', resource.name, input]
  const first = await firstPerformed(work, key, lineInput)
  if (first) return recordAgain(resource).again(work, first)
  const target = { resource, access, origin: 'save' } as const
  const entered = enteredIn(ctx, resource, parseInput(ctx, resource, access, input))
  const set = {
    ...ownersOf(ctx, resource, access, entered.entered),
    ...assureInitialState(ctx, resource, entered.entered),
  }
  const planned = await plan(work, target, { before: null, ...entered, set, title: operationTitles.add })
  // Before the transaction: no request waits for the numbers of another.
  const [serials] = await reserveSerials(
    work.queries,
    ctx,
    resource,
    [planned.after],
    work.inTransaction ? 'in-transaction' : 'alone',
  )
  Object.assign(planned.after, serials)
  const answer = (inside: Work, { after, auto, changed }: PlannedWrite) =>
    readableRecord(inside, resource, access, auto?.record ?? after, planned.changed, auto ? undefined : changed)
  const stored = key === undefined ? await storeAtOnce(work, target, planned) : undefined
  if (stored) return answer(work, stored)
  return once(work, key, lineInput, recordAgain(resource), async inside => {
    const [change = planned] = await store(inside, target, [planned])
    return answer(inside, change)
  })
}

/** Changes the given fields of a record and its lines, as one new version. */
export async function update(work: Work, resource: Resource, input: unknown, key?: string): Promise<Row> {
  const { ctx } = work
  const access = enteredBy(work, demand(ctx, resource, 'edit'))
  return once(work, key, ['update', resource.name, input], recordAgain(resource), async inside => {
    const parsed = parseInput(ctx, resource, access, input)
    const { id } = parsed
    if (id === undefined) throw missingId()
    const before = await lockRecord(inside, resource, access, id, 'edit')
    await assureVersion(inside, resource, before, parsed.version)
    const change = { before, ...enteredIn(ctx, resource, parsed), title: operationTitles.edit }
    const { after, auto, changed } = await writeOne(inside, { resource, access, origin: 'save' }, change)
    return readableRecord(inside, resource, access, auto?.record ?? after, changed)
  })
}

/** The refusal of a change that names no record. */
export const missingId = () => refuse.input({ id: { zh: '缺少记录 ID', en: 'The record ID is missing' } })

/** The access of a write; a handler also writes fields that users do not, by `readOnly` or `editableBy`. */
const enteredBy = ({ typed }: Work, access: Access): Access =>
  typed === false
    ? { ...access, writesField: field => isInputField({ ...field, readOnly: false }) && !access.hidden.has(field.name) }
    : access

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

// A user who may write a row may lack the right to see it.
const nothing = () => null

/** What a client entered, with the input of lines apart from the values of the record itself. */
export function enteredIn({ model }: RequestContext, resource: Resource, { values, readOnly }: ParsedInput) {
  const lines = new Map<string, LineInput>()
  const entered = { ...values }
  for (const { name, field } of partsOf(model, resource)) {
    if (!field || !(name in entered)) continue
    lines.set(name, { kind: 'all', lines: entered[name] as readonly ParsedLine[] })
    delete entered[name]
  }
  return { entered, readOnly, lines }
}

/** The owner of a new record for which none is given, for a user with exactly one owner. */
export function ownersOf(
  { actor }: RequestContext,
  resource: Resource,
  { hidden }: Pick<Access, 'hidden'>,
  given: Row = {},
): Row {
  const [own, ...others] = actor.ownerIds
  const owner = ownerFieldOf(resource)
  const isPlain = !actor.administrator && own !== undefined && others.length === 0
  return isPlain && owner && !hidden.has(owner.name) && !(owner.name in given) ? { [owner.name]: own } : {}
}
