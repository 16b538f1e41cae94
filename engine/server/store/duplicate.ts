import type { Model, Resource } from '../../model/model.ts'
import { duplicateText, reportedFields, type UniqueFields, uniqueSetsOf } from '../../model/unique-sets.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { every, type Fragment, word } from '../database/fragment.ts'
import { uniqueFault } from '../errors/database-errors.ts'
import { type Refusal, refuse } from '../errors/refuse.ts'
import { uniqueCondition, uniqueIndexName } from '../storage/unique-index.ts'
import { partsOf } from './referring.ts'

/** Names the fields with the duplicate values, without other data of the row that has them. */
export function duplicateOf(model: Model, resource: Resource, error: unknown): Refusal | undefined {
  const { constraint } = uniqueFault(error) ?? {}
  if (constraint === undefined) return undefined
  const resources = [
    resource,
    ...partsOf(model, resource).map(part => part.resource),
    ...Object.values(model.resources),
  ]
  for (const one of resources) {
    const set = uniqueSetsOf(one).find(set => uniqueIndexName(model, one, set) === constraint)
    if (set) return refuseDuplicate(one, set)
  }
  return undefined
}

const refuseDuplicate = (resource: Resource, set: UniqueFields): Refusal =>
  refuse.duplicate(
    reportedFields(resource, set).map(({ name }) => name),
    duplicateText(resource, set),
  )

/** The condition that the row `o` has the same values of a set as the row `t`. */
export function sameValues({ model }: RequestContext, resource: Resource, set: UniqueFields): Fragment {
  const same = set.fields.map(({ column }) => word(`o."${column}" = t."${column}"`))
  const conditions = ['o', 't'].flatMap(alias => uniqueCondition(model, resource, set, alias) ?? []).map(word)
  return every([...same, ...conditions])
}
