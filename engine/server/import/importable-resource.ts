import { typeOf } from '../../fields/index.ts'
import type { Model, Resource } from '../../model/model.ts'
import { near } from '../../rules/near.ts'
import { ImportRefusal } from './import-refusal.ts'

/** The resource of that name, where a file of one row a record can hold its records. */
export function importableResource({ resources }: Model, name: string): Resource {
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined
  if (!resource) throw new ImportRefusal('resource.unknown', { name, near: near(name, Object.keys(resources)) ?? '' })
  const lines = resource.fields.find(field => field.required && typeOf(field).lines)
  if (lines) {
    const { zh, en } = lines.title
    throw new ImportRefusal('resource.needs-lines', { zh: { name, title: zh }, en: { name, title: en } })
  }
  return resource
}
