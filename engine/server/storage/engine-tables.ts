import { flowTables } from '../../processes/flow-tables.ts'
import { filesFunction } from './grams.ts'
import { shortened } from './sql-text.ts'
import { type Column, collated, type Index, type Table } from './table.ts'

/** A table that is no resource. */
export const table = (
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

/** `bigint`, `bigint!` for a column that is never null, `integer! 0` for one with a default. */
function columnOf(name: string, words: string): Column {
  const match = /^([a-z0-9()[\]]+)(!?)(?: (.+))?$/.exec(words)
  if (!match?.[1]) throw new Error(`The column "${name}" of an engine table reads "${words}".`)
  return {
    name,
    ...collated(match[1]),
    ...(match[2] && { notNull: true }),
    ...(match[3] !== undefined && { default: match[3] }),
    rules: {},
  }
}

const indexOf = (name: string, keys: readonly string[]): Index => ({
  name: shortened(`${name}_${keys.join('_')}`),
  method: 'btree',
  unique: false,
  keys,
})

/** Most history entries belong to no operation: the index omits them. */
const historyOfOperations: Index = {
  name: 'engine_history_of_operations',
  method: 'btree',
  unique: false,
  keys: ['tenant_id', 'operation_id', 'record_id'],
  where: 'operation_id IS NOT NULL',
}

/** Few entries are effects of a step: the index omits the others. */
const historyOfCauses: Index = {
  name: 'engine_history_of_causes',
  method: 'btree',
  unique: false,
  keys: ['tenant_id', 'cause_id'],
  where: 'cause_id IS NOT NULL',
}

/** Few messages wait or are being sent: the index omits the others. */
const messagesToSend: Index = {
  name: 'engine_message_to_send',
  method: 'btree',
  unique: false,
  keys: ['next_at'],
  where: `state = ANY (ARRAY['queued'::text, 'sending'::text])`,
}

/** A former file of a record is served by the right to its history. Few entries contain files. */
const historyOfFiles = (column: string): Index => ({
  name: `engine_history_files_of_${column}`,
  method: 'gin',
  unique: false,
  keys: [`${filesFunction}(${column})`],
  where: `${filesFunction}(${column}) IS NOT NULL`,
})

/** The engine's own tables, with those that its parts list. They are planned and applied like those of resources. */
export const engineTables: readonly Table[] = [
  // The served Model: one row, replaced by compare-and-set; other processes load its sources without files.
  // `engine_version` is that of the engine that stored them, `server` its process, `confirmed` the losses that an
  // administrator confirmed for it. `names_version` counts the changes after which processes with the former Model may not
  // write. `number` is its position in the order of application.
  table(
    'engine_revision',
    {
      id: 'integer!',
      revision: 'text!',
      number: 'integer',
      engine_version: 'integer! 0',
      names_version: 'integer! 0',
      sources: 'jsonb!',
      changed: 'timestamptz(3)!',
      server: 'text',
      confirmed: 'jsonb',
      author: 'text',
    },
    ['id'],
  ),
  // The most recent revisions that were replaced, as they were stored.
  table(
    'engine_former_revision',
    {
      revision: 'text!',
      number: 'integer',
      sources: 'jsonb!',
      changed: 'timestamptz(3)!',
      server: 'text',
      confirmed: 'jsonb',
      author: 'text',
    },
    ['revision'],
  ),
  // Saved files that would break rows or lose data, with these losses: each set waits for a confirmation of its own.
  table(
    'engine_pending_revision',
    {
      id: 'integer!',
      revision: 'text!',
      files: "jsonb! '[]'",
      sources: 'jsonb!',
      losses: 'jsonb!',
      changed: 'timestamptz(3)!',
      server: 'text!',
      author: 'text',
    },
    ['id'],
  ),
  // The names of resources, permission codes, fields, steps and inputs with the ids by which rows refer to them. Names are
  // unique by kind and parent among those that are not removed; an id is never reused. `former` has the declared former
  // names, whose renames are done.
  table(
    'engine_name',
    { kind: 'text!', parent: 'text!', id: 'text!', name: 'text!', former: 'jsonb!', removed: 'boolean! false' },
    ['kind', 'parent', 'id'],
  ),
  ...flowTables.map(one => table(...one)),
  // The seeds that a tenant has loaded, with the digest of their files then.
  table('engine_seed', { tenant_id: 'text!', resource: 'text!', digest: 'text!' }, ['tenant_id', 'resource']),
  // Settings that all processes on the database share: the time zone of days.
  table('engine_setting', { name: 'text!', value: 'text!' }, ['name']),
  // Worker numbers of ids, one for each process. `high` is the last millisecond that the holder may use in an id.
  // `revision` is the stored revision that it serves, with the `names_version` of its tables.
  table(
    'engine_worker',
    {
      id: 'integer!',
      holder: 'text!',
      until: 'timestamptz(3)!',
      high: 'bigint!',
      revision: 'text',
      names_version: 'integer',
    },
    ['id'],
  ),
  // What administrators edited of the descriptors: a property with its value and the one that it replaced.
  table(
    'engine_overlay',
    { tenant_id: 'text!', kind: 'text!', path: 'text!', property: 'text!', value: 'jsonb!', replaced: 'jsonb' },
    ['tenant_id', 'kind', 'path', 'property'],
  ),
  // Counters that a transaction increments if it changes data of a tenant that processes cache.
  table('engine_stamp', { tenant_id: 'text!', topic: 'text!', n: 'bigint!' }, ['tenant_id', 'topic']),
  // Stored computed values to compute again: those of records that name the target by the reference, which is of lines
  // where it has a dot; without a reference, those of all records. Records up to `after_id` are done.
  table(
    'engine_stale_value',
    {
      tenant_id: 'text!',
      resource: 'text!',
      field: 'text!',
      reference: 'text!',
      target_id: 'bigint!',
      after_id: 'bigint! 0',
      at: 'timestamptz(3)!',
    },
    ['tenant_id', 'resource', 'field', 'reference', 'target_id'],
    [['at']],
  ),
  // Formulas of stored computed values, with the parameters that they read: another one makes the values stale.
  table('engine_formula', { resource: 'text!', field: 'text!', formula: 'text!' }, ['resource', 'field']),
  // Steps of `migrations/` that were run.
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
      // The bulk operation of the entry.
      operation_id: 'bigint',
      // `service` or `system`, with the code of the reason; null for a user.
      actor_kind: 'text',
      reason: 'text',
      // Of an effect of a step, or of its undo: the entry of the step, or of the undo.
      cause_id: 'bigint',
      // The warnings of the change: name, text and fields, and whether the user acknowledged it.
      warnings: 'jsonb',
    },
    ['tenant_id', 'id'],
    [
      ['tenant_id', 'resource', 'record_id', 'id'],
      historyOfOperations,
      historyOfCauses,
      historyOfFiles('changes'),
      historyOfFiles('input'),
    ],
  ),
  // The records that steps created: one row per creation, or the only one of `once`, whose `creation` is 0. `entry_id` is
  // the history entry of the step; a step that found the record of an earlier one has a row of its own. `creation` is
  // negative where an undo moved the record to the bin.
  table(
    'engine_origin',
    {
      tenant_id: 'text!',
      resource: 'text!',
      record_id: 'bigint!',
      step: 'text!',
      // The created resource, and the position among several effects on it.
      target: 'text!',
      effect: 'integer! 0',
      // With `each`: the row.
      row_id: 'bigint! 0',
      creation: 'bigint! 0',
      target_id: 'bigint!',
      entry_id: 'bigint!',
    },
    ['tenant_id', 'resource', 'record_id', 'step', 'target', 'effect', 'row_id', 'creation'],
    [
      ['tenant_id', 'target_id'],
      ['tenant_id', 'entry_id'],
    ],
  ),
  // Records that a user took from a queue (`claims` of a query), until a decision or a time.
  table(
    'engine_claim',
    { tenant_id: 'text!', resource: 'text!', record_id: 'bigint!', user_id: 'bigint!', until: 'timestamptz(3)!' },
    ['tenant_id', 'resource', 'record_id'],
    [['tenant_id', 'resource', 'user_id']],
  ),
  // The times for which an action with `after` has been made, and the values of the record from which each was computed.
  table(
    'engine_step_time',
    { tenant_id: 'text!', resource: 'text!', record_id: 'bigint!', step: 'text!', at: 'text!', basis: 'text!' },
    ['tenant_id', 'resource', 'record_id', 'step', 'at'],
  ),
  // Records for which the job could not make a due step; it retries with increasing delays.
  table(
    'engine_step_failure',
    {
      tenant_id: 'text!',
      resource: 'text!',
      record_id: 'bigint!',
      step: 'text!',
      failures: 'integer!',
      at: 'timestamptz(3)!',
      next_at: 'timestamptz(3)!',
      message: 'jsonb!',
    },
    ['tenant_id', 'resource', 'record_id', 'step'],
  ),
  // A step that a job makes, in the present version of its `after`, `from` and `if`, and from when on it acts.
  table(
    'engine_due_step',
    {
      resource: 'text!',
      step: 'text!',
      digest: 'text!',
      since: 'timestamptz(3)',
      // Records that were due before, which it skips.
      due: 'integer',
    },
    ['resource', 'step'],
  ),
  // One row: the last run by the clock of the database, and since when the job waits because that clock was changed.
  table(
    'engine_due_clock',
    { id: 'integer!', last_at: 'timestamptz(3)', waits_since: 'timestamptz(3)', moved_seconds: 'bigint' },
    ['id'],
  ),
  // The outbox: changed rows, and notices for users, for the event streams of all processes. `xid` is the transaction: a reader that has seen
  // all transactions before one misses no event. `before` has an entry for each id: former values by column, or null.
  table(
    'engine_event',
    {
      xid: 'bigint!',
      id: 'bigint!',
      tenant_id: 'text!',
      resource: 'text!',
      user_id: 'bigint',
      record_ids: 'bigint[]!',
      before: 'jsonb',
      notice: 'jsonb',
      at: 'timestamptz(3)!',
    },
    ['xid', 'id'],
  ),
  // The outbox of messages, which is the send log as well. `content` is Chinese; `content_en` is that of notices.
  // `state` and `fault` are entries of `send_status` and `send_fault`. `claim` is a process that sends it.
  table(
    'engine_message',
    {
      tenant_id: 'text!',
      id: 'bigint!',
      resource: 'text!',
      record_id: 'bigint',
      step: 'text!',
      // The history entry of the step; null for a step that writes no record.
      entry_id: 'bigint',
      // The code of the message; null for one that a handler sends.
      message: 'text',
      receiver_group: 'text',
      user_id: 'bigint',
      receiver: 'text',
      // `sms`, `email` or `inApp`.
      channel: 'text!',
      // Of an e-mail.
      subject: 'text',
      content: 'text!',
      content_en: 'text',
      state: 'text!',
      fault: 'text',
      detail: 'text',
      provider: 'text',
      attempts: 'integer! 0',
      sender_id: 'bigint',
      at: 'timestamptz(3)!',
      next_at: 'timestamptz(3)!',
      sent: 'timestamptz(3)',
      claim: 'text',
      claimed_until: 'timestamptz(3)',
    },
    ['tenant_id', 'id'],
    [['tenant_id', 'entry_id'], ['tenant_id', 'at'], messagesToSend],
  ),
  // The placeholders of message templates, derived from their texts.
  table(
    'engine_template_param',
    {
      id: 'bigint!',
      template_id: 'bigint!',
      sort: 'integer!',
      key: 'text!',
      name_zh: 'text!',
      name_en: 'text!',
      example: 'text!',
      is_personal: 'boolean!',
    },
    ['id'],
    [['template_id']],
  ),
  // An operation on several records: its user, kind and counts. `details` depends on the kind: the values of an edit,
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
      // Name of the transition or action.
      step: 'text',
      details: 'jsonb',
      // Values of an edit by field.
      edited: 'jsonb',
      started: 'timestamptz(3)!',
      // Written with each batch: an operation that is neither finished nor touched was interrupted.
      touched: 'timestamptz(3)!',
      // Changed descriptors wait until it has stopped.
      is_stopping: 'boolean! false',
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
  // The result of each record of an operation; for a failed one, the reason by language.
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
      // Whether the response can be read again: of this record, or of the selected records of a bulk operation.
      is_repeatable: 'boolean! false',
      record_id: 'bigint',
      version: 'integer',
      selected: 'text',
      at: 'timestamptz(3)!',
    },
    ['tenant_id', 'user_id', 'key'],
    [['at']],
  ),
  // The codes have the ids of resources and steps.
  table('engine_grant', { tenant_id: 'text!', role_id: 'bigint!', code: 'text!' }, ['tenant_id', 'role_id', 'code']),
  // One sign-in on one device. Its refresh token is derived from it, the turn and the secret, and is not stored.
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
      // The id among records.
      number: 'bigint',
      started_at: 'timestamptz(3)',
      seen_at: 'timestamptz(3)',
      ends_at: 'timestamptz(3)',
      expires_at: 'timestamptz(3)!',
      address: 'text',
      agent: 'text',
      // Of a locked session: the stored form of the lock password, and the wrong ones since then.
      locked: 'text',
      lock_failures: 'integer! 0',
    },
    ['id'],
    [['tenant_id', 'user_id'], ['expires_at'], ['number']],
  ),
  // Messages and announcements that a user has read.
  table('engine_read', { tenant_id: 'text!', user_id: 'bigint!', resource: 'text!', record_id: 'bigint!' }, [
    'tenant_id',
    'user_id',
    'resource',
    'record_id',
  ]),
  // Requests that changed something or were refused. Without sign-in they are the platform's.
  table(
    'engine_request_log',
    {
      tenant_id: 'text!',
      id: 'bigint!',
      user_id: 'bigint',
      at: 'timestamptz(3)!',
      method: 'text!',
      path: 'text!',
      status: 'integer!',
      ms: 'integer!',
      request_id: 'text!',
    },
    ['tenant_id', 'id'],
    [['at']],
  ),
  // Errors of the server (`server`) with the id that their user saw, and those that browsers uploaded (`browser`).
  table(
    'engine_error_log',
    {
      tenant_id: 'text!',
      id: 'bigint!',
      user_id: 'bigint',
      at: 'timestamptz(3)!',
      source: 'text!',
      kind: 'text!',
      path: 'text!',
      message: 'text!',
      stack: 'text',
      request_id: 'text!',
    },
    ['tenant_id', 'id'],
    [['at']],
  ),
  // The reason why a session was ended, stored until the session would have expired.
  table(
    'engine_session_end',
    { id: 'text!', reason: 'text!', expires_at: 'timestamptz(3)!' },
    ['id'],
    [['expires_at']],
  ),
  // The audit log: acts by tenant and number, of which none is changed or deleted (`recordAct`). `digest` is that of the
  // row before and of this one; the chain has the last number and digest.
  table(
    'engine_audit',
    {
      tenant_id: 'text!',
      n: 'bigint!',
      at: 'timestamptz(3)!',
      kind: 'text!',
      user_id: 'bigint',
      actor_kind: 'text!',
      detail: 'text',
      reason: 'text',
      resource: 'text',
      record_id: 'bigint',
      names: 'text',
      session_id: 'text',
      address: 'text',
      digest: 'text!',
    },
    ['tenant_id', 'n'],
    [['tenant_id', 'at']],
  ),
  table('engine_audit_chain', { tenant_id: 'text!', n: 'bigint!', digest: 'text!' }, ['tenant_id']),
  // Of each service token the digest of its secret, and the rows that it read on its last day.
  table(
    'engine_service_token',
    { tenant_id: 'text!', token_id: 'bigint!', digest: 'text!' },
    ['tenant_id', 'token_id'],
    [['digest']],
  ),
  table('engine_service_use', { tenant_id: 'text!', token_id: 'bigint!', day: 'date!', count: 'bigint!' }, [
    'tenant_id',
    'token_id',
  ]),
  // Users whose password was set by another user, and who must change it.
  table('engine_password_due', { tenant_id: 'text!', user_id: 'bigint!' }, ['tenant_id', 'user_id']),
  // The most recent passwords of users, as digests.
  table(
    'engine_former_password',
    { tenant_id: 'text!', user_id: 'bigint!', at: 'timestamptz(3)!', password: 'text!' },
    ['tenant_id', 'user_id', 'at'],
  ),
  // The secret is encrypted, and recovery codes are digests. `last_step` is that of the last code that was used.
  table(
    'engine_second_factor',
    {
      tenant_id: 'text!',
      user_id: 'bigint!',
      secret: 'text!',
      last_step: 'bigint! 0',
      recovery: "text[]! '{}'",
      confirmed_at: 'timestamptz(3)',
    },
    ['tenant_id', 'user_id'],
  ),
  // Digests of tickets that were used, until they expire.
  table('engine_used_ticket', { digest: 'text!', expires_at: 'timestamptz(3)!' }, ['digest'], [['expires_at']]),
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
      // An unused upload is deleted at this time; by default a day after the upload.
      keep_until: 'timestamptz(3)',
      // A record or a history was found that contains it.
      used: 'boolean! false',
    },
    ['link'],
    [
      ['tenant_id', 'user_id'],
      ['tenant_id', 'at'],
    ],
  ),
  // Jobs, with the current run and the lease of the process that performs it.
  table(
    'engine_job',
    {
      name: 'text!',
      // As a row of the resource of tasks.
      id: 'bigint',
      title_zh: 'text',
      title_en: 'text',
      display_key: 'text',
      schedule: 'text!',
      next_at: 'timestamptz(3)!',
      run_id: 'bigint',
      holder: 'text',
      lease_until: 'timestamptz(3)',
      failures: 'integer! 0',
      // Of a running job: it runs again after the current run.
      is_requested: 'boolean! false',
      // The administrator who started the next run by hand.
      user_id: 'bigint',
      user_name: 'text',
    },
    ['name'],
  ),
  // Steps that an unfinished run has committed.
  table('engine_job_step', { run_id: 'bigint!', step: 'text!' }, ['run_id', 'step']),
  table(
    'engine_job_run',
    {
      tenant_id: 'text!',
      id: 'bigint!',
      job: 'text!',
      started: 'timestamptz(3)!',
      ended: 'timestamptz(3)',
      // `running`, `done` or `failed`.
      result: 'text!',
      count: 'integer!',
      message: 'text',
      server: 'text!',
      attempts: 'integer!',
      user_id: 'bigint',
      user_name: 'text',
    },
    ['tenant_id', 'id'],
    [['job', 'id']],
  ),
  // A file that is being imported, and its checked rows; both are deleted when it is done.
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
      // Of an import in the browser: the details of the file, the choices made, and the lease.
      details: 'jsonb',
      turn: 'text',
      turn_at: 'timestamptz(3)',
      turn_by: 'text',
      stopped: 'boolean! false',
    },
    ['tenant_id', 'id'],
  ),
  table(
    'engine_import_row',
    {
      import_id: 'bigint!',
      row: 'integer!',
      record_id: 'bigint!',
      record: 'jsonb!',
      problems: 'jsonb',
      written: 'boolean! false',
      // `add`, `update`, or `same` if nothing would change.
      operation: "text! 'add'",
      // Of an update: the version that was checked or written, and the values before.
      version: 'integer',
      before: 'jsonb',
      // What no other row of the file may have: unique values, also of lines, and the changed record.
      unique_keys: 'jsonb',
      // The warnings of the record.
      warnings: 'jsonb',
      // The position among the rows that are written last, after those to which they refer; 0 for any other row.
      place: 'integer! 0',
    },
    ['import_id', 'row'],
  ),
  // The rows of a file as uploaded. Of lines that a workbook has on sheets of their own, `part` is their field, `key` the
  // key of their record, `master` the row of the record to which they are assigned; other rows have the part ''.
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
  // A saved search of a list. `query` has the names of the query language: { "name_like": "…" }; users with one of the
  // roles see it too.
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
      kind: 'text',
      role_ids: "bigint[]! '{}'",
      at: 'timestamptz(3)!',
    },
    ['tenant_id', 'id'],
    [['tenant_id', 'resource']],
  ),
  // A user's settings for the list of one resource: columns in order, widths, page size, initial view, time of pinning;
  // and column assignments of imports.
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
      // The page size of the list inside a record to which its rows refer.
      related_size: 'integer',
      // The fields assigned to columns of files, by head; an empty text for none.
      import_columns: 'jsonb',
      pinned_at: 'timestamptz(3)',
    },
    ['tenant_id', 'user_id', 'resource'],
  ),
  // The records that a user opened recently.
  table(
    'engine_visit',
    { tenant_id: 'text!', user_id: 'bigint!', resource: 'text!', record_id: 'bigint!', at: 'timestamptz(3)!' },
    ['tenant_id', 'user_id', 'resource', 'record_id'],
  ),
]
