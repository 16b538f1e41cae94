import type { FastifyReply, FastifyRequest } from 'fastify'
import { isMany, ofOption } from '../../../fields/options.ts'
import { isDictionary, isReference } from '../../../fields/traits.ts'
import { userResource } from '../../../model/account-resources.ts'
import type { Action, Model, Resource, Transition } from '../../../model/model.ts'
import { isReadOnly } from '../../../model/names.ts'
import { userSteps } from '../../../model/steps.ts'
import { isTree, parentFieldOf } from '../../../model/tree.ts'
import { platformTenant } from '../../auth/actor.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { isPerTenant } from '../../database/tenancy.ts'
import { done } from '../../errors/envelope.ts'
import { failed, sentences } from '../../errors/failure.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { refuseWrite } from '../../http/refuse-write.ts'
import { signedInOf } from '../../http/request-parts.ts'
import type { Store } from '../../store/operations.ts'
import type { QueryInput } from '../../store/query.ts'
import { updateWithStatus } from './account-status.ts'
import { asBladePage } from './blade-page.ts'
import { assureNames, type BladeParts, bodyRecordOf, idsOf, isRecordId, isSent, parameter } from './blade-parts.ts'
import { fromBladeQuery } from './blade-query.ts'
import { asBladeRecord, fromBladeRecord, rootId } from './blade-record.ts'
import { nested, treeNodeOf } from './blade-tree.ts'

