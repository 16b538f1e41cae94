import { hasLines, isComputed, lineResource } from '../fields/traits.ts'
import type { Field, Resource } from '../model/model.ts'
import { perFields } from '../model/per-model.ts'
import { formulaReads, type RecordContext, valueFor } from './expressions.ts'
import { evaluatedIn, readsMaster } from './in-master.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The fields of a resource that are computed from its own, with or without a column; not those that the database
 * computes.
 */
export const computedOf = perFields(({ fields }): readonly Field[] =>
  fields.filter(field => isComputed(field) && !field.derived && !field.rolledUp && !hasLines(field)),
)

/**
 * The record with these fields computed, which may depend on one another; the same record if nothing changed. A value
 * that the browser cannot compute stays.
 */
export function compute(context: RecordContext, resource: Resource, fields: readonly Field[], record: Values): Values {
  let next: Record<string, unknown> | undefined
  for (const field of inOrder(context, resource, fields)) {
    const value = valueFor(context, resource, field, String(field.compute), next ?? record)
    if (value === undefined || value === (next ?? record)[field.name]) continue
    next ??= { ...record }
    next[field.name] = value
  }
  return next ?? record
}

const orders = new WeakMap<readonly Field[], readonly Field[]>()

/** The fields in an order in which each follows those that it reads. The compiler refuses cycles. */
function inOrder(context: RecordContext, resource: Resource, fields: readonly Field[]): readonly Field[] {
  const known = orders.get(fields)
  if (known) return known
  const order: Field[] = []
  const visited = new Set<Field>()
  const visit = (field: Field) => {
    if (visited.has(field)) return
    visited.add(field)
    const reads = formulaReads(context, resource, field)
    for (const one of fields) if (reads.includes(one.name)) visit(one)
    order.push(field)
  }
  fields.forEach(visit)
  orders.set(fields, order)
  return order
}

/** The record with its fields computed, those of its lines first. */
export function computeWithLines(context: RecordContext, resource: Resource, record: Values): Values {
  let next = record
  for (const field of resource.fields) {
    const line = lineResource(field, context.model)
    const lines = next[field.name]
    if (!line || !Array.isArray(lines)) continue
    const master = readsMaster(context.model, line) ? compute(context, resource, computedOf(resource), next) : next
    const computed = lines.map(one =>
      evaluatedIn(context, line, master, one as Values, (own, values) => computeWithLines(own, line, values)),
    )
    if (computed.some((one, at) => one !== lines[at])) next = { ...next, [field.name]: computed }
  }
  return compute(context, resource, computedOf(resource), next)
}
