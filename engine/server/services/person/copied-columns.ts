import { type Fragment, sql } from '../../database/fragment.ts'

/** The records of one resource with values of a person. */
interface RecordsOfPerson {
  readonly tenantId: string
  /** The id and the name of the resource. */
  readonly resource: readonly string[]
  readonly ids: readonly string[]
}

/** Columns of an engine table that copy values of fields. */
export interface CopiedColumns {
  readonly table: string
  readonly columns: readonly string[]
  /** The rows that copy values of these records; without it, all rows of the tenant may. */
  rows?(of: RecordsOfPerson): Fragment
  /** The rows of a tenant, where the table has no such column. */
  ofTenant?(tenantId: string): Fragment
}

const ofRecord = ({ tenantId, resource, ids }: RecordsOfPerson): Fragment =>
  sql`tenant_id = ${tenantId} and resource = any(${resource}::text[]) and record_id = any(${ids}::bigint[])`

const instances = (of: RecordsOfPerson): Fragment =>
  sql`instance_id in (select id from engine_flow_instance where ${ofRecord(of)})`

const imports = (tenantId: string): Fragment =>
  sql`import_id in (select id from engine_import where tenant_id = ${tenantId})`

/**
 * The columns of engine tables that copy values of fields: an erasure empties them. `tests/erasure.test.ts` finds a
 * column that is neither here nor among those that copy none.
 */
export const copiedColumns: readonly CopiedColumns[] = [
  { table: 'engine_history', columns: ['input', 'changes', 'warnings'], rows: ofRecord },
  { table: 'engine_message', columns: ['receiver', 'subject', 'content', 'content_en', 'detail'], rows: ofRecord },
  { table: 'engine_step_time', columns: ['at', 'basis'], rows: ofRecord },
  { table: 'engine_step_failure', columns: ['message'], rows: ofRecord },
  { table: 'engine_flow_instance', columns: ['state', 'reason'], rows: ofRecord },
  { table: 'engine_flow_task', columns: ['comment', 'outcome'], rows: instances },
  { table: 'engine_flow_history', columns: ['comment', 'outcome'], rows: instances },
  {
    table: 'engine_event',
    columns: ['before', 'notice'],
    rows: ({ tenantId, resource, ids }) =>
      sql`tenant_id = ${tenantId} and resource = any(${resource}::text[]) and record_ids && ${ids}::bigint[]`,
  },
  {
    table: 'engine_operation_row',
    columns: ['reason'],
    rows: ({ tenantId, ids }) => sql`tenant_id = ${tenantId} and record_id = any(${ids}::bigint[])`,
  },
  { table: 'engine_operation', columns: ['details', 'edited'] },
  { table: 'engine_import', columns: ['file', 'details'] },
  {
    table: 'engine_import_row',
    columns: ['record', 'problems', 'before', 'unique_keys', 'warnings'],
    ofTenant: imports,
  },
  { table: 'engine_import_line', columns: ['key', 'cells', 'faults'], ofTenant: imports },
  { table: 'engine_view', columns: ['name', 'query'] },
  { table: 'engine_upload', columns: ['name'] },
  { table: 'engine_error_log', columns: ['path', 'message', 'stack'] },
  { table: 'engine_request_log', columns: ['path'] },
  { table: 'engine_job_run', columns: ['message'] },
]

/** The columns of engine tables with the name of a user who acted. */
export const copiedNames = [
  'engine_history',
  'engine_operation',
  'engine_view',
  'engine_job',
  'engine_job_run',
] as const

/** The tables with rows of a user alone, which an erasure of the user deletes. */
export const ownRows = [
  'engine_session',
  'engine_second_factor',
  'engine_former_password',
  'engine_password_due',
  'engine_choice',
  'engine_visit',
  'engine_read',
] as const
