import type { FastifyReply, FastifyRequest } from 'fastify'
import { typeOf } from '../../../fields/index.ts'
import type { Model, Resource } from '../../../model/model.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { done } from '../../errors/envelope.ts'
import { failed, sentences } from '../../errors/failure.ts'
import type { App } from '../../http/app.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import type { Store } from '../../store/operations.ts'
import type { QueryInput } from '../../store/query.ts'
import { type BladeParts, bodyRecordOf, idsOf, parameter } from './blade-parts.ts'
import { fromBladeQuery } from './blade-query.ts'
import { asBladeRecord, fromBladeRecord, rootId } from './blade-record.ts'
import { nested, treeNodeOf } from './blade-tree.ts'

/** One request to an endpoint of a resource. */
interface ResourceRequest {
  readonly store: Store
  readonly ctx: RequestContext
  readonly resource: Resource
  readonly request: FastifyRequest
  query(isExact?: boolean): QueryInput
  show(row: Row): Row
}

interface ResourceEndpoint {
  readonly method: 'GET' | 'POST'
  readonly ofTree?: true
  answer(asked: ResourceRequest): Promise<unknown>
}

/** The endpoints of a resource with `dialect: { blade: … }`, in the platform's format and through the guarded store. */
const endpoints: Readonly<Record<string, ResourceEndpoint>> = {
  list: { method: 'GET', answer: asked => (asked.resource.tree ? forest(asked) : page(asked)) },
  page: { method: 'GET', answer: asked => page(asked, true) },
  select: { method: 'GET', answer: async asked => (await all(asked)).map(asked.show) },
  detail: {
    method: 'GET',
    async answer({ store, ctx, resource, request, show }) {
      const [id = ''] = idsOf(request, 'id')
      return show(await store.get(ctx, resource.name, id))
    },
  },
  submit: {
    method: 'POST',
    async answer({ store, ctx, resource, request }) {
      const { id, ...record } = fromBladeRecord(bodyRecordOf(request), resource)
      const key = idempotencyKey(request)
      const isNew = id === undefined || id === null || id === ''
      const saved = isNew
        ? await store.save(ctx, resource.name, record, key)
        : await store.update(ctx, resource.name, { ...record, id }, key)
      return { id: saved['id'] }
    },
  },
  update: {
    method: 'POST',
    async answer({ store, ctx, resource, request }) {
      const secrets = new Set(resource.fields.filter(field => typeOf(field).secret).map(({ name }) => name))
      const given = Object.entries(fromBladeRecord(bodyRecordOf(request), resource))
      const record = Object.fromEntries(given.filter(([name]) => !secrets.has(name)))
      await store.update(ctx, resource.name, record, idempotencyKey(request))
      return {}
    },
  },
  remove: {
    method: 'POST',
    async answer({ store, ctx, resource, request }) {
      await store.remove(ctx, resource.name, idsOf(request, 'ids'))
      return {}
    },
  },
  tree: { method: 'GET', ofTree: true, answer: async asked => nested(await nodes(asked, all), 'parentId') },
  'lazy-list': { method: 'GET', ofTree: true, answer: async asked => (await level(asked)).map(asked.show) },
  'lazy-tree': { method: 'GET', ofTree: true, answer: asked => nodes(asked, level) },
}

type Parameters = { readonly service: string; readonly '*': string }

/** `/api/blade-…/{call}` of every resource whose descriptor has a path in this dialect. */
export function resourceCalls(app: App, { store }: BladeParts): void {
  const url = '/api/:service(^blade-[a-z-]+$)/*'
  const answer = async (request: FastifyRequest<{ Params: Parameters }>, reply: FastifyReply) => {
    const { ctx } = request
    const path = `${request.params.service}/${request.params['*']}`
    const at = path.lastIndexOf('/')
    const resource = resourcesOf(ctx.model).get(path.slice(0, at))
    const name = path.slice(at + 1)
    const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined
    const isWrite = endpoint?.method === 'POST'
    if (!resource || !endpoint || (endpoint.ofTree && !resource.tree) || (isWrite && resource.readOnly))
      return reply.callNotFound()
    if ((request.method === 'HEAD' ? 'GET' : request.method) !== endpoint.method) {
      const message = sentences[405]?.[request.language] ?? ''
      return reply.code(405).header('allow', endpoint.method).send(failed(405, message))
    }
    const data = await endpoint.answer({
      store,
      ctx,
      resource,
      request,
      query: isExact => fromBladeQuery(request.query as QueryInput, resource, isExact === true),
      show: row => asBladeRecord(row, resource, ctx),
    })
    return done(data, request.language)
  }
  app.get(url, { config: { fallback: true } }, answer)
  app.post(url, { config: { fallback: true } }, answer)
}

const paths = new WeakMap<Model, ReadonlyMap<string, Resource>>()

/** The resources of a Model by their path in this dialect. */
function resourcesOf(model: Model): ReadonlyMap<string, Resource> {
  const found =
    paths.get(model) ??
    new Map(Object.values(model.resources).flatMap(one => (one.dialect ? [[one.dialect.blade, one] as const] : [])))
  paths.set(model, found)
  return found
}

async function page({ store, ctx, resource, query, show }: ResourceRequest, isExact = false): Promise<Row> {
  const found = await store.page(ctx, resource.name, query(isExact))
  return { ...found, records: found.records.map(show), pages: Math.ceil(found.total / found.size) }
}

const all = ({ store, ctx, resource, query }: ResourceRequest): Promise<Row[]> =>
  store.list(ctx, resource.name, query())

async function forest(asked: ResourceRequest): Promise<Row[]> {
  return nested((await all(asked)).map(asked.show), asked.resource.tree ?? '')
}

/** The records below `parentId`, or the roots. */
function level({ store, ctx, resource, request, query }: ResourceRequest): Promise<Row[]> {
  const under = parameter(request, 'parentId')
  const { [resource.tree ?? '']: _parent, parentId: _under, ...filter } = query()
  const isRoot = under === '' || under === rootId
  return store.tree(ctx, resource.name, isRoot ? null : (idsOf(request, 'parentId')[0] ?? null), filter)
}

async function nodes(asked: ResourceRequest, read: (asked: ResourceRequest) => Promise<Row[]>): Promise<Row[]> {
  return (await read(asked)).map(row => treeNodeOf(row, asked.resource))
}
