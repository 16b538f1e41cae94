import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { isInputField } from '../../fields/record-schema.ts'
import { userResource } from '../../model/account-resources.ts'
import { grantsRights } from '../../model/guard.ts'
import { masterFieldOf, masterOf } from '../../model/lines.ts'
import type { AccessRule, Bilingual, DataScope, Field, Operation, Resource } from '../../model/model.ts'
import { dataScopes, operations } from '../../model/model.ts'
import {
  codeOf,
  isReadOnly,
  operationsOf,
  personalFields,
  queryNamed,
  resourceOf,
  rightsOf,
} from '../../model/names.ts'
import { ownerColumn, ownerFieldOf } from '../../model/owner.ts'
import { perModel } from '../../model/per-model.ts'
import { userSteps } from '../../model/steps.ts'
import { engineColumns, readForTimeRemaining, timeRemaining } from '../../model/system-fields.ts'
import { computedInputs, type FormulaRead, fieldsOfComputed } from '../../record/formulas.ts'
import { isMaskable } from '../../record/mask.ts'
import { rollUpsOf } from '../../record/roll-ups.ts'
import { computedFromTargets } from '../../record/target-reads.ts'
import type { TargetRead } from '../../rules/read-targets.ts'
import type { Queries } from '../database/database.ts'
import { anyFragment, columnOf, every, type Fragment, sql, word } from '../database/fragment.ts'
import { isPerTenant, ofSameTenant } from '../database/tenancy.ts'
import { type Refusal, refuse } from '../errors/refuse.ts'
import { ownersOfUser } from './access-fields.ts'
import { type Actor, type CustomScope, platformTenant, type RoleRights } from './actor.ts'
import { assureNoEscalation, type RowChange } from './authority-guard.ts'
import { customRows, dataScopeOf, isInPackage, scopesOn } from './custom-scope.ts'
import { isSelf, rowsInScope } from './data-scope.ts'
import { rowsBy, rowsById } from './expressions.ts'
import type { RequestContext } from './request-context.ts'
import { restrictedRoles } from './rule-roles.ts'

/** The access of one actor to one resource for one operation. */
export interface Access {
  /**
   * Whether the actor has the code and, where access rules name the actor's roles, one of them allows the operation.
   */
  readonly allowed: boolean
  /** Whether the rows are restricted further than to the tenant. */
  readonly bound: boolean
  /** The condition on the rows of the table under an alias. It does not exclude deleted rows. */
  rows(alias: string): Fragment
  /** Names of the fields that are hidden from the actor: not readable, not usable in a query, not writable. */
  readonly hidden: ReadonlySet<string>
  /** Names of the fields that the actor sees masked: no expression, order or condition but equality may read them. */
  readonly masked: ReadonlySet<string>
  /** Both of them: the fields whose values no answer may depend on. */
  readonly withheld: ReadonlySet<string>
  /** Whether the actor may read the whole value of a field: neither hidden, masked nor write-only. */
  reads(field: Field): boolean
  /** Whether the actor sees a field, masked or not. */
  shows(field: Field): boolean
  /** Whether the actor may write a field: an input field that is neither hidden nor reserved for other roles. Only a step that asks for it writes others. */
  writesField(field: Field): boolean
  /** Refuses a change that the privilege-escalation guard does not allow. The statements run in the write's transaction. */
  writes(queries: Queries, change: RowChange): Promise<void>
}

/** An access that explains itself. */
export interface TracedAccess extends Access {
  trace(): AccessTrace
}

/** What decides about an access, as the predicate reads it. */
export interface AccessTrace {
  readonly code: string
  /** An administrator, who has every code and sees every row of the tenant. */
  readonly free: boolean
  /** Without the code, the rows that the actor created. */
  readonly own: boolean
  /** Whatever the roles: rows of the platform, an operation that the resource does not have, or the tenant's package. */
  readonly barred: 'shared' | 'operation' | 'package' | undefined
  /** The access rules that name a role of the actor, and whether they allow the operation. */
  readonly rules: readonly { readonly rule: AccessRule; readonly allows: boolean }[]
  /** What each role contributes; the rows of one that has the code and both conditions are enough. */
  readonly sets: readonly AccessSet[]
  /** The rules that hide or mask a field. */
  withholds(field: string): readonly AccessRule[]
}

