import { nearest, textPartsOf } from '../../fields/nearest.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import type { MisfitTexts, PlannedChange, RowsOfResource } from './change.ts'

/** A row that a change concerns. */
export interface ConcernedRow {
  readonly tenantId: string
  readonly id: string
  /** Its text that is no value after the change; null where it has none. */
  readonly value?: string | null
  /** The most similar texts that are values. */
  readonly candidates?: readonly string[]
}

/** The most rows that are shown of one loss. */
const maxRows = 100
/** The most texts for which candidates are searched: more of them are no typing errors. */
const maxSearched = 20
/** The most names that are compared with one text. */
const maxCompared = 500

/** The first rows that a change concerns, in the present state of the database. */
export async function concernedRows(
  queries: Queries,
  { sql: statement, texts }: RowsOfResource,
): Promise<ConcernedRow[]> {
  const value = texts ? sql`, left(value, 200) as value` : sql``
  const { rows } = await execute<ConcernedRow>(
    queries,
    sql`
    select tenant_id as "tenantId", id::text as id${value} from (${word(statement)}) concerned
    order by tenant_id, concerned.id limit ${maxRows}::integer`,
  )
  if (!texts) return rows
  const keyOf = ({ tenantId, value }: ConcernedRow) => JSON.stringify([tenantId, value])
  const sought = new Map(rows.filter(row => row.value).map(row => [keyOf(row), row]))
  const found = new Map<string, readonly string[]>()
  for (const [key, row] of [...sought].slice(0, maxSearched))
    found.set(key, nearest(String(row.value), await namesLike(queries, texts, row)))
  return rows.map(row => ({ ...row, candidates: found.get(keyOf(row)) ?? [] }))
}

/** Whether a change concerns rows that the other one of the same name does not; without ids, whether it concerns more. */
export async function hasMoreRows(queries: Queries, now: PlannedChange, former: PlannedChange): Promise<boolean> {
  if (!now.rows || !former.rows) return (now.count ?? 0) > (former.count ?? 0)
  if (now.rows.sql === former.rows.sql) return false
  const idsOf = ({ sql: statement }: RowsOfResource) => sql`select tenant_id, id from (${word(statement)}) concerned`
  const { rows } = await execute(queries, sql`${idsOf(now.rows)} except ${idsOf(former.rows)} limit 1`)
  return rows.length > 0
}

async function namesLike(
  queries: Queries,
  { names, namesSql }: MisfitTexts,
  row: ConcernedRow,
): Promise<readonly string[]> {
  if (namesSql === undefined) return names ?? []
  const text = String(row.value)
  const parts = [text, ...textPartsOf(text)].map(part => `%${part.replace(/[\\%_]/g, '\\$&')}%`)
  const { rows } = await execute<{ name: string }>(
    queries,
    sql`
    select distinct name from (${word(namesSql)}) named
    where tenant in ('', ${row.tenantId}) and name ilike any(${parts}::text[]) limit ${maxCompared}::integer`,
  )
  return rows.map(({ name }) => name)
}
