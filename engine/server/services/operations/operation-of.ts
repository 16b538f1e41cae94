import { fieldWithId, operationName, resourceWithId, titleOfOperation } from '../../../model/ids.ts'
import type { Language, Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { type OperationKind, type OperationView, operationResource } from '../../../model/operation-view.ts'
import { accessTo } from '../../auth/access.ts'
import type { Actor } from '../../auth/actor.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { refuse } from '../../errors/refuse.ts'
import { operationPatience } from '../../storage/engine-views.ts'
import { isRevertible } from '../../store/undo-entries.ts'
import { exportedView } from './export-files.ts'
import { undoDays } from './operation-log.ts'

/** One operation that the user may see, else 404. */
export async function operationOf(queries: Queries, ctx: RequestContext, id: string): Promise<OperationView> {
  const [row] = await runAll(
    queries,
    sql`${selectedAt(ctx.clock.now)} where ${visibleTo(ctx)} and o.id = ${id}::bigint`,
  )
  if (!row) throw refuse.notFound({ zh: '操作', en: 'Operation' })
  return viewOf(ctx, row)
}

/**
 * Maximum number of history entries examined; for an operation with more it is unknown whether all records changed
 * since.
 */
const maxCompared = word('50')

/** Whether each record of an operation was changed after it; null if there are too many. */
const changedSince = sql`(select case when sum(h.entries) <= ${maxCompared} then bool_and(exists (
      select from engine_history l where l.tenant_id = h.tenant_id and l.resource = h.resource and l.record_id = h.record_id
      and l.id > h.last and l.version is not null)) end
    from (select e.tenant_id, e.resource, e.record_id, max(e.id) as last, count(*) as entries from (
        select tenant_id, resource, record_id, id from engine_history where tenant_id in (o.tenant_id, '')
        and operation_id = o.id and version is not null limit ${maxCompared} + 1) e group by 1, 2, 3) h)`

/** Maximum number of history entries examined for a change, in an action that may have sent messages only. */
const maxExamined = word('10000')

/** Whether an action changed no record. One on more records than are examined may have changed one. */
const isWithoutChange = sql`case when o.kind = 'action' and not exists (
    select from (select * from engine_history where tenant_id in (o.tenant_id, '') and operation_id = o.id
      and cause_id is null limit ${maxExamined}) h where ${isRevertible(word('o.tenant_id'), 'h')})
  then (select count(*) from (select from engine_history where tenant_id in (o.tenant_id, '') and operation_id = o.id
      and cause_id is null limit ${maxExamined} + 1) h) <= ${maxExamined} end`

const messages = sql`case when o.kind in ('transition', 'action') then (
    select count(*) from engine_history h join engine_message m on m.tenant_id = h.tenant_id and m.entry_id = h.id
    where h.tenant_id = o.tenant_id and h.operation_id = o.id and m.state not in ('failed', 'recorded')) else 0 end`

const selectedAt = (
  now: Date,
) => sql`select o.id::text as id, o.kind, o.resource, o.step, o.user_id::text as user_id, o.user_name, o.started, o.finished,
    o.finished is null and o.touched < now() - make_interval(secs => ${operationPatience}::integer) as is_old,
    o.started < ${now.toISOString()}::timestamptz - make_interval(days => ${undoDays}::integer) as is_expired,
    exists (select from engine_operation r where r.tenant_id = o.tenant_id and r.undo_of = o.id and r.finished is null
      and r.touched >= now() - make_interval(secs => ${operationPatience}::integer)) as is_being_undone,
    ${changedSince} as is_changed, ${isWithoutChange} as is_without_change,
    o.meant, o.done, o.failed, o.details, o.edited, o.undo_of::text as undo_of, o.undone_by, u.kind as undone_kind,
    u.step as undone_step, i.id as import_id, ${messages} as messages
  from engine_operation o
  left join engine_operation u on u.tenant_id = o.tenant_id and u.id = o.undo_of
  left join engine_import i on i.tenant_id = o.tenant_id and i.id = o.id and i.resource = o.resource and i.details is not null`

/** The operations that the list of operations contains. */
function visibleTo(ctx: RequestContext): Fragment {
  const resource = resourceOf(ctx.model, operationResource)
  const seen = sql`select s.id from ${word(`"${resource.table}" s`)} where ${accessTo(ctx, resource, 'view').rows('s')}`
  return sql`o.tenant_id = ${ctx.actor.tenantId} and o.id in (${seen})`
}

function viewOf(ctx: RequestContext, row: Row): OperationView {
  const { actor, model } = ctx
  const kind = row['kind'] as OperationKind
  const isOwn = row['user_id'] === actor.userId
  const state = row['finished'] !== null ? 'finished' : row['is_old'] === true ? 'interrupted' : 'running'
  const of = resourceWithId(ctx.model, String(row['resource']))
  const stepName = (id: unknown) =>
    id === null || id === undefined ? null : of ? operationName(of, String(id)) : String(id)
  const step = stepName(row['step'] ?? row['undone_step'])
  const kindTitle = model.dictionaries['operation_kind']?.entries.find(
    ({ key }) => key === (row['undone_kind'] ?? kind),
  )?.title
  const details = (row['details'] ?? {}) as Row
  return {
    id: String(row['id']),
    kind,
    resource: of?.name ?? String(row['resource']),
    step,
    title: (step && of && titleOfOperation(of, step)) || (kindTitle ?? { zh: kind, en: kind }),
    userId: String(row['user_id']),
    userName: String(row['user_name']),
    started: secondsOf(row['started']) ?? '',
    finished: secondsOf(row['finished']),
    state,
    meant: Number(row['meant']),
    done: Number(row['done']),
    failed: Number(row['failed']),
    edited: editedFor(ctx, of, row['edited'] as Row | null),
    undo: undoOf(ctx, of, { ...row, step: stepName(row['step']) }, kind, state),
    messages: Number(row['messages']),
    undoOf: row['undo_of'] === null ? null : String(row['undo_of']),
    importFile:
      kind === 'import' ? { name: String(details['file'] ?? ''), hasReport: isOwn && row['import_id'] !== null } : null,
    exported: kind === 'export' ? exportedView(ctx, details, isOwn) : null,
  }
}

const secondsOf = (moment: unknown): string | null => (moment === null ? null : String(moment).slice(0, 19))

/** Values of an edit without the fields that the viewer may not read. */
function editedFor(ctx: RequestContext, resource: Resource | undefined, edited: Row | null): Row | null {
  if (!resource || edited === null) return null
  const view = accessTo(ctx, resource, 'view')
  if (!view.allowed) return null
  return Object.fromEntries(
    Object.entries(edited).flatMap(([id, value]) => {
      const field = fieldWithId(resource, id)
      return field && view.reads(field) ? [[field.name, value]] : []
    }),
  )
}

function undoOf(
  ctx: RequestContext,
  resource: Resource | undefined,
  row: Row,
  kind: OperationKind,
  state: OperationView['state'],
): OperationView['undo'] {
  if (kind === 'export') return 'never'
  if (row['undone_by'] !== null) return 'undone'
  if (state === 'running' || row['is_being_undone'] === true) return 'running'
  if (row['is_without_change'] === true || (state === 'finished' && Number(row['done']) === 0)) return 'never'
  if (row['is_expired'] === true) return 'expired'
  const right = rightOf(kind, row)
  const may = (operation: string) => resource !== undefined && accessTo(ctx, resource, operation).allowed
  if (!resource || (right !== undefined && !may(right))) return 'forbidden'
  // An import is undone by deleting what it added and editing what it changed.
  if (kind === 'import' && !may('delete') && !may('edit')) return 'forbidden'
  return row['is_changed'] === true ? 'changed' : 'possible'
}

/** The right that the change required; undefined if it differs by record and is checked for each. */
function rightOf(kind: OperationKind, row: Row): string | undefined {
  switch (kind) {
    case 'edit':
      // Of a change of links, the bind.
      return String(row['step'] ?? 'edit')
    case 'transition':
    case 'action':
      return String(row['step'])
    case 'delete':
    case 'restore':
      return 'delete'
    case 'import':
      return 'import'
    case 'export':
    case 'undo':
      return undefined
  }
}

/** Rows per page. */
const rowsAtOnce = 100

interface RowsQuery {
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
