import { shortened } from './sql-text.ts'
import type { Column, Index, Table } from './table.ts'

const table = (
  name: string,
  columns: Readonly<Record<string, string>>,
  primaryKey: readonly string[],
  indexes: readonly (readonly string[] | Index)[] = [],
): Table => ({
  name,
  mark: { of: 'engine' },
  columns: Object.entries(columns).map(([column, words]) => columnOf(column, words)),
  primaryKey,
  indexes: indexes.map(one => ('method' in one ? one : indexOf(name, one))),
  references: [],
})

/** `bigint`, `bigint!` for one that is never null, `integer! 0` for one with a default. */
function columnOf(name: string, words: string): Column {
  const match = /^([a-z0-9()[\]]+)(!?)(?: (.+))?$/.exec(words)
  if (!match?.[1]) throw new Error(`The column "${name}" of an engine table reads "${words}".`)
  return {
    name,
    type: match[1],
    ...(match[2] && { notNull: true }),
    ...(match[3] !== undefined && { default: match[3] }),
    promises: {},
  }
}

const indexOf = (name: string, keys: readonly string[]): Index => ({
  name: shortened(`${name}_${keys.join('_')}`),
  method: 'btree',
  unique: false,
  keys,
})

/** Most entries of history are of no operation: the index leaves them out. */
const historyOfOperations: Index = {
  name: 'engine_history_of_operations',
  method: 'btree',
  unique: false,
  keys: ['tenant_id', 'operation_id', 'record_id'],
  where: 'operation_id IS NOT NULL',
}

/**
 * Tables that the engine keeps for itself, beside those of resources. A part of the engine that needs one adds
 * it here; it is planned and applied like any other.
 */
