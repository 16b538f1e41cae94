import { displayKeyColumn, keyedDisplay } from '../../fields/display-key.ts'
import type { Field, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { accessToNames } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { columnOf, type Fragment, sql, word } from '../database/fragment.ts'
import { referenceOf } from '../database/shape.ts'
import { castOf } from './condition.ts'

/** One field that rows are sorted by. */
export interface Sort {
  readonly field: Field
  readonly descending: boolean
  /** Compares what the column contains, where else what is displayed is compared: an index has that order. */
  readonly isStored?: true
}

/** What rows are compared by in one field, and its type: a pinyin key, where Chinese is displayed. */
export interface SortValue {
  readonly value: Fragment
  readonly type: string
  /** What the value is read from beside the row itself; joined to it, it adds no row. */
  readonly join: Fragment
}

const deepest = 2

/**
 * A display text is sorted by its pinyin key, a reference by what it displays. What the user may not see of a referred
 * record is empty here too, so that an order reveals no more than the list.
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
    return { value: word(column), type: castOf(field), join }
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

const displayFieldOf = (resource: Resource): Field | undefined => {
  const field = fieldOf(resource, resource.display)
  return field?.column === undefined ? undefined : field
}

/** Whether the user may read all that an order by this field would reveal. */
export function mayOrderBy(ctx: RequestContext, field: Field, depth = 0): boolean {
  const [reference] = referenceOf(ctx.model, field)
  const shown = reference && displayFieldOf(reference.of)
  if (!reference || !shown || depth > deepest) return true
  return accessToNames(ctx, reference.of).reads(shown) && mayOrderBy(ctx, shown, depth + 1)
}
