import type { FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '../../../fields/id/id-text.ts'
import { splitList } from '../../../fields/one-or-many.ts'
import { bindOf } from '../../../model/names.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { isChangedTable } from '../../errors/database-errors.ts'
import { done } from '../../errors/envelope.ts'
import { failed, sentences } from '../../errors/failure.ts'
import { assureKnownNames } from '../../errors/known-names.ts'
import { Refusal, refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import type { ChartCallParts } from '../../http/chart-calls.ts'
import type { EngineDialectParts } from '../../http/dialect.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import type { CallKind } from '../../http/operation-cost.ts'
import { refuseWrite } from '../../http/refuse-write.ts'
import { recordedBind } from '../../services/operations/recorded-bind.ts'
import type { LinksInput, QueryAnswer, StepOutcome } from '../../store/operations.ts'
import type { QueryInput } from '../../store/query.ts'
import { addressedAt, chartAnswer } from './chart-answer.ts'
import { closedResource, type FoundCall, findCall, type V1Operation, v1CallsOf } from './v1-calls.ts'

type V1Parts = Pick<EngineDialectParts, 'catchUp'> & ChartCallParts

interface Params {
  readonly module?: string
  readonly entity?: string
  readonly '*': string
}

/**
 * `/api/{module}/v1/{entity}/…`: one route for all resources, resolved against the current Model. Endpoints with a path
 * of their own have another one, which leaves unknown paths to the other routes.
 */
export function v1Dialect(app: App, parts: V1Parts): void {
  app.all('/api/:module/v1/:entity/*', { config: { kind: kindOf } }, async (request, reply) => {
    const addressed = addressOf(request)
    if (addressed) return chartAnswer(parts, request, reply, addressed)
    const found = callOf(request)
    if (!('call' in found)) return unknownCall(request, reply, found)
    return envelopeOf(await answer(parts, request, found), request)
  })
  app.all('/api/*', { config: { fallback: true, kind: kindOf } }, async (request, reply) => {
    const addressed = addressOf(request)
    if (addressed) return chartAnswer(parts, request, reply, addressed)
    const found = callOf(request)
    if ('call' in found) return envelopeOf(await answer(parts, request, found), request)
    return found.length > 0 ? unknownCall(request, reply, found) : reply.callNotFound()
  })
}

/** The chart or the board whose numbers a request reads at an address of its own. */
const addressOf = (request: FastifyRequest) =>
  addressedAt(request.ctx.model, request.method, pathParts(request).join('/'))

/** The envelope of a response; of a list that is cut off, with the fact that more rows exist. */
const envelopeOf = ({ data, more }: QueryAnswer, { language }: FastifyRequest) => ({
  ...done(data, language),
  ...(more && { more }),
})

function callOf(request: FastifyRequest, { model } = request.ctx): FoundCall | readonly string[] {
  const { method } = request
  return findCall(v1CallsOf(model), method === 'HEAD' ? 'GET' : method, pathParts(request))
}

function pathParts({ params }: FastifyRequest): readonly string[] {
  const { module, entity, '*': rest } = params as Params
  const head = module === undefined || entity === undefined ? [] : [module, 'v1', entity]
  return ['', 'api', ...head, ...rest.split('/')]
}

/** The kind of the operation that a request calls; of an unknown path, that of a read. */
function kindOf(request: FastifyRequest): CallKind {
  if (request.madeContext && addressOf(request)?.kind === 'workbook') return 'export'
  const found = request.madeContext ? callOf(request) : []
  return 'call' in found ? kinds[found.call.operation.kind] : 'read'
}

const kinds: Readonly<Record<V1Operation['kind'], CallKind>> = {
  page: 'read',
  list: 'read',
  find: 'read',
  get: 'read',
  query: 'read',
  preview: 'read',
  links: 'read',
  count: 'count',
  save: 'write',
  update: 'write',
  remove: 'write',
  transition: 'write',
  action: 'write',
  bind: 'write',
  claim: 'write',
  release: 'write',
}

const isWrite = ({ kind }: V1Operation): boolean => kinds[kind] === 'write'

function unknownCall(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]): FastifyReply {
  const { language, ctx } = request
  const closed = methods.length === 0 && closedResource(ctx.model, pathParts(request))
  if (closed) return refuseWrite(reply, ctx.model, closed)
  const status = methods.length > 0 ? 405 : 404
  if (status === 405) reply.header('allow', methods.join(', '))
  return reply.code(status).send(failed(status, sentences[status]?.[language] ?? ''))
}

/** A rename in several parts may change the tables again before a retry. */
const attempts = 4

/** The response of an endpoint. Retries if the tables changed after the Model was read. */
async function answer(parts: V1Parts, request: FastifyRequest, first: FoundCall): Promise<QueryAnswer> {
  let [present, found] = [request.ctx, first]
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(parts, present, found, request)
    } catch (error) {
      if (!isChangedTable(error) || attempt === attempts) throw error
      await parts.catchUp()
      const { model } = present
      present = present.renewed()
      if (attempt > 1 && present.model === model) throw error
      found = foundAgain(request, present)
    }
  }
}

/** The endpoint in the Model of a retry. */
function foundAgain(request: FastifyRequest, ctx: RequestContext): FoundCall {
  const found = callOf(request, ctx)
  if (!('call' in found)) throw refuse.notFound({ zh: '接口', en: 'Endpoint' })
  return found
}

