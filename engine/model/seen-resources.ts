import { userResource } from './account-resources.ts'
import type { Bilingual, DeclaredRole, Model, Resource } from './model.ts'
import { presentName, resourceChanges } from './name-changes.ts'
import { codeOf } from './names.ts'

/** Whether a declared role has the code to view a resource. */
export const mayView = ({ codes }: DeclaredRole, resource: Resource): boolean =>
  codes.includes(codeOf(resource, 'view'))

/**
 * Whether users of a declared role who have no owners see no row of a resource: access rules name the role, but none for
 * this resource or the owners.
 */
export function lacksRows({ resources, owner }: Model, { alias }: DeclaredRole, resource: Resource): boolean {
  const isNamed = (of: Resource | undefined) => of?.access.some(({ role }) => role === alias) === true
  const isOwned = resource.owner !== undefined && resource.name !== userResource
  return isOwned && ![resource, resources[owner ?? '']].some(isNamed) && Object.values(resources).some(isNamed)
}

/** The resources of which users of a role saw rows by their role, and see none now, in words. */
export function unseenResources(before: Model, after: Model): readonly Bilingual[] {
  const renames = resourceChanges(before, after)
  const sees = (model: Model, role: DeclaredRole, of: Resource) => mayView(role, of) && !lacksRows(model, role, of)
  return after.roles.flatMap(role => {
    const former = before.roles.find(({ alias }) => alias === role.alias)
    const seen = former ? Object.values(before.resources).filter(of => sees(before, former, of)) : []
    return seen.flatMap(({ name }) => {
      const of = after.resources[presentName(renames, name) ?? '']
      const [zh, en] = [
        `角色“${role.title.zh}”不再看到“${of?.title.zh}”`,
        `role ${role.title.en} no longer sees ${of?.title.en}`,
      ]
      return !of || sees(after, role, of) ? [] : { zh, en }
    })
  })
}
