import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FlowInstanceView, FlowTaskView } from '../../../model/flow-views.ts'
import type { Model } from '../../../model/model.ts'
import { demand } from '../../auth/access.ts'
import { sql } from '../../database/fragment.ts'
import type { Row } from '../../database/shape.ts'
import { done, doneWithMessage, success } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import {
  instanceHistory,
  instanceList,
  type Listed,
  type ListPart,
  startable,
  taskList,
} from '../../processes/flow-lists.ts'
import { deleteModels, modelList, modelOf, saveModel } from '../../processes/flow-models.ts'
import { type DefinitionRow, definitionRows, idIn } from '../../processes/flow-rows.ts'
import { assureAdministrator, recordOfPart, recordSeen } from '../../processes/workflow.ts'
import { asBladePage, pageOfRows, requestedPage } from './blade-page.ts'
import { type BladeParts, bodyRecordOf, parameter } from './blade-parts.ts'

const path = '/api/blade-flow'
/** Tasks of the lists that clients do not page. */
const maxTasks = 100
const fileNames = /\.(bpmn|bpmn20\.xml|xml)$/i

/** `/api/blade-flow/…` and `/api/blade-desk/process/<resource>/…`: work, models, definitions and instances of processes. */
export function bladeFlowCalls(app: App, { workflow, store, database, nextId }: BladeParts): void {
  const { kysely } = database
  const ok = ({ language }: FastifyRequest, message = success) => doneWithMessage(message, language)
  const paged = (request: FastifyRequest, rows: readonly object[]) =>
    done(pageOfRows(rows, parameter(request, 'current'), parameter(request, 'size')), request.language)
  const partOf = (request: FastifyRequest): ListPart => ({
    ...requestedPage(parameter(request, 'current'), parameter(request, 'size')),
    text: parameter(request, 'processDefinitionName'),
    category: parameter(request, 'category'),
  })
  const listed = <One>(
    { language }: FastifyRequest,
    { page, size }: ListPart,
    { rows, total }: Listed<One>,
    show: (row: One) => Row,
  ) =>
    done(
      asBladePage({ records: rows.map(show), total, current: page, size }, row => row),
      language,
    )
  const definitions = async (request: FastifyRequest, isManaged: boolean) => {
    const { ctx } = request
    const [mode, category, key, name] = ['mode', 'category', 'key', 'name'].map(one => parameter(request, one))
    const found = await workflow.definitions(ctx, isManaged)
    const rows = isManaged ? found : startable(found)
    return rows
      .filter(row => !mode || (mode === '2') === (row.tenantId !== ''))
      .filter(row => !category || row.category === category)
      .filter(row => row.key.includes(key ?? '') && row.name.includes(name ?? ''))
      .map(row => definitionRecord(ctx.model, row))
  }

  app.get(`${path}/work/start-list`, async request => paged(request, await definitions(request, false)))
  for (const list of ['claim', 'todo', 'done'] as const)
    app.get(`${path}/work/${list}-list`, async request => {
      const part = { ...partOf(request), ...(list !== 'done' && { page: 1, size: maxTasks }) }
      const found = await taskList(kysely, request.ctx, list, part)
      return listed(request, part, found, row => taskRecord(request.ctx.model, row, list === 'done' ? 'finish' : list))
    })
  app.get(`${path}/work/send-list`, async request => {
    const { ctx } = request
    const part = partOf(request)
    const found = await instanceList(kysely, ctx, sql`i.starter = ${ctx.actor.userId}::bigint`, part)
    return listed(request, part, found, row => instanceRecord(ctx.model, row))
  })
  app.post(`${path}/work/claim-task`, async request => {
    await workflow.claim(request.ctx, parameter(request, 'taskId'))
    return ok(request, { zh: '签收事务成功', en: 'The task is claimed' })
  })
  app.post(`${path}/work/complete-task`, async request => {
    const { taskId, comment, flag, variables } = bodyRecordOf(request)
    const said = typeof comment === 'string' ? comment.trim() : ''
    const pass = flag === 'ok' || said === '同意'
    const values = typeof variables === 'object' && variables !== null ? { variables: { ...variables } } : {}
    await workflow.complete(request.ctx, String(taskId ?? ''), {
      pass,
      comment: said || (pass ? '同意' : '驳回'),
      ...values,
    })
    return ok(request)
  })

  void app.register(async within => {
    within.addHook('preHandler', async ({ ctx }) => assureAdministrator(ctx))
    await within.register(multipart, { limits: { files: 5, fields: 10, fileSize: 1_000_000 } })
    within.get(`${path}/model/list`, async request => {
      const [key = '', name = ''] = ['modelKey', 'name'].map(one => parameter(request, one))
      return paged(request, await modelList(kysely, request.ctx, key, name))
    })
    within.get(`${path}/model/detail`, async request => {
      const version = Number(parameter(request, 'version')) || undefined
      return done(await modelOf(kysely, request.ctx, parameter(request, 'id'), version), request.language)
    })
    within.post(`${path}/model/submit`, async request => {
      const { ctx, language } = request
      const { id, modelKey, name, description, modelEditorXml, xml } = bodyRecordOf(request)
      const saved = await saveModel(database, ctx, nextId, {
        key: String(modelKey ?? ''),
        name: String(name ?? ''),
        description: String(description ?? ''),
        xml: String(modelEditorXml || xml || ''),
        ...(id ? { id: String(id) } : {}),
      })
      return done(await modelOf(kysely, ctx, saved), language)
    })
    within.post(`${path}/model/remove`, async request => {
      await deleteModels(kysely, request.ctx, parameter(request, 'ids').split(','))
      return ok(request)
    })
    within.post(`${path}/model/deploy`, async request => {
      const { ctx } = request
      const { modelEditorXml: xml, name } = await modelOf(kysely, ctx, parameter(request, 'modelId'))
      const [category = '', tenantIds = ''] = ['category', 'tenantIds'].map(one => parameter(request, one))
      await workflow.deploy(ctx, { xml, name, category, tenantIds: tenantsOf(tenantIds) })
      return ok(request)
    })

    within.get(`${path}/manager/list`, async request => paged(request, await definitions(request, true)))
    within.post(`${path}/manager/change-state`, async request => {
      const [id = '', state] = ['processId', 'state'].map(one => parameter(request, one))
      if (state !== 'active' && state !== 'suspend')
        return ok(request, { zh: '暂无流程变更', en: 'Nothing was changed' })
      await workflow.setDefinitionState(request.ctx, id, state === 'suspend')
      const done = state === 'active' ? { zh: '激活', en: 'activated' } : { zh: '挂起', en: 'suspended' }
      return ok(request, { zh: `${done.zh}ID为 [${id}] 的流程成功`, en: `The process [${id}] is ${done.en}` })
    })
    within.post(`${path}/manager/delete-deployment`, async request => {
      await workflow.deleteDeployments(request.ctx, parameter(request, 'deploymentIds').split(','))
      return ok(request)
    })
    within.post(`${path}/manager/check-upload`, async request => {
      const file = await request.file()
      const name = file?.filename ?? ''
      await file?.toBuffer()
      return done({ name, success: fileNames.test(name) }, request.language)
    })
    within.post(`${path}/manager/deploy-upload`, async request => {
      const { ctx } = request
      const [texts, fields]: [string[], Record<string, string>] = [[], {}]
      for await (const part of request.parts()) {
        if (part.type === 'field') fields[part.fieldname] = String(part.value)
        else if (fileNames.test(part.filename)) texts.push((await part.toBuffer()).toString('utf8'))
        else
          throw refuse.input({
            files: { zh: '请上传 .bpmn 或 .bpmn20.xml 文件', en: 'Upload a .bpmn or .bpmn20.xml file' },
          })
      }
      if (texts.length === 0) throw refuse.input({ files: { zh: '部署失败,未找到流程', en: 'No process was found' } })
      const { category = '', tenantIds = '' } = fields
      for (const xml of texts) await workflow.deploy(ctx, { xml, category, tenantIds: tenantsOf(tenantIds) })
      return ok(request)
    })

    within.get(`${path}/follow/list`, async request => {
      const { ctx } = request
      const [id, key, execution] = ['processInstanceId', 'processDefinitionKey', 'executionId'].map(one =>
        parameter(request, one),
      )
      const wanted = id || execution
      const where = sql`i.outcome is null and (${wanted ?? ''} = '' or i.id = ${idIn(wanted ?? '')}::bigint) and (${key ?? ''} = '' or d.key = ${key ?? ''})`
      const { page, size } = partOf(request)
      const found = await instanceList(kysely, ctx, where, { page, size })
      return listed(request, { page, size }, found, row => instanceRecord(ctx.model, row))
    })
    within.post(`${path}/follow/delete-process-instance`, async request => {
      const [id = '', reason = ''] = ['processInstanceId', 'deleteReason'].map(one => parameter(request, one))
      await workflow.deleteInstance(request.ctx, id, 'deleted', reason)
      return ok(request)
    })
  })

  app.get(`${path}/process/history-flow-list`, async request => {
    const instance = await workflow.instance(request.ctx, parameter(request, 'processInstanceId'))
    const entries = (await instanceHistory(kysely, instance)).filter(
      ({ kind, person }) =>
        kind === 'startEvent' || kind === 'endEvent' || (kind === 'userTask' && person !== undefined),
    )
    return done(
      entries.map(entry => ({
        historyActivityId: entry.element,
        historyActivityType: entry.kind,
        historyActivityName: entry.name,
        historyActivityDurationTime: durationText(entry.seconds),
        assignee: assigneeText(entry.person?.id),
        assigneeName: entry.person?.name ?? '',
        createTime: entry.startedAt,
        endTime: entry.endedAt ?? '',
        comment: entry.comment ?? '',
      })),
      request.language,
    )
  })
  app.get(`${path}/process/model-view`, async request => {
    const { ctx, language } = request
    const instanceId = parameter(request, 'processInstanceId')
    if (!instanceId) return done({ xml: await workflow.xml(ctx, parameter(request, 'processDefinitionId')) }, language)
    const instance = await workflow.instance(ctx, instanceId)
    const entries = (await instanceHistory(kysely, instance)).filter(({ kind }) => kind !== 'comment')
    const flow = entries.map(({ element, kind, person, endedAt = '' }) => ({
      historyActivityId: element,
      // A task that no user has claimed is not coloured as one at work.
      historyActivityType: kind === 'userTask' && endedAt === '' && person === undefined ? 'candidate' : kind,
      endTime: endedAt,
    }))
    return done({ xml: await workflow.xml(ctx, instance.definitionId), flow }, language)
  })

  const desk = '/api/blade-desk/process/:resource'
  app.post(`${desk}/start-process`, async request => {
    const { ctx } = request
    const resource = approvedResource(request)
    const { processDefinitionId, id, ...record } = bodyRecordOf(request)
    if (id) await store.update(ctx, resource.name, { ...record, id })
    else {
      const [definition] = await definitionRows(kysely, sql`d.id = ${idIn(String(processDefinitionId ?? ''))}::bigint`)
      if (definition?.key !== resource.approval)
        throw refuse.input({ processDefinitionId: { zh: '流程定义不存在', en: 'There is no such process definition' } })
      await store.save(ctx, resource.name, record)
    }
    return ok(request)
  })
  app.get(`${desk}/detail`, async request => {
    const { ctx, language } = request
    const resource = approvedResource(request)
    const id = parameter(request, 'businessId')
    const where = sql`i.resource = ${resource.name} and i.record_id = ${idIn(id)}::bigint`
    const { rows } = await instanceList(kysely, ctx, where, { page: 1, size: 1 })
    const seen = await recordSeen(kysely, ctx, resource, id)
    // Refused without a part in the process.
    if (!seen && rows[0]) await workflow.instance(ctx, rows[0].id)
    if (!rows[0] && (!seen || resource.approval === undefined)) throw refuse.notFound(resource.title)
    const record = seen ?? (await recordOfPart(kysely, ctx, resource, id))
    return done(
      { ...withoutNulls(record), flow: { assigneeName: rows[0]?.starter.name ?? '', status: rows[0]?.state ?? '' } },
      language,
    )
  })

  function approvedResource(request: FastifyRequest) {
    const name = String((request.params as Row)['resource'])
    const resource = Object.hasOwn(request.ctx.model.resources, name) ? request.ctx.model.resources[name] : undefined
    const isRead = request.method === 'GET'
    if (!resource || (!isRead && resource.approval === undefined)) throw refuse.notFound({ zh: '流程', en: 'Process' })
    if (!isRead) demand(request.ctx, resource, 'add')
    return resource
  }
}

