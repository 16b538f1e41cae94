import { createHash } from 'node:crypto'
import { displayKeyColumn, keyedDisplay } from '../../fields/display-key.ts'
import { typeOf } from '../../fields/index.ts'
import type { Model, Resource } from '../../model/model.ts'
import { tenantColumns } from '../database/tenancy.ts'
import { platform } from './change.ts'
import { engineTables } from './engine-tables.ts'
import type { NameKind } from './resolve-names.ts'
import { quoted } from './sql-text.ts'
import { collated } from './table.ts'
import { typeWithCollation } from './table-text.ts'

/** A resource whose rows are those of engine tables. Its table is a view. */
export interface EngineView {
  readonly name: string
  readonly statement: string
  /** Digest of the statement and of the tables that it reads. */
  readonly digest: string
}

interface Source {
  /** The engine tables, the first under the alias `t`. */
  readonly from: string
  readonly tables: readonly string[]
  /** Expressions by column. Columns of other fields are null. */
  readonly columns: Readonly<Record<string, string>>
}

/** Seconds without an update after which an operation counts as interrupted. */
export const operationPatience = 60

const milliseconds = (run: string) =>
  `(extract(epoch from coalesce(${run}.ended, clock_timestamp()) - ${run}.started) * 1000)`
const ofLastRun = (value: string) =>
  `(select ${value} from engine_job_run r where r.job = t.name order by r.id desc limit 1)`

/** The present name of a part; the id of one without a row. */
const nameOf = (kind: NameKind, parent: string, id: string) =>
  `coalesce((select n.name from engine_name n where n.kind = '${kind}' and n.parent = ${parent} and n.id = ${id}), ${id})`

const revisionColumns = 'revision, number, changed, server, confirmed, author'

const ofDefinition = (value: string) => `(select d.${value} from engine_flow_definition d where d.id = t.definition_id)`

const entryKey = (column: string, keys: Readonly<Record<string, string>>) =>
  `case ${column} ${Object.entries(keys)
    .map(([name, key]) => `when '${name}' then '${key}'`)
    .join(' ')} end`

