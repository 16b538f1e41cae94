import { administratorAlias, userResource } from '../../model/account-resources.ts'
import { grantsRights } from '../../model/guard.ts'
import { resourceId, resourceOfId } from '../../model/ids.ts'
import { type DataScope, type Model, scopesByWidth } from '../../model/model.ts'
import { codeOf, codesOf } from '../../model/names.ts'
import { ownerColumn } from '../../model/owner.ts'
import { type AccessBound, recordedBounds } from './access-bounds.ts'
import type { Catalogue } from './catalogue.ts'
import { both, type ChangeDraft, countingRows, hasTenant } from './change.ts'
import { aliasesOf } from './declared-roles.ts'
import type { Pair } from './pair.ts'
import { literal, quoted } from './sql-text.ts'

/**
 * Rows that users with a role view because an access rule no longer restricts it, and not because one allows it: a rule,
 * its `where` or its data scope was removed, of the resource or of that of the owners, or the last rule that names the
 * role. Another condition is as its author wants it. The same of fields that a rule hid.
 */
export function releasedRows(
  pairs: readonly Pair[],
  { tables }: Pick<Catalogue, 'tables'>,
  model: Model,
): ChangeDraft[] {
  const users = pairs.find(({ wanted }) => wanted.mark.of === userResource)
  const isThere = ['blade_role', 'engine_grant', 'engine_overlay'].every(name => tables.some(one => one.name === name))
  if (!users || !isThere) return []
  const owner = pairs.find(
    ({ wanted }) => model.owner !== undefined && wanted.mark.of === resourceId(model, model.owner),
  )
  const former: Rules = {
    ofOwner: owner && recordedBounds(owner.found),
    named: new Set(tables.filter(({ mark }) => !mark.isRemoved).flatMap(({ mark }) => Object.keys(mark.bounds ?? {}))),
  }
  const now: Rules = {
    ofOwner: owner && recordedBounds(owner.wanted),
    named: new Set(Object.values(model.resources).flatMap(({ access }) => access.map(({ role }) => role))),
  }
  const unrestricted = [...former.named].flatMap(was => {
    const alias = presentAlias(model, was)
    return now.named.has(alias) ? [] : [granting(alias, [was, alias], pairs, { model, now, users })]
  })
  const rows = pairs
    .filter(({ wanted: { mark } }) => mark.code !== undefined && mark.master === undefined)
    .flatMap(pair => {
      const released = [...former.named].flatMap(alias => releaseOf(alias, pair, { model, former, now }))
      const unnamed = unnamedIn(pair, model)
      return [
        ...(released.length + unnamed.length > 0 ? [showing(pair, { released, unnamed }, { model, now, users })] : []),
        ...unhiding(pair, model),
      ]
    })
  return [...rows, ...unrestricted]
}

/** What access rules give a role besides those of a resource itself. */
interface Rules {
  /** Those of the owner resource. */
  readonly ofOwner: ReadonlyMap<string, AccessBound> | undefined
  /** The roles that any rule names. A user with one of them, but without owners, views no rows of owners. */
  readonly named: ReadonlySet<string>
}

/**
 * The rows of a resource that users with a role view, those of the fewest first: none, those of a condition of the
 * resource or of its owners, those of the user's owners, the same or all where the user has none, or all.
 */
const rowSets = ['none', 'where', 'byOwners', 'owned', 'open', 'every'] as const
type RowSet = (typeof rowSets)[number]

interface Release {
  /** The former alias of the role, and the present one. */
  readonly aliases: readonly string[]
  /** A rule of the resource names the role. */
  readonly isNamed: boolean
  readonly from: RowSet
  readonly to: RowSet
  /** The data scope of the rule was narrower. */
  readonly isWider: boolean
}

/** A role that no rule of the resource names any longer: the other roles of its users contribute rows again. */
interface Unnamed {
  /** The former alias of the role, and the present one. */
  readonly aliases: readonly string[]
  /** What bounded the rows that it viewed. */
  readonly before: AccessBound
}

/** The roles that rules of a resource do not name any longer. */
function unnamedIn({ found, wanted }: Pair, model: Model): Unnamed[] {
  const now = recordedBounds(wanted)
  return [...recordedBounds(found)].flatMap(([was, before]) => {
    const alias = presentAlias(model, was)
    return now.has(alias) ? [] : [{ aliases: [was, alias], before }]
  })
}

const roleNamed = (model: Model, was: string) => model.roles.find(one => aliasesOf(one).includes(was))
const presentAlias = (model: Model, was: string): string => roleNamed(model, was)?.alias ?? was

