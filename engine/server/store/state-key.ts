import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { RequestContext } from '../auth/request-context.ts'

/** The key of a lifecycle's state, by its name in the descriptor. */
export function stateKey({ model }: RequestContext, resource: Resource, name: string): string {
  const field = fieldOf(resource, resource.lifecycle?.field ?? '')
  const entry = model.dictionaries[String(field?.options['of'])]?.entries.find(one => one.name === name)
  if (!entry) throw new Error(`The lifecycle of "${resource.name}" has no state "${name}".`)
  return entry.key
}
