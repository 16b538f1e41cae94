import { userResource } from './account-resources.ts'
import { storedCode } from './code-ids.ts'
import { idOf, operationId, operationName, resourceId } from './ids.ts'
import { masterFieldOf } from './lines.ts'
import {
  type AccessRule,
  type Bilingual,
  type DataScope,
  type DeclaredRole,
  type Model,
  type Resource,
  scopesByWidth,
} from './model.ts'
import { codesOf, codesOfPages } from './names.ts'
import { ownerColumn } from './owner.ts'
import { fieldOf } from './system-fields.ts'

/** Access that a Model gives and the one before it did not. */
export interface Widening {
  /** The alias of the role; absent where it concerns the users of all roles. */
  readonly role?: string
  /** Absent where it concerns all resources. */
  readonly resource?: string
  readonly what: 'code' | 'rows' | 'field' | 'scope' | 'owner'
  /** The codes, the operations on the rows, the fields, or the scope. */
  readonly names: readonly string[]
}

/**
 * The access that a Model gives in addition to that of the former one, by comparison of the roles and rules that both
 * declare: a new role has no users, a new resource no rows. A condition that replaces another one is not compared.
 */
export function widerAccess(before: Model, after: Model): readonly Widening[] {
  const former = new Map(Object.values(before.resources).map(resource => [idOf(resource), resource]))
  const pairs = Object.values(after.resources).flatMap(next => {
    const old = former.get(idOf(next))
    return old ? [{ old, next, isOwned: isOwned(before, old) && isOwned(after, next) }] : []
  })
  const roles = rolesIn(before, after)
  // A compilation shares equal resources with the one before.
  const changed = pairs.filter(({ old, next }) => old !== next)
  const existed = storedCodes(before, [...Object.values(before.resources).flatMap(codesOf), ...codesOfPages(before)])
  return [
    ...roles.flatMap(role => codesGained(before, after, role, existed)),
    ...roles.flatMap(role => (isSameRole(role) ? changed : pairs).flatMap(pair => ofRules(pair, role))),
    ...roles.flatMap(role => ofRole(before, after, role)),
    ...pairs
      .filter(pair => isSeenOtherwise(before, after, pair))
      .map(({ next }) => ({ resource: next.name, what: 'rows' as const, names: [] })),
    ...(haveOtherOwners(before, after) ? [{ what: 'owner' as const, names: [] }] : []),
  ]
}

/** All of it in one sentence. */
export function widerAccessInWords(all: readonly Widening[]): Bilingual {
  const inWords = (language: keyof Bilingual) =>
    all.map(({ role = everyRole[language], resource, what, names }) => {
      const place = resource === undefined ? role : `${role} · ${resource}`
      return `${place}: ${[whats[what][language], names.join(', ')].filter(Boolean).join(' ')}`
    })
  return { zh: `扩大访问范围：${inWords('zh').join('；')}`, en: `Widen access: ${inWords('en').join('; ')}.` }
}

const everyRole: Bilingual = { zh: '所有角色', en: 'all roles' }

const whats: Readonly<Record<Widening['what'], Bilingual>> = {
  code: { zh: '权限', en: 'codes' },
  rows: { zh: '更多记录', en: 'more rows' },
  field: { zh: '字段', en: 'fields' },
  scope: { zh: '数据范围', en: 'data scope' },
  owner: { zh: '其他所属方的记录', en: 'rows of other owners' },
}

interface ResourcePair {
  readonly old: Resource
  readonly next: Resource
  /** Its rows have owners before and after. */
  readonly isOwned: boolean
}

/** A role by its former and its present alias, with its declarations; those that administrators add have none. */
interface RolePair {
  readonly was: string
  readonly alias: string
  readonly old?: DeclaredRole | undefined
  readonly next?: DeclaredRole | undefined
}

const namedIn = ({ resources }: Model): string[] =>
  Object.values(resources).flatMap(({ access }) => access.map(({ role }) => role))

/** The roles that users may have before and after: of one that is removed, the loss of the role tells. */
function rolesIn(before: Model, after: Model): RolePair[] {
  const former = [...new Set([...before.roles.map(({ alias }) => alias), ...namedIn(before)])].map(was => {
    const next = after.roles.find(({ alias, renamedFrom = [] }) => alias === was || renamedFrom.includes(was))
    return { was, alias: next?.alias ?? was, old: before.roles.find(({ alias }) => alias === was), next }
  })
  const known = new Set([...former, ...after.roles].map(({ alias }) => alias))
  const added = [...new Set(namedIn(after))].filter(alias => !known.has(alias)).map(alias => ({ was: alias, alias }))
  return [...former.filter(({ old, next }) => next || !old), ...added]
}

const isSameRole = ({ was, alias, old, next }: RolePair): boolean =>
  was === alias && JSON.stringify(old) === JSON.stringify(next)

const storedCodes = (model: Model, codes: readonly string[]): ReadonlySet<string> =>
  new Set(codes.map(code => storedCode(model, code)))

/** Codes that existed before: those of a new step are as its author wants them. */
function codesGained(
  before: Model,
  after: Model,
  { alias, old, next }: RolePair,
  existed: ReadonlySet<string>,
): Widening[] {
  if (!old || !next) return []
  const had = storedCodes(before, old.codes)
  const isGained = (code: string) => existed.has(storedCode(after, code)) && !had.has(storedCode(after, code))
  const gained = next.codes.filter(isGained)
  if (gained.length === 0) return []
  const ofResources = Object.values(after.resources).map(resource => {
    const codes = new Set(codesOf(resource))
    return {
      role: alias,
      resource: resource.name,
      what: 'code' as const,
      names: gained.filter(code => codes.has(code)),
    }
  })
  const ofPages = gained.filter(code => !ofResources.some(({ names }) => names.includes(code)))
  return [...ofResources, { role: alias, what: 'code' as const, names: ofPages }].filter(
    ({ names }) => names.length > 0,
  )
}

