import { faultMessage } from '../../fields/fault.ts'
import { typeOf } from '../../fields/index.ts'
import { isAlwaysRequired } from '../../fields/record-schema.ts'
import { isPicked } from '../../fields/traits.ts'
import type { Bilingual, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { missing } from '../../record/violation-messages.ts'
import { accessTo } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { lockRecords } from './lock.ts'
import { planChange } from './plan-change.ts'
import type { LineInput } from './plan-lines.ts'
import { type Prepared, prepare } from './prepare.ts'
import type { KnownIds } from './references.ts'
import { completeSerials } from './serial.ts'
import { initialState } from './state-key.ts'
import { assureWritten } from './unwritten-values.ts'
import type { Work } from './work.ts'
import { insertMany, type NewRecord, type StoredChange, updateMany } from './write.ts'

/** A row of a seed or of a first start. Read-only fields are included. */
export interface InitialRow {
  readonly id: string
  /** By field, as transmitted. */
  readonly values: Row
  /** By the name of the part. */
  readonly lines?: ReadonlyMap<string, LineInput>
}

/** The record of an initial row, computed and checked as that of a user. Throws a refusal with the faults by field. */
export function initialRecord(ctx: RequestContext, resource: Resource, { id, values, lines }: InitialRow): NewRecord {
  const given = normalised(resource, values)
  const { lifecycle } = resource
  const isStarting = lifecycle && (given[lifecycle.field] ?? null) === null
  const start = isStarting ? initialState(ctx, resource) : {}
  const prepared = prepare(ctx, resource, null, { ...given, ...start }, lines ?? new Map(), 'initial')
  assureWritten(resource, prepared, given)
  assureChosen(resource, prepared)
  return { id, ...prepared }
}

/** Refuses an initial row without the record of a required reference with `pick`, which is not chosen for it. */
function assureChosen(resource: Resource, { after, parts }: Prepared): void {
  const messages: Record<string, Bilingual> = {}
  const note = ({ fields }: Resource, values: Row, path: string) => {
    for (const field of fields.filter(one => isPicked(one) && isAlwaysRequired(one)))
      if ((values[field.name] ?? null) === null)
        messages[`${path}${field.name}`] = faultMessage(missing(field), field.title)
  }
  note(resource, after, '')
  for (const { part, lines } of parts) for (const line of lines) note(part.resource, line.after, line.path)
  if (Object.keys(messages).length > 0) throw refuse.input(messages)
}

function normalised(resource: Resource, values: Row): Row {
  const given: Row = {}
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(resource, name)
    if (!field?.column) throw refuse.unknownName(name)
    const { normalise } = typeOf(field)
    given[name] = normalise ? normalise(value, field) : value
  }
  return given
}

/**
 * Stores initial records in the current transaction: references, unique values and the guard apply, the version is 1,
 * and there is neither history nor an event. They may refer to `stored` records of the same transaction.
 */
export async function insertInitial(
  work: Work,
  resource: Resource,
  records: readonly NewRecord[],
  stored?: KnownIds,
): Promise<readonly Row[]> {
  const { ctx, queries } = work
  const serials = await completeSerials(
    queries,
    ctx,
    resource,
    records.map(({ after }) => after),
  )
  for (const [index, { after }] of records.entries()) Object.assign(after, serials[index])
  return insertMany(work, resource, accessTo(ctx, resource, 'add'), records, 'initial', stored)
}

/** Changes initial rows, without history and event. */
export async function updateInitial(
  work: Work,
  resource: Resource,
  ids: readonly string[],
  values: Row,
): Promise<void> {
  const access = accessTo(work.ctx, resource, 'edit')
  const changes: StoredChange[] = []
  for (const before of (await lockRecords(work, resource, access, ids)).values())
    changes.push(await planChange(work, resource, before, values, new Map()))
  await updateMany(work, resource, access, changes, 'initial')
}
