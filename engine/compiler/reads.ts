import type { Field, Model, Resource, Rule, Step } from '../model/model.ts'
import { compileExpression, type Expression } from '../rules/compile-expression.ts'
import { type Scope, scopeOf } from '../rules/scope.ts'

const scopes = new WeakMap<readonly Field[], Scope>()

/**
 * The scope of expressions that read only this record; one per compilation, because compiled expressions are cached by
 * scope.
 */
export function ownScope(model: Model, resource: Resource): Scope {
  const known = scopes.get(resource.fields)
  if (known) return known
  const made = scopeOf(model, resource)
  scopes.set(resource.fields, made)
  return made
}

/** The fields of a resource; a reference whose `where` reads other fields lists them. */
export function fieldsWithReads(model: Model, resource: Resource): readonly Field[] {
  if (resource.fields.every(field => field.options['where'] === undefined)) return resource.fields
  return resource.fields.map(field => {
    const [where, it] = [field.options['where'], model.resources[String(field.options['of'])]]
    if (typeof where !== 'string' || !it) return field
    const compiled = compileExpression(where, scopeOf(model, resource, { it, me: true }), 'bool')
    return 'expression' in compiled ? { ...field, reads: compiled.expression.reads } : field
  })
}

/** The inputs and edited fields of a step that an expression reads, inputs first. */
export const enteredReads = (
  { reads, readsInput }: Pick<Expression, 'reads' | 'readsInput'>,
  { edit }: Pick<Step, 'edit'>,
): readonly string[] => [...readsInput, ...reads.filter(name => edit.includes(name))]

/** A step whose rules name what they read of that which is entered. */
export function stepWithReads<Some extends Step>(model: Model, resource: Resource, step: Some): Some {
  if (!step.rules) return step
  const scope = scopeOf(model, resource, { input: step.input })
  const rules = step.rules.map(rule => {
    const compiled = compileExpression(rule.rule, scope, 'bool')
    return 'expression' in compiled ? { ...rule, reads: enteredReads(compiled.expression, step) } : rule
  })
  return { ...step, rules }
}

/** The rules of a resource with the fields that each reads, including those from which computed fields are computed. */
export function rulesWithReads(model: Model, resource: Resource): readonly Rule[] {
  if (resource.rules.length === 0) return resource.rules
  const scope = ownScope(model, resource)
  const readsOf = (text: string, expects?: 'bool'): readonly string[] => {
    const compiled = compileExpression(text, scope, expects)
    return 'expression' in compiled ? compiled.expression.reads : []
  }
  return resource.rules.map(rule => {
    const reads = new Set(readsOf(rule.rule, 'bool'))
    for (const name of reads) {
      const compute = resource.fields.find(field => field.name === name)?.compute
      if (compute !== undefined) for (const source of readsOf(compute)) reads.add(source)
    }
    return { ...rule, reads: [...reads] }
  })
}