/** One request to an endpoint of a resource. */
export interface ResourceRequest {
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
  list: { method: 'GET', answer: asked => (isTree(asked.resource) ? forest(asked) : page(asked)) },
  page: { method: 'GET', answer: asked => page(asked, true) },
  select: { method: 'GET', answer: chosen },
  detail: {
    method: 'GET',
    async answer({ store, ctx, resource, request, show }) {
      const [id = ''] = idsOf(request, 'id')
      return show(await store.get(ctx, resource.name, id))
    },
  },
  submit: {
    method: 'POST',
    answer: asked => submit(asked, bodyRecordOf(asked.request)),
  },
  update: {
    method: 'POST',
    async answer({ store, ctx, resource, request }) {
      const record = fromBladeRecord(withoutPassword(bodyRecordOf(request), resource), resource, ctx, 'edit')
      await updateWithStatus(store, ctx, resource, record, idempotencyKey(request))
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
  tree: { method: 'GET', ofTree: true, answer: choices },
  'lazy-list': { method: 'GET', ofTree: true, answer: async asked => (await level(asked)).map(asked.show) },
  'lazy-tree': { method: 'GET', ofTree: true, answer: asked => nodes(asked, level) },
  'tree-by-id': { method: 'GET', ofTree: true, answer: choices },
  'parent-tree': { method: 'GET', ofTree: true, answer: asked => nodes(asked, roots) },
  'parent-list': { method: 'GET', ofTree: true, answer: asked => page(asked, false, rootFilter(asked.resource)) },
  'child-list': {
    method: 'GET',
    ofTree: true,
    answer: async asked =>
      isRecordId(parameter(asked.request, 'parentId')) ? (await level(asked)).map(asked.show) : [],
  },
  listAll: { method: 'GET', ofTree: true, answer: async asked => (await all(asked)).map(asked.show) },
}

/** The record of a user without the password, which these endpoints do not change. */
export function withoutPassword(record: Row, { name }: Resource): Row {
  if (name !== userResource) return record
  const { password: _password, password2: _again, ...rest } = record
  return rest
}

/** The record of a user without the repeated password of the form, which must be the same. */
function withoutRepetition(record: Row, { name }: Resource): Row {
  if (name !== userResource) return record
  const { password2, ...rest } = record
  if (isSent(password2) && password2 !== rest['password']) throw refuse.input({ password2: messages.again })
  return rest
}

const messages = { again: { zh: '两次输入的密码不一致', en: 'The passwords do not match' } }

/**
 * A step or a query that the descriptor declares, by its name below the path of the resource: `POST oss/enable?id=1`, for
 * several records `?ids=1,2`, with its input in the body; `GET notice/top`.
 */
function declaredEndpoint(resource: Resource, name: string): ResourceEndpoint | undefined {
  const step = userSteps(resource).find(one => one.name === name)
  if (step) return { method: 'POST', answer: asked => act(asked, step) }
  const query = resource.queries.find(one => one.name === name && !one.claims)
  if (!query) return undefined
  return {
    method: 'GET',
    async answer({ store, ctx, request, show }) {
      const { data } = await store.query(ctx, resource.name, name, request.query as QueryInput)
      // Groups, chosen columns and results of handlers are no records.
      if (query.group || query.columns || query.handler || !data || typeof data !== 'object') return data
      if (Array.isArray(data)) return data.map(show)
      return 'records' in data ? asBladePage(data as Parameters<typeof asBladePage>[0], show) : show(data as Row)
    },
  }
}

async function act({ store, ctx, resource, request }: ResourceRequest, step: Transition | Action): Promise<unknown> {
  const { id: _id, ids, ...input } = { ...(request.query as Row), ...(isSent(request.body) && bodyRecordOf(request)) }
  const targets = idsOf(request, ids === undefined ? 'id' : 'ids')
  const one = async (within: Store, id: string, key?: string): Promise<unknown> => {
    const { answer } =
      'from' in step
        ? await within.transition(ctx, resource.name, id, step.name, input, key)
        : await within.act(ctx, resource.name, id, step.name, input, key)
    return answer ?? {}
  }
  if (targets.length === 1) return one(store, targets[0] ?? '', idempotencyKey(request))
  await store.together(ctx, resource.name, async inside => {
    for (const id of targets) await one(inside, id)
  })
  return {}
}

type PathParameters = { readonly service: string; readonly '*': string }

/** `/api/blade-…/{call}` of every resource whose descriptor has a path in this dialect. */
export function resourceCalls(app: App, { store }: BladeParts): void {
  const url = '/api/:service(^blade-[a-z-]+$)/*'
  const answer = async (request: FastifyRequest<{ Params: PathParameters }>, reply: FastifyReply) => {
    const { ctx } = request
    const path = `${request.params.service}/${request.params['*']}`
    const at = path.lastIndexOf('/')
    const resource = resourcesByPath(ctx.model).get(path.slice(0, at))
    const name = path.slice(at + 1)
    const usual = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined
    const endpoint = usual ?? (resource && declaredEndpoint(resource, name))
    const isWrite = usual?.method === 'POST'
    if (!resource || !endpoint || (endpoint.ofTree && !isTree(resource))) return reply.callNotFound()
    if (isWrite && isReadOnly(resource)) return refuseWrite(reply, ctx.model, resource)
    if ((request.method === 'HEAD' ? 'GET' : request.method) !== endpoint.method) {
      const message = sentences[405]?.[request.language] ?? ''
      return reply.code(405).header('allow', endpoint.method).send(failed(405, message))
    }
    if (isWrite) assureNames(request.query as object, name === 'remove' ? ['ids'] : [])
    return done(await endpoint.answer(resourceRequest(store, resource, request)), request.language)
  }
  app.get(url, { config: { fallback: true } }, answer)
  app.post(url, { config: { fallback: true } }, answer)
}

/** A request for a resource of the dialect. */
export function resourceRequest(store: Store, resource: Resource, request: FastifyRequest): ResourceRequest {
  const { ctx } = request
  const { tenantName } = signedInOf(request)
  return {
    store,
    ctx,
    resource,
    request,
    query: isExact => ({
      ...fromBladeQuery(request.query as QueryInput, resource, isExact === true),
      ...(isOfOtherTenant(request, resource) && { id_in: noId }),
    }),
    show: row => ({ ...asBladeRecord(row, resource, ctx), ...(resource.name === userResource && { tenantName }) }),
  }
}

/**
 * Whether an administrator of the platform filters by another tenant, whose rows no request returns. Of other users the
 * platform's clients send the parameter too, and it is ignored.
 */
function isOfOtherTenant(request: FastifyRequest, resource: Resource): boolean {
  const { administrator, tenantId } = request.ctx.actor
  const given = (request.query as QueryInput)['tenantId'] ?? ''
  return isPerTenant(resource) && administrator && tenantId === platformTenant && given !== '' && given !== tenantId
}

/** The id of no record: the largest one. */
const noId = '9223372036854775807'

/** Saves a record without an id, and changes one with an id. */
export async function submit(asked: ResourceRequest, body: Row): Promise<Row> {
  const { store, ctx, resource, request, show } = asked
  const given = withoutRepetition(body, resource)
  const { id, ...record } = fromBladeRecord(given, resource, ctx, isSent(body['id']) ? 'edit' : 'add')
  const key = idempotencyKey(request)
  const saved = isSent(id)
    ? await updateWithStatus(store, ctx, resource, { ...record, id }, key)
    : await store.save(ctx, resource.name, record, key)
  return summaryOf(show(saved), resource)
}

const paths = new WeakMap<Model, ReadonlyMap<string, Resource>>()

/** The resources of a Model by their path in this dialect. */
export function resourcesByPath(model: Model): ReadonlyMap<string, Resource> {
  const found =
    paths.get(model) ??
    new Map(Object.values(model.resources).flatMap(one => (one.dialect ? [[one.dialect.blade, one] as const] : [])))
  paths.set(model, found)
  return found
}

async function page(
  { store, ctx, resource, query, show }: ResourceRequest,
  isExact = false,
  filter: QueryInput = {},
): Promise<Row> {
  return asBladePage(await store.page(ctx, resource.name, { ...query(isExact), ...filter }), show)
}

const rootFilter = (resource: Resource): QueryInput => ({ [`${parentFieldOf(resource)?.name}_null`]: 'true' })

/** What a client needs to show a saved record: its id, its tenant, and the names of its dictionary keys. */
function summaryOf(shown: Row, { fields }: Resource): Row {
  const names = ['id', 'tenantId', ...fields.filter(isDictionary).map(({ name }) => `${name}Name`)]
  return Object.fromEntries(names.flatMap(name => (shown[name] === undefined ? [] : [[name, shown[name]]])))
}

const all = ({ store, ctx, resource, query }: ResourceRequest): Promise<Row[]> =>
  store.list(ctx, resource.name, query())

/**
 * The records of choices: those of the user `userId`, those with the ids of a parameter named as the field of users that
 * refers to the resource (`deptId`), or all.
 */
export async function chosen(asked: ResourceRequest): Promise<Row[]> {
  const { ctx, resource, request, store, show } = asked
  const field = fieldOfUsers(ctx.model, resource)
  const userId = parameter(request, 'userId')
  if (field === undefined) return (await all(asked)).map(show)
  if (userId !== '') {
    const [id = ''] = idsOf(request, 'userId')
    const isSelf = id === ctx.actor.userId
    const own = isSelf ? ctx.asSystem(ownProfile) : ctx
    const user = await store.get(own, userResource, id)
    const ids = [user[field] ?? []].flat()
    return ids.length === 0 ? [] : (await store.list(own, resource.name, { id_in: ids.join(',') })).map(show)
  }
  if (parameter(request, field) === '') return (await all(asked)).map(show)
  return (await store.list(ctx, resource.name, { id_in: idsOf(request, field).join(',') })).map(show)
}

/** Why users read the names of their own departments, roles and positions without the rights to them. */
const ownProfile = 'own-profile'

const fieldOfUsers = ({ resources }: Model, { name }: Resource): string | undefined =>
  resources[userResource]?.fields.find(field => isReference(field) && isMany(field) && ofOption(field) === name)?.name

async function forest(asked: ResourceRequest): Promise<Row[]> {
  return nested((await all(asked)).map(asked.show), parentFieldOf(asked.resource)?.name ?? '')
}

/** The records below `parentId`, or the roots. */
function level({ store, ctx, resource, request, query }: ResourceRequest): Promise<Row[]> {
  const under = parameter(request, 'parentId')
  const { [parentFieldOf(resource)?.name ?? '']: _parent, parentId: _under, ...filter } = query()
  const isRoot = under === '' || under === rootId
  return store.tree(ctx, resource.name, isRoot ? null : (idsOf(request, 'parentId')[0] ?? null), filter)
}

/** The whole tree as choices. Clients send parameters that are no filters, such as `code=DICT`. */
async function choices(asked: ResourceRequest): Promise<Row[]> {
  return nested(await nodes(asked, ({ store, ctx, resource }) => store.list(ctx, resource.name, {})), 'parentId')
}

const roots = ({ store, ctx, resource }: ResourceRequest): Promise<Row[]> => store.tree(ctx, resource.name, null)

async function nodes(asked: ResourceRequest, read: (asked: ResourceRequest) => Promise<Row[]>): Promise<Row[]> {
  return (await read(asked)).map(row => treeNodeOf(row, asked.resource))
}
