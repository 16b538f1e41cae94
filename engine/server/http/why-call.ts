import { rolesKind } from '../../compiler/kinds/roles.ts'
import { positionIn } from '../../compiler/problem.ts'
import { readYaml } from '../../compiler/read-yaml.ts'
import type { Source } from '../../compiler/source.ts'
import { at, entryOf, itemsOf, type Node, plainAt } from '../../compiler/tree.ts'
import type { WhyStep, WhyView } from '../../model/access-views.ts'
import { userResource } from '../../model/account-resources.ts'
import { masterOf } from '../../model/lines.ts'
import type { AccessRule, Field, Resource } from '../../model/model.ts'
import { codeOf, resourceOf } from '../../model/names.ts'
import { ownerFieldOf } from '../../model/owner.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { type AccessTrace, accessTo, forbiddenOf, type TracedAccess } from '../auth/access.ts'
import { platformTenant } from '../auth/actor.ts'
import { selectedUsers } from '../auth/authenticator.ts'
import { presentGrants } from '../auth/present-grants.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { done } from '../errors/envelope.ts'
import { knownIn } from '../errors/known-names.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { storedSources } from '../live/revision-row.ts'
import type { AccessCallParts } from './access-calls.ts'
import type { App } from './app.ts'
import { resourceNamed } from './request-parts.ts'

/**
 * `GET /api/engine/access/why?user=&resource=&operation=&id=&field=`: which code, rule, scope, role and owner decide
 * whether a user may do something, with the lines of the descriptors. It is the trace of the access predicate itself.
 * Users ask about the own account, or about users and records that they may see.
 */
export function whyCall(app: App, { store, database }: AccessCallParts): void {
  const { kysely } = database
  app.get('/api/engine/access/why', async request => {
    const { ctx, language } = request
    const given = knownIn(request.query, ['user', 'resource', 'operation', 'id', 'field'])
    const text = (name: string, usual = '') => String(given[name] || usual)
    const [user, operation, id, field] = [
      text('user', ctx.actor.userId ?? ''),
      text('operation', 'view'),
      text('id'),
      text('field'),
    ]
    const named = resourceNamed(ctx.model, text('resource'))
    const resource = masterOf(ctx.model, named) ?? named
    if (named.platform && ctx.actor.tenantId !== platformTenant) throw forbiddenOf(ctx, named, operation)
    const isSelf = user === ctx.actor.userId
    const account = isSelf ? ctx.actor : await store.get(ctx, userResource, user)
    const record = id === '' ? undefined : await (isSelf ? orUnseen : same)(store.get(ctx, resource.name, id))
    if (field !== '' && !fieldOf(resource, field)) throw refuse.unknownName(field)
    const [actor] = isSelf ? [ctx.actor] : await selectedUsers(kysely, ctx.model, ctx.actor.tenantId, { ids: [user] })
    const asked = actor && ctx.withRights(actor)
    const steps = asked ? await stepsFor(asked) : [{ kind: 'account', passed: false } as const]
    const code = asked ? accessTo(asked, named, operation).trace().code : ''
    const view: WhyView = {
      ...{
        user: String(account.name),
        resource: resource.titles,
        steps: open(steps),
        roles: await rolesWith(ctx, code),
      },
      allowed: steps.every(({ passed }) => passed),
      ...(record && { record: String(record[resource.display] ?? id) }),
    }
    return done(view, language)

    async function stepsFor(asked: RequestContext): Promise<readonly WhyStep[]> {
      const access = accessTo(asked, named, operation)
      const trace = access.trace()
      const { sources = [] } = (await storedSources(database)) ?? {}
      const placeOf = placesIn(sources, resource)
      const { model } = asked
      const placeOfOwner = model.owner ? placesIn(sources, resourceOf(model, model.owner)) : placeOf
      const titleOf = await roleTitles(ctx)
      const steps = stepsOf(asked, operation, trace, placeOf)
      if (access.allowed && id !== '' && !trace.free)
        steps.push(
          ...(record
            ? rowSteps(asked, resource, trace, await evaluated(resource, trace, id), record, { placeOf, placeOfOwner })
            : [{ kind: 'rows', passed: false } as const]),
        )
      if (field !== '')
        steps.push(fieldStep(asked, resource, operation, access, fieldOf(resource, field) as Field, placeOf))
      return steps.map(step => ({ ...step, ...(step.role && { role: step.role.split(' ').map(titleOf).join('、') }) }))
    }
  })

  /** Whether a row satisfies the conditions of each set, in the order of the sets. */
  async function evaluated(resource: Resource, { sets }: AccessTrace, id: string): Promise<readonly Evaluated[]> {
    const conditions = sets.flatMap(({ inScope, byRule }) =>
      [inScope, byRule].map(rows => sql`coalesce(${rows?.('t') ?? word('true')}, false)`),
    )
    const [row] = await runAll(
      kysely,
      sql`select array[${join(conditions, ', ', '')}]::boolean[] as found from ${word(`"${resource.table}" t`)} where t."id" = ${id}::bigint`,
    )
    const found = (row?.['found'] ?? []) as readonly boolean[]
    return sets.map((_set, index) => ({ inScope: found[index * 2] === true, byRule: found[index * 2 + 1] === true }))
  }

  async function roleTitles({ actor }: RequestContext): Promise<(alias: string) => string> {
    const rows = await runAll(
      kysely,
      sql`select role_alias as alias, role_name as name from blade_role where tenant_id = ${actor.tenantId} and is_deleted = 0`,
    )
    return alias => String(rows.find(one => one['alias'] === alias)?.['name'] ?? alias)
  }

  async function rolesWith({ actor, model }: RequestContext, code: string): Promise<readonly string[]> {
    const rows = await runAll(
      kysely,
      sql`select distinct r.role_name as name from ${presentGrants(model)} g join blade_role r
        on r.tenant_id = g.tenant_id and r.id = g.role_id and r.is_deleted = 0
        where g.tenant_id = ${actor.tenantId} and g.code = ${code} order by 1`,
    )
    return rows.map(({ name }) => String(name))
  }
}

