import { enteredFields } from '../../fields/entered-fields.ts'
import { typeOf } from '../../fields/index.ts'
import { isInputField, isNeeded } from '../../fields/record-schema.ts'
import { isAlike, isListed, isReference, lineResource, listedResource } from '../../fields/traits.ts'
import { updatedResource } from '../../fields/updated-resource.ts'
import type { Field, Model, Resource, Step } from '../../model/model.ts'
import { isAutomatic, stepsOf } from '../../model/steps.ts'
import { fieldOf, systemFields } from '../../model/system-fields.ts'
import { engineVariables, variableTypes } from '../../processes/definition.ts'
import { type ScopeOptions, scopeOf } from '../../rules/scope.ts'
import type { Term } from '../../rules/term.ts'
import { faultInSql } from '../../rules/to-sql.ts'
import { effectNodes } from '../build-effects.ts'
import type { CheckContext, ResourceView } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import { at, type Entry, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { offsetIn, tablesAtCompile, understood, userReference } from './expressions.ts'
import { checkSends } from './sends.ts'
import { choice } from './unknown-word.ts'

/** The step of an effect, with what its expressions may read. */
export interface EffectSource {
  readonly draft: Draft
  readonly resource: Resource
  readonly step: Step
  readonly scene: CheckContext
}

/** Checks the effects of transitions and actions on other records: their targets, fields, values and conditions. */
export function checkEffects(scene: CheckContext): void {
  for (const view of scene.views) {
    const { draft, resource } = view
    const transitions = entriesOf(at(at(draft.root, 'lifecycle'), 'transitions'))
    for (const { key, value } of [...transitions, ...entriesOf(at(draft.root, 'actions'))]) {
      const step = stepsOf(resource).find(one => one.name === key)
      if (!step) continue
      const source = { draft, resource, step, scene }
      if (at(value, 'creates')) checkAnswerName(view, scene)
      for (const node of effectNodes(at(value, 'updates'))) checkUpdates(node, source)
      for (const node of effectNodes(at(value, 'creates'))) checkCreates(node, source)
      checkSends(value, source)
      checkStarts(at(value, 'starts'), source)
      for (const { value: values } of entriesOf(at(value, 'runs')))
        for (const one of entriesOf(values)) understood(draft, one.value, scopeFor(source, {}), undefined, scene)
    }
  }
}

/** Checks the process that a step starts: whether the app has it, its resource, and the variables that are set. */
export function checkStarts(node: Node | undefined, source: EffectSource): void {
  const { draft, resource, step, scene } = source
  const { processes } = scene.workspace
  if (!node || !step.starts) return
  const { process: name } = step.starts
  const { start } = at(node, 'process') ?? node
  const found = processes.get(name)
  if (!found) scene.report(draft, start, 'starts.process', choice(name, processes.keys()))
  const { definition } = found?.process ?? {}
  // A process with faults has problems of its own.
  if (!definition) return
  if (definition.resource !== undefined && definition.resource !== resource.name)
    scene.report(draft, start, 'starts.resource', { name, of: definition.resource })
  const variables = Object.entries(definition.variables).filter(([one]) => !engineVariables.includes(one))
  for (const { key, keyStart, value } of entriesOf(at(node, 'with'))) {
    const [, type] = variables.find(([one]) => one === key) ?? []
    const known = variables.map(([one]) => one)
    // At every step of the process, such a variable has the value of the field.
    if (type && resource.fields.some(({ name }) => name === key))
      scene.report(draft, keyStart, 'starts.field', { name: key, of: resource.name })
    else if (type) understood(draft, value, scopeFor(source, {}), { type: variableTypes[type] }, scene)
    else scene.report(draft, keyStart, 'starts.variable', { ...choice(key, known), of: name })
  }
}

/** The response of a step names the created records under `creates`. */
function checkAnswerName({ members }: ResourceView, { report }: CheckContext): void {
  const member = members.get('creates')
  if (member) report(member.draft, member.entry.keyStart, 'name.reserved', { name: 'creates' })
}

/** Keys that choose among several rows. */
const rowKeys = ['sort', 'limit']

/** Reports the faults of one `updates` of a step: `record` or `of` with `where`, and the values. */
export function checkUpdates(node: Node, source: EffectSource): void {
  const { draft, resource, scene } = source
  const [record, of, where] = [at(node, 'record'), at(node, 'of'), at(node, 'where')]
  if ((record === undefined) === (of === undefined) || (of && !where)) {
    scene.report(draft, node.start, 'effect.record-or-of')
    return
  }
  for (const { key: name, keyStart } of entriesOf(node))
    if (record && rowKeys.includes(name)) scene.report(draft, keyStart, 'effect.one-record', { name })
  const target = of ? targetOf(of, source) : referredTarget(record, source)
  if (!target) return
  checkRows(node, target, source)
  const name = at(node, 'transition')
  const transitions = (target.lifecycle?.transitions ?? []).filter(one => !isAutomatic(one))
  const transition = transitions.find(one => one.name === textOf(name))
  if (name && !transition) {
    const automatic = target.lifecycle?.transitions.some(one => one.name === textOf(name)) ? 'true' : ''
    const words = { ...choice(textOf(name) ?? '', transitions), of: target.name, automatic }
    scene.report(draft, name.start, 'effect.transition', words)
    return
  }
  if (name && transition?.outside) scene.report(draft, name.start, 'effect.outside', { name: transition.name })
  const into = transition ? { ...target, fields: enteredFields(target, transition), lifecycle: undefined } : target
  checkValues(entriesOf(at(node, 'with')), into, undefined, source)
  for (const item of itemsOf(at(node, 'fields'))) checkCopied(item, resource, into, source)
  const set = new Set([
    ...entriesOf(at(node, 'with')).map(({ key }) => key),
    ...itemsOf(at(node, 'fields')).map(textOf),
  ])
  for (const field of transition?.input ?? [])
    if (isMissing(field, target, set))
      scene.report(draft, node.start, 'effect.required', { name: field.name, of: `${target.name}.${transition?.name}` })
}

/** The condition and the order of the rows that an effect selects. */
function checkRows(node: Node, target: Resource, source: EffectSource): void {
  const { draft, scene } = source
  const [where, sort] = [at(node, 'where'), at(node, 'sort')]
  const expression = understood(draft, where, scopeFor(source, { it: target }), 'bool', scene)
  const fault =
    expression &&
    faultInSql(expression, { itColumn: name => fieldOf(target, name)?.column, tables: tablesAtCompile(scene) })
  if (fault && where?.kind === 'scalar')
    scene.report(draft, offsetIn(draft, where, fault.start), fault.code, fault.words)
  const name = textOf(sort)?.replace(/^-/, '')
  if (sort && name !== undefined && fieldOf(target, name)?.column === undefined)
    scene.report(draft, sort.start, 'field.unknown', choice(name, target.fields))
}

/** The resource to which a reference of the record or of the input refers. */
function referredTarget(node: Node | undefined, source: EffectSource): Resource | undefined {
  const { draft, resource, step, scene } = source
  const record = textOf(node)
  if (!node || record === undefined) return undefined
  const name = updatedResource(resource, step, { record })
  const target =
    name !== undefined && Object.hasOwn(scene.model.resources, name) ? scene.model.resources[name] : undefined
  if (!target) scene.report(draft, node.start, 'effect.record', { name: record })
  return target && allowedTarget(target, node, source)
}

/** Reports the faults of one `creates` of a step: its resource, values, lines and repetition. */
export function checkCreates(node: Node, source: EffectSource): void {
  const { draft, resource, scene } = source
  const rows = rowsOf(at(node, 'each'), source)
  const target = targetOf(at(node, 'of'), source)
  if (!rows && at(node, 'each')) return
  understood(draft, at(node, 'if'), scopeFor(source, rows ? { it: rows } : {}), 'bool', scene)
  if (!target) return
  const values = entriesOf(at(node, 'with'))
  checkValues(values, target, rows, source)
  for (const { key, keyStart, value } of values) {
    const lines = linesIn(target, key, scene.model)
    if (value.kind === 'map' && !lines) scene.report(draft, keyStart, 'effect.lines', { name: key })
    if (value.kind === 'map' && lines) checkLines(value, lines, source)
  }
  const copied = itemsOf(at(node, 'fields'))
  for (const item of copied) checkCopied(item, resource, target, source)
  const set = new Set([...values.map(({ key }) => key), ...copied.map(item => textOf(item))])
  for (const field of target.fields)
    if (isMissing(field, target, set))
      scene.report(draft, node.start, 'effect.required', { name: field.name, of: target.name })
}

/** The lines of a new record, from rows of a list. */
function checkLines(node: Node, lines: Resource, source: EffectSource): void {
  const rows = rowsOf(at(node, 'each'), source)
  if (!rows) return
  const scope = scopeFor(source, { it: rows })
  understood(source.draft, at(node, 'where'), scope, 'bool', source.scene)
  checkValues(entriesOf(at(node, 'with')), lines, rows, source)
}

/** The resource of a new record: one that the effects of a tenant may write, by itself. */
function targetOf(node: Node | undefined, source: EffectSource): Resource | undefined {
  const { draft, scene } = source
  const name = textOf(node)
  if (!node || name === undefined) return undefined
  const { resources } = scene.model
  const target = Object.hasOwn(resources, name) ? resources[name] : undefined
  if (target) return allowedTarget(target, node, source)
  scene.report(draft, node.start, 'resource.unknown', choice(name, Object.keys(resources)))
  return undefined
}

/** The resource, unless no effect may write its rows. */
function allowedTarget(target: Resource, node: Node, { draft, resource, scene }: EffectSource): Resource | undefined {
  const { name } = target
  // A step of rows of all tenants may write others of them, in the tenant that writes the rows.
  const isOfOthers = (target.platform || target.shared) && name !== resource.name
  if (target.guard || isOfOthers) scene.report(draft, node.start, 'effect.guarded', { name })
  else if (target.partOf) scene.report(draft, node.start, 'effect.line', { name, of: target.partOf.resource })
  else return target
  return undefined
}

/** The resource of the rows of a list of the source: lines, the records of a bind, or those of a reference to several. */
function rowsOf(node: Node | undefined, { draft, resource, scene }: EffectSource): Resource | undefined {
  const name = textOf(node)
  if (!node || name === undefined) return undefined
  const lists = resource.fields.filter(isListed)
  const field = lists.find(one => one.name === name)
  if (!field) scene.report(draft, node.start, 'effect.list', choice(name, lists))
  return field && listedResource(field, scene.model)
}

function checkValues(
  values: readonly Entry[],
  target: Resource,
  rows: Resource | undefined,
  source: EffectSource,
): void {
  const { draft, scene } = source
  const scope = scopeFor(source, { into: target, ...(rows && { it: rows }) })
  for (const { key, keyStart, value } of values) {
    const field = writtenField(key, keyStart, target, source)
    if (!field || value.kind !== 'scalar') continue
    if (typeOf(field).lines) scene.report(draft, keyStart, 'effect.lines', { name: key })
    else if (!field.rule) scene.report(draft, keyStart, 'set.unfit', { name: key })
    else {
      const compiled = understood(draft, value, scope, { type: field.rule, into: `into.${key}` }, scene)
      if (!compiled || !isReference(field)) continue
      for (const { name, start } of referredBy(compiled.term, rows, source))
        if (name !== field.options['of'])
          scene.report(draft, offsetIn(draft, value, start), 'effect.reference', {
            of: String(field.options['of']),
            found: name ?? '',
          })
    }
  }
}

/** The target's field that an effect writes; reports one that it cannot write. */
function writtenField(name: string, offset: number, target: Resource, source: EffectSource): Field | undefined {
  const { draft, scene } = source
  const field = target.fields.find(one => one.name === name)
  if (!field) {
    const isSystem = systemFields.some(one => one.name === name)
    const words = isSystem ? { name } : choice(name, target.fields)
    scene.report(draft, offset, isSystem ? 'set.unfit' : 'field.unknown', words)
    return undefined
  }
  const isGiven = field.compute !== undefined || typeOf(field).given || name === target.lifecycle?.field
  if (isGiven) scene.report(draft, offset, 'set.unfit', { name })
  return isGiven ? undefined : field
}

/** A copied field must exist on both sides, with the same type and the same target. */
function checkCopied(item: Node, resource: Resource, target: Resource, source: EffectSource): void {
  const name = textOf(item)
  if (name === undefined) return
  const { draft, scene } = source
  const [from, to] = [fieldOf(resource, name), writtenField(name, item.start, target, source)]
  const known = resource.fields.map(one => one.name)
  if (!from) scene.report(draft, item.start, 'field.unknown', choice(name, known))
  else if (to && !isAlike(from, to)) scene.report(draft, item.start, 'effect.copy', { name, of: target.name })
}

/** Whether a new record would lack a required value. */
const isMissing = (field: Field, target: Resource, set: ReadonlySet<string | undefined>): boolean =>
  isNeeded(field) &&
  isInputField(field) &&
  !set.has(field.name) &&
  field.copy === undefined &&
  field.name !== target.lifecycle?.field

const linesIn = (target: Resource, name: string, model: Model): Resource | undefined => {
  const field = target.fields.find(one => one.name === name)
  return field && linesOf(field, model)
}

/** The resource of the lines. A field without a valid `of` has a problem of its own. */
const linesOf = (field: Field, model: Model): Resource | undefined =>
  typeof field.options['of'] === 'string' ? lineResource(field, model) : undefined

/** The names that an expression of an effect may read: those of the record, of the input and, with a user, `me.`. */
export const scopeFor = ({ resource, step, scene }: EffectSource, more: ScopeOptions) =>
  scopeOf(scene.model, resource, { ...more, input: step.input, me: !isAutomatic(step) })

interface Referred {
  readonly name: string | undefined
  readonly start: number
}

/** The resources whose ids an expression returns, with the offsets of the parts that return them. */
function referredBy(term: Term, rows: Resource | undefined, source: EffectSource): readonly Referred[] {
  const { start } = term
  switch (term.kind) {
    case 'choose':
      return [term.yes, term.no].flatMap(part => referredBy(part, rows, source))
    case 'coalesce':
      return [term.left, term.right].flatMap(part => referredBy(part, rows, source))
    case 'list':
      return term.items.flatMap(part => referredBy(part, rows, source))
    case 'field': {
      const { resource, step, scene } = source
      const { name } = term
      if (term.source === 'me') return [{ name: userReference(name, scene.model), start }]
      if (term.source === 'input') return [{ name: ofField(step.input.find(field => field.name === name)), start }]
      const of = term.source === 'it' ? rows : resource
      return [{ name: name === 'id' ? of?.name : of && ofField(fieldOf(of, name)), start }]
    }
    case 'step':
      return [{ name: term.refersTo, start }]
    default:
      return term.type === 'null' ? [] : [{ name: undefined, start }]
  }
}

const ofField = (field: Field | undefined): string | undefined =>
  field && isReference(field) ? String(field.options['of']) : undefined
