import { keyedDisplay } from '../../fields/display-key.ts'
import type { Model, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { Access } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { type Fragment, join, sql } from '../database/fragment.ts'
import { referenceOf } from '../database/shape.ts'
import type { Query } from './query.ts'
import { type Sort, sortValue } from './sort.ts'

/** What a query's rows are sorted by, to the last: its sorts, or the resource's own order, and then their ids. */
export function orderOf(resource: Resource, access: Access, { sorts }: Pick<Query, 'sorts'>): readonly Sort[] {
  const given = onceEach(sorts.length > 0 ? sorts : usualOrder(resource, access))
  const id = given.findIndex(({ field }) => field.name === 'id')
  // Behind an id nothing is left to be told apart.
  if (id >= 0) return given.slice(0, id + 1)
  const field = fieldOf(resource, 'id')
  return field ? [...given, { field, descending: given.at(-1)?.descending ?? false }] : given
}

/** A field that is named again leaves nothing to be told apart by it. */
const onceEach = (sorts: readonly Sort[]): readonly Sort[] =>
  sorts.filter(({ field }, index) => sorts.findIndex(other => other.field.name === field.name) === index)

/** What `order by` takes, and what is joined to the rows for it. */
export interface OrderSql {
  readonly order: Fragment
  readonly joins: Fragment
}

/** An order as SQL. Empty values come last where it rises and first where it falls, as they do in an index. */
export function orderSql(ctx: RequestContext, resource: Resource, order: readonly Sort[], alias: string): OrderSql {
  const values = order.map((sort, index) => ({ ...sort, ...sortValue(ctx, resource, sort, alias, `s${index}`) }))
  return {
    order: join(
      values.map(({ value, descending }) => (descending ? sql`${value} desc` : value)),
      ', ',
      '',
    ),
    joins: join(
      values.map(value => value.join),
      '',
      '',
    ),
  }
}

/**
 * The resource's own order, unless the reader may not know it; rows of the same place follow their ids in the same
 * direction.
 */
export function usualOrder(resource: Resource, access: Access): Sort[] {
  const field = fieldOf(resource, resource.order.field)
  return field?.column && access.reads(field) ? [{ field, descending: resource.order.descending, isStored: true }] : []
}

/** The sort that wants few rows, because no index gives the order that it begins; none where a large table can be read. */
export const unindexed = (model: Model, resource: Resource, [first]: readonly Sort[]): Sort | undefined =>
  first && !isIndexed(model, resource, first) ? first : undefined

const isIndexed = (model: Model, resource: Resource, { field, isStored }: Sort): boolean =>
  (isStored || referenceOf(model, field).length === 0) &&
  (field.name === 'id' ||
    field.name === resource.order.field ||
    field.name === keyedDisplay(resource)?.name ||
    field.sort ||
    field.unique)