const sources: Readonly<Record<string, Source>> = {
  sysTask: {
    from: 'engine_job t where t.id is not null',
    tables: ['engine_job', 'engine_job_run'],
    columns: {
      id: 't.id',
      [displayKeyColumn]: 't.display_key collate "C"',
      task_name: 't.title_zh',
      english_name: 't.title_en',
      code: 't.name',
      task_state: `case when t.lease_until > clock_timestamp() then 'running' when t.failures > 0 then 'retrying' else 'waiting' end`,
      interval_seconds: `t.schedule::json ->> 'seconds'`,
      daily_at: `t.schedule::json ->> 'at'`,
      period: `case when t.schedule::jsonb ? 'at' then coalesce(t.schedule::json ->> 'each', 'day') end`,
      next_time: 't.next_at',
      last_time: ofLastRun('r.started'),
      last_result: ofLastRun('r.result'),
      last_duration: ofLastRun(milliseconds('r')),
      failures: 't.failures',
    },
  },
  sysTaskLog: {
    from: 'engine_job_run t join engine_job j on j.name = t.job where j.id is not null',
    tables: ['engine_job', 'engine_job_run'],
    columns: {
      id: 't.id',
      create_time: 't.started',
      update_time: 't.ended',
      task_id: 'j.id',
      task_result: 't.result',
      start_time: 't.started',
      end_time: 't.ended',
      duration: milliseconds('t'),
      effects: 't.count',
      message: 't.message',
      attempts: 't.attempts',
      server: 't.server',
      user_name: 't.user_name',
    },
  },
  sysSession: {
    from: 'engine_session t where t.number is not null',
    tables: ['engine_session'],
    columns: {
      id: 't.number',
      create_user: 't.user_id',
      create_time: 't.started_at',
      user_id: 't.user_id',
      session_state: `case when t.expires_at > clock_timestamp() then 'active' else 'ended' end`,
      start_time: 't.started_at',
      seen_time: 't.seen_at',
      end_time: 't.ends_at',
      address: 't.address',
      agent: 't.agent',
      client: 't.client_id',
    },
  },
  sysOperation: {
    from: 'engine_operation t left join engine_operation u on u.tenant_id = t.tenant_id and u.id = t.undo_of',
    tables: ['engine_operation', 'engine_name'],
    columns: {
      id: 't.id',
      create_user: 't.user_id',
      create_time: 't.started',
      update_time: 't.finished',
      kind: 't.kind',
      // Names of steps are unique within their resource.
      step: `${nameOf('resource', `''`, 't.resource')} || '.' || ${nameOf('step', 't.resource', 'coalesce(t.step, u.step)')}`,
      resource: nameOf('resource', `''`, 't.resource'),
      user_id: 't.user_id',
      start_time: 't.started',
      finish_time: 't.finished',
      total: 't.meant',
      done_count: 't.done',
      failed_count: 't.failed',
      operation_state: `case when t.finished is null and t.touched >= now() - interval '${operationPatience} s' then 'running'
        when t.undone_by is not null then 'undone'
        when t.finished is null or t.kind = 'export' and t.done < t.meant then 'interrupted'
        when t.kind <> 'import' and t.done + t.failed < t.meant then 'stopped' else 'finished' end`,
      file_name: `case when t.kind = 'import' then t.details ->> 'file' else t.details ->> 'name' end`,
    },
  },
  // The current version of each.
  flowModel: {
    from: `engine_flow_model t where t.version = (select max(m.version) from engine_flow_model m
      where m.tenant_id = t.tenant_id and m.id = t.id)`,
    tables: ['engine_flow_model'],
    columns: {
      id: 't.id',
      create_user: 't.author',
      update_time: 't.at',
      [displayKeyColumn]: 't.name collate "C"',
      model_name: 't.name',
      model_key: 't.key',
      model_version: 't.version',
      description: 't.description',
      change_time: 't.at',
      author: 't.author',
    },
  },
  // A tenant has its own and those of all tenants; the tenant of the platform has all.
  flowDefinition: {
    from: `(select x.tenant_id, d.tenant_id as of_tenant, d.id, d.key, d.version, d.name, d.category, d.suspended, d.deployed, d.author
      from engine_flow_definition d join blade_tenant x on d.tenant_id in ('', x.tenant_id) or x.tenant_id = ${platform}) t`,
    tables: ['engine_flow_definition'],
    columns: {
      id: 't.id',
      create_user: 't.author',
      [displayKeyColumn]: 't.name collate "C"',
      process_name: 't.name',
      process_key: 't.key',
      process_version: 't.version',
      tenant_code: 't.of_tenant',
      flow_category: `nullif(substr(t.category, 6), '')`,
      definition_state: `case when t.suspended then 'suspended' else 'active' end`,
      deploy_time: 't.deployed',
      author: 't.author',
    },
  },
  sysRevision: {
    from: `(select true as current, ${revisionColumns} from engine_revision
      union all select false, ${revisionColumns} from engine_former_revision) t where t.number is not null`,
    tables: ['engine_revision', 'engine_former_revision'],
    columns: {
      id: 't.number',
      number: 't.number',
      is_current: 't.current',
      change_time: 't.changed',
      author: 't.author',
      confirmed_by: `t.confirmed ->> 'account'`,
      server: 't.server',
      revision: 't.revision',
    },
  },
  flowInstance: {
    from: 'engine_flow_instance t',
    tables: ['engine_flow_instance', 'engine_flow_definition'],
    columns: {
      id: 't.id',
      create_user: 't.starter',
      create_time: 't.started',
      update_time: 't.ended',
      [displayKeyColumn]: `${ofDefinition('name')} collate "C"`,
      process_name: ofDefinition('name'),
      process_key: ofDefinition('key'),
      process_version: ofDefinition('version'),
      starter: 't.starter',
      flow_state: `coalesce(t.outcome, case when t.reason is null then 'running' else 'waiting' end)`,
      start_time: 't.started',
      end_time: 't.ended',
    },
  },
  flowTask: {
    from: 'engine_flow_task t',
    tables: ['engine_flow_task'],
    columns: {
      id: 't.id',
      create_time: 't.created',
      update_time: 't.ended',
      task_name: 't.name',
      instance_id: 't.instance_id',
      assignee: 't.assignee',
      behalf: 't.behalf',
      task_outcome: `case when t.ended is null then 'open' else coalesce(t.outcome, 'cancelled') end`,
      opinion: 't.comment',
      claim_time: 't.claimed',
      due_time: 't.due',
      end_time: 't.ended',
    },
  },
  sysAudit: {
    // A token that uses its own secret acts as its own row; its number is that of no user.
    from: `engine_audit t left join engine_service_token s on t.actor_kind = 'service' and (s.tenant_id, s.token_id) = (t.tenant_id, t.user_id)`,
    tables: ['engine_audit', 'engine_name', 'engine_service_token'],
    columns: {
      id: 't.n',
      create_user: 't.user_id',
      create_time: 't.at',
      act_time: 't.at',
      act_kind: 't.kind',
      user_id: 'case when s.token_id is null then t.user_id end',
      service_token_id: 's.token_id',
      act_detail: 't.detail',
      reason: 't.reason',
      of_resource: nameOf('resource', `''`, 't.resource'),
      record_id: 't.record_id',
      names: 't.names',
      address: 't.address',
      session_id: 't.session_id',
      actor_kind: 't.actor_kind',
      digest: 't.digest',
    },
  },
  msgTemplateParam: {
    from: 'engine_template_param t',
    tables: ['engine_template_param'],
    columns: {
      id: 't.id',
      template_id: 't.template_id',
      param_key: 't.key',
      param_name: 't.name_zh',
      english_name: 't.name_en',
      example: 't.example',
      is_personal: 't.is_personal',
      sort: 't.sort',
    },
  },
  bladeAttach: {
    from: 'engine_upload t',
    tables: ['engine_upload'],
    columns: {
      // Uploads have no number: their links are random, and so are their digests.
      id: `('x' || substr(md5(t.link), 1, 15))::bit(60)::bigint`,
      create_user: 't.user_id',
      create_time: 't.at',
      user_id: 't.user_id',
      original_name: 't.name',
      link: 't.link',
      name: `substr(t.link, 12)`,
      extension: `lower(substring(t.name from '\\.([^.]+)$'))`,
      attach_size: 't.size',
    },
  },
  sysSearch: {
    from: 'engine_view t',
    tables: ['engine_view', 'engine_name'],
    columns: {
      id: 't.id',
      create_user: 't.user_id',
      create_time: 't.at',
      name: 't.name',
      of_resource: nameOf('resource', `''`, 't.resource'),
      user_id: 't.user_id',
    },
  },
  logApi: {
    from: 'engine_request_log t',
    tables: ['engine_request_log'],
    columns: {
      id: 't.id',
      create_user: 't.user_id',
      create_time: 't.at',
      user_id: 't.user_id',
      method: 't.method',
      request_uri: 't.path',
      status_code: 't.status',
      time: 't.ms',
      log_id: 't.request_id',
    },
  },
  logError: {
    from: 'engine_error_log t',
    tables: ['engine_error_log'],
    columns: {
      id: 't.id',
      create_user: 't.user_id',
      create_time: 't.at',
      user_id: 't.user_id',
      source: 't.source',
      exception_name: 't.kind',
      request_uri: 't.path',
      message: 't.message',
      stack_trace: 't.stack',
      log_id: 't.request_id',
    },
  },
  msgSendLog: {
    from: 'engine_message t',
    tables: ['engine_message', 'engine_name'],
    columns: {
      id: 't.id',
      create_user: 't.sender_id',
      create_time: 't.at',
      update_time: 't.sent',
      receiver: 't.receiver',
      send_obj: 't.receiver_group',
      user_id: 't.user_id',
      channel: entryKey('t.channel', { sms: '1', inApp: '2', email: '3' }),
      content: 't.content',
      content_english: 't.content_en',
      send_status: entryKey('t.state', {
        queued: '0',
        sent: '1',
        failed: '2',
        sending: '3',
        unknown: '4',
        recorded: '5',
      }),
      fault: 't.fault',
      detail: 't.detail',
      provider: 't.provider',
      send_time: 't.sent',
      attempts: 't.attempts',
      template_id: 't.message',
      source_resource: nameOf('resource', `''`, 't.resource'),
      source_id: 't.record_id',
      source_step: nameOf('step', 't.resource', 't.step'),
    },
  },
}

