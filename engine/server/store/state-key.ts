import type { Resource, Transition } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'

/** The key of a lifecycle's state, by its name in the descriptor. */
export function stateKey({ model }: RequestContext, resource: Resource, name: string): string {
  const field = fieldOf(resource, resource.lifecycle?.field ?? '')
  const entry = model.dictionaries[String(field?.options['of'])]?.entries.find(one => one.name === name)
  if (!entry) throw new Error(`The lifecycle of "${resource.name}" has no state "${name}".`)
  return entry.key
}

/** The key of the state in which every new record begins; undefined without a lifecycle. */
export const initialKey = (ctx: RequestContext, resource: Resource): string | undefined =>
  resource.lifecycle && stateKey(ctx, resource, resource.lifecycle.initial)

/** The value of the state of a new record, by its field; none without a lifecycle. */
export const initialState = (ctx: RequestContext, resource: Resource): Row =>
  resource.lifecycle ? { [resource.lifecycle.field]: initialKey(ctx, resource) } : {}

/** The keys of the states from which a transition starts. */
export const statesBefore = (ctx: RequestContext, resource: Resource, { from }: Transition): string[] =>
  from.map(name => stateKey(ctx, resource, name))

/** The value of the state after a transition, by its field. */
export const stateAfter = (ctx: RequestContext, resource: Resource, { to }: Transition): Row => ({
  [resource.lifecycle?.field ?? '']: stateKey(ctx, resource, to),
})
