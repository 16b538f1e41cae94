import type { FastifyRequest } from 'fastify'
import { type FlowList, type FlowTaskResult, flowLists } from '../../model/flow-views.ts'
import { accessTo } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { done } from '../errors/envelope.ts'
import { knownIn } from '../errors/known-names.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { checkXml } from '../processes/deploy.ts'
import {
  instanceDetail,
  instanceList,
  type ListPart,
  startList,
  taskCounts,
  taskDetail,
  taskList,
  tasksWhere,
} from '../processes/flow-lists.ts'
import { assureLength } from '../processes/flow-models.ts'
import { usersOf } from '../processes/people.ts'
import { taskText } from '../processes/signal.ts'
import { colleagues, endSubstitution, substitute, substitutions, withSubstitutes } from '../processes/substitutes.ts'
import { accessOfPart, assureAdministrator, type TaskDecision, type Workflow } from '../processes/workflow.ts'
import { newWork } from '../store/new-work.ts'
import type { Store } from '../store/operations.ts'
import { sendNotice } from '../store/outbox.ts'
import type { StoreParts } from '../store/store.ts'
import type { App } from './app.ts'
import { partOf } from './model-part.ts'

const path = '/api/engine/flow'
const maxAtOnce = 100
const decisionNames = ['pass', 'comment', 'files', 'variables', 'record']

/** Refuses a body with names, and returns the id. */
function withoutNames(body: unknown, id: string): string {
  knownIn(body ?? {}, [])
  return id
}

export interface FlowCallParts {
  readonly database: Database
  readonly store: Store
  readonly storeParts: StoreParts
  readonly workflow: Workflow
  nextId(): string
}

