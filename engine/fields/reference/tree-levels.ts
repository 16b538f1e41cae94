import type { Field, Model, Resource } from '../../model/model.ts'
import { isTree } from '../../model/tree.ts'
import { dictionaryEntriesOf } from '../dictionary/field.ts'
import { isMany } from '../options.ts'
import { isDictionary, referredResource } from '../traits.ts'

/** The tree to whose records a field refers. */
export function treeOf(field: Field, model: Model): Resource | undefined {
  const of = referredResource(field, model)
  return of && isTree(of) ? of : undefined
}

/** The levels of a tree: the entries of its dictionaries, by their names. */
export function treeLevelsOf(
  tree: Resource,
  model: Model,
): ReadonlyMap<string, { readonly field: Field; readonly key: string }> {
  const fields = tree.fields.filter(field => isDictionary(field) && field.column !== undefined && !isMany(field))
  return new Map(
    fields.flatMap(field => dictionaryEntriesOf(field, model).map(({ name, key }) => [name, { field, key }] as const)),
  )
}
