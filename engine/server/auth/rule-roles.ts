import { type DataScope, type Model, scopesByWidth } from '../../model/model.ts'
import { codeOf } from '../../model/names.ts'
import { perModel } from '../../model/per-model.ts'
import type { ActorRights, CustomScope } from './actor.ts'
import { scopesOn } from './custom-scope.ts'

const named = perModel<ReadonlySet<string>>()

/** Aliases of the roles that access rules name. */
const namedRoles = (model: Model): ReadonlySet<string> =>
  named(model, '', () => new Set(Object.values(model.resources).flatMap(({ access }) => access.map(rule => rule.role))))

/** The roles that access rules name. A user with one of them has no access where no rule of it allows any. */
export const restrictedRoles = (model: Model, { roles }: Pick<ActorRights, 'roles'>): string[] =>
  roles.filter(role => namedRoles(model).has(role))

/** Whether a role of the user has a data scope other than all rows. */
export const isScoped = ({ roleRights }: ActorRights): boolean =>
  roleRights.some(({ dataScope, scopes = [] }) => dataScope !== 'all' || scopes.length > 0)

/** Whether the user sees only some rows of the tenant: those of an owner, of a data scope, or that access rules allow. */
export const isRestricted = (model: Model, actor: ActorRights): boolean =>
  actor.ownerIds.length > 0 || isScoped(actor) || restrictedRoles(model, actor).length > 0

/**
 * Whether one role of the actor has a code with the same data scope or a wider one. A custom scope is as wide as itself
 * only, and narrower than all rows.
 */
export const reaches = (
  { roleRights }: ActorRights,
  code: string,
  scope: DataScope,
  custom: readonly Pick<CustomScope, 'id' | 'menuId'>[] = [],
): boolean => {
  const of = { code: code.slice(0, code.lastIndexOf('_')) }
  const there = scopesOn(custom, of)
  const wanted = there.length > 0 ? 'all' : scope
  return roleRights.some(({ codes, dataScope, scopes }) => {
    if (!codes.has(code)) return false
    const own = scopesOn(scopes, of)
    if (own.length > 0) return there.length > 0 && there.every(({ id }) => own.some(one => one.id === id))
    return scopesByWidth.indexOf(dataScope) >= scopesByWidth.indexOf(wanted)
  })
}

/** What a role has by its alias, besides its codes. */
interface AliasRights {
  /** For each field that only some roles enter, the aliases of these. */
  readonly enters: readonly (readonly string[])[]
  /** Codes with the data scope of an access rule. */
  readonly scoped: readonly (readonly [code: string, scope: DataScope])[]
  /** An access rule gives it rows by a condition. */
  readonly hasRows: boolean
}

const aliasRights = perModel<AliasRights>(1000)

const rightsOfAlias = (model: Model, alias: string): AliasRights =>
  aliasRights(model, alias, () => {
    const resources = Object.values(model.resources)
    const rules = resources.flatMap(of => of.access.filter(({ role }) => role === alias).map(rule => ({ of, rule })))
    return {
      enters: resources.flatMap(({ fields }) =>
        fields.flatMap(({ editableBy }) => (editableBy?.includes(alias) ? [editableBy] : [])),
      ),
      scoped: rules.flatMap(({ of, rule: { allow, dataScope } }) =>
        dataScope === undefined ? [] : allow.map(operation => [codeOf(of, operation), dataScope] as const),
      ),
      hasRows: rules.some(({ rule }) => rule.where !== undefined),
    }
  })

/**
 * Whether a role that the actor does not have gives rights by its alias which the actor lacks: fields that only some
 * roles enter, a wider data scope of an access rule, or, to an actor who sees the rows of owners or of access rules,
 * other rows.
 */
export function exceedsByAlias(model: Model, actor: ActorRights, alias: string): boolean {
  if (actor.roles.includes(alias)) return false
  const { enters, scoped, hasRows } = rightsOfAlias(model, alias)
  return (
    enters.some(aliases => !aliases.some(one => actor.roles.includes(one))) ||
    scoped.some(([code, scope]) => !reaches(actor, code, scope)) ||
    (hasRows && (actor.ownerIds.length > 0 || restrictedRoles(model, actor).length > 0))
  )
}
