import { referencesTo } from '../fields/related/rows.ts'
import { isRelated } from '../fields/traits.ts'
import type { Field, LifecycleDate, Model, Resource, Rule, SendEffect, Step } from '../model/model.ts'
import { compileExpression, type Expression } from '../rules/compile-expression.ts'
import { type Scope, scopeOf } from '../rules/scope.ts'

// By the resources of the compilation: an unchanged one is that of the former compilation, whose dictionaries were others.
const scopes = new WeakMap<Model['resources'], WeakMap<readonly Field[], Scope>>()

/**
 * The scope of expressions that read only this record; one per compilation, because compiled expressions are cached by
 * scope.
 */
export function ownScope(model: Model, resource: Resource): Scope {
  const ofModel = scopes.get(model.resources) ?? new WeakMap<readonly Field[], Scope>()
  scopes.set(model.resources, ofModel)
  const known = ofModel.get(resource.fields)
  if (known) return known
  const made = scopeOf(model, resource)
  ofModel.set(resource.fields, made)
  return made
}

/**
 * The fields of a resource; a reference whose `where` reads other fields lists them, and a related field names the
 * only reference to the resource if it names none.
 */
export function fieldsWithReads(model: Model, resource: Resource): readonly Field[] {
  const needed = (field: Field) => field.options['where'] !== undefined || isRelated(field)
  if (!resource.fields.some(needed)) return resource.fields
  return resource.fields.map(one => withWhereReads(model, resource, withReference(model, resource, one)))
}

/** A field, or an input of a step, with the fields of the record that its `where` reads. */
function withWhereReads(model: Model, resource: Resource, field: Field): Field {
  const [where, it] = [field.options['where'], model.resources[String(field.options['of'])]]
  if (typeof where !== 'string' || !it) return field
  const compiled = compileExpression(where, scopeOf(model, resource, { it, me: true }), 'bool')
  return 'expression' in compiled ? { ...field, reads: compiled.expression.reads } : field
}

function withReference({ resources }: Model, { name }: Resource, field: Field): Field {
  const of = isRelated(field) ? resources[String(field.options['of'])] : undefined
  if (!of || field.options['by'] !== undefined) return field
  const [by, ...others] = referencesTo(of, name)
  return by && others.length === 0 ? { ...field, options: { ...field.options, by: by.name } } : field
}

/** The fields of a resource; a computed value that reads other records is marked. */
export function fieldsWithDerived(model: Model, resource: Resource): readonly Field[] {
  if (!resource.fields.some(({ compute }) => compute !== undefined)) return resource.fields
  const scope = ownScope(model, resource)
  return resource.fields.map(field => {
    const expects = field.rule && { type: field.rule, into: field.name }
    const compiled = field.compute !== undefined && compileExpression(field.compute, scope, expects)
    const isDerived = compiled && 'expression' in compiled && compiled.expression.databaseOnly !== undefined
    if (!isDerived) return field
    return field.stored ? { ...field, rolledUp: true as const } : { ...field, derived: true as const }
  })
}

/** The inputs and edited fields of a step that an expression reads, inputs first. */
export const enteredReads = (
  { reads, readsInput }: Pick<Expression, 'reads' | 'readsInput'>,
  { edit }: Pick<Step, 'edit'>,
): readonly string[] => [...readsInput, ...reads.filter(name => edit.includes(name))]

/** A step whose rules name what they read of that which is entered, and its inputs what their `where` reads. */
export function stepWithReads<Some extends Step>(model: Model, resource: Resource, written: Some): Some {
  const input = written.input.map(field => withWhereReads(model, resource, field))
  const sends = written.sends?.map(one => withMessages(model, resource, one))
  const step = { ...written, input, ...(sends && { sends }) }
  if (!step.rules) return step
  const scope = scopeOf(model, resource, { input: step.input })
  const rules = step.rules.map(rule => {
    const compiled = compileExpression(rule.rule, scope, 'bool')
    return 'expression' in compiled ? { ...rule, reads: enteredReads(compiled.expression, step) } : rule
  })
  return { ...step, rules }
}

/** Without a message of its own, an effect sends those of the resource; with a preview, also those that operators add. */
const withMessages = ({ messages }: Model, { name }: Resource, effect: SendEffect): SendEffect => {
  if (effect.messages.length > 0) return effect
  const own = Object.values(messages).flatMap(({ of, code }) => (of === name ? [code] : []))
  return { ...effect, messages: own, ...(effect.preview !== undefined && { open: true }) }
}

/** The dates of a lifecycle with the fields that each reads. */
export function datesWithReads(model: Model, resource: Resource): readonly LifecycleDate[] {
  const dates = resource.lifecycle?.dates ?? []
  if (dates.length === 0) return dates
  return dates.map(date => {
    const compiled = compileExpression(date.at, ownScope(model, resource))
    return 'expression' in compiled ? { ...date, reads: compiled.expression.reads } : date
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
