import { CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'
import { type Fragment, numbered } from './fragment.ts'
import type { Row } from './shape.ts'

/** Runs a statement whose values are bound, and gives its rows back. */
export async function run(queries: Queries, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await queries.executeQuery(CompiledQuery.raw(text, [...values]))
  return rows as Row[]
}

/** The same for a fragment that is the whole statement. */
export const runAll = (queries: Queries, statement: Fragment): Promise<Row[]> =>
  run(queries, numbered(statement, 0), statement.values)
