import type { Field } from '../../../model/model.ts'
import type { Queries } from '../../database/database.ts'
import { type Fragment, sql, word } from '../../database/fragment.ts'
import { run, runAll } from '../../database/run.ts'
import { comparedBy } from '../../storage/unique-index.ts'

/** A row that repeats `value` of a valid row above. */
export interface Repeat {
  readonly row: number
  readonly first: number
  readonly value: string | undefined
}

/** Rows that repeat a value of a field of a valid row above, with the number of that row. */
export const repeatedRows = (queries: Queries, id: string, field: Field, most: number): Promise<Repeat[]> => {
  const value = sql`record ->> ${field.name}::text`
  return repeats(queries, id, sql`${word(comparedBy(field) ?? '')}(${value})`, word('true'), most, value)
}

/** Rows that repeat the values of a set of fields of a valid row above. */
export const repeatedSets = (queries: Queries, id: string, set: string, most: number): Promise<Repeat[]> =>
  repeats(queries, id, sql`unique_keys ->> ${set}::text`, word('unique_keys is not null'), most)

/** The parts of the unique keys of a row that has a period, and whether it includes its end. */
export interface PeriodKeys {
  readonly equal: string
  readonly from: string
  readonly to: string
  readonly isClosed: boolean
}

const rowsOfPeriods = 5000

/**
 * Rows whose periods overlap that of a valid row with equal values; the one that starts first stays valid. In the order
 * of their starts, only the last valid one can be overlapped, so that one pass finds them all.
 */
export async function overlappingRows(queries: Queries, id: string, set: PeriodKeys, most: number): Promise<Repeat[]> {
  const found: Repeat[] = []
  let valid: Period | undefined
  let last: Period = { key: '', from: '', to: null, row: 0 }
  for (;;) {
    const periods = await periodsAfter(queries, id, set, last)
    for (const period of periods) {
      last = period
      const end = valid?.key === period.key ? valid.to : ''
      const isFree = end !== null && (set.isClosed ? end < period.from : end <= period.from)
      if (isFree) valid = period
      else found.push({ row: period.row, first: valid?.row ?? 0, value: undefined })
      if (found.length === most) return found
    }
    if (periods.length < rowsOfPeriods) return found
  }
}

interface Period {
  readonly key: string
  readonly from: string
  readonly to: string | null
  readonly row: number
}

async function periodsAfter(queries: Queries, id: string, set: PeriodKeys, last: Period): Promise<Period[]> {
  const part = (name: string) => sql`unique_keys ->> ${name}::text`
  const periods = sql`select row, ${part(set.equal)} collate "C" as key, ${part(set.from)} collate "C" as start, ${part(set.to)} as "end"
    from engine_import_row where import_id = ${id}::bigint and problems is null and not written and unique_keys is not null`
  const rows = await runAll(
    queries,
    sql`select * from (${periods}) p where key is not null and (key, start, row) > (${last.key}::text, ${last.from}::text, ${last.row}::integer)
      order by key, start, row limit ${rowsOfPeriods}::integer`,
  )
  return rows.map(({ key, start, end, row }) => ({
    key: String(key),
    from: String(start),
    to: end === null ? null : String(end),
    row: Number(row),
  }))
}

/** Rows that change the same record as a valid row above. */
export async function repeatedRecords(queries: Queries, id: string, most: number): Promise<Repeat[]> {
  const found = await repeats(queries, id, word('record_id::text'), word("operation <> 'add'"), most)
  return found.map(repeat => ({ ...repeat, value: undefined }))
}

async function repeats(
  queries: Queries,
  id: string,
  key: Fragment,
  which: Fragment,
  most: number,
  value = key,
): Promise<Repeat[]> {
  const keyed = sql`select row, ${key} as key, ${value} as value from engine_import_row where import_id = ${id}::bigint and problems is null and not written and ${which}`
  const first = word('min(row) over (partition by key) as first')
  const rows = await runAll(
    queries,
    sql`select row, first, value from (select row, key, value, ${first} from (${keyed}) k where key is not null) f
      where row <> first order by row limit ${most}::integer`,
  )
  return rows.map(({ row, first, value }) => ({ row: Number(row), first: Number(first), value: String(value) }))
}

/** A line that repeats a value of a line above, and the row of its record. */
export interface RepeatedLine extends Repeat {
  readonly record: number
}

/** Lines of valid records that repeat a value of a field of such a line above. */
export async function repeatedLines(
  queries: Queries,
  id: string,
  part: string,
  field: Field,
  most: number,
): Promise<RepeatedLine[]> {
  const rows = await run(
    queries,
    `select record, row, first, value from (
       select record, row, value, min(row) over (partition by ${comparedBy(field) ?? ''}(value)) as first from (
         select s.row as record, (s.line_rows -> $2 ->> (l.n - 1)::integer)::integer as row, l.line ->> $3 as value
         from engine_import_row s, jsonb_array_elements(s.record -> $2) with ordinality l(line, n)
         where s.import_id = $1::bigint and s.problems is null and s.line_rows -> $2 is not null
       ) lines where value is not null
     ) keyed where row <> first order by row limit ${most}`,
    [id, part, field.name],
  )
  return rows.map(({ record, row, first, value }) => ({
    record: Number(record),
    row: Number(row),
    first: Number(first),
    value: String(value),
  }))
}
