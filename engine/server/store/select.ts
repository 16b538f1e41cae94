import { dictionaryEntriesOf } from '../../fields/dictionary/field.ts'
import { isDictionary, isMoment } from '../../fields/traits.ts'
import { userResource } from '../../model/account-resources.ts'
import { displayFieldOf } from '../../model/display.ts'
import type { Bilingual, Field, Resource } from '../../model/model.ts'
import { maskFor } from '../../record/mask.ts'
import { accessToNames, sameTenant } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { columnOf, type Fragment, join, sql, word } from '../database/fragment.ts'
import { referenceOf, type Shape } from '../database/shape.ts'
import { derivedSql } from './derived.ts'

/** The columns of a table under an alias, each named for its field. */
export const columnsSql = (shape: Shape, alias: string): string =>
  shape.columns
    .map(field => `${columnSql(shape, field.name, String(field.column), alias)} as "${field.name}"`)
    .join(', ')

/** A column. Lines are changed with their master, so their version is the master's. */
function columnSql({ master, resource }: Shape, name: string, column: string, alias: string): string {
  if (!master || name !== 'version') return columnOf(alias, column)
  const isMaster = `m."id" = ${columnOf(alias, master.column)}${sameTenant(resource, alias, master.resource, 'm')}`
  return `(select m."version" from "${master.resource.table}" m where ${isMaster})`
}

/** Rows that are not deleted. */
export const live = (alias: string): Fragment => word(`${alias}."is_deleted" = 0`)

const deepest = 2

/** A text as users see it who read it masked; the same as `masked` of records. */
function maskedSql(field: Field, column: string): Fragment {
  const { head, tail, stars } = maskFor(field)
  const ends = sql`left(${word(column)}, ${head}::integer) || ${stars}::text || right(${word(column)}, ${tail}::integer)`
  return sql`(case when ${word(column)} is null then null when length(${word(column)}) <= ${head + tail}::integer then ${stars}::text else ${ends} end)`
}

/** The label of a record, as text: its display field, through a reference, or the title of a dictionary's entry. */
export function displaySql(ctx: RequestContext, resource: Resource, alias: string, depth = 0): Fragment {
  const field = displayFieldOf(resource)
  if (!field) return word(`${alias}."id"::text`)
  const names = accessToNames(ctx, resource)
  if (!names.shows(field)) return word('null::text')
  if (names.masked.has(field.name)) return maskedSql(field, columnOf(alias, field.column))
  const column = columnOf(alias, field.column)
  const [reference] = referenceOf(ctx.model, field)
  if (reference && !reference.many && depth < deepest) {
    const next = `${alias}_shown`
    const shown = displaySql(ctx, reference.of, next, depth + 1)
    const visible = accessToNames(ctx, reference.of).rows(next)
    return sql`(select ${shown} from ${word(`"${reference.of.table}" ${next} where ${next}."id" = ${column}`)} and ${visible})`
  }
  if (isDictionary(field)) {
    const titles = dictionaryEntriesOf(field, ctx.model).map(({ key, title }) => [key, title[ctx.language]])
    return sql`coalesce(${JSON.stringify(Object.fromEntries(titles))}::jsonb ->> ${word(`${column}::text, ${column}::text`)})`
  }
  if (isMoment(field)) return word(`to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`)
  return word(`${column}::text`)
}

/** The columns of the rows of a subquery that are named for their fields, and the values that read other records. */
export function readingSql(ctx: RequestContext, shape: Shape, rows: string): Fragment {
  const columns = shape.columns.map(field => word(columnOf(rows, field.name)))
  return join([...columns, ...derivedSql(ctx, shape, name => columnOf(rows, name))], ', ', '')
}

/**
 * A reference as the actor reads it: an invisible record is null, or missing in a list. Undefined where the actor sees
 * every record of the tenant that it may refer to.
 */
export function seenSql(ctx: RequestContext, field: Field, column: Fragment): Fragment | undefined {
  const [reference] = referenceOf(ctx.model, field)
  const access = reference && accessToNames(ctx, reference.of)
  if (!reference || !access?.bound) return undefined
  const table = word(`"${reference.of.table}" v`)
  const visible = access.rows('v')
  if (!reference.many) return sql`(select v."id" from ${table} where v."id" = ${column} and ${visible})`
  const each = sql`unnest(${column}) with ordinality k(id, n)`
  return sql`(case when ${column} is not null then array(select k.id from ${each} join ${table} on v."id" = k.id and ${visible} order by k.n) end)`
}

/** Whether a column contains the id of a user whom the actor may not see. */
export function isInvisibleUser(ctx: RequestContext, column: string): Fragment {
  const of = ctx.model.resources[userResource]
  if (!of) return word('false')
  const access = accessToNames(ctx, of)
  if (!access.bound) return word('false')
  const table = word(`"${of.table}" a_user where a_user."id" = ${column}`)
  return sql`(${word(column)} is not null and not exists (select from ${table} and ${access.rows('a_user')}))`
}

/** The name of a user whom the actor may not see. */
export const invisibleUser: Bilingual = { zh: '其他用户', en: 'Another user' }