interface Compared {
  readonly model: Model
  readonly former: Rules
  readonly now: Rules
}

function releaseOf(was: string, pair: Pair, { model, former, now }: Compared): Release[] {
  const role = roleNamed(model, was)
  const alias = role?.alias ?? was
  const before = recordedBounds(pair.found).get(was)
  const after = recordedBounds(pair.wanted).get(alias)
  const from = rowsOf(was, before, former, ownerOf(pair, model))
  const to = rowsOf(alias, after, now, ownerOf(pair, model))
  // A rule for viewing where there was none, and one for all rows, allow it.
  const isAllowed = after !== undefined && (from === 'none' || (to === 'every' && from !== 'where'))
  const isMore = rowSets.indexOf(to) > rowSets.indexOf(from) && !isAllowed
  const isWider =
    before?.scope !== undefined && to !== 'none' && isWiderThan(before.scope, after?.scope ?? role?.dataScope ?? 'all')
  return isMore || isWider ? [{ aliases: [was, alias], isNamed: after !== undefined, from, to, isWider }] : []
}

const isWiderThan = (former: DataScope, now: DataScope): boolean =>
  scopesByWidth.indexOf(now) > scopesByWidth.indexOf(former)

/** Whether rows have owners, or are users, who are seen by theirs. Not where the column is new. */
function ownerOf(pair: Pair, model: Model): 'users' | 'owner_id' | 'id' | undefined {
  const { of } = pair.wanted.mark
  if (of === userResource) return model.owner === undefined ? undefined : 'users'
  const column = ownerColumn(model, resourceOfId(model, of))
  return pair.found.columns.some(({ name }) => name === column) ? column : undefined
}

function rowsOf(
  alias: string,
  bound: AccessBound | undefined,
  { ofOwner, named }: Rules,
  owner: ReturnType<typeof ownerOf>,
): RowSet {
  if (bound && bound.rows !== 'inherited') return bound.rows
  if (owner === undefined) return 'every'
  if (ofOwner?.get(alias)?.rows === 'where') return 'byOwners'
  return named.has(alias) && owner !== 'users' ? 'owned' : 'open'
}

interface Present {
  readonly model: Model
  readonly now: Rules
  readonly users: Pair
}

interface Shown {
  readonly released: readonly Release[]
  readonly unnamed: readonly Unnamed[]
}

function showing(pair: Pair, { released, unnamed }: Shown, { model, now, users }: Present): ChangeDraft {
  const { found, nameNow, wanted } = pair
  const { name, table } = resourceOfId(model, wanted.mark.of)
  const owner = ownerOf(pair, model)
  const namedHere = has(wanted.mark.bounds ? Object.keys(wanted.mark.bounds) : [])
  // Where rules of the resource name a role of the user, the others contribute nothing.
  const contributing = (which: readonly Release[]) => {
    const [named, others] = [true, false].map(isNamed => has(aliasesIn(which.filter(one => one.isNamed === isNamed))))
    return `(${named} or (${others} and not ${namedHere}))`
  }
  const isByOwners = ({ to }: Release) => to === 'owned' || to === 'open'
  const byOwners = [...(now.ofOwner ?? [])].flatMap(([alias, { rows }]) => (rows === 'where' ? [alias] : []))
  const isByRule = has(byOwners)
  const owners = ownersIn(users)
  const isFree = `${owners} = '{}' and not ${owner === 'users' ? 'false' : has([...now.named])}`
  const isGaining = `${gaining(pair, model, unnamed, byOwners)} and not ${namedHere}`
  const gained = owner === undefined || owner === 'users' ? isGaining : `${isGaining} and (${isByRule} or ${isFree})`
  const all = `${contributing(released.filter(one => !isByOwners(one)))} or (${contributing(released.filter(isByOwners))} and not ${isByRule} and ${isFree}) or (${gained})`
  const own = `(${contributing(released.filter(one => isByOwners(one) && (one.isWider || one.from !== 'owned')))} or (${isGaining})) and not ${isByRule}`
  const isViewer = viewing(pair, model)
  const ofOwners = `exists (select from blade_user u cross join unnest(${owners}) own (id) where ${isViewer} and own.id = mine.${quoted(owner ?? '')} and ${own})`
  const seen = `exists (select from blade_user u where ${isViewer} and (${all}))`
  const listed = aliasesIn([...released, ...unnamed])
  return {
    phase: 'names',
    mark: 'additive',
    losing: { name: `visible:${table}.access`, mark: 'breaks-rows' },
    onlyIfAny: true,
    what: both(
      `角色 ${listed.join('、')} 的访问规则不再限制 ${name} 的记录：拥有它的用户将看到更多`,
      `Show more rows of ${name} to users whom an access rule of their role no longer restricts: ${listed.join(', ')}.`,
    ),
    counting: countingRows(
      found,
      nameNow,
      owner === undefined || owner === 'users' ? seen : `(${seen} or ${ofOwners})`,
    ),
    statements: [],
  }
}