/** The rows that one role contributes by one of its access rules, or without one. */
interface AccessSet {
  readonly alias: string
  readonly rule?: AccessRule
  readonly dataScope: DataScope
  /** The id of the custom scope that replaces it. */
  readonly custom?: string
  readonly hasCode: boolean
  /** The condition of the data scope; undefined for all rows. */
  readonly inScope: Bound | undefined
  /** That of the rule, or of the owners; undefined for all rows. */
  readonly byRule: Bound | undefined
  /** The rules of the owner resource that bound the rows by their owner. */
  readonly ofOwner: readonly AccessRule[]
}

/**
 * The only access predicate: the rows and fields that an actor may use for an operation, transition or action on a
 * resource. All code that reads or writes rows uses it.
 *
 * - The tenant restricts every actor, administrators too. A shared table has no tenant: all tenants read it, only the
 *   platform's administrators write it, and the platform's own tables are not readable in other tenants.
 * - The code `<code>_<operation>` is required. Administrators have all codes and no further restriction.
 * - A row is in reach if one role of the actor has the code, an access rule that contains the row (or the default
 *   without one), and a data scope that contains it (the rule's, or the role's). Roles that no access rule of the
 *   resource names contribute nothing once another role of the actor is named. A resource without such a rule inherits
 *   the row sets of the owner resource's rules for `view`.
 * - Where no row set applies, an actor with `ownerIds` is restricted to the rows of those owners. An actor without
 *   `ownerIds` sees all owned rows of the tenant, or none of them if an access rule names one of the actor's roles.
 * - Users are rows too: an actor who sees certain owners only sees the own account and the users of those owners.
 * - Personal values are masked without the code `<code>_unmask`, and so are fields that a rule of a role masks, whatever
 *   its codes. What is computed from them is hidden, and so is a masked value that is no text.
 * - A field hidden from `view` is hidden from every other operation too, because their responses contain the record.
 * - Transitions, actions and binds are checked in the same way, by their own name.
 * - What `own` of a resource lists, a user may do with the rows that the user created, whatever the codes.
 * - Lines have the rights of their master: its `view` or `export`, and its `edit` for every other operation. A step of
 *   lines has a code of its own, in place of that of `edit`.
 */
export function accessTo(ctx: RequestContext, resource: Resource, operation: string, code?: string): TracedAccess {
  const ofContext = known.get(ctx) ?? new Map<Resource, Map<string, TracedAccess>>()
  const ofResource = ofContext.get(resource) ?? new Map<string, TracedAccess>()
  const key = code === undefined ? operation : `${operation} ${code}`
  const found = ofResource.get(key)
  if (found) return found
  const access = accessBy(ctx, resource, operation, code)
  known.set(ctx, ofContext.set(resource, ofResource.set(key, access)))
  return access
}

/** One request reads the access to its resource a dozen times; what decides about it does not change in a context. */
const known = new WeakMap<RequestContext, Map<Resource, Map<string, TracedAccess>>>()

/**
 * Whether the actor has the code and, where access rules name the actor's roles, one of them allows the operation; for
 * many resources at once, without the conditions on rows and fields.
 */
export function mayRun(ctx: RequestContext, resource: Resource, operation: string): boolean {
  const master = masterOf(ctx.model, resource)
  if (master) return accessTo(ctx, resource, operation).allowed
  const { isGranted, isOfOwn } = rightOf(ctx, resource, operation, codeOf(resource, operation))
  return isGranted || isOfOwn
}

function rightOf(ctx: RequestContext, resource: Resource, operation: string, code: string) {
  const { actor } = ctx
  const isBarred =
    isGrantByService(actor, resource, operation) ||
    (!isPerTenant(resource) && !mayTouchShared(actor, resource, operation)) ||
    lacks(actor, resource, operation)
  const free = actor.administrator && !isBarred
  const rules = free ? [] : rulesFor(ctx, resource, operation)
  const isShutOut = isBarred || (!free && rules.length === 0 && namingRoles(ctx, resource).length > 0)
  const roles = contributingRoles(ctx, rules)
  const granting = roles.filter(({ codes }) => codes.has(code))
  const isGranted = (free || granting.length > 0) && !isShutOut && isInPackage(ctx.model, actor, resource)
  const isOfOwn = !isBarred && actor.kind !== 'system' && resource.own?.includes(operation) === true
  return { isBarred, free, rules, isShutOut, roles, granting, isGranted, isOfOwn }
}

