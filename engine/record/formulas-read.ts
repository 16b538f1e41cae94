import { isRelated } from '../fields/traits.ts'
import type { Field, Model, Resource } from '../model/model.ts'
import { fieldOf } from '../model/system-fields.ts'
import { targetsIn } from '../rules/read-targets.ts'
import { listsIn } from '../rules/term.ts'
import { expressionOf } from './expressions.ts'

/** A field whose values follow from the descriptors: a computed one, or a list of related records. */
export interface FormulaRead {
  readonly resource: Resource
  readonly field: Field
}

/** The formulas that expressions of a resource read at any depth, also of lines, related records and references. */
export function formulasRead(model: Model, resource: Resource, texts: readonly string[]): readonly FormulaRead[] {
  const found = new Map<Field, Resource>()
  const take = (of: Resource | undefined, name: string): void => {
    const field = of?.fields.find(one => one.name === name)
    if (!of || !field || found.has(field) || (field.compute === undefined && !isRelated(field))) return
    found.set(field, of)
    if (field.compute !== undefined) visit(of, field.compute)
  }
  const visit = (of: Resource, text: string): void => {
    const { reads, term } = expressionOf(model, of, text)
    for (const name of reads) take(of, name)
    for (const [list, names] of listsIn(term))
      for (const name of names) take(model.resources[String(fieldOf(of, list)?.options['of'])], name)
    for (const { target, name } of targetsIn(term)) take(model.resources[target], name)
  }
  for (const text of texts) visit(resource, text)
  return [...found].map(([field, of]) => ({ resource: of, field }))
}
