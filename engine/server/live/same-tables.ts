import type { Model, Resource } from '../../model/model.ts'
import { engineViewsOf } from '../storage/engine-views.ts'
import { tablesOf } from '../storage/tables-of.ts'

/** Whether two Models have the same tables, so that the catalogue need not be read. */
export const haveSameTables = (before: Model, after: Model): boolean =>
  haveSameSources(before, after) || schemaOf(before) === schemaOf(after)

/** Most saved descriptors change titles, forms or rules: comparing what tables are made from takes less than making them. */
function haveSameSources(before: Model, after: Model): boolean {
  const [former, next] = [Object.values(before.resources), Object.values(after.resources)]
  const areSame = next.every((resource, at) => {
    const other = former[at]
    // A compilation shares equal resources with the one before.
    return resource === other || (other !== undefined && isSame(sourceOfTable(other), sourceOfTable(resource)))
  })
  return areSame && former.length === next.length && isSame(otherParts(before), otherParts(after))
}

/** Without menus, which contain the titles of resources. */
const otherParts = ({ resources: _resources, menus: _menus, revision: _, namesVersion: _version, ...others }: Model) =>
  others

/** A resource without what no table has: only texts, screens and what is evaluated by the server. */
export function sourceOfTable(resource: Resource): Readonly<Record<string, unknown>> {
  const { title, titles, help, menu, screens, form, rules, ...stored } = resource
  return { ...stored, fields: stored.fields.map(field => ({ ...field, title: undefined, help: undefined })) }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Titles of entries, and how texts are read, are part of no table: only the conversion of a text reads them. */
function schemaOf(model: Model): string {
  // Each compilation makes them, and what is served of it shares them unless names have other ids.
  const known = schemas.get(model.resources)
  if (known !== undefined) return known
  const tables = tablesOf(model).map(({ columns, ...table }) => ({
    ...table,
    columns: columns.map(({ keyTitles: _titles, reads: _reads, ...column }) => column),
  }))
  const schema = JSON.stringify([tables, engineViewsOf(model), model.roles.map(({ alias }) => alias)])
  schemas.set(model.resources, schema)
  return schema
}

const schemas = new WeakMap<Model['resources'], string>()
