import { isCopied, isPicked } from '../fields/traits.ts'
import type { Field, Resource } from '../model/model.ts'
import { perFields } from '../model/per-model.ts'
import type { TargetRead } from '../rules/read-targets.ts'
import { compute, computedOf } from './compute.ts'
import type { RecordContext } from './expressions.ts'
import { isSameValue } from './merge-record.ts'
import { defaultIn, mayFollow, readsOther, recordDefaults } from './record-defaults.ts'
import { copyRead } from './target-reads.ts'

type Values = Readonly<Record<string, unknown>>

/** How the words of a resource fill in the fields of its records. */
export interface Filling {
  /** Whether a field may get what is read for it from other records. */
  opens(field: Field, reads: readonly TargetRead[], record: Values): boolean
  /** The id of the record that `pick` chooses, or the given one if its writer may choose it. Absent where none is. */
  readonly picked?: ((resource: Resource, field: Field, record: Values) => unknown) | undefined
}

/**
 * The record with what the server fills in where the input (`given`) has no value, in this order: copies, defaults that
 * read the record, records of `pick`, and what is copied or read from those. In a stored record, a copy or a pick is
 * filled in when a field that it reads changes, and a default also only if the field is empty or still has the former
 * default. The same record if nothing changed.
 */
export function filledRecord(
  context: RecordContext,
  resource: Resource,
  before: Values | null,
  given: Values,
  record: Values,
  { opens, picked }: Filling,
): Values {
  const isOpen = ({ name }: Field) => !Object.hasOwn(given, name)
  const copies = copiesOf(resource)
  const picks = picked ? picksOf(resource) : []
  const defaults = recordDefaults(context.model, resource).filter(({ field }) => isOpen(field))
  const isOther = (names: readonly string[], now: Values) => !before || readsOther(names, now, before)
  let next = record
  // As many rounds as there are fields are enough for any order in which they read one another.
  for (const _ of [...copies, ...defaults, ...picks]) {
    const computed = compute(context, resource, computedOf(resource), next)
    const copied = copiedValues(context, resource, before, next, (field, read) => opens(field, [read], next))
    const filled: Record<string, unknown> = { ...next, ...copied, ...given }
    for (const one of defaults) {
      if (!isOther(one.reads, computed) || (before && !mayFollow(context, resource, one, before))) continue
      const now = { ...computed, ...filled }
      if (opens(one.field, one.targets, now)) filled[one.field.name] = defaultIn(context, resource, one, now)
    }
    for (const field of picks) {
      const { name, reads = [] } = field
      const now = { ...computed, ...filled }
      const own = given[name] ?? null
      const isChosen = own !== null && own !== before?.[name]
      const isKept = !isChosen && !isOther(reads, now) && (record[name] ?? null) !== null
      const read = { ...now, ...masterOf(context, resource, reads, now), [name]: isChosen ? own : null }
      filled[name] = isKept ? record[name] : picked?.(resource, field, read)
    }
    if (Object.keys(filled).every(name => isSameValue(filled[name] ?? null, next[name] ?? null))) break
    next = filled
  }
  return next
}

const copiesOf = perFields(({ fields }) => fields.filter(isCopied))
const picksOf = perFields(({ fields }) => fields.filter(isPicked))

/** The values of `copy` fields: where the reference is new or names another record than before, those of that record. */
export function copiedValues(
  context: RecordContext,
  resource: Resource,
  before: Values | null,
  record: Values,
  opens: (field: Field, read: TargetRead) => boolean = () => true,
): Values {
  const copied: Record<string, unknown> = {}
  for (const field of copiesOf(resource)) {
    const [read] = copyRead(resource, field)
    if (!read) continue
    copied[field.name] = before?.[field.name] ?? null
    if (before && !readsOther([read.reference], record, before)) continue
    const id = record[read.reference]
    const isRead = typeof id === 'string' && /^\d{1,18}$/.test(id) && opens(field, read)
    const from = isRead ? context.targets?.record(read.target, BigInt(id)) : undefined
    copied[field.name] = from?.[read.name] ?? null
  }
  return copied
}

/** The master that the `where` of a reference of a line reads, in place of its id: it may not be stored. */
function masterOf({ targets }: RecordContext, { partOf }: Resource, reads: readonly string[], line: Values): Values {
  const id = partOf && reads.includes(partOf.field) ? line[partOf.field] : undefined
  const master = partOf && typeof id === 'string' ? targets?.record(partOf.resource, BigInt(id)) : undefined
  return partOf && master ? { [partOf.field]: master } : {}
}