export const engineTables: readonly Table[] = [
  // The Model that is served: one row, swapped by compare-and-set; its sources let followers do without files.
  table('engine_revision', { id: 'integer!', revision: 'text!', sources: 'jsonb!', changed: 'timestamptz(3)!' }, [
    'id',
  ]),
  // Worker numbers of ids. `high` is the last millisecond that the holder may stamp on one.
  table('engine_worker', { id: 'integer!', holder: 'text!', until: 'timestamptz(3)!', high: 'bigint!' }, ['id']),
  // Steps of `steps/` that ran.
  table('engine_step', { name: 'text!', digest: 'text!', ran: 'timestamptz(3)!' }, ['name']),
  // `changes` is by field: { "name": { "from": …, "to": … } }.
  table(
    'engine_history',
    {
      tenant_id: 'text!',
      id: 'bigint!',
      resource: 'text!',
      record_id: 'bigint!',
      version: 'integer',
      operation: 'text!',
      user_id: 'bigint',
      user_name: 'text',
      at: 'timestamptz(3)!',
      input: 'jsonb',
      changes: 'jsonb!',
      // The operation on several records that the entry is part of.
      operation_id: 'bigint',
    },
    ['tenant_id', 'id'],
    [['tenant_id', 'resource', 'record_id', 'id'], historyOfOperations],
  ),
  // An operation on several records: who did what to how many. `details` depends on the kind: the values of an edit,
  // the format and the columns of an export.
  table(
    'engine_operation',
    {
      tenant_id: 'text!',
      id: 'bigint!',
      user_id: 'bigint!',
      user_name: 'text!',
      resource: 'text!',
      kind: 'text!',
      // Name of the transition or the action.
      step: 'text',
      details: 'jsonb',
      // Values of an edit by field.
      edited: 'jsonb',
      started: 'timestamptz(3)!',
      // Written with each batch: an operation that is neither finished nor touched was interrupted.
      touched: 'timestamptz(3)!',
      finished: 'timestamptz(3)',
      meant: 'integer!',
      done: 'integer! 0',
      failed: 'integer! 0',
      undo_of: 'bigint',
      // The undo that reverted all of it.
      undone_by: 'bigint',
    },
    ['tenant_id', 'id'],
    [['tenant_id', 'undo_of']],
  ),
  // What became of each record of an operation; of one that failed, why, by language.
  table(
    'engine_operation_row',
    { tenant_id: 'text!', operation_id: 'bigint!', record_id: 'bigint!', done: 'boolean!', reason: 'jsonb' },
    ['tenant_id', 'operation_id', 'record_id'],
  ),
  table(
    'engine_idempotency',
    {
      tenant_id: 'text!',
      user_id: 'bigint!',
      key: 'text!',
      digest: 'text!',
      status: 'integer',
      answer: 'jsonb',
      at: 'timestamptz(3)!',
    },
    ['tenant_id', 'user_id', 'key'],
    [['at']],
  ),
  table('engine_grant', { tenant_id: 'text!', role_id: 'bigint!', code: 'text!' }, ['tenant_id', 'role_id', 'code']),
  // One sign-in on one device. Its refresh token is made from it, the turn and the secret, and kept nowhere.
  table(
    'engine_session',
    {
      id: 'text!',
      tenant_id: 'text!',
      user_id: 'bigint!',
      client_id: 'text!',
      dept_id: 'bigint',
      role_id: 'bigint',
      turn: 'integer!',
      turned_at: 'timestamptz(3)!',
      expires_at: 'timestamptz(3)!',
    },
    ['id'],
    [['tenant_id', 'user_id'], ['expires_at']],
  ),
  // Why a session was ended, until it would have expired.
  table(
    'engine_session_end',
    { id: 'text!', reason: 'text!', expires_at: 'timestamptz(3)!' },
    ['id'],
    [['expires_at']],
  ),
  // People whose password was given to them by somebody else, and who must change it.
  table('engine_password_due', { tenant_id: 'text!', user_id: 'bigint!' }, ['tenant_id', 'user_id']),
  table('engine_captcha', { key: 'text!', digest: 'text!', expires_at: 'timestamptz(3)!' }, ['key'], [['expires_at']]),
  table(
    'engine_sign_in_failure',
    { subject: 'text!', failures: 'integer! 0', last_at: 'timestamptz(3)!', locked_until: 'timestamptz(3)' },
    ['subject'],
  ),
  table('engine_serial', { tenant_id: 'text!', resource: 'text!', field: 'text!', period: 'text!', last: 'bigint!' }, [
    'tenant_id',
    'resource',
    'field',
    'period',
  ]),
  table(
    'engine_upload',
    {
      link: 'text!',
      tenant_id: 'text!',
      user_id: 'bigint!',
      name: 'text!',
      content_type: 'text!',
      size: 'bigint!',
      digest: 'text',
      at: 'timestamptz(3)!',
    },
    ['link'],
    [['tenant_id', 'user_id']],
  ),
  // A file that is being imported, and its rows as they were checked; both go when it is done.
  table(
    'engine_import',
    {
      tenant_id: 'text!',
      id: 'bigint!',
      resource: 'text!',
      file: 'text!',
      digest: 'text!',
      user_id: 'bigint!',
      state: 'text!',
      at: 'timestamptz(3)!',
      // Of one that a person does step by step: what is known of the file and was chosen, and who works on it now.
      details: 'jsonb',
      turn: 'text',
      turn_at: 'timestamptz(3)',
      stopped: 'boolean! false',
    },
    ['tenant_id', 'id'],
  ),
  // The rows of a file as they came, some hundred at a time.
  table('engine_import_chunk', { import_id: 'bigint!', chunk: 'integer!', first: 'integer!', rows: 'text!' }, [
    'import_id',
    'chunk',
  ]),
  table(
    'engine_import_row',
    {
      import_id: 'bigint!',
      row: 'integer!',
      record_id: 'bigint!',
      record: 'jsonb!',
      problems: 'jsonb',
      written: 'boolean! false',
      // `add`, `update`, or `same` where nothing would change.
      operation: "text! 'add'",
      // Of an update: the version that was checked, or that was written; and what was there before.
      version: 'integer',
      before: 'jsonb',
      // Of lines that have something unique: the rows of the file that they stand in, by their part.
      line_rows: 'jsonb',
    },
    ['import_id', 'row'],
  ),
  // Lines that a workbook has on sheets of their own: `part` is the field that they stand in, `key` what a line says
  // of its record, `master` the row of the record that took it.
  table(
    'engine_import_line',
    {
      import_id: 'bigint!',
      part: 'text!',
      row: 'integer!',
      key: 'text',
      cells: 'jsonb!',
      faults: 'jsonb',
      master: 'integer',
    },
    ['import_id', 'part', 'row'],
    [['import_id', 'part', 'key', 'row']],
  ),
  // A search of a list that somebody keeps. `query` is by name of the query language: { "name_like": "…" }; whoever
  // holds one of the roles sees it too.
  table(
    'engine_view',
    {
      tenant_id: 'text!',
      id: 'bigint!',
      resource: 'text!',
      user_id: 'bigint!',
      user_name: 'text!',
      name: 'text!',
      query: 'jsonb!',
      sort: 'text',
      descending: 'boolean! false',
      columns: 'jsonb',
      role_ids: "bigint[]! '{}'",
      at: 'timestamptz(3)!',
    },
    ['tenant_id', 'id'],
    [['tenant_id', 'resource']],
  ),
  // How one person has the list of one resource: its columns in their order, their widths, how many rows a page has,
  // the view it opens with, since when it is pinned; and how files fill it.
  table(
    'engine_choice',
    {
      tenant_id: 'text!',
      user_id: 'bigint!',
      resource: 'text!',
      columns: 'jsonb',
      widths: 'jsonb',
      start_view: 'bigint',
      page_size: 'integer',
      // Of a page where the list is shown within the record that its rows refer to.
      related_size: 'integer',
      // Which field columns of a file were chosen for, by the column's head; an empty text where for none.
      import_columns: 'jsonb',
      pinned_at: 'timestamptz(3)',
    },
    ['tenant_id', 'user_id', 'resource'],
  ),
  // The records that somebody opened lately.
  table(
    'engine_visit',
    { tenant_id: 'text!', user_id: 'bigint!', resource: 'text!', record_id: 'bigint!', at: 'timestamptz(3)!' },
    ['tenant_id', 'user_id', 'resource', 'record_id'],
  ),
]
