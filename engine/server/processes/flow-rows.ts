import type { FlowDefinitionView } from '../../model/flow-views.ts'
import type { FlowState } from '../../processes/advance.ts'
import type { ProcessDefinition } from '../../processes/definition.ts'
import type { Queries } from '../database/database.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { execute, runAll } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'

/** A deployed definition. */
export interface DefinitionRow extends Omit<FlowDefinitionView, 'resource' | 'form' | 'people'> {
  /** Empty: all tenants start it. */
  readonly tenantId: string
  readonly digest: string | null
}

export interface InstanceRow {
  readonly id: string
  readonly tenantId: string
  readonly definitionId: string
  readonly resource: string | null
  readonly recordId: string | null
  readonly starter: string | null
  readonly state: FlowState
  readonly outcome: string | null
}

export interface TaskRow {
  readonly id: string
  readonly instanceId: string
  readonly token: number
  readonly element: string
  readonly name: string
  readonly assignee: string | null
  readonly owner: string | null
  readonly behalf: string | null
  readonly candidates: readonly string[]
  readonly ended: string | null
  readonly signs: string | null
}

/** A time of an engine table in the form of the HTTP API, in the zone of the session. */
export const shownTime = (column: Fragment): Fragment => sql`to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`

export const definitionColumns = sql`d.id::text as id, d.tenant_id as "tenantId", d.key, d.version, d.name, d.category,
  d.suspended, ${shownTime(sql`d.deployed`)} as deployed, d.digest`

const definitions = new Map<string, ProcessDefinition>()
const maxDefinitions = 500

/** What a deployed definition executes; it never changes. */
export async function deployedProcess(queries: Queries, id: string): Promise<ProcessDefinition> {
  const known = definitions.get(id)
  if (known) return known
  const [row] = await runAll(queries, sql`select definition from engine_flow_definition where id = ${id}::bigint`)
  if (!row) throw refuse.notFound({ zh: '流程定义', en: 'Process definition' })
  if (definitions.size >= maxDefinitions) definitions.clear()
  const definition = row['definition'] as ProcessDefinition
  definitions.set(id, definition)
  return definition
}

/** The definitions that a condition finds, those of the tenant before the common ones, the latest first. */
export async function definitionRows(queries: Queries, where: Fragment): Promise<DefinitionRow[]> {
  const { rows } = await execute<DefinitionRow>(
    queries,
    sql`select ${definitionColumns} from engine_flow_definition d where ${where} order by d.tenant_id desc, d.key, d.version desc`,
  )
  return rows
}

/** The definition that a start by key takes in a tenant. */
export async function latestDefinition(queries: Queries, tenantId: string, key: string): Promise<DefinitionRow> {
  const [row] = await definitionRows(queries, sql`d.tenant_id in ('', ${tenantId}) and d.key = ${key}`)
  if (!row)
    throw refuse.conflict('process-missing', {
      zh: `流程“${key}”尚未部署，请联系管理员`,
      en: `The process "${key}" is not deployed. Contact an administrator.`,
    })
  if (row.suspended)
    throw refuse.conflict('process-suspended', {
      zh: `流程“${row.name}”已挂起，不能发起`,
      en: `The process "${row.name}" is suspended and cannot be started`,
    })
  return row
}

/** The instances that a condition finds; locked ones until the end of the transaction. */
async function instanceRows(queries: Queries, where: Fragment, isLocked = false): Promise<InstanceRow[]> {
  const { rows } = await execute<InstanceRow>(
    queries,
    sql`select i.id::text as id, i.tenant_id as "tenantId", i.definition_id::text as "definitionId", i.resource,
        i.record_id::text as "recordId", i.starter::text as starter, i.state, i.outcome
      from engine_flow_instance i where ${where} order by i.id ${word(isLocked ? 'for update' : '')}`,
  )
  return rows
}

export async function instanceRow(
  queries: Queries,
  tenantId: string,
  id: string,
  isLocked = false,
): Promise<InstanceRow> {
  const own = sql`i.id = ${idIn(id)}::bigint and i.tenant_id = ${tenantId}`
  const [row] = await instanceRows(queries, own, isLocked)
  if (!row) throw refuse.notFound({ zh: '流程实例', en: 'Process instance' })
  return row
}

/** The instance, locked until the end of the transaction. */
export const lockInstance = (queries: Queries, tenantId: string, id: string): Promise<InstanceRow> =>
  instanceRow(queries, tenantId, id, true)

/** The running instances of a record; with a key, those of that process. */
export const runningOf = (
  queries: Queries,
  tenantId: string,
  resource: string,
  id: string,
  key?: string,
): Promise<InstanceRow[]> => {
  const ofKey =
    key === undefined
      ? word('true')
      : sql`i.definition_id in (select d.id from engine_flow_definition d where d.key = ${key})`
  return instanceRows(
    queries,
    sql`i.tenant_id = ${tenantId} and i.resource = ${resource} and i.record_id = ${id}::bigint and i.outcome is null and ${ofKey}`,
  )
}

export async function taskRow(queries: Queries, tenantId: string, id: string): Promise<TaskRow> {
  const [row] = await taskRows(queries, tenantId, sql`t.id = ${idIn(id)}::bigint`)
  if (!row) throw refuse.notFound({ zh: '任务', en: 'Task' })
  return row
}

export async function taskRows(queries: Queries, tenantId: string, where: Fragment): Promise<TaskRow[]> {
  const { rows } = await execute<TaskRow>(
    queries,
    sql`select t.id::text as id, t.instance_id::text as "instanceId", t.token, t.element, t.name, t.assignee::text as assignee,
      t.owner::text as owner, t.behalf::text as behalf, t.candidates, ${shownTime(sql`t.ended`)} as ended, t.signs::text as signs
      from engine_flow_task t where t.tenant_id = ${tenantId} and ${where} order by t.id`,
  )
  return rows
}

/** The pattern of a part of a text. */
export const like = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

/** An id of a request; one that is none finds nothing. */
export const idIn = (text: string): string => (/^[1-9]\d{0,17}$/.test(text) ? text : '0')