function accessBy(
  ctx: RequestContext,
  resource: Resource,
  operation: string,
  code = codeOf(resource, operation),
): TracedAccess {
  const master = masterOf(ctx.model, resource)
  if (master) return accessThroughMaster(ctx, resource, master, operation)
  const { actor } = ctx
  const right = rightOf(ctx, resource, operation, code)
  const { isBarred, free, rules, isShutOut, roles, granting, isGranted, isOfOwn } = right
  // Names are read without the code.
  const reaching = granting.length > 0 ? granting : roles
  const granted = free ? undefined : isShutOut ? noRow : rowsOfRoles(ctx, resource, rules, reaching)
  const isWhole = isGranted && granted === undefined
  const bound = isOfOwn && !isWhole ? withOwn(ctx, resource, isGranted ? granted : undefined) : granted
  const looking = free ? [] : rulesFor(ctx, resource, 'view')
  const fields = fieldsOf(ctx, resource, operation, [...rules, ...looking])
  return {
    ...fields,
    allowed: isGranted || isOfOwn,
    bound: bound !== undefined,
    rows: alias => every([...tenantOf(ctx, resource, alias), ...(bound ? [bound(alias)] : [])]),
    writesField: field => isInputField(field) && !fields.hidden.has(field.name) && mayEnter(actor, field),
    writes: (queries, change) => assureNoEscalation(queries, ctx, resource, change),
    trace: () => ({
      ...{ code, free, own: isOfOwn && !isGranted },
      barred: !isBarred
        ? isOfOwn || isInPackage(ctx.model, actor, resource)
          ? undefined
          : 'package'
        : lacks(actor, resource, operation)
          ? 'operation'
          : 'shared',
      rules: namingRoles(ctx, resource).map(rule => ({ rule, allows: rules.includes(rule) })),
      sets: free || isShutOut ? [] : setsOf(resource, rules, roles).map(set => tracedSet(ctx, resource, set, granting)),
      withholds: name =>
        [...new Set([...rules, ...looking])].filter(({ hide, mask = [] }) => [...hide, ...mask].includes(name)),
    }),
  }
}

function tracedSet(ctx: RequestContext, resource: Resource, set: RoleSet, granting: readonly RoleRights[]): AccessSet {
  const { alias, rule, dataScope, custom } = set
  const hasCode = granting.some(role => role.alias === alias)
  return {
    ...{ alias, dataScope, hasCode, ...(rule && { rule }) },
    inScope: (custom && customRows(ctx, resource, custom)) ?? rowsInScope(ctx, resource, dataScope),
    ...(custom && { custom: custom.id }),
    byRule: rule ? rowSetsOf(ctx, resource, [rule], [alias]) : inherited(ctx, resource, [alias]),
    ofOwner: (ctx.model.owner && ownerRules(ctx, resourceOf(ctx.model, ctx.model.owner), [alias])) || [],
  }
}

/** A service token neither grants rights nor creates tokens; a command of the operator does. */
const isGrantByService = (actor: Actor, resource: Resource, operation: string): boolean =>
  actor.kind === 'service' &&
  actor.rowsPerDay !== undefined &&
  grantsRights(resource) &&
  operation !== 'view' &&
  operation !== 'export'

const nothing: ReadonlySet<string> = new Set()

type FieldsOfAccess = Pick<Access, 'hidden' | 'masked' | 'withheld' | 'reads' | 'shows'>

/** The fields that two rights have together. */
export const fieldsOfBoth = (one: FieldsOfAccess, other: FieldsOfAccess): FieldsOfAccess => ({
  hidden: new Set([...one.hidden, ...other.hidden]),
  masked: new Set([...one.masked, ...other.masked]),
  withheld: new Set([...one.withheld, ...other.withheld]),
  reads: field => one.reads(field) && other.reads(field),
  shows: field => one.shows(field) && other.shows(field),
})

const knownFields = perModel<WeakMap<Actor, FieldsOfAccess>>(2000)

/** The access to fields by the rules that apply, computed once for an actor and a Model, neither of which changes. */
function fieldsOf(
  ctx: RequestContext,
  resource: Resource,
  operation: string,
  rules: readonly AccessRule[] = [],
): FieldsOfAccess {
  const known = knownFields(ctx.model, `${resource.name} ${operation}`, () => new WeakMap())
  const fields = known.get(ctx.actor) ?? fieldAccess(ctx, resource, rules)
  known.set(ctx.actor, fields)
  return fields
}

