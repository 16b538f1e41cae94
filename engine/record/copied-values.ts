import { lineResource } from '../fields/traits.ts'
import type { Model, Resource } from '../model/model.ts'

type Values = Readonly<Record<string, unknown>>

/** The values that a record copies from the one that a reference names; undefined while they are loading. */
export type LookUp = (resource: Resource, reference: string, id: string) => Values | undefined

/**
 * The fields of a form that `copy` fills and whose value differs, including those of lines. If a reference has not
 * changed since the record was read, its copied values are kept.
 */
export function copiedValues(model: Model, resource: Resource, values: Values, first: Values, lookUp: LookUp): Values {
  const next: Record<string, unknown> = {}
  for (const field of resource.fields) {
    const line = lineResource(field, model)
    if (!line) continue
    const lines = linesIn(values[field.name])
    const before = new Map(linesIn(first[field.name]).map(one => [one['id'], one]))
    const copied = lines.map(one => {
      const own = ownCopies(line, one, one['id'] === undefined ? undefined : before.get(one['id']), lookUp)
      return Object.keys(own).length === 0 ? one : { ...one, ...own }
    })
    if (copied.some((one, at) => one !== lines[at])) next[field.name] = copied
  }
  return { ...next, ...ownCopies(resource, values, first['id'] === undefined ? undefined : first, lookUp) }
}

const linesIn = (value: unknown): readonly Values[] => (Array.isArray(value) ? (value as readonly Values[]) : [])

function ownCopies(resource: Resource, values: Values, before: Values | undefined, lookUp: LookUp): Values {
  const next: Record<string, unknown> = {}
  for (const { name, copy } of resource.fields) {
    if (!copy) continue
    const id = values[copy.reference]
    const isKept = before !== undefined && before[copy.reference] === id
    const found = isKept
      ? before[name]
      : typeof id === 'string'
        ? lookUp(resource, copy.reference, id)?.[copy.field]
        : null
    if ((found ?? null) !== (values[name] ?? null)) next[name] = found ?? null
  }
  return next
}
