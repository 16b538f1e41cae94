import type { Field, Model, Resource, Rule } from '../model/model.ts'
import { compileExpression } from '../rules/compile-expression.ts'
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