/** The access to fields of which some are hidden and some are masked. */
function fieldAccess(ctx: RequestContext, resource: Resource, rules: readonly AccessRule[]): FieldsOfAccess {
  const masks = maskedNames(ctx, resource)
  const own = rules.flatMap(rule => rule.hide)
  const hidden = new Set([...own, ...hiddenThroughTargets(ctx, resource), ...unmaskable(resource, masks)])
  const masked = masks.size === 0 ? masks : new Set([...masks].filter(name => !hidden.has(name)))
  const withheld = masked.size === 0 ? hidden : new Set([...hidden, ...masked])
  const isOpen = (field: Field, closed: ReadonlySet<string>) =>
    [field.name, ...(field === timeRemaining ? readForTimeRemaining(resource) : [])].every(name => !closed.has(name)) &&
    !typeOf(field).secret
  return { hidden, masked, withheld, reads: field => isOpen(field, withheld), shows: field => isOpen(field, hidden) }
}

/**
 * The fields that the actor may not read whole: personal ones without the code to unmask, which the rules of its roles
 * have to allow where they name the actor, and those that a rule masks.
 */
function maskedNames(ctx: RequestContext, resource: Resource): ReadonlySet<string> {
  const rights = rightsOf(ctx.model, resource)
  const byRule = rulesFor(ctx, rights, 'view').flatMap(({ mask = [] }) => mask)
  const personal = personalFields(resource)
  if (ctx.actor.administrator || (personal.length === 0 && byRule.length === 0)) return nothing
  return new Set([...byRule, ...(mayUnmask(ctx, rights) ? [] : personal.map(({ name }) => name))])
}

/** Whether the actor has the code to read masked values. */
export function mayUnmask(ctx: RequestContext, resource: Resource): boolean {
  if (ctx.actor.administrator) return true
  const rules = rulesFor(ctx, resource, 'unmask')
  if (rules.length === 0 && namingRoles(ctx, resource).length > 0) return false
  return contributingRoles(ctx, rules).some(({ codes }) => codes.has(codeOf(resource, 'unmask')))
}

/** The masked fields whose values are no text, of which no part can be shown. */
const unmaskable = ({ fields }: Resource, masks: ReadonlySet<string>): string[] =>
  masks.size === 0 ? [] : fields.flatMap(field => (masks.has(field.name) && !isMaskable(field) ? [field.name] : []))

/**
 * The access that an operation needs. Throws a refusal without the code, or without a rule that allows the operation.
 */
export function demand(ctx: RequestContext, resource: Resource, operation: string): Access {
  const access = accessTo(ctx, resource, operation)
  if (!access.allowed) throw forbiddenOf(ctx, resource, operation)
  return access
}

/**
 * The refusal, which names the attempted operation and the roles that have it. Other tenants do not learn that a resource
 * of the platform exists.
 */
export const forbiddenOf = (ctx: RequestContext, resource: Resource, operation: string): Refusal =>
  resource.platform && ctx.actor.tenantId !== platformTenant
    ? refuse.notFound({ zh: '地址', en: 'Address' })
    : refuse.forbidden(operationTitle(ctx, resource, operation), rolesWith(ctx, resource, operation), {
        resource: resource.name,
        operation,
      })

/** The titles of the roles that have the permission for an operation. */
export function rolesWith({ model }: RequestContext, resource: Resource, operation: string): Bilingual[] {
  const code = codeOf(masterOf(model, resource) ?? resource, operation)
  return model.roles.filter(({ codes }) => codes.includes(code)).map(({ title }) => title)
}

/** The access to the rows that an actor may refer to. */
export interface NameAccess extends Access {
  /** The condition on the rows of which the actor may read more than the display field. */
  whole(alias: string): Fragment
  /** Whether a field is the display field. */
  isName(name: string): boolean
}

/**
 * The rows that an actor may refer to and whose names the actor may read. No code is needed: a user who may write a
 * notice may choose its subject, but only among the rows that the predicate allows. An actor may always refer to their
 * own account, because it is the default of many fields, and an actor who is bound to owners to users without owners,
 * of whom only the display field is readable.
 */
export function accessToNames(ctx: RequestContext, resource: Resource): NameAccess {
  const isName = (name: string) => isNameOf(resource, name)
  const access = { ...accessTo(ctx, resource, 'view'), isName }
  if (resource.name !== userResource || !access.bound) return { ...access, whole: access.rows }
  const self = (alias: string) => every([...tenantOf(ctx, resource, alias), isSelf(ctx, alias)])
  const whole = (alias: string) => anyFragment([access.rows(alias), self(alias)])
  const named = isInherited(ctx, resource) ? usersWithoutOwners(ctx, resource) : undefined
  return { ...access, whole, rows: named ? alias => anyFragment([whole(alias), named(alias)]) : whole }
}