/** `/api/engine/flow`: work lists, tasks and models of processes, for the engine's own screens. */
export function flowCalls(app: App, { database, store, storeParts, workflow, nextId }: FlowCallParts): void {
  const { kysely } = database
  app.get(`${path}/lists/:list`, async request => {
    const { ctx, language } = request
    const list = param(request, 'list') as FlowList
    const { page, size, q, category } = knownIn(request.query, ['page', 'size', 'q', 'category'])
    const part: ListPart = {
      page: whole(page, 1, 10_000),
      size: whole(size, 20, maxAtOnce),
      ...(typeof q === 'string' && { text: q }),
      ...(typeof category === 'string' && { category }),
    }
    if (!flowLists.includes(list)) throw refuse.notFound({ zh: '列表', en: 'List' })
    if (list === 'start') {
      const all = await startList(kysely, ctx, await workflow.definitions(ctx))
      const rows = all.filter(({ name }) => name.includes(part.text ?? ''))
      const from = (part.page - 1) * part.size
      return done({ rows: rows.slice(from, from + part.size), total: rows.length }, language)
    }
    const own = sql`i.starter = ${ctx.actor.userId}::bigint`
    return done(
      await (list === 'send' ? instanceList(kysely, ctx, own, part) : taskList(kysely, ctx, list, part)),
      language,
    )
  })
  app.get(`${path}/counts`, async ({ ctx, language }) => done(await taskCounts(kysely, ctx), language))
  app.get(`${path}/of-record`, async request => {
    const { ctx, language } = request
    const { resource, id } = knownIn(request.query, ['resource', 'id'])
    await store.get(ctx, text(resource, 'resource'), text(id, 'id'))
    const where = sql`i.resource = ${String(resource)} and i.record_id = ${String(id)}::bigint`
    const { rows } = await instanceList(kysely, ctx, where, { page: 1, size: maxAtOnce })
    return done(rows, language)
  })
  app.post(`${path}/start`, async ({ ctx, body, language }) => {
    const { resource, id, definitionId, variables } = knownIn(body, ['resource', 'id', 'definitionId', 'variables'])
    const given =
      definitionId === undefined
        ? { resource: text(resource, 'resource'), id: text(id, 'id') }
        : { definitionId: text(definitionId, 'definitionId'), variables: { ...Object(variables) } }
    return done({ id: await workflow.start(ctx, given) }, language)
  })
  app.get(`${path}/tasks/:id`, async request => {
    const { ctx, language } = request
    const task = await workflow.task(ctx, param(request, 'id'))
    const instance = await workflow.instance(ctx, task.instanceId)
    const detail = await taskDetail(kysely, ctx, task, instance)
    const resource = detail.record && ctx.model.resources[detail.record.resource]
    const isClosed = resource !== undefined && !accessTo(ctx, resource, 'view').allowed
    return done(
      { ...detail, ...(isClosed && { model: partOf(ctx, resource, one => accessOfPart(ctx, one)) }) },
      language,
    )
  })

  type TaskWork = (ctx: RequestContext, id: string, body: unknown) => Promise<void>
  const operations: Readonly<Record<string, TaskWork>> = {
    claim: (ctx, id, body) => workflow.claim(ctx, withoutNames(body, id)),
    unclaim: (ctx, id, body) => workflow.unclaim(ctx, withoutNames(body, id)),
    complete: (ctx, id, body) => workflow.complete(ctx, id, decisionOf(knownIn(body, decisionNames))),
    delegate: (ctx, id, body) => {
      const { userId, back } = knownIn(body, ['userId', 'back'])
      return workflow.delegate(ctx, id, text(userId, 'userId'), back !== false)
    },
    sign: (ctx, id, body) => workflow.sign(ctx, id, text(knownIn(body, ['userId'])['userId'], 'userId')),
    return: (ctx, id, body) => {
      const { element, comment, files } = knownIn(body, ['element', 'comment', 'files'])
      return workflow.returnTo(ctx, id, text(element, 'element'), remarkOf(comment, files))
    },
    comment: (ctx, id, body) => {
      const { comment, files } = knownIn(body, ['comment', 'files'])
      const remark = remarkOf(comment, files)
      if (remark.files.length === 0) text(comment, 'comment')
      return workflow.comment(ctx, id, remark)
    },
    async urge(ctx, id, body) {
      const task = await workflow.task(ctx, withoutNames(body, id))
      const { starter } = await workflow.instance(ctx, task.instanceId)
      if (starter !== ctx.actor.userId && !ctx.actor.administrator) throw refuse.forbidden({ zh: '催办', en: 'Urge' })
      const [view] = await tasksWhere(kysely, ctx, sql`t.id = ${task.id}::bigint and t.ended is null`)
      const users = view ? await usersOf(newWork(storeParts, ctx), task) : []
      for (const user of await withSubstitutes(kysely, ctx, users))
        await sendNotice(kysely, nextId(), ctx.actor.tenantId, {
          to: { user },
          level: 'info',
          text: taskText(String(view?.definition.name), task.name),
        })
    },
  }
  for (const [name, run] of Object.entries(operations))
    app.post(`${path}/tasks/:id/${name}`, async request => {
      await run(request.ctx, param(request, 'id'), request.body ?? {})
      return done(null, request.language)
    })
  for (const name of ['claim', 'complete'] as const)
    app.post(`${path}/tasks/${name}`, async ({ ctx, body, language }) => {
      const { ids, ...rest } = Object(body) as Record<string, unknown>
      if (!Array.isArray(ids) || ids.length === 0 || ids.length > maxAtOnce)
        throw refuse.input({ ids: { zh: `请选择 1 至 ${maxAtOnce} 项任务`, en: `Select 1 to ${maxAtOnce} tasks` } })
      knownIn(rest, name === 'complete' ? decisionNames : [])
      const results: FlowTaskResult[] = []
      for (const id of ids.map(String)) {
        const failure = await operations[name]?.(ctx, id, rest).catch((error: unknown) => {
          if (error instanceof Refusal) return error.text[language]
          throw error
        })
        results.push(typeof failure === 'string' ? { id, done: false, message: failure } : { id, done: true })
      }
      return done(results, language)
    })
  app.get(`${path}/instances/:id`, async request => {
    const { ctx, language } = request
    return done(await instanceDetail(kysely, ctx, await workflow.instance(ctx, param(request, 'id'))), language)
  })
  app.post(`${path}/instances/:id/withdraw`, async request => {
    const { comment } = knownIn(request.body ?? {}, ['comment'])
    await workflow.deleteInstance(request.ctx, param(request, 'id'), 'withdrawn', String(comment ?? ''))
    return done(null, request.language)
  })
  app.post(`${path}/instances/:id/retry`, async request => {
    await workflow.retry(request.ctx, withoutNames(request.body, param(request, 'id')))
    return done(null, request.language)
  })

  app.get(`${path}/people`, async ({ ctx, query, language }) => {
    const { q, ids } = knownIn(query, ['q', 'ids'])
    const wanted = ids === undefined ? { text: String(q ?? '') } : { ids: String(ids).split(',') }
    return done(await colleagues(kysely, ctx, wanted), language)
  })
  app.get(`${path}/substitution`, async ({ ctx, language }) => done(await substitutions(kysely, ctx), language))
  app.post(`${path}/substitution`, async ({ ctx, body, language }) => {
    const { userId, from, to } = knownIn(body, ['userId', 'from', 'to'])
    await substitute(kysely, ctx, { userId: text(userId, 'userId'), from: String(from ?? ''), to: String(to ?? '') })
    return done(null, language)
  })
  app.post(`${path}/substitution/remove`, async ({ ctx, language }) => {
    await endSubstitution(kysely, ctx)
    return done(null, language)
  })

  app.post(`${path}/check`, async ({ ctx, body, language }) => {
    assureAdministrator(ctx)
    const xml = text(knownIn(body, ['xml'])['xml'], 'xml')
    assureLength(xml)
    return done(await checkXml(ctx.model, xml), language)
  })
  app.post(`${path}/message`, async ({ ctx, body, language }) => {
    const { name, instance, resource, id } = knownIn(body, ['name', 'instance', 'resource', 'id'])
    const to =
      instance === undefined
        ? { resource: text(resource, 'resource'), id: text(id, 'id') }
        : { instance: text(instance, 'instance') }
    await workflow.message(ctx, text(name, 'name'), to)
    return done(null, language)
  })
}

/** What the body of a completion decides. */
function decisionOf(given: object): TaskDecision {
  const { pass, comment, files, variables, record } = given as Record<string, unknown>
  if (typeof pass !== 'boolean') throw refuse.input({ pass: { zh: '请选择同意或驳回', en: 'Agree or refuse' } })
  const said = remarkOf(comment, files)
  return {
    pass,
    ...said,
    comment: said.comment || (pass ? '同意' : '驳回'),
    variables: { ...Object(variables) },
    ...(record !== undefined && { record: { ...Object(record) } }),
  }
}

const remarkOf = (comment: unknown, files: unknown) => ({
  comment: typeof comment === 'string' ? comment : '',
  files: Array.isArray(files) ? files.map(String) : [],
})

const param = ({ params }: FastifyRequest, name: string): string =>
  String((params as Record<string, unknown>)[name] ?? '')

function text(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw refuse.input({ [name]: { zh: `缺少参数 ${name}`, en: `${name} is missing` } })
}

function whole(value: unknown, otherwise: number, most: number): number {
  const number = Number(value ?? otherwise)
  return Number.isInteger(number) && number > 0 ? Math.min(number, most) : otherwise
}