async function run(
  parts: V1Parts,
  ctx: RequestContext,
  found: FoundCall,
  request: FastifyRequest,
): Promise<QueryAnswer> {
  const { resource, operation } = found.call
  const given = { ...(request.query as QueryInput), ...found.inPath }
  if (operation.kind === 'query') return parts.store.query(ctx, resource.name, operation.name, given)
  if (operation.kind === 'claim') {
    const { id, input } = inputOf(found, request)
    return parts.store.query(ctx, resource.name, operation.name, textsOf({ ...(id !== undefined && { id }), ...input }))
  }
  if (operation.kind === 'links') {
    const { self } = bindOf(resource, operation.name)
    return parts.store.links(ctx, resource.name, operation.name, idOf(given[self], self))
  }
  return { data: await dataOf(parts, ctx, found, request) }
}

async function dataOf(
  parts: V1Parts,
  ctx: RequestContext,
  found: FoundCall,
  request: FastifyRequest,
): Promise<unknown> {
  const { store, nextId } = parts
  const { resource, operation } = found.call
  const { name } = resource
  const query = request.query as QueryInput
  // Of a write, it is read where there is no body.
  if (isWrite(operation) && request.body) assureKnownNames(query, [])
  switch (operation.kind) {
    case 'page': {
      const page = await store.page(ctx, name, query)
      return { ...page, pages: Math.ceil(page.total / page.size) }
    }
    case 'count':
      return store.count(ctx, name, query)
    case 'list':
      return store.list(ctx, name, query)
    case 'find':
      return store.find(ctx, name, query)
    case 'get':
      return store.get(ctx, name, idOf(query['id']))
    case 'save':
      return store.save(ctx, name, request.body, idempotencyKey(request))
    case 'update':
      return store.update(ctx, name, request.body, idempotencyKey(request))
    case 'remove':
      return store.remove(ctx, name, idsIn(request.body ?? query), idempotencyKey(request)).then(() => null)
    case 'transition': {
      const { id, input } = inputOf(found, request)
      const key = idempotencyKey(request)
      return store.transition(ctx, name, idOf(id), operation.name, input, key).then(resultOf)
    }
    case 'bind': {
      const input = linksOf(found, bindOf(resource, operation.name).self, request)
      return recordedBind({ store, nextId }, ctx, name, operation.name, input, idempotencyKey(request))
    }
    case 'release':
      return store.release(ctx, name, operation.name).then(() => null)
    case 'preview':
      return store.messages(ctx, name, idOf(query['id']), operation.name)
    case 'action': {
      const { id, input } = inputOf(found, request)
      const target = id === undefined || id === null ? null : idOf(id)
      const key = idempotencyKey(request)
      return store.act(ctx, name, target, operation.name, input, key).then(resultOf)
    }
  }
}

/** What a handler returned, or the record, with the records that the step created. */
const resultOf = ({ record, answer, creates }: StepOutcome): unknown =>
  answer ?? (creates ? { ...record, creates } : record)

/** The record and the inputs of a transition or an action: from the body and the path. */
function inputOf({ inPath }: FoundCall, request: FastifyRequest): { readonly id: unknown; readonly input: object } {
  const given = request.body ?? request.query
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw notAnObject()
  const { id, ...input } = { ...given, ...inPath } as Record<string, unknown>
  return { id, input }
}

/** The inputs of a query in a body, as those of an address. */
const textsOf = (input: object): QueryInput =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value ?? ''),
    ]),
  )

/** The record and the ids of a bind: `{ templateId, ids, version }`. */
function linksOf({ inPath }: FoundCall, self: string, request: FastifyRequest): LinksInput {
  const given = request.body
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw notAnObject()
  const { [self]: id, ids, version, ...others } = { ...given, ...inPath } as Record<string, unknown>
  assureKnownNames(others, [self, 'ids', 'version'])
  const list = typeof ids === 'string' ? splitList(ids) : ids
  if (!Array.isArray(list)) throw wrongIds()
  return { id: idOf(id, self), ids: list.map(one => idOf(one, 'ids')), version }
}

/** An id as clients send it: a string, or an integer that JSON represents exactly. */
function idOf(given: unknown, name = 'id'): string {
  const id = typeof given === 'number' && Number.isSafeInteger(given) ? String(given) : given
  if (typeof id !== 'string' || !isId(id)) throw refuse.nothingSelected(name)
  return id
}

const maxIds = 1000

/** The ids of a deletion: `{ id }`, `{ ids: [...] }`, `{ ids: "1,2" }`, or a plain list. */
function idsIn(given: unknown): string[] {
  const holder = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : { ids: given }
  const { id, ids, ...others } = holder as { readonly id?: unknown; readonly ids?: unknown }
  assureKnownNames(others, ['id', 'ids'])
  if (id !== undefined && ids !== undefined) throw refuse.nothingSelected('id')
  const listed = ids ?? id
  const list = typeof listed === 'string' ? listed.split(',') : [listed].flat()
  if (list.length === 0) throw refuse.nothingSelected('id')
  if (list.length > maxIds) {
    throw new Refusal('too-many-ids', 400, {
      zh: `一次最多处理${maxIds}条数据`,
      en: `At most ${maxIds} records at once`,
    })
  }
  return [...new Set(list.map(one => idOf(one)))]
}

const wrongIds = () => refuse.input({ ids: { zh: 'ids 应为 id 的列表', en: 'ids must be a list of IDs' } })

const notAnObject = () =>
  new Refusal('unreadable-json', 400, { zh: '消息不能读取', en: 'Invalid request body: it must be an object' })
