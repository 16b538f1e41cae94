import type { Field, Model } from '../../model/model.ts'
import { isTree } from '../../model/tree.ts'
import { referredResource } from '../traits.ts'

/** Whether a field refers to records of a tree. */
export function refersToTree(field: Field, model: Model): boolean {
  const of = referredResource(field, model)
  return of !== undefined && isTree(of)
}
