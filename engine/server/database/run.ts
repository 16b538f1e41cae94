import { CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'
import { type Fragment, numbered } from './fragment.ts'
import type { Row } from './shape.ts'
import { withSharedLists } from './shared-lists.ts'

/** Runs a statement with bound values and returns its rows. */
export async function run(queries: Queries, text: string, values: readonly unknown[]): Promise<Row[]> {
  const bound = withSharedLists(text, values)
  const { rows } = await queries.executeQuery(CompiledQuery.raw(bound.text, [...bound.values]))
  return rows as Row[]
}

/** Runs a fragment as a whole statement and returns its rows. */
export const runAll = (queries: Queries, statement: Fragment): Promise<Row[]> =>
  run(queries, numbered(statement, 0), statement.values)
