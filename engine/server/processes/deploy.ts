import { isProcessFile, type Source } from '../../compiler/source.ts'
import { digestOfLines } from '../../model/digest.ts'
import type { Model } from '../../model/model.ts'
import { stepsOf } from '../../model/steps.ts'
import { checkDefinition } from '../../processes/check-process.ts'
import type { ProcessDefinition } from '../../processes/definition.ts'
import { withLayout } from '../../processes/layout.ts'
import { parseProcess } from '../../processes/parse-process.ts'
import { type ProcessFault, processFault } from '../../processes/process-faults.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import type { Work } from '../store/work.ts'
import { definitionRows, idIn } from './flow-rows.ts'
import { validatorOf } from './task-values.ts'

/** What is deployed, and where. */
export interface Deployment {
  readonly xml: string
  readonly category: string
  /** Empty: for all tenants. */
  readonly tenantIds: readonly string[]
  readonly name?: string
  /** Of a file of the app. */
  readonly digest?: string
}

/** All faults of a text of BPMN over a Model, warnings included. */
export async function checkXml(model: Model, xml: string): Promise<readonly ProcessFault[]> {
  return (await checked(model, xml)).faults
}

/** A definition over a Model, with all faults; the schemas of its forms are compiled, too. */
async function checked(model: Model, xml: string) {
  const { definition, faults } = await parseProcess(xml)
  if (!definition) return { faults }
  const ofForms = Object.values(definition.nodes).flatMap(node => {
    try {
      if (node.form) validatorOf(node.form)
      return []
    } catch (error) {
      return [processFault('process.form', node, (error as Error).message)]
    }
  })
  return { definition, faults: [...faults, ...checkDefinition(definition, model), ...ofForms] }
}

async function deployable(model: Model, xml: string): Promise<ProcessDefinition> {
  const { definition, faults: all } = await checked(model, xml)
  const errors = all.filter(({ level }) => level === 'error')
  if (definition && errors.length === 0) return definition
  const [first] = errors
  const place = first ? `${first.element && `${first.element}, `}` : ''
  throw new Refusal(
    'process-invalid',
    400,
    {
      zh: `流程有误（${first?.element ? `${first.element}，` : ''}第 ${first?.line} 行）：${first?.zh}`,
      en: `The process is invalid (${place}line ${first?.line}): ${first?.en}`,
    },
    { data: { faults: all } },
  )
}

/** Deploys a process as the next version of its key in each tenant; running instances remain on theirs. */
export async function deploy(work: Work, { xml, category, tenantIds, name, digest }: Deployment): Promise<string[]> {
  const definition = await deployable(work.ctx.model, xml)
  const { key } = definition
  // A process that cannot be laid out is valid; screens lay it out again.
  const drawn = await withLayout(xml).catch(() => xml)
  return work.transaction(async queries => {
    const made: string[] = []
    for (const tenantId of tenantIds.length > 0 ? tenantIds : ['']) {
      // Two deployments of a key are one after the other. Another server may have deployed the same file.
      await runAll(queries, sql`select pg_advisory_xact_lock(hashtext(${`flow ${tenantId} ${key}`}))`)
      const id = work.ids.next()
      await runAll(
        queries,
        sql`insert into engine_flow_definition (tenant_id, id, key, version, name, category, xml, definition, digest, deployed, author)
          select ${tenantId}, ${id}::bigint, ${key}, coalesce(max(d.version), 0) + 1, ${name || definition.name}, ${category}, ${drawn},
            ${JSON.stringify(definition)}::text::json, ${digest ?? null}::text, ${work.ctx.clock.now.toISOString()}::timestamptz,
            ${work.ctx.actor.userId}::bigint
          from engine_flow_definition d where d.tenant_id = ${tenantId} and d.key = ${key}
          having ${digest === undefined}::boolean or (array_agg(d.digest order by d.version desc))[1] is distinct from ${digest ?? null}::text`,
      )
      made.push(id)
    }
    return made
  })
}

/**
 * Deploys the files `processes/<key>.bpmn` of a revision whose content changed since they were last deployed, and reports
 * those that are invalid, those that are not deployed because users deployed a later version, and those that are missing:
 * without them no record of their resource is saved, or no step starts them.
 */
export async function deployFiles(
  work: Work,
  sources: readonly Source[],
  report: (file: string, why: 'invalid' | 'edited' | 'missing', error?: unknown) => void,
): Promise<void> {
  const { model } = work.ctx
  for (const { file, text } of sources.filter(one => one.origin === 'app' && isProcessFile(one.file))) {
    const [key, found] = [file.slice('processes/'.length, -'.bpmn'.length), digestOfLines(text)]
    const versions = await definitionRows(work.queries, sql`d.tenant_id = '' and d.key = ${key}`)
    if (versions.find(one => one.digest !== null)?.digest === found) continue
    if (versions[0] && versions[0].digest === null) {
      report(file, 'edited')
      continue
    }
    try {
      await deploy(work, { xml: text, category: categoryOf(model, key), tenantIds: [], digest: found })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      report(file, 'invalid', error.text)
    }
  }
  const needed = Object.values(model.resources).flatMap(resource => [
    resource.approval ?? [],
    ...stepsOf(resource).map(({ starts }) => starts?.process ?? []),
  ])
  const keys = new Set(needed.flat())
  const deployed = await definitionRows(work.queries, sql`d.key = any(${[...keys]}::text[])`)
  for (const key of keys) if (!deployed.some(one => one.key === key)) report(`processes/${key}.bpmn`, 'missing')
}

/** The category whose route is the key of the process. */
const categoryOf = ({ dictionaries }: Model, key: string): string => {
  const entry = dictionaries['flow']?.entries.find(({ remark }) => remark === key)
  return entry ? `flow_${entry.key}` : ''
}

/** Deletes definitions with their ended instances; refused while instances run. */
export async function deleteDefinitions(work: Work, ids: readonly string[]): Promise<void> {
  const some = sql`any(${ids.map(idIn)}::bigint[])`
  await work.transaction(async queries => {
    await runAll(queries, sql`select id from engine_flow_definition where id = ${some} order by id for update`)
    const [row] = await runAll(
      queries,
      sql`select count(*)::integer as count from engine_flow_instance where definition_id = ${some} and outcome is null`,
    )
    const count = Number(row?.['count'])
    if (count > 0)
      throw refuse.conflict('process-running', {
        zh: `还有 ${count} 个流程实例正在办理，不能删除`,
        en: `${count} instances are running: the deployment cannot be deleted`,
      })
    const instances = sql`instance_id in (select id from engine_flow_instance where definition_id = ${some})`
    await runAll(
      queries,
      sql`update engine_upload set used = false
        where link in (select unnest(files) from engine_flow_history where ${instances} and files is not null)`,
    )
    await runAll(queries, sql`delete from engine_flow_task where ${instances}`)
    await runAll(queries, sql`delete from engine_flow_history where ${instances}`)
    await runAll(queries, sql`delete from engine_flow_instance where definition_id = ${some}`)
    await runAll(queries, sql`delete from engine_flow_definition where id = ${some}`)
  })
}
