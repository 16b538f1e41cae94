import { userResource } from '../../model/account-resources.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { ownerFieldOf } from '../../model/owner.ts'
import { perModel } from '../../model/per-model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { expressionOf } from '../../record/expressions.ts'

/** The field of users that refers to their owners. */
export const ownersOfUser = ({ resources, ownersField }: Model): Field | undefined =>
  resources[userResource]?.fields.find(({ name, column }) => name === ownersField && column !== undefined)

const fields = perModel<readonly Field[]>()

/** The stored fields that determine which users see a row: its owner, and those that row sets of access rules read. */
export function accessFields(model: Model, resource: Resource): readonly Field[] {
  return fields(model, resource.name, () => {
    const read = resource.access.flatMap(({ where }) =>
      where === undefined ? [] : expressionOf(model, resource, where).reads,
    )
    const ofUser = resource.name === userResource ? [ownersOfUser(model)?.name, 'deptId'] : []
    const names = new Set([ownerFieldOf(resource)?.name, ...ofUser, ...read].filter(name => name !== undefined))
    return [...names]
      .map(name => fieldOf(resource, name))
      .filter(field => field !== undefined)
      .filter(field => field.column !== undefined)
  })
}