/** Whether an id is that of the actor's own account, to which an actor may always refer. */
export const isOwnAccount = ({ actor }: RequestContext, resource: Resource, id: string): boolean =>
  resource.name === userResource && actor.kind === 'user' && actor.userId === id

/** Whether the rows for viewing follow from the owners: no access rule determines them. */
const isInherited = (ctx: RequestContext, resource: Resource): boolean =>
  namingRoles(ctx, resource).length === 0 || rulesFor(ctx, resource, 'view').some(({ where }) => where === undefined)

/** Whether `editableBy` lets the actor enter a field. */
export const mayEnter = ({ administrator, kind, roles }: Actor, { editableBy }: Field): boolean =>
  editableBy === undefined || administrator || kind === 'system' || editableBy.some(role => roles.includes(role))

/** Whether the actor may read or write rows that are shared by all tenants. */
function mayTouchShared(actor: Actor, resource: Resource, operation: string): boolean {
  const { platform } = resource
  const isQuery = queryNamed(resource, operation) !== undefined
  const { tenantId } = actor
  // An elevation does not extend to other tenants: shared rows are theirs too.
  const isOfPlatform = actor.kind === 'system' && actor.origin ? actor.origin.administrator : actor.administrator
  const isReading = operation === 'view' || operation === 'export' || isQuery
  const isAtHome = tenantId === platformTenant
  return isReading ? isAtHome || platform !== true : isAtHome && (isOfPlatform || isReadOnly(resource))
}

/** Whether a resource has no such operation for the actor: rows of a read-only one are written by the system. */
const lacks = ({ kind }: Actor, resource: Resource, operation: string): boolean =>
  kind !== 'system' && isOperation(operation) && !operationsOf(resource).includes(operation)

/**
 * Fields that are computed from a field of another record are as restricted as that field, directly or through other
 * computed fields, and stored values of related records as their fields, the list and what its `where` reads.
 */
function hiddenThroughTargets(ctx: RequestContext, resource: Resource): readonly string[] {
  if (ctx.actor.administrator) return []
  const own = readingHidden(ctx, resource)
  const known = new Map([[resource, own]])
  const isWithheld = ({ resource: of, field }: FormulaRead) => {
    const names = known.get(of) ?? readingHidden(ctx, of)
    known.set(of, names)
    return names.has(field.name)
  }
  const all = [...computedInputs(ctx.model, resource)]
  const readsMasked = ({ resource: of, field }: FormulaRead) => maskedNames(ctx, of).has(field.name)
  const ofMasked = [...fieldsOfComputed(ctx.model, resource)].filter(([, reads]) => reads.some(readsMasked))
  const ofHidden = all.filter(([, inputs]) => inputs.some(isWithheld))
  return [...own, ...[...ofHidden, ...ofMasked].map(([name]) => name)]
}

/** The computed fields of a resource that themselves read a field of another record that is hidden from the actor. */
function readingHidden(ctx: RequestContext, resource: Resource): ReadonlySet<string> {
  const { model } = ctx
  const ofTargets = computedFromTargets(model, resource)
    .filter(read => isRestricted(ctx, read))
    .map(({ field }) => field)
  const hides = (of: Resource, names: Iterable<string>) => {
    const hidden = new Set(rulesFor(ctx, of, 'view').flatMap(({ hide }) => hide))
    return [...names].some(name => hidden.has(name))
  }
  const ofRelated = rollUpsOf(model, resource)
    .filter(({ records, reads, list, readsOwn }) => hides(records.of, reads) || hides(resource, [list, ...readsOwn]))
    .map(({ field }) => field.name)
  return new Set([...ofTargets, ...ofRelated])
}

type TargetField = Pick<TargetRead, 'target' | 'name'>

/** Whether an actor may not read a field of another record, whose name every user may read. */
export const isHiddenTarget = (ctx: RequestContext, read: TargetField): boolean =>
  !ctx.actor.administrator &&
  (isRestricted(ctx, read) || hiddenThroughTargets(ctx, resourceOf(ctx.model, read.target)).includes(read.name))

