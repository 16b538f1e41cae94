import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '../../fields/id/id-text.ts'
import { isClean } from '../../fields/text-value.ts'
import { userResource } from '../../model/account-resources.ts'
import { homeBoardOf, homePage } from '../../model/home-board.ts'
import type { Bilingual, Resource } from '../../model/model.ts'
import { primarySteps } from '../../model/transitions.ts'
import { accessTo, demand, forbiddenOf } from '../auth/access.ts'
import type { SignedIn } from '../auth/authenticator.ts'
import { mayOpen } from '../auth/page-access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { done } from '../errors/envelope.ts'
import { refuse } from '../errors/refuse.ts'
import type { ModelHolder } from '../live/model-holder.ts'
import { filesPath } from '../store/file-links.ts'
import type { HistoryPart } from '../store/history.ts'
import type { Store, TextsWanted, Wanted } from '../store/operations.ts'
import type { App } from './app.ts'
import { fileCookie } from './authenticate.ts'
import { shownBrand } from './brand-calls.ts'
import { iconShapes } from './icon-shapes.ts'
import { type MenuItem, menuItemsFor } from './menu-items.ts'
import { allowedOperations, hasScreens, pageOfIndex, resourcesOfIndex } from './model-index.ts'
import { partOf } from './model-part.ts'
import { isSecure, resourceNamed, signedInOf, wrongIds } from './request-parts.ts'

/** The dependencies of the engine endpoints. */
export interface EngineCallParts {
  readonly store: Store
  readonly holder: ModelHolder
  readonly zone: string
}

/** The additional dependencies of this file's endpoints. */
interface IndexParts extends EngineCallParts {
  /** Ports that have an adapter. */
  readonly ports: ReadonlySet<string>
  /** Whether users may act with one of their departments and roles. */
  readonly maySwitch: boolean
  /** Names of the resources whose lists the actor pinned. */
  pinned(ctx: RequestContext): Promise<readonly string[]>
}

type OfResource = { readonly Params: { readonly resource: string } }
type OfField = { readonly Params: { readonly resource: string; readonly field: string } }
type OfRecord = { readonly Params: { readonly resource: string; readonly id: string } }

const path = '/api/engine'

/** `/api/engine/…`: the endpoints of the web in addition to those of resources. */
export function engineCalls(app: App, parts: IndexParts): void {
  const { store, holder } = parts
  const reading = { config: { kind: 'read' } } as const
  app.get(`${path}/index`, { config: { anyPassword: true } }, async (request, reply) => {
    const signedIn = signedInOf(request)
    const { ctx } = request
    if (signedIn.fileToken !== undefined) {
      const cookie = { sameSite: 'strict', secure: isSecure(request), path: filesPath, httpOnly: true } as const
      reply.setCookie(fileCookie, signedIn.fileToken, cookie)
    }
    const index = { ...indexOf(ctx, parts, signedIn, await parts.pinned(ctx)), zone: parts.zone }
    if (isKnown(request, reply, JSON.stringify(index))) return reply.code(304).send()
    return done(index, request.language)
  })
  app.get(`${path}/pages`, { config: { open: true } }, request => {
    const model = holder.current()
    const { revision, title } = model
    const pages = model.pages.filter(({ code }) => code === 'anyone').map(pageOfIndex)
    return done({ revision, title, brand: shownBrand(model), pages }, request.language)
  })
  app.get<{ Querystring: { readonly path?: unknown } }>(`${path}/address`, request =>
    done(addressFor(request.ctx, String(request.query.path ?? '')), request.language),
  )
  app.get<OfResource>(`${path}/resource/:resource`, (request, reply) => {
    const { ctx } = request
    const resource = resourceFor(ctx, request.params.resource)
    if (isKnown(request, reply, rightsOf(ctx, parts.ports))) return reply.code(304).send()
    const { revision } = ctx.model
    const may = allowedOperations(ctx, resource, parts.ports)
    const primary = primarySteps(ctx.model, resource, ctx.actor.roles)
    const lacking = ['add', 'edit'].filter(operation => !may.includes(operation))
    const refusals = Object.fromEntries(lacking.map(one => [one, forbiddenOf(ctx, resource, one).text]))
    return done({ revision, model: partOf(ctx, resource), may, primary, refusals }, request.language)
  })
  app.get<OfField>(`${path}/options/:resource/:field`, async request => {
    const { ctx } = request
    const { resource, field } = request.params
    const query = wanted(request.query)
    return done(await store.options(ctx, resourceNamed(ctx.model, resource).name, field, query), request.language)
  })
  app.post<OfField>(`${path}/options/:resource/:field`, reading, async request => {
    const { ctx } = request
    const { resource, field } = request.params
    const query = wanted(request.body)
    return done(await store.options(ctx, resourceNamed(ctx.model, resource).name, field, query), request.language)
  })
  app.post<OfField>(`${path}/options/:resource/:field/pick`, reading, async request => {
    const { ctx } = request
    const { resource, field } = request.params
    const { record = {} } = wanted(request.body)
    const { name } = resourceNamed(ctx.model, resource)
    return done((await store.nextPick(ctx, name, field, record)) ?? null, request.language)
  })
  app.get<OfField>(`${path}/targets/:resource/:field`, async request => {
    const { ctx } = request
    const { resource, field: target } = request.params
    const { ids } = request.query as { readonly ids?: unknown }
    const list = String(ids ?? '').split(',', 1000)
    if (!list.every(isId)) throw wrongIds()
    return done(await store.targets(ctx, resourceNamed(ctx.model, resource).name, target, list), request.language)
  })
  app.post<OfField>(`${path}/options/:resource/:field/meant`, reading, async request => {
    const { ctx } = request
    const { resource, field } = request.params
    const query = textsWanted(request.body)
    return done(await store.meant(ctx, resourceNamed(ctx.model, resource).name, field, query), request.language)
  })
  app.get<OfResource>(`${path}/labels/:resource`, async request => {
    const { ctx } = request
    const { ids } = request.query as { readonly ids?: unknown }
    const list = String(ids ?? '').split(',', 1000)
    if (!list.every(isId)) throw wrongIds()
    const { name } = resourceNamed(ctx.model, request.params.resource)
    return done(await store.labels(ctx, name, list), request.language)
  })
  app.get<OfResource>(`${path}/branch/:resource`, async request => {
    const { ctx } = request
    const { parent, from } = request.query as { readonly parent?: unknown; readonly from?: unknown }
    const under = typeof parent === 'string' && parent !== '' && parent !== '0' ? parent : null
    if (under !== null && !isId(under)) throw wrongIds()
    const { name } = resourceNamed(ctx.model, request.params.resource)
    return done(await store.tree(ctx, name, under, {}, placeIn(from)), request.language)
  })
  app.get<OfRecord>(`${path}/history/:resource/:id`, async request => {
    const { ctx } = request
    const { resource, id } = request.params
    if (!isId(id)) throw wrongIds()
    const part = historyPartOf(request.query)
    const entries = await store.history(ctx, resourceNamed(ctx.model, resource).name, id, part)
    return done(entries, request.language)
  })
}

