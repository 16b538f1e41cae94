import { userResource } from '../../model/account-resources.ts'
import { type DataScope, type Model, scopesByWidth } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
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
  const owner = pairs.find(({ wanted }) => wanted.mark.of === model.owner)
  const former: Rules = {
    ofOwner: owner && recordedBounds(owner.found),
    named: new Set(tables.filter(({ mark }) => !mark.isRemoved).flatMap(({ mark }) => Object.keys(mark.bounds ?? {}))),
  }
  const now: Rules = {
    ofOwner: owner && recordedBounds(owner.wanted),
    named: new Set(Object.values(model.resources).flatMap(({ access }) => access.map(({ role }) => role))),
  }
  return pairs
    .filter(({ wanted: { mark } }) => mark.code !== undefined && mark.master === undefined)
    .flatMap(pair => {
      const released = [...former.named].flatMap(alias => releaseOf(alias, pair, { model, former, now }))
      return [
        ...(released.length > 0 ? [showing(pair, released, { model, now, users })] : []),
        ...unhiding(pair, model),
      ]
    })
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
}

interface Compared {
  readonly model: Model
  readonly former: Rules
  readonly now: Rules
}

function releaseOf(was: string, pair: Pair, { model, former, now }: Compared): Release[] {
  const role = model.roles.find(one => aliasesOf(one).includes(was))
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
  return isMore || isWider ? [{ aliases: [was, alias], isNamed: after !== undefined, from, to }] : []
}

const isWiderThan = (former: DataScope, now: DataScope): boolean =>
  scopesByWidth.indexOf(now) > scopesByWidth.indexOf(former)

/** Whether rows have owners, or are users, who are seen by theirs. Not where the column is new. */
function ownerOf(pair: Pair, model: Model): 'users' | 'owner_id' | 'id' | undefined {
  const { of } = pair.wanted.mark
  if (of === userResource) return model.owner === undefined ? undefined : 'users'
  const column = ownerColumn(model, resourceOf(model, of))
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

function showing(pair: Pair, released: readonly Release[], { model, now, users }: Present): ChangeDraft {
  const { found, nameNow, wanted } = pair
  const { name, table } = resourceOf(model, wanted.mark.of)
  const owner = ownerOf(pair, model)
  const namedHere = has(wanted.mark.bounds ? Object.keys(wanted.mark.bounds) : [])
  // Where rules of the resource name a role of the user, the others contribute nothing.
  const contributing = (which: readonly Release[]) => {
    const [named, others] = [true, false].map(isNamed => has(aliasesIn(which.filter(one => one.isNamed === isNamed))))
    return `(${named} or (${others} and not ${namedHere}))`
  }
  const isByOwners = ({ to }: Release) => to === 'owned' || to === 'open'
  const isByRule = has([...(now.ofOwner ?? [])].flatMap(([alias, { rows }]) => (rows === 'where' ? [alias] : [])))
  const owners = ownersIn(users)
  const isFree = `${owners} = '{}' and not ${owner === 'users' ? 'false' : has([...now.named])}`
  const all = `${contributing(released.filter(one => !isByOwners(one)))} or (${contributing(released.filter(isByOwners))} and not ${isByRule} and ${isFree})`
  const own = `${contributing(released.filter(one => isByOwners(one) && one.from !== 'owned'))} and not ${isByRule}`
  const isViewer = viewing(pair, model)
  const ofOwners = `exists (select from blade_user u cross join unnest(${owners}) own (id) where ${isViewer} and own.id = mine.${quoted(owner ?? '')} and ${own})`
  const seen = `exists (select from blade_user u where ${isViewer} and (${all}))`
  const listed = aliasesIn(released)
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

const aliasesIn = (released: readonly Release[]): string[] => [...new Set(released.flatMap(({ aliases }) => aliases))]

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
  const { name, table, fields } = resourceOf(model, wanted.mark.of)
  const now = recordedBounds(wanted)
  const hides = (bound: AccessBound | undefined, column: string) => bound?.hide.some(one => columnNow(one) === column)
  const aliases = new Map<string, Set<string>>()
  for (const [was, { hide }] of recordedBounds(found)) {
    const alias = model.roles.find(one => aliasesOf(one).includes(was))?.alias ?? was
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
function viewing({ wanted, found }: Pair, model: Model): string {
  const tenant = hasTenant(found) ? ' and u.tenant_id = mine.tenant_id' : ''
  const code = `${wanted.mark.code}_view`
  const viewers = model.roles.filter(({ codes }) => codes.includes(code)).flatMap(aliasesOf)
  const edited = `exists (select from engine_overlay o where o.tenant_id in (r.tenant_id, '000000') and o.kind = 'role' and o.path = r.role_alias and o.property = ${literal(`allow.${code}`)} and o.value = 'true'::jsonb)`
  const granted = `exists (select from engine_grant e where e.tenant_id = r.tenant_id and e.role_id = r.id and e.code = ${literal(`${found.mark.code}_view`)})`
  const hasRight = hasRole(
    `case when coalesce(r.is_built_in, false) then r.role_alias = any(${texts(viewers)}) or ${edited} else ${granted} end`,
  )
  return `u.is_deleted = 0${tenant} and ${hasRight}`
}

const has = (aliases: readonly string[]): string =>
  aliases.length === 0 ? 'false' : hasRole(`r.role_alias = any(${texts(aliases)})`)

const hasRole = (which: string): string =>
  `exists (select from blade_role r where r.tenant_id = u.tenant_id and r.id = any(u.role_id) and r.is_deleted = 0 and ${which})`

const texts = (all: readonly string[]): string => `array[${all.map(literal).join(', ')}]::text[]`