/** Whether a user other than an administrator may not read a field itself, whatever it is computed from. */
function isRestricted(ctx: RequestContext, { target, name }: TargetField): boolean {
  const of = resourceOf(ctx.model, target)
  const rights = rightsOf(ctx.model, of)
  const rules = rulesFor(ctx, rights, 'view')
  const hasCode = contributingRoles(ctx, rules).some(({ codes }) => codes.has(codeOf(rights, 'view')))
  const read = rights === of ? name : rights.fields.find(one => typeOf(one).lines?.(one) === of.name)?.name
  if (maskedNames(ctx, of).has(name)) return true
  return rules.some(({ hide }) => hide.includes(read ?? name)) || (!isNameOf(of, name) && !hasCode)
}

/** Whether a field has the name of a record, which every user reads who may refer to it. */
const isNameOf = ({ display }: Resource, name: string): boolean => name === display

type Bound = (alias: string) => Fragment

function tenantOf({ actor }: RequestContext, resource: Resource, alias: string): Fragment[] {
  return isPerTenant(resource) ? [sql`${word(columnOf(alias, engineColumns.tenant))} = ${actor.tenantId}`] : []
}

/**
 * The rules that name one of the actor's roles and allow the operation, transition, action or query. A rule for viewing
 * allows every query.
 */
function rulesFor(ctx: RequestContext, resource: Resource, operation: string): readonly AccessRule[] {
  const isQuery = queryNamed(resource, operation) !== undefined
  return namingRoles(ctx, resource).filter(
    ({ allow }) => allow.includes(operation) || (isQuery && allow.includes('view')),
  )
}

/** The rows that the actor created, besides those of its roles. */
const withOwn = (ctx: RequestContext, resource: Resource, granted: Bound | undefined): Bound => {
  const bounds = [rowsInScope(ctx, resource, 'own'), granted].filter(bound => bound !== undefined)
  return alias => anyFragment(bounds.map(bound => bound(alias)))
}

/** No rows: access rules name the actor's roles, but none of them allows this operation. */
const noRow: Bound = () => word('false')

/** Once an access rule names a role of the actor, the others contribute nothing. */
const contributingRoles = ({ actor }: RequestContext, rules: readonly AccessRule[]): readonly RoleRights[] =>
  actor.roleRights.filter(({ alias }) => rules.length === 0 || rules.some(({ role }) => role === alias))

const namingRoles = ({ actor }: RequestContext, resource: Resource) =>
  resource.access.filter(rule => actor.roles.includes(rule.role))

/**
 * The condition besides the tenant: the rows of one role of the actor are enough. Undefined if one of the roles has all
 * rows.
 */
function rowsOfRoles(
  ctx: RequestContext,
  resource: Resource,
  rules: readonly AccessRule[],
  roles: readonly RoleRights[],
): Bound | undefined {
  const rights = setsOf(resource, rules, roles)
  const custom = rights.flatMap(right =>
    right.custom ? [[right, customRows(ctx, resource, right.custom)] as const] : [],
  )
  const isConditional = (right: RoleSet) => custom.some(([one, rows]) => one === right && rows !== undefined)
  const usual = dataScopes.flatMap(scope => {
    const inScope = rights.filter(right => right.dataScope === scope && !isConditional(right))
    return inScope.length === 0 ? [] : [rowsOf(ctx, resource, inScope, scope)]
  })
  const own = custom.flatMap(([right, inScope]) => {
    const rows = rowsOf(ctx, resource, [right], 'all')
    return inScope ? [(alias: string) => every([...(rows ? [rows(alias)] : []), inScope(alias)])] : []
  })
  const bounds = [...usual, ...own]
  const known = bounds.filter(bound => bound !== undefined)
  if (known.length < bounds.length) return undefined
  return known.length === 0 ? noRow : alias => anyFragment(known.map(bound => bound(alias)))
}

interface RoleSet {
  readonly alias: string
  readonly dataScope: DataScope
  readonly rule?: AccessRule
  readonly custom?: CustomScope
}

/** Each role with each of its rules, or by itself, and with each of its custom scopes in place of its data scope. */
const setsOf = (resource: Resource, rules: readonly AccessRule[], roles: readonly RoleRights[]): readonly RoleSet[] =>
  roles.flatMap(({ alias, dataScope, scopes }) => {
    const own = rules.filter(({ role }) => role === alias)
    const custom = scopesOn(scopes, resource).map(one => ({ alias, dataScope: dataScopeOf(one), custom: one }))
    const usual = custom.length > 0 ? custom : [{ alias, dataScope }]
    if (own.length === 0) return usual
    // The data scope of a rule is that of the descriptors.
    return own.flatMap(rule =>
      rule.dataScope ? [{ alias, dataScope: rule.dataScope, rule }] : usual.map(one => ({ ...one, rule })),
    )
  })

