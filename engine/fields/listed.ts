import type { FieldType } from './field-type.ts'

/** One text, or the list that a field with `many: true` holds. */
export type OneOrMany = string | readonly string[]

/** Comparisons of a list: it holds the value, it holds one of several, it is there at all. */
export const listOperators = ['has', 'oneOf', 'isNull', 'notNull'] as const satisfies FieldType<string>['operators']

/** The schema of one value, or of a list of them. */
export function schemaOf(one: Record<string, unknown>, isList: boolean, most = 100): Record<string, unknown> {
  return isList ? { type: 'array', items: one, uniqueItems: true, maxItems: most } : one
}

/**
 * Puts what a client may send for one value, or for a list, in its one form: an empty text or list is no value, a
 * comma-joined text is a list, a single value where a list is meant is a list of one.
 */
export function asListed(value: unknown, isList: boolean): unknown {
  if (!isList) return single(value)
  const list = typeof value === 'string' ? split(value) : Array.isArray(value) ? value : value == null ? [] : [value]
  const values = list.map(single).filter(one => one !== null)
  return values.length === 0 ? null : values
}

/** The values written in one cell: apart by comma, Chinese comma, semicolon or line. */
export const split = (text: string): string[] =>
  text
    .split(/[,，、;；\n]/)
    .map(one => one.trim())
    .filter(one => one !== '')

/** A column's value as text, or as a list of texts. */
export const textsOf = (raw: unknown, isList: boolean): OneOrMany =>
  isList ? (Array.isArray(raw) ? raw.map(String) : [String(raw)]) : String(raw)

function single(value: unknown): unknown {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  if (typeof value !== 'string') return value ?? null
  return value.trim() === '' ? null : value.trim()
}