/** A record that the user may not see: nothing of it is shown, not even whether it exists. */
const orUnseen = (record: Promise<Row>): Promise<Row | undefined> =>
  record.catch((error: unknown) => {
    if (error instanceof Refusal && [403, 404].includes(error.status)) return undefined
    throw error
  })
const same = (record: Promise<Row>): Promise<Row | undefined> => record

interface Evaluated {
  readonly inScope: boolean
  readonly byRule: boolean
}

type Places = ReturnType<typeof placesIn>

const placed = (place: string | undefined) => (place === undefined ? {} : { place })

/** What follows the first failed step is not decided. */
function open(steps: readonly WhyStep[]): readonly WhyStep[] {
  const failed = steps.findIndex(({ passed }) => passed === false)
  return failed < 0 ? steps : steps.map((step, index) => (index > failed ? { kind: step.kind, passed: null } : step))
}

/** The steps that decide about the resource: the account, the operation, the access rules, and the code. */
function stepsOf(ctx: RequestContext, operation: string, trace: AccessTrace, placeOf: Places): WhyStep[] {
  const { actor } = ctx
  const { code, free, own, barred, rules, sets } = trace
  if (barred)
    return [
      { kind: 'account', passed: true },
      { kind: barred, passed: false, detail: operation },
    ]
  if (free || own)
    return [
      { kind: 'account', passed: true },
      { kind: free ? 'administrator' : 'own', passed: true },
    ]
  const allowing = rules.filter(({ allows }) => allows).map(({ rule }) => rule)
  const having = sets.filter(({ hasCode }) => hasCode)
  const [rule] = allowing.length > 0 ? allowing : rules.map(one => one.rule)
  const aliases = (list: readonly { readonly alias: string }[]) =>
    [...new Set(list.map(({ alias }) => alias))].join(' ')
  // A rule that names a role of the user leaves the others out.
  const others = actor.roleRights.filter(({ codes }) => codes.has(code))
  const steps: WhyStep[] = [{ kind: 'account', passed: true }]
  if (rule)
    steps.push({
      ...{ kind: 'rule', passed: allowing.length > 0, role: rule.role, detail: operation },
      ...placed(placeOf.rule(rule)),
    })
  steps.push({
    ...{ kind: 'code', passed: having.length > 0, detail: code },
    ...(having.length > 0
      ? {
          role: aliases(having),
          ...placed(having.map(set => placeOf.grant(set.alias, set.rule, operation)).find(Boolean)),
        }
      : others.length > 0 && { has: aliases(others) }),
  })
  return steps
}