const aliasesIn = (all: readonly { readonly aliases: readonly string[] }[]): string[] => [
  ...new Set(all.flatMap(({ aliases }) => aliases)),
]

/**
 * Whether another role of a user shows more rows than those that no rule names any longer did: with a wider data scope,
 * with the right that they lack, or by a rule of the owner resource.
 */
function gaining(pair: Pair, model: Model, unnamed: readonly Unnamed[], byOwners: readonly string[]): string {
  if (unnamed.length === 0) return 'false'
  const named = aliasesIn(unnamed)
  const whole = unnamed.filter(({ before: { rows } }) => rows === 'inherited' || rows === 'every')
  const everyRow = aliasesIn(whole.filter(({ before }) => before.rows === 'every'))
  const scopes = whole.flatMap(({ aliases, before: { scope } }) =>
    scope === undefined ? [] : [`when f.role_alias = any(${texts(aliases)}) then ${literal(scope)}`],
  )
  const former = scopes.length > 0 ? `case ${scopes.join(' ')} else f.data_scope end` : 'f.data_scope'
  const widthOf = (scope: string) => `array_position(${texts(scopesByWidth)}, coalesce(${scope}, 'all'))`
  const isAsWide = hasTenant(pair.wanted) ? `${widthOf(former)} >= ${widthOf('r.data_scope')}` : 'true'
  const isWhole = `(f.role_alias = any(${texts(everyRow)}) or not r.role_alias = any(${texts(byOwners)}))`
  const before = `f.role_alias = any(${texts(aliasesIn(whole))}) and ${hasRight(pair, model, 'f')} and ${isAsWide} and ${isWhole}`
  const other = `not r.role_alias = any(${texts(named)}) and ${hasRight(pair, model, 'r')}`
  return `${has(named)} and ${hasRole(`${other} and not ${hasRole(before, 'f')}`)}`
}

/**
 * Users who may change roles or users, and are restricted neither by an access rule any longer nor by owners or data
 * scopes: the privilege-escalation guard refuses changes of roles by restricted users.
 */
function granting(
  alias: string,
  aliases: readonly string[],
  pairs: readonly Pair[],
  { model, now, users }: Present,
): ChangeDraft {
  const rights = pairs.flatMap(({ wanted, found }) => {
    const resource = wanted.mark.code === undefined ? undefined : resourceOfId(model, wanted.mark.of)
    if (!resource || !grantsRights(resource)) return []
    const reading = ['view', 'export', ...resource.queries.map(({ name }) => name)].map(one => codeOf(resource, one))
    return codesOf(resource).flatMap(code =>
      reading.includes(code)
        ? []
        : [hasCode(model, 'r', code, `${found.mark.code}${code.slice(resource.code.length)}`)],
    )
  })
  const isScoped = hasRole(`coalesce(r.data_scope, 'all') <> 'all'`)
  const isRestricted = `${ownersIn(users)} <> '{}' or ${isScoped} or ${has([...now.named])}`
  const mayGrant = rights.length > 0 ? hasRole(`(${rights.join(' or ')})`) : 'false'
  const which = `from blade_user u where u.is_deleted = 0 and ${has(aliases)} and ${mayGrant} and not (${isRestricted} or ${has([administratorAlias])})`
  return {
    phase: 'names',
    mark: 'additive',
    losing: { name: `grants:role.${alias}`, mark: 'breaks-rows' },
    onlyIfAny: true,
    what: both(
      `没有访问规则再限制角色 ${alias}：拥有它的用户，有权修改角色或用户的，可以不受限制地授予自己拥有的权限`,
      `Restrict the role ${alias} by no access rule: its users who may change roles or users can grant all rights that they have.`,
    ),
    counting: {
      table: 'blade_user',
      sql: `select count(*) as count ${which}`,
      rows: { resource: userResource, sql: `select u.tenant_id, u.id ${which}` },
    },
    statements: [],
  }
}

