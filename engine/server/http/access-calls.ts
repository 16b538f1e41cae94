import type { RoleChange, RoleRightsView, RoleView, ScopeView } from '../../model/access-views.ts'
import { administratorAlias, roleResource } from '../../model/account-resources.ts'
import { codeOf, personalFields, resourceOf } from '../../model/names.ts'
import { accessTo } from '../auth/access.ts'
import { isEnabled } from '../auth/active-session.ts'
import { authorityOf } from '../auth/actor.ts'
import { resourceOfMenu } from '../auth/custom-scope.ts'
import { presentGrants } from '../auth/present-grants.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { isScoped } from '../auth/rule-roles.ts'
import type { Database, Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { done } from '../errors/envelope.ts'
import { knownIn } from '../errors/known-names.ts'
import type { Store } from '../store/operations.ts'
import type { App } from './app.ts'

const path = '/api/engine/access'

/** The dependencies of the calls about rights. */
export interface AccessCallParts {
  readonly store: Store
  readonly database: Database
}

/** `/api/engine/access/…`: the roles of the tenant, the rights of one, and what a change of it would change. */
export function accessCalls(app: App, { store, database: { kysely } }: AccessCallParts): void {
  app.get(`${path}/roles`, async ({ ctx, language }) => {
    const roles = await store.list(ctx, roleResource, {})
    const holders = await holdersOf(kysely, ctx)
    const view = (role: Readonly<Record<string, unknown>>): RoleView => ({
      ...{ id: String(role['id']), name: String(role['roleName']), alias: String(role['roleAlias']) },
      parentId: role['parentId'] === null ? null : String(role['parentId']),
      ...{ dataScope: String(role['dataScope'] ?? 'all'), isBuiltIn: role['isBuiltIn'] === true },
      codes: Array.isArray(role['codes']) ? role['codes'].length : 0,
      users: holders
        .filter(({ roles: ids }) => ids.includes(String(role['id'])))
        .reduce((sum, { users }) => sum + users, 0),
    })
    return done(roles.map(view), language)
  })
  app.get<{ Params: { readonly id: string } }>(`${path}/roles/:id`, async request => {
    const { ctx, language } = request
    const role = await store.get(ctx, roleResource, request.params.id)
    return done(rightsView(ctx, role, await scopesOf(store, ctx, role)), language)
  })
  app.post(`${path}/preview`, { config: { kind: 'read' } }, async request => {
    const { ctx, language } = request
    const record = knownIn(request.body, ['id', 'version', 'codes', 'dataScope', 'dataScopes', 'apiScopes'])
    const before = await rightsByRole(kysely, ctx)
    const after = await store.check(ctx, roleResource, async (inside, queries) => {
      await inside.update(ctx, roleResource, record)
      return rightsByRole(queries, ctx)
    })
    return done(changeOf(await holdersOf(kysely, ctx), before, after), language)
  })
}

/** What a role grants, where descriptors say so, and which codes the actor may grant. */
function rightsView(
  ctx: RequestContext,
  role: Readonly<Record<string, unknown>>,
  scopes: readonly ScopeView[],
): RoleRightsView {
  const { model } = ctx
  const actor = authorityOf(ctx.actor)
  const alias = String(role['roleAlias'])
  const rules = Object.values(model.resources).flatMap(({ name, access, fields }) =>
    access
      .filter(rule => rule.role === alias)
      .map(({ where, dataScope, hide, mask = [] }) => ({
        resource: name,
        ...(where !== undefined && where !== 'true' && { where }),
        ...(dataScope && { dataScope }),
        hide: fields.filter(field => hide.includes(field.name)).map(({ title }) => title),
        mask: fields.filter(field => mask.includes(field.name)).map(({ title }) => title),
      })),
  )
  return {
    id: String(role['id']),
    version: Number(role['version']),
    alias,
    dataScope: String(role['dataScope'] ?? 'all'),
    dataScopes: (role['dataScopes'] ?? []) as readonly string[],
    apiScopes: (role['apiScopes'] ?? []) as readonly string[],
    scopes,
    isAdministrator: alias === administratorAlias,
    codes: (role['codes'] ?? []) as readonly string[],
    declared: model.roles.find(one => one.alias === alias)?.codes ?? [],
    grantable: actor.administrator ? null : isScoped(actor) ? [] : [...actor.codes],
    rules,
    personal: Object.values(model.resources).flatMap(resource => {
      const titles = personalFields(resource).map(({ title }) => title)
      return titles.length > 0 ? { resource: resource.name, code: codeOf(resource, 'unmask'), titles } : []
    }),
  }
}

/** The scopes of the tenant; for a user who may not view them, those of the role. */
async function scopesOf(store: Store, ctx: RequestContext, role: Row): Promise<readonly ScopeView[]> {
  const scopes: ScopeView[] = []
  for (const kind of ['dataScopes', 'apiScopes'] as const) {
    const of = resourceOf(ctx.model, scopeResources[kind])
    const names = (role[`${kind}Name`] ?? []) as readonly unknown[]
    const granted = ((role[kind] ?? []) as readonly unknown[]).map((id, at) => ({ id, scopeName: names[at] ?? id }))
    const rows: readonly Row[] = accessTo(ctx, of, 'view').allowed ? await store.list(ctx, of.name, {}) : granted
    for (const { id, scopeName, menuId } of rows) {
      const resource = resourceOfMenu(ctx.model, String(menuId))?.name
      scopes.push({ kind, id: String(id), name: String(scopeName), ...(resource && { resource }) })
    }
  }
  return scopes
}

const scopeResources = { dataScopes: 'bladeDataScope', apiScopes: 'bladeApiScope' }

/** Enabled users with the same roles. */
interface Holders {
  readonly roles: readonly string[]
  readonly users: number
  readonly names: readonly string[]
}

async function holdersOf(queries: Queries, { actor }: RequestContext): Promise<readonly Holders[]> {
  const rows = await runAll(
    queries,
    sql`select coalesce(u.role_id::text[], '{}') as roles, count(*)::integer as users, (array_agg(u.name order by u.id))[1:3] as names
      from blade_user u where u.tenant_id = ${actor.tenantId} and ${isEnabled} group by 1`,
  )
  return rows as unknown as Holders[]
}

/** The codes and API scopes of each role of the tenant, and its data scopes. */
async function rightsByRole(queries: Queries, { actor, model }: RequestContext): Promise<Rights> {
  const rows = await runAll(
    queries,
    sql`select r.id::text as id, concat(r.data_scope, array(select unnest(r.data_scopes) order by 1)::text) as scope,
        array(select g.code from ${presentGrants(model)} g where g.tenant_id = r.tenant_id and g.role_id = r.id)
          || array(select 'apiScopes/' || id from unnest(r.api_scopes) id) as codes
      from blade_role r where r.tenant_id = ${actor.tenantId}`,
  )
  return new Map(
    rows.map(({ id, scope, codes }) => [String(id), { scope, codes: new Set(codes as readonly string[]) }]),
  )
}

type Rights = ReadonlyMap<string, { readonly scope: unknown; readonly codes: ReadonlySet<string> }>

/** Whose rights a change of a role changes: a user keeps a code that another of their roles has. */
function changeOf(holders: readonly Holders[], before: Rights, after: Rights): RoleChange {
  const gains = new Map<string, number>()
  const losses = new Map<string, number>()
  const touched: Holders[] = []
  for (const one of holders) {
    const [former, next] = [before, after].map(
      rights => new Set(one.roles.flatMap(id => [...(rights.get(id)?.codes ?? [])])),
    )
    const gained = [...(next ?? [])].filter(code => !former?.has(code))
    const lost = [...(former ?? [])].filter(code => !next?.has(code))
    for (const code of gained) gains.set(code, (gains.get(code) ?? 0) + one.users)
    for (const code of lost) losses.set(code, (losses.get(code) ?? 0) + one.users)
    const isScopeOther = one.roles.some(id => before.get(id)?.scope !== after.get(id)?.scope)
    if (gained.length + lost.length > 0 || isScopeOther) touched.push(one)
  }
  const listed = (counts: ReadonlyMap<string, number>) => [...counts].map(([code, users]) => ({ code, users }))
  return {
    users: touched.reduce((sum, { users }) => sum + users, 0),
    names: touched.flatMap(({ names }) => names).slice(0, 3),
    ...{ gains: listed(gains), losses: listed(losses) },
    below: [...before]
      .filter(([id, { codes }]) => [...codes].some(code => !after.get(id)?.codes.has(code)))
      .map(([id]) => id),
  }
}
