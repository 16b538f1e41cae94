import { CompiledQuery, type QueryResult } from 'kysely'
import type { Queries } from './database.ts'
import { type Fragment, numbered } from './fragment.ts'
import type { Row } from './shape.ts'
import { withSharedLists } from './shared-lists.ts'

/** Runs a statement with bound values and returns its rows. */
export async function run(queries: Queries, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await executed<Row>(queries, text, values)
  return rows
}

/** Runs a fragment as a whole statement and returns its rows. */
export const runAll = (queries: Queries, statement: Fragment): Promise<Row[]> =>
  run(queries, numbered(statement, 0), statement.values)

/** Runs a fragment as a whole statement and returns its typed rows and the number of changed rows. */
export const execute = <Result = unknown>(queries: Queries, statement: Fragment): Promise<QueryResult<Result>> =>
  executed(queries, numbered(statement, 0), statement.values)

function executed<Result>(queries: Queries, text: string, values: readonly unknown[]): Promise<QueryResult<Result>> {
  const bound = withSharedLists(text, values)
  return queries.executeQuery(CompiledQuery.raw(bound.text, [...bound.values])) as Promise<QueryResult<Result>>
}