/** Whether the rows of a resource are those of engine tables. */
export const isEngineView = ({ name }: Pick<Resource, 'name'>): boolean => Object.hasOwn(sources, name)

/** The views of the Model. */
export const engineViewsOf = (model: Model): EngineView[] =>
  Object.entries(sources).flatMap(([name, source]) => {
    const resource = Object.hasOwn(model.resources, name) ? model.resources[name] : undefined
    return resource ? [viewOf(resource, source)] : []
  })

const systemColumns: Readonly<Record<string, readonly [type: string, value: string]>> = {
  id: ['bigint', 'null'],
  create_user: ['bigint', 'null'],
  create_dept: ['bigint', 'null'],
  create_time: ['timestamptz(3)', 'null'],
  update_user: ['bigint', 'null'],
  update_time: ['timestamptz(3)', 'null'],
  status: ['integer', '1'],
  is_deleted: ['smallint', '0'],
  version: ['integer', '1'],
}

function viewOf(resource: Resource, { from, tables, columns }: Source): EngineView {
  const value = (column: string, type: string, otherwise: string) =>
    `(${columns[column] ?? otherwise})::${typeWithCollation(collated(type))} as ${quoted(column)}`
  const ofFields = resource.fields.flatMap(field => {
    const type = field.column === undefined ? undefined : typeOf(field).column(field)
    return field.column !== undefined && type ? [value(field.column, type, 'null')] : []
  })
  const all = [
    ...tenantColumns(resource).map(column => `t.${column} as ${quoted(column)}`),
    ...Object.entries(systemColumns).map(([column, [type, otherwise]]) => value(column, type, otherwise)),
    ...(keyedDisplay(resource) ? [`${columns[displayKeyColumn] ?? 'null::text'} as ${quoted(displayKeyColumn)}`] : []),
    ...ofFields,
  ]
  const statement = `create view ${quoted(resource.table)} as select ${all.join(', ')} from ${from}`
  const read = engineTables.filter(({ name }) => tables.includes(name))
  const digest = createHash('sha256')
    .update(JSON.stringify([statement, read]))
    .digest('hex')
    .slice(0, 16)
  return { name: resource.table, statement, digest }
}