/** The owners of a user, as they are before the plan. */
function ownersIn({ wanted, found, columnNow }: Pair): string {
  const column = found.columns.find(({ name }) => name === wanted.mark.owners)
  if (!column) return `'{}'::bigint[]`
  const value = `u.${quoted(columnNow(column.name))}`
  return column.type.endsWith('[]') ? `coalesce(${value}, '{}')` : `array_remove(array[${value}], null)`
}

/** Values of fields that rules of the resource hid from users with a role who view them now. */
function unhiding(pair: Pair, model: Model): ChangeDraft[] {
  const { found, nameNow, wanted, columnNow } = pair
  const { name, table, fields } = resourceOfId(model, wanted.mark.of)
  const now = recordedBounds(wanted)
  const hides = (bound: AccessBound | undefined, column: string) => bound?.hide.some(one => columnNow(one) === column)
  const aliases = new Map<string, Set<string>>()
  for (const [was, { hide }] of recordedBounds(found)) {
    const alias = presentAlias(model, was)
    const after = now.get(alias)
    if (after?.rows === 'none') continue
    for (const column of hide.filter(one => !hides(after, one)))
      aliases.set(column, new Set([...(aliases.get(column) ?? []), was, alias]))
  }
  const shown = [...aliases].flatMap(([column, roles]) => {
    const stored = wanted.columns.find(one => columnNow(one.name) === column && one.field !== undefined)
    const field = stored?.field ?? fields.find(one => one.name === column)?.name
    const hiding = [...now].flatMap(([alias, bound]) => (hides(bound, column) ? [alias] : []))
    const views = `exists (select from blade_user u where ${viewing(pair, model)} and ${has([...roles])} and not ${has(hiding)})`
    const where = stored ? `(mine.${quoted(column)} is not null and ${views})` : views
    return field === undefined ? [] : [{ field, roles: [...roles], where }]
  })
  if (shown.length === 0) return []
  const [names, roles] = [shown.map(({ field }) => field), [...new Set(shown.flatMap(one => one.roles))]]
  return [
    {
      phase: 'names',
      mark: 'additive',
      losing: { name: `visible:${table}.hide`, mark: 'breaks-rows' },
      onlyIfAny: true,
      what: both(
        `角色 ${roles.join('、')} 的访问规则不再隐藏 ${name} 的 ${names.join('、')}：拥有它的用户将看到这些值`,
        `Show ${names.join(', ')} of ${name} to users from whom an access rule of their role no longer hides it: ${roles.join(', ')}.`,
      ),
      counting: countingRows(found, nameNow, `(${shown.map(({ where }) => where).join(' or ')})`),
      statements: [],
    },
  ]
}

/** Whether a user of the tenant of a row has the right to view it, by one of their roles. */
function viewing(pair: Pair, model: Model): string {
  const tenant = hasTenant(pair.found) ? ' and u.tenant_id = mine.tenant_id' : ''
  return `u.is_deleted = 0${tenant} and ${hasRole(hasRight(pair, model, 'r'))}`
}

/** Whether a row of roles has the right to view the resource. */
const hasRight = ({ wanted, found }: Pair, model: Model, role: string): string =>
  hasCode(model, role, codeOf(resourceOfId(model, wanted.mark.of), 'view'), `${found.mark.code}_view`)

/** Whether a row of roles has a permission code, which the grants of an administrator store by its former name. */
function hasCode(model: Model, role: string, code: string, former: string): string {
  const holders = model.roles.filter(({ codes }) => codes.includes(code)).flatMap(aliasesOf)
  const edited = `exists (select from engine_overlay o where o.tenant_id in (${role}.tenant_id, '000000') and o.kind = 'role' and o.path = ${role}.role_alias and o.property = ${literal(`allow.${code}`)} and o.value = 'true'::jsonb)`
  const granted = `exists (select from engine_grant e where e.tenant_id = ${role}.tenant_id and e.role_id = ${role}.id and e.code = ${literal(former)})`
  return `case when coalesce(${role}.is_built_in, false) then ${role}.role_alias = any(${texts(holders)}) or ${edited} else ${granted} end`
}

const has = (aliases: readonly string[]): string =>
  aliases.length === 0 ? 'false' : hasRole(`r.role_alias = any(${texts(aliases)})`)

const hasRole = (which: string, alias = 'r'): string =>
  `exists (select from blade_role ${alias} where ${alias}.tenant_id = u.tenant_id and ${alias}.id = any(u.role_id) and ${alias}.is_deleted = 0 and ${which})`

const texts = (all: readonly string[]): string => `array[${all.map(literal).join(', ')}]::text[]`