function ofRole(before: Model, after: Model, { was, alias, old, next }: RolePair): Widening[] {
  // Users without owners see no rows of any where a rule names one of their roles.
  const isFreed = before.owner !== undefined && namedIn(before).includes(was) && !namedIn(after).includes(alias)
  return [
    ...(old && next && isWider(old.dataScope, next.dataScope)
      ? [{ role: alias, what: 'scope' as const, names: [next.dataScope] }]
      : []),
    ...(isFreed && after.owner !== undefined ? [{ role: alias, what: 'owner' as const, names: [] }] : []),
  ]
}

/** What the rules of a resource no longer restrict. */
function ofRules({ old, next, isOwned }: ResourcePair, role: RolePair): Widening[] {
  const [former, now] = [rulesOf(old, role.was), rulesOf(next, role.alias)]
  const found = { role: role.alias, resource: next.name }
  // Other roles of its users count again, which no rule names.
  if (former.length > 0 && now.length === 0) return [{ ...found, what: 'rows', names: [] }]
  const ids = new Set([...operationsIn(old, former), ...operationsIn(next, now)])
  const both = [...ids].map(id => {
    const [one, other] = [ruleFor(old, former, id), ruleFor(next, now, id)]
    const [from, to] = [widthOf(former, one, isOwned), widthOf(now, other, isOwned)]
    return { name: operationName(next, id), one, other, from, to }
  })
  // A code that a rule grants is a line of its own.
  const isGranted = (name: string) =>
    role.next?.codes.includes(`${next.code}_${name}`) && !role.old?.codes.includes(`${old.code}_${name}`)
  const rows = both.filter(({ name, from, to }) => to > from && !(from === 0 && isGranted(name)))
  const scopes = both.flatMap(({ one, other, from, to }) => {
    const [narrow, wide] = [one?.dataScope ?? role.old?.dataScope, other?.dataScope ?? role.next?.dataScope]
    const isOfRule = one?.dataScope !== undefined || other?.dataScope !== undefined
    return isOfRule && from > 0 && to > 0 && isWider(narrow, wide) ? [wide ?? 'all'] : []
  })
  const hidden = hiddenIn(next, now)
  const shown = hiddenIn(old, former).filter(id => !hidden.includes(id))
  const widenings: Widening[] = [
    { ...found, what: 'rows', names: rows.map(({ name }) => name) },
    { ...found, what: 'scope', names: [...new Set(scopes)] },
    { ...found, what: 'field', names: next.fields.filter(one => shown.includes(idOf(one))).map(({ name }) => name) },
  ]
  return widenings.filter(({ names }) => names.length > 0)
}

const rulesOf = ({ access }: Resource, alias: string): readonly AccessRule[] =>
  access.filter(({ role }) => role === alias)

const operationsIn = (resource: Resource, rules: readonly AccessRule[]): string[] =>
  rules.flatMap(({ allow }) => allow.map(name => operationId(resource, name)))

/** No two rules of a role allow the same operation. */
const ruleFor = (resource: Resource, rules: readonly AccessRule[], id: string): AccessRule | undefined =>
  rules.find(rule => operationsIn(resource, [rule]).includes(id))

const hiddenIn = (resource: Resource, rules: readonly AccessRule[]): string[] =>
  rules.flatMap(({ hide }) => hide.map(name => idOf(fieldOf(resource, name) ?? { name })))

/** No rows, those of a condition, those of the user's owners or all. */
function widthOf(rules: readonly AccessRule[], rule: AccessRule | undefined, ofOwners: boolean): number {
  if (rules.length > 0 && !rule) return 0
  if (rule?.where !== undefined && rule.where !== 'true') return 1
  return rule?.where === undefined && ofOwners ? 2 : 3
}

const isWider = (former: DataScope = 'all', now: DataScope = 'all'): boolean =>
  scopesByWidth.indexOf(now) > scopesByWidth.indexOf(former)

const isOwned = (model: Model, resource: Resource): boolean =>
  model.owner !== undefined && (resource.name === userResource || ownerColumn(model, resource) !== undefined)

/** Whether rows of the platform become those of all, or lines are seen without or with other records than before. */
function isSeenOtherwise(before: Model, after: Model, { old, next }: ResourcePair): boolean {
  if (old.platform && !next.platform) return old.shared === next.shared
  const by = masterFieldOf(next)
  const [former, now] = [masterIn(before, old), masterIn(after, next)]
  // No row refers to a record by a new field.
  return former !== now && (by === undefined || old.fields.some(field => idOf(field) === idOf(by)))
}

/** The master of lines and the field that refers to it, by their ids. */
const masterIn = (model: Model, resource: Resource): string | undefined =>
  resource.partOf && `${resourceId(model, resource.partOf.resource)}.${idOf(masterFieldOf(resource) ?? { name: '' })}`

function haveOtherOwners(before: Model, after: Model): boolean {
  const [former, now] = [before, after].map(model => {
    const users = model.resources[userResource]
    const field = users && fieldOf(users, model.ownersField ?? '')
    return { of: model.owner && resourceId(model, model.owner), by: field && idOf(field) }
  })
  if (former?.of === undefined) return false
  return former.of !== now?.of || (former.by !== undefined && former.by !== now.by)
}