const tenantsOf = (text: string): string[] => text.split(',').filter(Boolean)
const withoutNulls = (record: Row): Row =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value ?? '']))
const assigneeText = (id: string | undefined): string => (id === undefined ? '' : `taskUser_${id}`)

function categoryNames({ dictionaries }: Model, category: string): Row {
  const entry = dictionaries['flow']?.entries.find(({ key }) => `flow_${key}` === category)
  return { category, categoryName: entry?.title.zh ?? '' }
}

const definitionRecord = (model: Model, row: DefinitionRow): Row => ({
  id: row.id,
  tenantId: row.tenantId,
  name: row.name,
  key: row.key,
  ...categoryNames(model, row.category),
  version: row.version,
  deploymentId: row.id,
  resourceName: `${row.key}.bpmn20.xml`,
  diagramResourceName: '',
  suspensionState: row.suspended ? 2 : 1,
  deploymentTime: row.deployed,
})

/** What a record says of a task as of an instance. */
const flowFields = (
  model: Model,
  { definition, record, endedAt }: Pick<FlowTaskView, 'definition' | 'record' | 'endedAt'>,
  instance: string,
): Row => ({
  ...categoryNames(model, definition.category),
  processDefinitionId: definition.id,
  processDefinitionKey: definition.key,
  processDefinitionName: definition.name,
  processDefinitionVersion: definition.version,
  endTime: endedAt ?? '',
  executionId: instance,
  processInstanceId: instance,
  historyProcessInstanceId: instance,
  processIsFinished: endedAt === undefined ? 'unfinished' : 'finished',
  businessTable: record?.resource ?? '',
  businessId: record?.id ?? '',
})

