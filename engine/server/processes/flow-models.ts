import type { FlowModelView } from '../../model/flow-views.ts'
import { parseProcess } from '../../processes/parse-process.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Database, Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { execute, runAll } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'
import { idIn, like, shownTime } from './flow-rows.ts'

const columns = sql`m.id::text as id, m.name, m.key as "modelKey", m.description, m.version,
  ${shownTime(sql`m.at`)} as "lastUpdated", coalesce(u.name, '') as "lastUpdatedBy", ${shownTime(sql`(select min(f.at) from engine_flow_model f where f.tenant_id = m.tenant_id and f.id = m.id)`)} as created`
const current = sql`engine_flow_model m left join blade_user u on u.tenant_id = m.tenant_id and u.id = m.author`
const isCurrent = sql`m.version = (select max(v.version) from engine_flow_model v where v.tenant_id = m.tenant_id and v.id = m.id)`

/** The current version of each model, the last changed first, at most 500. */
export async function modelList(
  queries: Queries,
  { actor }: RequestContext,
  key: string,
  name: string,
): Promise<FlowModelView[]> {
  const where = sql`m.tenant_id = ${actor.tenantId} and ${isCurrent} and m.key ilike ${like(key)} and m.name ilike ${like(name)}`
  const { rows } = await execute<FlowModelView>(
    queries,
    sql`select ${columns} from ${current} where ${where} order by m.at desc, m.id desc limit 500`,
  )
  return rows
}

/** A model with its XML and the list of its versions; an older version by its number. */
export async function modelOf(
  queries: Queries,
  { actor }: RequestContext,
  id: string,
  version?: number,
): Promise<FlowModelView & { readonly modelEditorXml: string }> {
  const of = sql`m.tenant_id = ${actor.tenantId} and m.id = ${idIn(id)}::bigint`
  const which = version === undefined ? isCurrent : sql`m.version = ${version}::integer`
  const { rows } = await execute<FlowModelView & { readonly modelEditorXml: string }>(
    queries,
    sql`select ${columns}, m.xml as "modelEditorXml" from ${current} where ${of} and ${which}`,
  )
  const [row] = rows
  if (!row) throw refuse.notFound({ zh: '流程模型', en: 'Process model' })
  const versions = await runAll(
    queries,
    sql`select m.version, ${shownTime(sql`m.at`)} as at, m.author::text as id, u.name from ${current} where ${of} order by m.version desc`,
  )
  return {
    ...row,
    versions: versions.map(({ version, at, id, name }) => ({
      version: Number(version),
      at: String(at),
      ...(id !== null && { by: { id: String(id), name: String(name ?? '') } }),
    })),
  }
}

/** What is saved of a model. */
export interface ModelInput {
  readonly id?: string
  readonly key: string
  readonly name: string
  readonly description: string
  readonly xml: string
}

const longestXml = 1_000_000

/** Refuses a text of BPMN that is too long to be parsed. */
export function assureLength(xml: string): void {
  if (xml.length > longestXml) throw refuse.input({ xml: { zh: 'XML 过长', en: 'The XML is too long' } })
}

/** Saves the next version of a model, or the first of a new one. A drawing may be incomplete, but must be readable. */
export async function saveModel(
  database: Database,
  ctx: RequestContext,
  nextId: () => string,
  { id, key, name, description, xml }: ModelInput,
): Promise<string> {
  assureLength(xml)
  const { faults } = await parseProcess(xml)
  const unreadable = faults.find(({ code }) =>
    ['process.xml', 'process.doctype', 'process.import', 'process.none'].includes(code),
  )
  if (unreadable) throw refuse.input({ xml: { zh: unreadable.zh, en: unreadable.en } })
  const { tenantId, userId } = ctx.actor
  return database.transaction(async queries => {
    const own = id === undefined ? nextId() : idIn(id)
    await runAll(queries, sql`select pg_advisory_xact_lock(hashtext(${`flow model ${own}`}))`)
    const [last] = await runAll(
      queries,
      sql`select max(version) as version from engine_flow_model where tenant_id = ${tenantId} and id = ${own}::bigint`,
    )
    const version = Number(last?.['version'] ?? 0)
    if (id !== undefined && version === 0) throw refuse.notFound({ zh: '流程模型', en: 'Process model' })
    await runAll(
      queries,
      sql`insert into engine_flow_model (tenant_id, id, version, key, name, description, xml, at, author) values (${tenantId}, ${own}::bigint,
        ${version + 1}::integer, ${key}, ${name}, ${description}, ${xml}, ${ctx.clock.now.toISOString()}::timestamptz, ${userId}::bigint)`,
    )
    return own
  })
}

export async function deleteModels(queries: Queries, { actor }: RequestContext, ids: readonly string[]): Promise<void> {
  await runAll(
    queries,
    sql`delete ${word('from engine_flow_model')} where tenant_id = ${actor.tenantId} and id = any(${ids.map(idIn)}::bigint[])`,
  )
}
