import { hasIndexedOrder } from '../../fields/indexed-fields.ts'
import type { Model, Order, Resource } from '../../model/model.ts'
import { listOrder } from '../../model/order.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { Access } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { type Fragment, join, sql } from '../database/fragment.ts'
import { referenceOf } from '../database/shape.ts'
import type { Query } from './query.ts'
import { type Sort, sortValue } from './sort.ts'

/** The complete order of a query's rows: its sorts, or the resource's own order, and then the ids. */
export function orderOf(resource: Resource, access: Access, { sorts }: Pick<Query, 'sorts'>): readonly Sort[] {
  const usual = usualOrder(resource, access)
  const [first] = sorts
  // The web asks for the first field of the resource's own order.
  const isUsual = first === undefined || (sorts.length === 1 && first.field.name === usual[0]?.field.name)
  const given = onceEach(isUsual ? [...sorts, ...usual] : sorts)
  const id = given.findIndex(({ field }) => field.name === 'id')
  // After an id, further sorts have no effect.
  if (id >= 0) return given.slice(0, id + 1)
  const field = fieldOf(resource, 'id')
  return field ? [...given, { field, descending: given.at(-1)?.descending ?? false }] : given
}

/** A repeated field has no effect on the order. */
const onceEach = (sorts: readonly Sort[]): readonly Sort[] =>
  sorts.filter(({ field }, index) => sorts.findIndex(other => other.field.name === field.name) === index)

/** The `order by` expressions, and the joins that they need. */
export interface OrderSql {
  readonly order: Fragment
  /** Its expressions, one by one. */
  readonly terms: readonly OrderTerm[]
  readonly joins: Fragment
}

interface OrderTerm {
  readonly value: Fragment
  readonly descending: boolean
}

/** An order as SQL. Empty values come last in ascending and first in descending order, as in an index. */
export function orderSql(ctx: RequestContext, resource: Resource, order: readonly Sort[], alias: string): OrderSql {
  const values = order.map((sort, index) => ({ ...sort, ...sortValue(ctx, resource, sort, alias, `s${index}`) }))
  return {
    order: orderBy(values),
    terms: values,
    joins: join(
      values.map(value => value.join),
      '',
      '',
    ),
  }
}

/** The `order by` expressions of terms. */
export const orderBy = (terms: readonly OrderTerm[]): Fragment =>
  join(
    terms.map(({ value, descending }) => (descending ? sql`${value} desc` : value)),
    ', ',
    '',
  )

/**
 * The resource's own order, unless the user may not read it. Rows with equal values are sorted by id in the same
 * direction.
 */
export function usualOrder(resource: Resource, access: Access): Sort[] {
  const sortsOf = ({ field: name, descending, next }: Order): Sort[] => {
    const field = fieldOf(resource, name)
    if (!field?.column || !access.reads(field)) return []
    return [{ field, descending, isStored: true }, ...(next ? sortsOf(next) : [])]
  }
  return sortsOf(listOrder(resource))
}

/** The sort that is limited to few rows, because no index gives its order. Undefined where an index gives it. */
export const unindexed = (model: Model, resource: Resource, [first]: readonly Sort[]): Sort | undefined =>
  first && !isIndexed(model, resource, first) ? first : undefined

const isIndexed = (model: Model, resource: Resource, { field, isStored }: Sort): boolean =>
  (isStored || referenceOf(model, field).length === 0) && hasIndexedOrder(resource, field)
