import type { Model, Resource } from '../../model/model.ts'
import { uniqueFault } from '../errors/database-errors.ts'
import { type Refusal, refuse } from '../errors/refuse.ts'
import { uniqueIndexName } from '../storage/tables-of.ts'
import { partsOf } from './referring.ts'

/** Names the field with the duplicate value, without other data of the row that has it. */
export function duplicateOf(model: Model, resource: Resource, error: unknown): Refusal | undefined {
  const { constraint } = uniqueFault(error) ?? {}
  if (constraint === undefined) return undefined
  const resources = [
    resource,
    ...partsOf(model, resource).map(part => part.resource),
    ...Object.values(model.resources),
  ]
  for (const one of resources) {
    const field = one.fields.find(field => field.column && field.unique && uniqueIndexName(one, field) === constraint)
    if (field) return refuse.duplicate(field.name, field.title)
  }
  return undefined
}
