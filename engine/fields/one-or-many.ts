import type { FieldType } from './field-type.ts'

/** One text, or the list of a field with `many: true`. */
export type OneOrMany = string | readonly string[]

/** Operators of a list: contains the value, contains one of several, is empty, is not empty. */
export const listOperators = ['has', 'oneOf', 'isNull', 'notNull'] as const satisfies FieldType<string>['operators']

/** The schema of one value, or of a list of values. */
export function schemaOf(one: Record<string, unknown>, isList: boolean, most = 100): Record<string, unknown> {
  return isList ? { type: 'array', items: one, uniqueItems: true, maxItems: most } : one
}

/**
 * Normalises input for one value or a list: an empty text or list is no value, a comma-joined text is a list, and a
 * single value for a list is a list of one.
 */
export function asList(value: unknown, isList: boolean): unknown {
  if (!isList) return single(value)
  const list =
    typeof value === 'string' ? splitList(value) : Array.isArray(value) ? value : value == null ? [] : [value]
  const values = list.map(single).filter(one => one !== null)
  return values.length === 0 ? null : values
}

/** The values written in one cell, separated by comma, Chinese comma, semicolon or line break. */
export const splitList = (text: string): string[] =>
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