/** The steps that decide about a row, of the role that comes nearest: the data scope, and the rule or the owner. */
function rowSteps(
  ctx: RequestContext,
  resource: Resource,
  { sets }: AccessTrace,
  found: readonly Evaluated[],
  record: Row,
  { placeOf, placeOfOwner }: { readonly placeOf: Places; readonly placeOfOwner: Places },
): WhyStep[] {
  const { actor, model } = ctx
  const order = ({ inScope, byRule }: Evaluated) => (inScope ? 2 : 0) + (byRule ? 1 : 0)
  const [best] = sets
    .flatMap((set, index) => (set.hasCode && found[index] ? [{ set, of: found[index] }] : []))
    .sort((one, other) => order(other.of) - order(one.of))
  if (!best) return []
  const { set, of } = best
  const named = (name: string) => String(record[`${name}Name`] ?? record[name] ?? '')
  const scope: WhyStep = {
    ...{
      kind: 'scope',
      passed: of.inScope,
      role: set.alias,
      detail: set.custom === undefined ? set.dataScope : 'custom',
    },
    ...(set.inScope &&
      set.custom === undefined && { has: named(set.dataScope === 'own' ? 'createUser' : 'createDept') }),
  }
  const owner = ownerFieldOf(resource)
  const isByOwner = set.rule?.where === undefined && owner !== undefined && model.owner !== undefined
  const [ofOwner] = isByOwner ? set.ofOwner : []
  // The commonest rule of an owner is reported by the names of owners.
  const isByIds = isByOwner && (ofOwner === undefined || ofOwner.where === 'id in me.ownerIds')
  const where = isByIds ? undefined : (ofOwner ?? set.rule)?.where
  const rows: WhyStep = {
    ...{ kind: isByIds ? 'owner' : 'rows', passed: of.byRule, role: set.alias },
    ...(where !== undefined && { detail: where }),
    ...(isByIds &&
      set.byRule && {
        detail: owner.title[ctx.language],
        has: named(owner.name),
        needs: String(actor.ownerIds.length),
      }),
    ...placed(ofOwner ? placeOfOwner.rule(ofOwner) : set.rule && placeOf.rule(set.rule)),
  }
  return [scope, rows]
}

/** Whether the user reads a field whole, and may enter it where the operation writes. */
function fieldStep(
  ctx: RequestContext,
  resource: Resource,
  operation: string,
  access: TracedAccess,
  field: Field,
  placeOf: Places,
): WhyStep {
  const [rule] = access.trace().withholds(field.name)
  const isKept = (operation === 'add' || operation === 'edit') && !access.writesField(field)
  const has = access.hidden.has(field.name) ? 'hidden' : access.masked.has(field.name) ? 'masked' : isKept ? 'kept' : ''
  return {
    ...{ kind: 'field', passed: has === '', has, detail: field.title[ctx.language], needs: codeOf(resource, 'unmask') },
    ...(rule && { role: rule.role, ...placed(placeOf.rule(rule)) }),
  }
}

/** The places in the descriptors: of access rules of a resource, and of the roles that grant its codes. */
function placesIn(sources: readonly Source[], resource: Resource) {
  const files = [...sources].sort((one, other) => (one.origin === other.origin ? 0 : one.origin === 'app' ? -1 : 1))
  const place = (source: Source, offset: number) => `${source.file}:${positionIn(source, offset).line}`
  const roots = files
    .filter(({ file }) => file.endsWith(`/${resource.name}.yaml`) || file.startsWith('mixins/'))
    .map(source => ({ source, root: readYaml(source.text).root }))
  const isRule = (node: Node, { role, where, allow }: AccessRule) =>
    plainAt(node, 'role') === role &&
    (plainAt(node, 'where') ?? undefined) === where &&
    itemsOf(at(node, 'allow')).length === allow.length
  const rule = (wanted: AccessRule): string | undefined => {
    for (const { source, root } of roots) {
      const node = itemsOf(at(root, 'access')).find(one => isRule(one, wanted))
      if (node) return place(source, node.start)
    }
    return undefined
  }
  const role = (alias: string): string | undefined => {
    const source = files.find(({ file }) => file === rolesKind.location)
    const entry = source && entryOf(readYaml(source.text).root, alias)
    return entry && place(source, entry.keyStart)
  }
  return {
    rule,
    grant: (alias: string, by: AccessRule | undefined, operation: string) =>
      (by?.allow.includes(operation) && rule(by)) || role(alias),
  }
}
