import { nearest, textPartsOf } from '../../fields/nearest.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import type { MisfitTexts, RowsOfResource } from './change.ts'

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
const mostRows = 100
/** The most texts for which candidates are searched: more of them are no typing errors. */
const mostSought = 20
/** The most names that are compared with one text. */
const mostCompared = 500

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
    order by tenant_id, concerned.id limit ${mostRows}::integer`,
  )
  if (!texts) return rows
  const keyOf = ({ tenantId, value }: ConcernedRow) => JSON.stringify([tenantId, value])
  const sought = new Map(rows.filter(row => row.value).map(row => [keyOf(row), row]))
  const found = new Map<string, readonly string[]>()
  for (const [key, row] of [...sought].slice(0, mostSought))
    found.set(key, nearest(String(row.value), await namesLike(queries, texts, row)))
  return rows.map(row => ({ ...row, candidates: found.get(keyOf(row)) ?? [] }))
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
    where tenant in ('', ${row.tenantId}) and name ilike any(${parts}::text[]) limit ${mostCompared}::integer`,
  )
  return rows.map(({ name }) => name)
}
