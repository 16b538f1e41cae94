import { displayKeyColumn, keyedDisplay } from '../../fields/display-key.ts'
import { displayFieldOf } from '../../model/display.ts'
import type { Field, Resource } from '../../model/model.ts'
import { accessToNames } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { columnOf, type Fragment, sql, word } from '../database/fragment.ts'
import { referenceOf } from '../database/shape.ts'
import { castTypeOf } from './condition.ts'

/** One field that rows are sorted by. */
export interface Sort {
  readonly field: Field
  readonly descending: boolean
  /** Compares the column's value instead of the displayed one: an index has that order. */
  readonly isStored?: true
}

/** The value by which rows are compared in one field, and its type: a pinyin key where Chinese is displayed. */
export interface SortValue {
  readonly value: Fragment
  readonly type: string
  /** The table that the value is read from besides the row itself. The join adds no rows. */
  readonly join: Fragment
}

const deepest = 2

/**
 * A display text is sorted by its pinyin key, a reference by its display text. Values of a referenced record that the
 * user may not see are empty here too, so that an order reveals no more than the list.
 */
export function sortValue(
  ctx: RequestContext,
  resource: Resource,
  { field, isStored }: Pick<Sort, 'field' | 'isStored'>,
  alias: string,
  joined: string,
  depth = 0,
): SortValue {
  const join = word('')
  if (field.name === keyedDisplay(resource)?.name)
    return { value: word(columnOf(alias, displayKeyColumn)), type: 'text', join }
  const column = columnOf(alias, String(field.column))
  const [reference] = referenceOf(ctx.model, field)
  const shown = reference && displayFieldOf(reference.of)
  if (!reference || reference.many || !shown || isStored || depth > deepest)
    return { value: word(column), type: castTypeOf(field), join }
  const [own, next] = [`${joined}_of`, `${joined}_next`]
  const access = accessToNames(ctx, reference.of)
  const inner = sortValue(ctx, reference.of, { field: shown }, own, next, depth + 1)
  const from = sql`${word(`"${reference.of.table}" ${own}`)}${inner.join} where ${access.rows(own)}`
  const shownKeys = sql`select ${word(columnOf(own, 'id'))}, ${inner.value} as "key" from ${from}`
  return {
    value: word(columnOf(joined, 'key')),
    type: inner.type,
    join: sql` left join (${shownKeys}) ${word(`${joined} on ${columnOf(joined, 'id')} = ${column}`)}`,
  }
}

/** Whether the user may read all values that an order by this field would reveal. */
export function mayOrderBy(ctx: RequestContext, field: Field, depth = 0): boolean {
  const [reference] = referenceOf(ctx.model, field)
  const shown = reference && displayFieldOf(reference.of)
  if (!reference || !shown || depth > deepest) return true
  return accessToNames(ctx, reference.of).reads(shown) && mayOrderBy(ctx, shown, depth + 1)
}