/** The rows that the rules of roles with one data scope and this scope contain. */
function rowsOf(
  ctx: RequestContext,
  resource: Resource,
  rights: readonly Pick<RoleSet, 'alias' | 'rule'>[],
  scope: DataScope,
): Bound | undefined {
  const aliases = rights.map(({ alias }) => alias)
  const rules = rights.flatMap(({ rule }) => rule ?? [])
  const rows = rules.length > 0 ? rowSetsOf(ctx, resource, rules, aliases) : inherited(ctx, resource, aliases)
  const both = [rows, rowsInScope(ctx, resource, scope)].filter(bound => bound !== undefined)
  return both.length === 0 ? undefined : alias => every(both.map(bound => bound(alias)))
}

/** The union of the rules' row sets. A rule without `where` does not change the rows. */
function rowSetsOf(
  ctx: RequestContext,
  resource: Resource,
  rules: readonly AccessRule[],
  aliases: readonly string[],
): Bound | undefined {
  const sets = rules.map(({ where }) =>
    where === undefined ? inherited(ctx, resource, aliases) : (alias: string) => rowsBy(ctx, resource, where, alias),
  )
  const bounds = sets.filter(set => set !== undefined)
  return bounds.length < sets.length ? undefined : alias => anyFragment(bounds.map(bound => bound(alias)))
}

/**
 * The rows whose owner the actor sees by the owner resource's own rules. Without such rules, the actor's own rows.
 */
function inherited(ctx: RequestContext, resource: Resource, aliases: readonly string[]): Bound | undefined {
  const { model } = ctx
  if (resource.name === userResource) return usersOfOwners(ctx, aliases)
  if (!ownerFieldOf(resource) || !model.owner) return ownRows(ctx, resource)
  const owner = resourceOf(model, model.owner)
  const rules = ownerRules(ctx, owner, aliases)
  if (rules === undefined) return noRow
  const rows = rules.length > 0 ? rowSetsOf(ctx, owner, rules, aliases) : undefined
  if (!rows) return ownRows(ctx, resource)
  const byId = rowsOfIds(ctx, owner, rules)
  if (byId) return alias => byId(columnOf(alias, engineColumns.owner))
  return alias => {
    const of = `${alias}_owner`
    const condition = every([...tenantOf(ctx, owner, of), rows(of)])
    return sql`${word(columnOf(alias, engineColumns.owner))} in (select ${word(`${of}."id" from "${owner.table}" ${of}`)} where ${condition})`
  }
}

/**
 * The rules of some roles that determine which rows of the owner resource the actor views. Undefined if such rules name
 * only other roles of the actor: then these contribute no rows.
 */
function ownerRules(
  ctx: RequestContext,
  owner: Resource,
  aliases: readonly string[],
): readonly AccessRule[] | undefined {
  const all = rulesFor(ctx, owner, 'view').filter(rule => rule.where !== undefined)
  const rules = all.filter(({ role }) => aliases.includes(role))
  return all.length > 0 && rules.length === 0 ? undefined : rules
}

/** A row stores its owner's id, so rules that read nothing else of the owner need no look-up. */
function rowsOfIds(ctx: RequestContext, owner: Resource, rules: readonly AccessRule[]) {
  const byId = rules.map(rule => rowsById(ctx, owner, rule.where ?? 'true'))
  return byId.every(rows => rows !== undefined)
    ? (column: string) => anyFragment(byId.map(rows => rows(column)))
    : undefined
}

function ownRows(ctx: RequestContext, resource: Resource): Bound | undefined {
  const { actor, model } = ctx
  const column = ownerColumn(model, resource)
  if (!column) return undefined
  if (actor.ownerIds.length === 0) return restrictedRoles(model, actor).length > 0 ? noRow : undefined
  return alias => isOwn(ctx, columnOf(alias, column))
}

const isOwn = ({ actor }: RequestContext, column: string): Fragment =>
  sql`${word(column)} = any(${actor.ownerIds}::bigint[])`

/**
 * For an actor who sees the owners with certain ids only: the actor's own account, and the users of those owners.
 * Undefined for other actors, who see every user of the tenant.
 */