const taskRecord = (model: Model, task: FlowTaskView, status: string): Row => ({
  ...flowFields(model, task, task.instance),
  taskId: task.id,
  taskName: task.name,
  taskDefinitionKey: task.element,
  assignee: assigneeText(task.assignee?.id),
  assigneeName: task.assignee?.name ?? '',
  createTime: task.createdAt,
  claimTime: task.claimedAt ?? '',
  status,
  comment: '',
  variables: {},
})

const instanceRecord = (model: Model, row: FlowInstanceView): Row => {
  const task = row.tasks.at(-1)
  return {
    id: row.id,
    ...flowFields(model, row, row.id),
    taskId: task?.id ?? '',
    taskName: task?.name ?? '',
    createTime: row.startedAt,
    startTime: row.startedAt,
    startUserId: row.starter.id ?? '',
    startUser: row.starter.name,
    suspensionState: 1,
    status: 'finish',
  }
}

/** `1天19小时3分20秒`, under a day without days; nothing of a moment. */
function durationText(seconds: number): string {
  if (seconds <= 0) return ''
  const [days, rest] = [Math.floor(seconds / 86_400), seconds % 86_400]
  const clock = `${Math.floor(rest / 3_600)}小时${Math.floor((rest % 3_600) / 60)}分${rest % 60}秒`
  return days > 0 ? `${days}天${clock}` : clock
}