function indexOf(
  ctx: RequestContext,
  { ports, maySwitch }: IndexParts,
  { roleNames, mustChangePassword, mustEnrol }: SignedIn,
  pinned: readonly string[],
) {
  const { actor, model } = ctx
  const resources = resourcesOfIndex(ctx, ports)
  const first = homeBoardOf(model, actor)
  const pages = model.pages
    .filter(page => mayOpen(ctx, page))
    .map(page => ({ ...pageOfIndex(page), ...(page.key === homePage && first !== undefined && { board: first }) }))
  const menu = menuItemsFor(ctx, hasScreens)
  return {
    revision: model.revision,
    title: model.title,
    brand: shownBrand(model),
    language: ctx.language,
    me: {
      userId: actor.userId,
      account: actor.account,
      name: actor.name,
      roleName: roleNames.join(', '),
      tenantId: actor.tenantId,
      administrator: actor.administrator,
      mustChangePassword,
      mustEnrol,
      deptId: actor.deptId,
      roleIds: actor.roleIds,
      sourceType: actor.sourceType,
      ownerIds: actor.ownerIds,
      regionId: actor.regionId,
      fields: ownFields(ctx),
      ...(maySwitch && { maySwitch }),
    },
    resources,
    pages,
    menu: menu.map(indexItem),
    pinned: pinned.filter(name => resources.some(resource => resource.name === name)),
    icons: iconShapes([
      'file',
      ...[...resources, ...pages].flatMap(({ icon }) => icon ?? []),
      ...menu.flatMap(iconsOfGroups),
    ]),
  }
}

/** The fields of the user that expressions in the browser may read: those that the user may see. */
function ownFields(ctx: RequestContext): Readonly<Record<string, unknown>> {
  const user = ctx.model.resources[userResource]
  const hidden = user ? accessTo(ctx, user, 'view').hidden : new Set<string>()
  return Object.fromEntries(Object.entries(ctx.actor.fields).filter(([name]) => !hidden.has(name)))
}

/**
 * The resource at an address that the actor's index lacks: one without a list, such as lines. Refuses with 403 what
 * exists and may not be opened.
 */
function addressFor(ctx: RequestContext, address: string) {
  const { resources, pages } = ctx.model
  const page = pages.find(({ path }) => path === address)
  if (page && !mayOpen(ctx, page)) throw refuse.forbidden(page.title)
  const parts = address.split('/')
  const isBelow = (path: string) => address === path || address.startsWith(`${path}/`)
  const [found] = Object.values(resources)
    .filter(({ path, name }) => parts[1] === name || isBelow(path))
    .sort((one, other) => other.path.length - one.path.length)
  const [former] = Object.values(resources).flatMap(resource =>
    formerPaths(resource).flatMap(path => (isBelow(path) ? [{ resource, path }] : [])),
  )
  const resource = found ?? former?.resource
  if (!resource) throw refuse.notFound({ zh: '页面', en: 'page' })
  const { name, path } = resourceFor(ctx, resource.name)
  return { name, path: found ? path : (former?.path ?? path) }
}