function usersOfOwners(ctx: RequestContext, aliases: readonly string[]): Bound | undefined {
  const { model } = ctx
  const field = ownersOfUser(model)
  if (!field || !model.owner) return undefined
  const owner = resourceOf(model, model.owner)
  const rules = ownerRules(ctx, owner, aliases)
  if (rules === undefined) return alias => isSelf(ctx, alias)
  if (rules.length === 0 && ctx.actor.ownerIds.length === 0) return undefined
  const owned = rules.length > 0 ? rowsOfIds(ctx, owner, rules) : (column: string) => isOwn(ctx, column)
  if (!owned) return undefined
  return alias => {
    const column = columnOf(alias, String(field.column))
    const one = `${alias}_of`
    const isOfOwners = isMany(field)
      ? sql`exists (select from ${word(`unnest(${column}) ${one}(id)`)} where ${owned(`${one}.id`)})`
      : owned(column)
    return anyFragment([isSelf(ctx, alias), isOfOwners])
  }
}

/** The users of the tenant who belong to no owner. */
function usersWithoutOwners(ctx: RequestContext, resource: Resource): Bound | undefined {
  const field = ownersOfUser(ctx.model)
  if (!field) return undefined
  return alias => {
    const column = columnOf(alias, String(field.column))
    const none = word(isMany(field) ? `coalesce(${column}, '{}') = '{}'` : `${column} is null`)
    return every([...tenantOf(ctx, resource, alias), none])
  }
}

function accessThroughMaster(
  ctx: RequestContext,
  resource: Resource,
  master: Resource,
  operation: string,
): TracedAccess {
  const query = queryNamed(resource, operation)
  const isReading = query !== undefined || ['view', 'export', 'unmask'].includes(operation)
  const code = userSteps(resource).some(({ name }) => name === operation) ? codeOf(resource, operation) : undefined
  const access = accessTo(ctx, master, query ? 'view' : isReading ? operation : 'edit', code)
  const column = masterFieldOf(resource)?.column
  if (!column) throw new Error(`"${resource.name}" has no column that refers to its master.`)
  const lines = master.fields.find(field => typeOf(field).lines?.(field) === resource.name)
  const isHidden = lines !== undefined && access.hidden.has(lines.name)
  return {
    ...fieldsOf(ctx, resource, operation),
    allowed: (query?.code === undefined ? access.allowed : ctx.actor.hasCode(query.code)) && !isHidden,
    bound: access.bound || isHidden,
    writesField: field => isInputField(field) && mayEnter(ctx.actor, field),
    // A line is written as a change of its master.
    writes: access.writes,
    trace: access.trace,
    rows: alias => {
      const of = `${alias}_master`
      const here = every([...tenantOf(ctx, resource, alias)])
      if (isHidden) return noRow(alias)
      if (!access.bound) return here
      const isMaster = `${of}."id" = ${columnOf(alias, column)}${sameTenant(resource, alias, master, of)}`
      const condition = sql`${word(isMaster)} and ${access.rows(of)}`
      return sql`${here} and exists (select 1 from ${word(`"${master.table}" ${of}`)} where ${condition})`
    },
  }
}

/** That two rows are of one tenant: a join names it, because tables are distributed and indexed by it. */
export const sameTenant = (one: Resource, alias: string, other: Resource, otherAlias: string): string =>
  isPerTenant(one) ? ofSameTenant(other, otherAlias, alias) : ''

const isOperation = (name: string): name is Operation => (operations as readonly string[]).includes(name)

/** The operations as words in messages. */
export const operationTitles: Readonly<Record<Operation, Bilingual>> = {
  view: { zh: '查看', en: 'view' },
  add: { zh: '新增', en: 'add' },
  edit: { zh: '编辑', en: 'edit' },
  delete: { zh: '删除', en: 'delete' },
  export: { zh: '导出', en: 'export' },
  import: { zh: '导入', en: 'import' },
  importState: { zh: '导入状态', en: 'import states' },
  unmask: { zh: '查看原文', en: 'unmask' },
}

/** The attempted operation as text: the resource and the operation, transition or action. */
function operationTitle({ model }: RequestContext, resource: Resource, operation: string): Bilingual {
  const isOwn = [...resource.queries, ...resource.actions].some(({ name }) => name === operation)
  const { title, lifecycle, actions, binds, queries } = isOwn ? resource : rightsOf(model, resource)
  const step = [...(lifecycle?.transitions ?? []), ...actions, ...binds, ...queries].find(one => one.name === operation)
  const what = isOperation(operation) ? operationTitles[operation] : (step?.title ?? { zh: operation, en: operation })
  return { zh: `${title.zh}：${what.zh}`, en: `${title.en}: ${what.en}` }
}
