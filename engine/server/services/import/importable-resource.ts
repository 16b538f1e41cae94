import type { Model, Resource } from '../../../model/model.ts'
import { near } from '../../../rules/near.ts'
import { ImportRefusal } from './import-refusal.ts'

/** The resource with this name; throws if there is none. */
export function importableResource({ resources }: Model, name: string): Resource {
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined
  if (!resource) throw new ImportRefusal('resource.unknown', { name, near: near(name, Object.keys(resources)) ?? '' })
  return resource
}
