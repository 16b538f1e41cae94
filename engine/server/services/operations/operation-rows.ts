import type { Language } from '../../../model/model.ts'
import type { OperationView } from '../../../model/operation-view.ts'
import type { Actor } from '../../auth/actor.ts'
import type { Queries } from '../../database/database.ts'
import { sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'

/** Rows per page. */
const rowsAtOnce = 100

export interface RowsQuery {
  readonly which: 'all' | 'failed'
  /** The last id of the previous page. */
  readonly after?: string
}

/** A page of the results of an operation by record. */
export async function operationRows(
  queries: Queries,
  { tenantId }: Pick<Actor, 'tenantId'>,
  { id, kind }: Pick<OperationView, 'id' | 'kind'>,
  { which, after }: RowsQuery,
  language: Language,
) {
  const only = which === 'failed' ? sql`and not done` : word('')
  const from = after === undefined ? word('') : sql`and record_id > ${after}::bigint`
  const most = word(String(rowsAtOnce + 1))
  // Rows that an import could not write have no record: they are in its result file.
  const source =
    kind === 'import'
      ? sql`(select distinct record_id, true as done, null::jsonb as reason from engine_history
          where tenant_id in (${tenantId}, '') and operation_id = ${id}::bigint ${from}) r where true`
      : sql`engine_operation_row r where tenant_id = ${tenantId} and operation_id = ${id}::bigint ${from}`
  const rows = await runAll(
    queries,
    sql`select record_id::text as id, done, reason from ${source} ${only} order by record_id limit ${most}`,
  )
  const found = rows.slice(0, rowsAtOnce).map(row => ({
    id: String(row['id']),
    done: row['done'] === true,
    reason: row['reason'] === null ? null : ((row['reason'] as Record<Language, string>)[language] ?? null),
  }))
  return { rows: found, hasMore: rows.length > rowsAtOnce }
}
