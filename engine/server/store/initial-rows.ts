import { faultMessage } from '../../fields/fault.ts'
import { typeOf } from '../../fields/index.ts'
import { isAlwaysRequired } from '../../fields/record-schema.ts'
import { isPicked } from '../../fields/traits.ts'
import type { Bilingual, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { missing } from '../../record/violation-messages.ts'
import { accessTo } from '../auth/access.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import type { PlannedWrite } from './aspects/aspect.ts'
import { lockRecords } from './lock.ts'
import type { LineInput } from './plan-lines.ts'
import type { Prepared } from './prepare.ts'
import type { KnownIds } from './references.ts'
import { initialState } from './state-key.ts'
import type { Work } from './work.ts'
import { plan, store, write } from './write.ts'

/** A row of a seed or of a first start. Read-only fields are included. */
export interface InitialRow {
  readonly id: string
  /** By field, as transmitted. */
  readonly values: Row
  /** By the name of the part. */
  readonly lines?: ReadonlyMap<string, LineInput>
}

/** The new record of an initial row, computed and checked as that of a user. Throws a refusal with the faults by field. */
export async function planInitial(
  work: Work,
  resource: Resource,
  { id, values, lines }: InitialRow,
): Promise<PlannedWrite> {
  const entered = normalised(resource, values)
  const { lifecycle } = resource
  const isStarting = lifecycle && (entered[lifecycle.field] ?? null) === null
  const set = isStarting ? initialState(work.ctx, resource) : {}
  const target = { resource, origin: 'seed' } as const
  const planned = await plan(work, target, { before: null, id, entered, set, ...(lines && { lines }) })
  assureChosen(resource, planned)
  return planned
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
 * and there is neither history nor an event. They may refer to `known` records of the same transaction.
 */
export const insertInitial = (
  work: Work,
  resource: Resource,
  records: readonly PlannedWrite[],
  known: KnownIds = new Set(),
): Promise<readonly PlannedWrite[]> =>
  store(work, { resource, access: accessTo(work.ctx, resource, 'add'), origin: 'seed', known }, records)

/** Changes initial rows, without history and event. */
export async function updateInitial(work: Work, resource: Resource, ids: readonly string[], set: Row): Promise<void> {
  const access = accessTo(work.ctx, resource, 'edit')
  const stored = [...(await lockRecords(work, resource, access, ids)).values()]
  await write(
    work,
    { resource, access, origin: 'system' },
    stored.map(before => ({ before, set })),
  )
}
