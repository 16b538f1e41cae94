import { type Fragment, join, sql, word } from './fragment.ts'

/** A column, its SQL type and its value; one of type `jsonb` is not yet text. */
export type ColumnValue = readonly [column: string, type: string, value: unknown]

/**
 * Rows with the same columns as a table of a statement. Several rows are one bound value, whatever their number: its
 * text is constant, and PostgreSQL's limit of bound values does not apply.
 */
export function rowsSql(rows: readonly (readonly ColumnValue[])[], alias: string): Fragment {
  const [first = [], ...others] = rows
  if (others.length === 0) {
    const columns = first.map(([column]) => `"${column}"`).join(', ')
    return sql`(values (${join(first.map(valueSql), ', ', '')})) ${word(`${alias}(${columns})`)}`
  }
  if (rows.length < manyRows) return recordsSql(rows, alias)
  const isCommon = first.map(([, , value], index) => rows.every(cells => cells[index]?.[2] === value))
  const own = rows.map(cells => cells.filter((_, index) => !isCommon[index]))
  const common = first.filter((_, index) => isCommon[index])
  if (common.length === 0 || common.length === first.length) return recordsSql(rows, alias)
  const constants = common.map(cell => sql`${valueSql(cell)} as ${word(`"${cell[0]}"`)}`)
  return sql`(select r.*, ${join(constants, ', ', '')} from ${recordsSql(own, 'r')}) ${word(alias)}`
}

/** From this number of rows, values that all of them have in common are bound once instead of with each row. */
const manyRows = 100

function recordsSql(rows: readonly (readonly ColumnValue[])[], alias: string): Fragment {
  const columns = (rows[0] ?? []).map(([column, type]) => `"${column}" ${type}`).join(', ')
  const records = rows.map(cells => {
    const record: Record<string, unknown> = {}
    for (const [column, , value] of cells) if (value !== null && value !== undefined) record[column] = value
    return record
  })
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) ${word(`as ${alias}(${columns})`)}`
}

/** One value, bound with its type. */
export function valueSql([, type, value]: ColumnValue): Fragment {
  const isNothing = value === null || value === undefined
  return sql`${isNothing ? null : type === 'jsonb' ? JSON.stringify(value) : value}::${word(type)}`
}
