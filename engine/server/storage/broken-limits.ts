import type { Counting, TextScan } from './change.ts'
import { literal, quoted } from './sql-text.ts'
import type { Column, ColumnRules } from './table.ts'

/** The conditions that a value violates constraints of a column, of those that are stricter than before. */
export function brokenBy(rules: ColumnRules, before: ColumnRules, value: string, { type }: Column): string[] {
  const { required, max, min, least, most, past, count, keys } = rules
  const isList = type.endsWith('[]')
  const isStranger = keys && (before.keys ? removedKeys(keys, before.keys) : undefined)
  return [
    ...(required && !before.required ? [`${value} is null`] : []),
    ...(max !== undefined && max < (before.max ?? Number.POSITIVE_INFINITY) ? [`length(${value}) > ${max}`] : []),
    ...(min !== undefined && min > (before.min ?? 0) ? [`length(${value}) < ${min}`] : []),
    ...(least !== undefined && (before.least === undefined || least > before.least)
      ? [limited(value, '<', least, type)]
      : []),
    ...(most !== undefined && (before.most === undefined || most < before.most)
      ? [limited(value, '>', most, type)]
      : []),
    ...(past && !before.past ? [`${value} > ${type.startsWith('timestamptz') ? 'now()' : 'current_date'}`] : []),
    ...(count !== undefined && count < (before.count ?? Number.POSITIVE_INFINITY)
      ? [`cardinality(${value}) > ${count}`]
      : []),
    ...(isStranger && isStranger.length > 0
      ? [isList ? `${value} && ${textArray(isStranger)}` : `${value} = any(${textArray(isStranger)})`]
      : []),
  ]
}

/** Whether files with another extension were accepted. */
const acceptsFewer = ({ accept }: ColumnRules, before: ColumnRules): boolean =>
  before.accept?.some(one => accept?.includes(one) === false) === true

/** Whether texts were accepted that do not have the form of a column. */
export const hasOtherForm = ({ hasForm, rules }: Column, before: ColumnRules): boolean =>
  hasForm !== undefined && (rules.form?.join() !== before.form?.join() || acceptsFewer(rules, before))

/** Reads the texts of a table and counts the rows with one that does not have the form of a column. */
export function formScan(
  { type, hasForm }: Column,
  { table, alias, value }: { readonly table: string; readonly alias: string; readonly value: string },
  counting: (broken: readonly string[]) => Counting,
): TextScan | undefined {
  if (!hasForm) return undefined
  const isOfList = type.endsWith('[]')
  const text = `(${isOfList ? 'one' : value})::text collate "C"`
  const from = `${quoted(table)} ${alias}${isOfList ? ` cross join unnest(${value}) one` : ''}`
  const isAfter = (last: string) => `${text} > ${literal(last)}`
  const atOnce = maxAtOnce(type)
  return {
    sql: after =>
      `select distinct ${text} as text from ${from} where ${alias}."is_deleted" = 0 and ${value} is not null${after === undefined ? '' : ` and ${isAfter(after)}`} order by 1 limit ${atOnce}`,
    atOnce,
    isValid: hasForm,
    counting: (texts, last) =>
      counting([
        ...(texts.length > 0
          ? [isOfList ? `${value} && ${textArray(texts)}` : `${value} = any(${textArray(texts)})`]
          : []),
        ...(last === undefined
          ? []
          : [isOfList ? `exists (select from unnest(${value}) one where ${isAfter(last)})` : isAfter(last)]),
      ]),
  }
}

/** The most different texts of a column that are read at once; long ones take 40 times the memory. */
const maxAtOnce = (type: string): number => (/^text/.test(type) ? 1_250 : 50_000)

/** Of a moment, only the day is compared. */
function limited(value: string, operator: '<' | '>', limit: number | string, type: string): string {
  if (typeof limit === 'number') return `${value} ${operator} ${limit}`
  return `${type.startsWith('timestamptz') ? `(${value})::date` : value} ${operator} ${literal(limit)}::date`
}

const removedKeys = (keys: readonly string[], before: readonly string[]) => before.filter(key => !keys.includes(key))

const textArray = (texts: readonly string[]) => `array[${texts.map(literal).join(', ')}]::text[]`
