import { relatedRecords } from '../../fields/related/rows.ts'
import { isRelated } from '../../fields/traits.ts'
import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { expressionOf } from '../../record/expressions.ts'
import { resourceOfList } from '../../record/formulas.ts'
import type { Expression } from '../../rules/compile-expression.ts'
import { targetsIn } from '../../rules/read-targets.ts'
import { listsIn } from '../../rules/term.ts'
import { type Access, accessTo, isHiddenTarget } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'

/** Whether an expression reads a field that is hidden from the actor, also of another record or of the records in a list. */
export const readsHidden = (
  ctx: RequestContext,
  resource: Resource,
  hidden: Access['hidden'],
  { reads, term }: Pick<Expression, 'reads' | 'term'>,
): boolean =>
  reads.some(name => hidden.has(name)) ||
  targetsIn(term).some(read => isHiddenTarget(ctx, read)) ||
  [...listsIn(term)].some(([list, names]) => hidden.has(list) || hidesInList(ctx, resource, hidden, list, names))

/** Whether a field of the records in a list is hidden that a condition reads, or that decides which records are in it. */
function hidesInList(
  ctx: RequestContext,
  resource: Resource,
  hidden: Access['hidden'],
  list: string,
  names: ReadonlySet<string>,
): boolean {
  const of = resourceOfList(ctx.model, resource, list)
  if (!of) return false
  const ofList = accessTo(ctx, of, 'view').withheld
  const field = fieldOf(resource, list)
  const { by, where } = (field && isRelated(field) && relatedRecords(ctx.model, field)) || {}
  const which = where === undefined ? undefined : expressionOf(ctx.model, resource, where, { it: of })
  const read = [...names, ...(by ? [by.name] : []), ...(which?.readsIt ?? [])]
  return read.some(name => ofList.has(name)) || (which?.reads ?? []).some(name => hidden.has(name))
}
