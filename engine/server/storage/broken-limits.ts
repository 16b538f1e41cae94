import { literal } from './sql-text.ts'
import type { Column, ColumnRules } from './table.ts'

/**
 * The conditions that a value violates constraints of a column, of those that are stricter than before; `merging` is the
 * value that it gets where it has none.
 */
export function brokenBy(
  rules: ColumnRules,
  before: ColumnRules,
  value: string,
  { type }: Column,
  merging?: string,
): string[] {
  const { required, max, min, least, most, past, keys } = rules
  const isList = type.endsWith('[]')
  const isStranger = keys && (before.keys ? removedKeys(keys, before.keys) : undefined)
  return [
    ...(required && !before.required
      ? [merging === undefined ? `${value} is null` : `coalesce(${value}, ${merging}) is null`]
      : []),
    ...(max !== undefined && max < (before.max ?? Number.POSITIVE_INFINITY) ? [`length(${value}) > ${max}`] : []),
    ...(min !== undefined && min > (before.min ?? 0) ? [`length(${value}) < ${min}`] : []),
    ...(least !== undefined && (before.least === undefined || least > before.least)
      ? [limited(value, '<', least, type)]
      : []),
    ...(most !== undefined && (before.most === undefined || most < before.most)
      ? [limited(value, '>', most, type)]
      : []),
    ...(past && !before.past ? [`${value} > ${type.startsWith('timestamptz') ? 'now()' : 'current_date'}`] : []),
    ...(isStranger && isStranger.length > 0
      ? [isList ? `${value} && ${textArray(isStranger)}` : `${value} = any(${textArray(isStranger)})`]
      : []),
  ]
}

/** Of a moment, only the day is compared. */
function limited(value: string, operator: '<' | '>', limit: number | string, type: string): string {
  if (typeof limit === 'number') return `${value} ${operator} ${limit}`
  return `${type.startsWith('timestamptz') ? `(${value})::date` : value} ${operator} ${literal(limit)}::date`
}

const removedKeys = (keys: readonly string[], before: readonly string[]) => before.filter(key => !keys.includes(key))

export const textArray = (texts: readonly string[]) => `array[${texts.map(literal).join(', ')}]::text[]`
