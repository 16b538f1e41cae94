import type { CreateEffect, Model, Resource, UpdateEffect } from '../model/model.ts'
import { stepsOf } from '../model/steps.ts'
import { compileExpression } from './compile-expression.ts'
import { targetsIn } from './read-targets.ts'
import { type ScopeOptions, scopeOf } from './scope.ts'
import { listsIn } from './term.ts'

/** A field of a resource. */
export interface FieldOfResource {
  readonly resource: Resource
  readonly name: string
}

/** What a value is read from: fields, with those from which they are computed, and inputs of the step. */
interface Sources {
  readonly from: readonly FieldOfResource[]
  readonly inputs: readonly string[]
}

/** A value that a word of a resource stores in a field, where users read it who may not read what it was read from. */
export interface CarriedValue extends Sources {
  /** The name of the field or step that has the word. */
  readonly at: string
  readonly into: FieldOfResource
}

/**
 * The values that fields and steps of a resource store. Values that are not stored, such as those of `compute`, queries
 * and messages, are checked for each reader instead, and numbers by a rule of their own.
 */
export function carriedValues(model: Model, resource: Resource): readonly CarriedValue[] {
  const found: CarriedValue[] = []
  const carry = (at: string, of: Resource | undefined, name: string, sources: Sources) => {
    if (of) found.push({ at, into: { resource: of, name }, ...sources })
  }
  const named = (name: unknown) => resourceNamed(model, name)
  const ofField = (of: Resource | undefined, name: string | undefined) =>
    named(of?.fields.find(field => field.name === name)?.options['of'])
  const read = (text: unknown, options?: ScopeOptions) => sourcesOf(model, resource, text, options)
  for (const { name, copy, defaultExpression, options } of resource.fields) {
    const of = named(options['of'])
    const sort = String(options['sort'] ?? of?.sort.field).replace(/^-/, '')
    if (copy) carry(name, resource, name, sourceIn(model, ofField(resource, copy.reference), copy.field))
    if (defaultExpression !== undefined) carry(name, resource, name, read(defaultExpression))
    if (!of || !options['pick']) continue
    carry(name, resource, name, read(options['where'], { it: of }))
    // The order of creation, the default, says nothing of a field.
    if (of.fields.some(field => field.name === sort)) carry(name, resource, name, sourceIn(model, of, sort))
  }
  for (const { name: at, input, set, updates = [], creates = [] } of stepsOf(resource)) {
    const store = (of: Resource | undefined, texts: Readonly<Record<string, string>>, it?: Resource) => {
      for (const [name, text] of Object.entries(texts)) carry(at, of, name, read(text, { input, ...(it && { it }) }))
    }
    const storeIn = (of: Resource | undefined, effect: UpdateEffect | CreateEffect, it?: Resource) => {
      store(of, effect.with, it)
      for (const name of effect.fields) carry(at, of, name, sourceIn(model, resource, name))
    }
    store(resource, set)
    for (const effect of updates) {
      const by = [...input, ...resource.fields].find(({ name }) => name === effect.record?.replace('input.', ''))
      storeIn(named(effect.of ?? by?.options['of']), effect)
    }
    for (const effect of creates) {
      storeIn(named(effect.of), effect, ofField(resource, effect.each))
      for (const [name, { each, with: texts }] of Object.entries(effect.lines))
        store(ofField(named(effect.of), name), texts, ofField(resource, each))
    }
  }
  return found
}

const none: Sources = { from: [], inputs: [] }

/** A field, and those from which it is computed. */
function sourceIn(model: Model, of: Resource | undefined, name: string, above: readonly string[] = []): Sources {
  if (!of) return none
  const { compute } = of.fields.find(field => field.name === name) ?? {}
  const path = `${of.name}.${name}`
  const { from } = compute && !above.includes(path) ? sourcesOf(model, of, compute, {}, [...above, path]) : none
  return { from: [{ resource: of, name }, ...from], inputs: [] }
}

function sourcesOf(
  model: Model,
  resource: Resource,
  text: unknown,
  options: ScopeOptions = {},
  above: readonly string[] = [],
): Sources {
  const compiled = compileExpression(String(text), scopeOf(model, resource, { ...options, me: true }))
  // A wrong expression has a problem of its own.
  if ('fault' in compiled) return none
  const { reads, readsIt, readsInput, term } = compiled.expression
  const ofList = (list: string) =>
    resourceNamed(model, resource.fields.find(({ name }) => name === list)?.options['of'])
  const all: (readonly [Resource | undefined, Iterable<string>])[] = [
    [resource, reads],
    [options.it, readsIt],
    ...targetsIn(term).map(({ target, name }) => [resourceNamed(model, target), [name]] as const),
    ...[...listsIn(term)].map(([list, names]) => [ofList(list), names] as const),
  ]
  const from = all.flatMap(([of, names]) => [...names].flatMap(name => sourceIn(model, of, name, above).from))
  return { from, inputs: readsInput }
}

const resourceNamed = ({ resources }: Model, name: unknown): Resource | undefined =>
  Object.hasOwn(resources, String(name)) ? resources[String(name)] : undefined
