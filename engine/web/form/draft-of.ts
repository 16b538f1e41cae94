import { typeOf } from '../../fields/index.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { isSameValue } from '../../record/merge-record.ts'
import type { StoredDraft } from '../data/drafts.ts'
import { isWritten } from './new-record.ts'
import { withoutStaleNames } from './written-value.ts'

type Values = Readonly<Record<string, unknown>>

/** The draft of a record that is being edited; undefined where no storable field differs. */
export function formDraftOf(
  model: Model,
  resource: Resource,
  initial: Values,
  values: Values,
  at: number,
): StoredDraft | undefined {
  const changed = resource.fields.filter(
    field => isWritten(field) && !isSameValue(initial[field.name], values[field.name]),
  )
  const kept = changed.filter(field => !isPersonal(model, field)).map(field => field.name)
  if (kept.length === 0) return undefined
  const names = [...kept, ...evaluatedIn(resource, initial).filter(name => !kept.includes(name))]
  return {
    at,
    version: readVersionOf(initial),
    values: valuesOf(names, values),
    before: valuesOf(names, initial),
    isPartial: kept.length < changed.length,
  }
}

/** Whether a draft has input that the record does not have already. */
export const isOffered = (resource: Resource, { values, before }: StoredDraft, record: Values): boolean =>
  resource.fields.some(
    ({ name }) =>
      name in values && !isSameValue(values[name], before[name]) && !isSameValue(values[name], record[name]),
  )

/** Fields of a new record whose default was evaluated: a later evaluation would give another value than was shown. */
const evaluatedIn = (resource: Resource, initial: Values): readonly string[] =>
  initial['id'] === undefined
    ? resource.fields.filter(field => field.defaultExpression !== undefined).map(field => field.name)
    : []

/**
 * The form restored from a draft. If the record was saved since, the form begins at the version of the draft, so that
 * saving detects the same conflict as an open form. Input since then is kept.
 */
export function resumed(
  resource: Resource,
  draft: StoredDraft,
  record: Values,
  typed: Values,
): { readonly initial: Values; readonly values: Values } {
  const known = new Set(resource.fields.filter(isWritten).map(field => field.name))
  const ofModel = (values: Values) => Object.fromEntries(Object.entries(values).filter(([name]) => known.has(name)))
  const isOutdated = readVersionOf(record) !== draft.version
  const initial = isOutdated
    ? withoutStaleNames(resource, record, { ...record, ...ofModel(draft.before), version: draft.version })
    : record
  const since = [...known].filter(name => !isSameValue(record[name], typed[name]))
  const names = since.map(name => `${name}Name`).filter(name => name in typed && !known.has(name))
  const drafted = withoutStaleNames(resource, initial, { ...initial, ...ofModel(draft.values) })
  return { initial, values: { ...drafted, ...valuesOf([...since, ...names], typed) } }
}

/** The version that a record was read at; 0 before it is stored. */
export const readVersionOf = (record: Values): number => Number(record['version'] ?? 0)

/** Personal fields and credentials are never stored in a browser; neither are lines that have such a field. */
function isPersonal(model: Model, field: Field): boolean {
  const type = typeOf(field)
  const line = model.resources[type.lines?.(field) ?? '']
  return type.secret === true || type.personal === true || (line?.fields.some(one => isPersonal(model, one)) ?? false)
}

const valuesOf = (names: readonly string[], values: Values): Values =>
  Object.fromEntries(names.map(name => [name, values[name] ?? null]))
