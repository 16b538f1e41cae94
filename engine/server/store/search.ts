import { keyedDisplay } from '../../fields/display-key.ts'
import { searchForm } from '../../fields/unique-form.ts'
import { displayFieldOf } from '../../model/display.ts'
import type { Resource } from '../../model/model.ts'
import { shownOwnerField } from '../../model/owner.ts'
import { stateFieldOf } from '../../model/system-fields.ts'
import { type Access, accessToNames, demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, referenceOf } from '../database/shape.ts'
import { displayCondition, withPaths } from './look-up.ts'
import type { ReferenceOption } from './operations.ts'
import { isPinyin, pinyinConditions } from './pinyin-search.ts'
import { displaySql, live } from './select.ts'

/** The maximum number of results within one resource. */
const maxFound = 5
/**
 * The number of matches among which the nearest are chosen. To rank all would read a million rows for a common word.
 */
const maxRanked = 60
/** The maximum number of rows that are read for letters that no index supports. */
const maxScanned = 20_000

/**
 * Records of one resource by part of their display text: first those that begin with it, shorter before longer, then by
 * pinyin: consecutive initials before letters anywhere in their order.
 */
export async function search(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  text: string,
): Promise<ReferenceOption[]> {
  const access = demand(ctx, resource, 'view')
  const field = displayFieldOf(resource)
  // Records without a display field have the id as label, and users do not search for part of an id.
  if (!field || !access.reads(field)) return []
  const table = `"${resource.table}"`
  const state = stateFieldOf(resource)
  const shown = state?.column && access.reads(state) ? `t."${state.column}"` : 'null'
  const owner = ownerSql(ctx, resource, access)
  const columns = sql`t."id", ${displaySql(ctx, resource, 't')} as "name", ${word(shown)} as "state", ${owner} as "owner"`
  const mayView = every([live('t'), access.rows('t')])
  const find = async (from: Fragment, condition: Fragment) => {
    const statement = sql`select ${columns} from ${from} where ${condition} limit ${word(String(maxRanked))}`
    return (await runAll(queries, statement)).flatMap(optionOf).sort(nearness(searchForm(text)))
  }
  const all = word(`${table} t`)
  const found = await find(all, sql`${mayView} and ${displayCondition(ctx, resource, text)}`)
  const byPinyin = keyedDisplay(resource) && isPinyin(text) ? pinyinConditions(text, 't') : []
  for (const { condition, scanned } of byPinyin) {
    if (found.length >= maxFound) break
    const some = scanned && sql`(select t.* from ${all} where ${mayView} and ${scanned} limit ${maxScanned}::int) t`
    const more = await (some ? find(some, condition) : find(all, sql`${mayView} and ${condition}`))
    found.push(...more.filter(({ id }) => !found.some(one => one.id === id)))
  }
  return withPaths(queries, ctx, resource, found.slice(0, maxFound))
}

function optionOf({ id, name, state, owner }: Row): ReferenceOption[] {
  if (name === null) return []
  const more = {
    ...(state !== null && { state: String(state) }),
    ...(owner !== null && { ownerName: String(owner) }),
  }
  return [{ id: String(id), name: String(name), ...more }]
}

/** The label of a record's owner: each owner has a "cold room 1", which would be ambiguous without it. */
function ownerSql(ctx: RequestContext, resource: Resource, access: Access): Fragment {
  const field = shownOwnerField(resource)
  const [reference] = field?.column && access.reads(field) ? referenceOf(ctx.model, field) : []
  if (!field || !reference || reference.many) return word('null')
  const visible = accessToNames(ctx, reference.of).rows('o')
  const from = word(`"${reference.of.table}" o where o."id" = t."${field.column}"`)
  return sql`(select ${displaySql(ctx, reference.of, 'o')} from ${from} and ${visible})`
}

const nearness = (text: string) => (one: ReferenceOption, other: ReferenceOption) =>
  beginsWith(other, text) - beginsWith(one, text) ||
  one.name.length - other.name.length ||
  (one.name < other.name ? -1 : 1)

const beginsWith = ({ name }: ReferenceOption, text: string): number => (searchForm(name).startsWith(text) ? 1 : 0)