/** Addresses of a resource before it was renamed. */
const formerPaths = ({ module, renamedFrom = [] }: Resource): readonly string[] =>
  renamedFrom.map(name => `/${module}/${name}`)

/** An item of the menu: a group with its items, or the name of a list or a page of the index. */
function indexItem(item: MenuItem): IndexItem {
  const { place } = item
  const own = place && { title: place.title, icon: place.menu.icon }
  switch (item.kind) {
    case 'group': {
      const { key, title, icon, top } = item.group
      const items = item.items.map(indexItem)
      return { group: place?.key ?? key, title, icon, ...own, ...(top && !place && { top }), items }
    }
    case 'resource':
      return { resource: item.resource.name, ...own }
    case 'page':
      return { page: item.page.key, ...own }
  }
}

type IndexItem =
  | { readonly resource: string; readonly title?: Bilingual; readonly icon?: string }
  | { readonly page: string; readonly title?: Bilingual; readonly icon?: string }
  | {
      readonly group: string
      readonly title: Bilingual
      readonly icon: string
      readonly top?: true
      readonly items: readonly IndexItem[]
    }

const iconsOfGroups = (item: MenuItem): readonly string[] => [
  ...(item.place ? [item.place.menu.icon] : []),
  ...(item.kind === 'group' ? [item.group.icon, ...item.items.flatMap(iconsOfGroups)] : []),
]

/** The resource, if the caller may view it or, through its master, its lines. */
function resourceFor(ctx: RequestContext, name: string): Resource {
  const resource = resourceNamed(ctx.model, name)
  demand(ctx, resource, 'view')
  return resource
}

/**
 * What a part of the Model depends on: users of a tenant with the same rights get the same. The revision contains the
 * edits of the tenant.
 */
const rightsOf = ({ actor, language, model }: RequestContext, ports: ReadonlySet<string>): string =>
  JSON.stringify([
    model.revision,
    language,
    actor.tenantId,
    actor.administrator,
    actor.packageMenus,
    actor.roleRights.map(({ alias, codes, dataScope, scopes }) => [alias, dataScope, scopes, [...codes].sort()]),
    [...ports].sort(),
  ])

/** Sets the ETag of a response from its dependencies; returns whether the browser has it in its cache. */
function isKnown(request: FastifyRequest, reply: FastifyReply, dependsOn: string): boolean {
  const tag = `"${createHash('sha256').update(dependsOn).digest('base64url').slice(0, 22)}"`
  reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'accept-language, blade-auth')
  return request.headers['if-none-match'] === tag
}

/** The requested part of a history: an invalid size is ignored, an invalid entry id refused. */
function historyPartOf(given: unknown): HistoryPart {
  const { before, size } = Object(given) as Readonly<Record<string, unknown>>
  if (before !== undefined && (typeof before !== 'string' || !isId(before))) throw wrongIds()
  return {
    ...(before !== undefined && { before }),
    ...(typeof size === 'string' && /^[0-9]{1,3}$/.test(size) && { size: Number(size) }),
  }
}

/** Maximum number of recent choices in a request, which are listed first. */
const maxRecent = 20

function wanted(given: unknown): Wanted {
  const { search, parent, from, record, first, step } = Object(given) as Readonly<Record<string, unknown>>
  return {
    ...(typeof search === 'string' && search.trim() !== '' && { text: search.trim() }),
    ...(isRecord(record) && { record }),
    ...(typeof step === 'string' && { step }),
    ...(Array.isArray(first) && {
      first: first.slice(0, maxRecent).filter(one => typeof one === 'string' && isId(one)),
    }),
    ...(parent !== undefined && {
      parentId: typeof parent === 'string' && isId(parent) ? parent : null,
      from: placeIn(from),
    }),
  }
}

const maxTexts = 1000

function textsWanted(given: unknown): TextsWanted {
  const { texts, record, step } = Object(given) as Readonly<Record<string, unknown>>
  const isText = (text: unknown) => typeof text === 'string' && text.length <= 500 && isClean(text)
  if (!Array.isArray(texts) || texts.length > maxTexts || !texts.every(isText))
    throw refuse.input({
      texts: {
        zh: `texts 须为最多 ${maxTexts} 个文本，每个不超过 500 个字符`,
        en: `texts must be a list of at most ${maxTexts} texts of at most 500 characters each`,
      },
    })
  return { texts, ...(isRecord(record) && { record }), ...(typeof step === 'string' && { step }) }
}

/** The offset from which a level continues. */
function placeIn(given: unknown): number {
  const place = Number(given ?? 0)
  if (!Number.isInteger(place) || place < 0 || place > 1_000_000)
    throw refuse.input({ from: { zh: 'from 须为 0 - 1000000 的整数', en: 'from must be a whole number, 0 - 1000000' } })
  return place
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
