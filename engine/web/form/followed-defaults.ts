import { isCopied, lineResource } from '../../fields/traits.ts'
import type { Model, Resource } from '../../model/model.ts'
import { computeWithLines } from '../../record/compute.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import type { RecordContext } from '../../record/expressions.ts'
import { copiedValues } from '../../record/filled-record.ts'
import { evaluatedIn } from '../../record/in-master.ts'
import { isSameValue } from '../../record/merge-record.ts'
import { defaultIn, type RecordDefault, recordDefaults } from '../../record/record-defaults.ts'
import { followed, type KnownLines, noLinesKnown } from './lines-identity.ts'

type Values = Readonly<Record<string, unknown>>

/** What the defaults of a form that read its record were last, by field; of lines by line too. */
export interface FormDefaults {
  readonly last: ReadonlyMap<string, LastDefault>
  readonly lines: ReadonlyMap<string, KnownLines>
}

interface LastDefault {
  /** The values that it read. */
  readonly reads: readonly unknown[]
  readonly value: unknown
}

export const noDefaults: FormDefaults = { last: new Map(), lines: new Map() }

/**
 * A record in a form with its copies and the defaults that read it: where they changed, those of fields that are empty
 * or still have the default from before. In a stored record, the default from before is that of the stored values.
 */
export function followDefaults(
  context: RecordContext,
  resource: Resource,
  initial: Values,
  values: Values,
  before: FormDefaults,
): { readonly values: Values; readonly defaults: FormDefaults } {
  const { model } = context
  if (!hasFollowed(model, resource)) return { values, defaults: before }
  const last = new Map<string, LastDefault>()
  const lines = new Map<string, KnownLines>()
  const fill = (own: RecordContext, of: Resource, stored: Values | undefined, record: Values, path: string): Values => {
    const copied = Object.entries(copiedValues(own, of, stored ?? null, record))
    const changed = copied.filter(([name, value]) => !isSameValue(value, record[name] ?? null))
    let next = changed.length > 0 ? { ...record, ...Object.fromEntries(changed) } : record
    for (const one of recordDefaults(model, of)) {
      const { name } = one.field
      const key = `${path}${name}`
      const was = before.last.get(key) ?? (stored && evaluatedDefault(own, of, one, stored))
      const evaluated = evaluatedDefault(own, of, one, next)
      // What the former default, or this one, reads of another record is being loaded.
      if (stored && !was) continue
      const now = evaluated ?? was
      if (now) last.set(key, now)
      if (was && (evaluated ? isSameDefault(was, evaluated) : isSameValue(was.reads, readBy(one, next)))) continue
      // Absent, not null: the server fills in what the user did not empty, and may know the default.
      const value = evaluated?.value ?? undefined
      if (isEmptyValue(next[name]) || (was && isSameValue(next[name], was.value))) next = { ...next, [name]: value }
    }
    return next
  }
  const computed = computeWithLines(context, resource, values)
  let next = fill(context, resource, isStored(initial) ? initial : undefined, computed, '')
  for (const field of resource.fields) {
    const line = lineResource(field, model)
    const list = next[field.name]
    if (!line || !Array.isArray(list) || !isFilled(model, line)) continue
    const known = followed(before.lines.get(field.name) ?? noLinesKnown, list as readonly Values[])
    const master = next
    const filled = known.lines.map((one, at) => {
      const stored = storedLine(initial[field.name], one)
      return evaluatedIn(context, line, master, one, (own, read) =>
        fill(own, line, stored, read, `${field.name}.${known.identities[at]}.`),
      )
    })
    const isChanged = filled.some((one, at) => one !== known.lines[at])
    lines.set(field.name, isChanged ? { ...known, lines: filled } : known)
    if (isChanged) next = { ...next, [field.name]: filled }
  }
  return { values: next, defaults: { last, lines } }
}

/** A stored record whose empty fields with a default that reads it are absent, so that an emptied one differs. */
export function withOpenDefaults(model: Model, resource: Resource, record: Values): Values {
  if (!hasFollowed(model, resource)) return record
  const open = new Set(recordDefaults(model, resource).map(({ field }) => field.name))
  const lines = new Map(resource.fields.map(field => [field.name, lineResource(field, model)]))
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const line = lines.get(name)
      if (line && Array.isArray(value)) return [[name, value.map(one => withOpenDefaults(model, line, one))]]
      return open.has(name) && isEmptyValue(value) ? [] : [[name, value]]
    }),
  )
}

const hasFollowed = (model: Model, resource: Resource): boolean =>
  [resource, ...resource.fields.flatMap(field => lineResource(field, model) ?? [])].some(of => isFilled(model, of))

const isFilled = (model: Model, of: Resource): boolean =>
  of.fields.some(isCopied) || recordDefaults(model, of).length > 0

/** The default of a record; undefined while a record that it reads is being loaded. */
function evaluatedDefault(
  context: RecordContext,
  resource: Resource,
  one: RecordDefault,
  record: Values,
): LastDefault | undefined {
  let isAwaited = false
  const { targets } = context
  const lookups = targets && {
    record(of: string, id: bigint) {
      const found = targets.record(of, id)
      if (!found) isAwaited = true
      return found
    },
    isBelow: () => null,
  }
  const value = defaultIn({ ...context, targets: lookups }, resource, one, record)
  return isAwaited ? undefined : { reads: readBy(one, record), value }
}

const readBy = ({ reads }: RecordDefault, record: Values) => reads.map(name => record[name] ?? null)

const isSameDefault = (one: LastDefault, other: LastDefault) =>
  isSameValue(one.reads, other.reads) && isSameValue(one.value, other.value)

const isStored = (record: Values) => record['id'] !== undefined

const storedLine = (lines: unknown, { id }: Values): Values | undefined =>
  id === undefined || !Array.isArray(lines) ? undefined : (lines as Values[]).find(one => one['id'] === id)
