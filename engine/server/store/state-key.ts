import type { Resource, Transition } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'

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

/** A save does not change the state. Input with another state is refused with the way to change it. */
export function assureStateKept(resource: Resource, before: Row, values: Row): void {
  const name = resource.lifecycle?.field
  if (name === undefined || !(name in values)) return
  if ((values[name] ?? null) !== (before[name] ?? null)) throw changedByTransition(resource)
  delete values[name]
}

/** The state of a new record, which a client may send. */
export function assureInitialState(ctx: RequestContext, resource: Resource, values: Row): Row {
  const name = resource.lifecycle?.field ?? ''
  if ((values[name] ?? null) !== null) assureStateKept(resource, initialState(ctx, resource), values)
  return initialState(ctx, resource)
}

function changedByTransition(resource: Resource): Error {
  const name = resource.lifecycle?.field ?? ''
  const title = fieldOf(resource, name)?.title ?? resource.title
  return refuse.input({
    [name]: { zh: `${title.zh}只能通过操作改变`, en: `${title.en} can only be changed by transitions` },
  })
}
