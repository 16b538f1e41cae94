import { isReference } from '../../fields/traits.ts'
import { userResource } from '../../model/account-resources.ts'
import type { Field, Model, Resource, Step } from '../../model/model.ts'
import { stepsOf } from '../../model/steps.ts'
import { compileExpression, type Expression } from '../../rules/compile-expression.ts'
import { defaultScope, defaultType } from '../../rules/default-value.ts'
import { meFields } from '../../rules/me.ts'
import { type Expected, type Scope, scopeOf } from '../../rules/scope.ts'
import type { Term } from '../../rules/term.ts'
import { faultInSql, type OtherTables } from '../../rules/to-sql.ts'
import { type CheckContext, fieldNamed, type ResourceView } from '../check-context.ts'
import { type Draft, layerAt } from '../draft.ts'
import type { ProblemCode } from '../problem-messages.ts'
import { enteredReads, ownScope } from '../reads.ts'
import { scalarOffsets } from '../scalar-offsets.ts'
import { at, type Entry, entriesOf, itemsOf, type Node, type ScalarNode } from '../tree.ts'
import { checkRule } from './rules.ts'

/** Checks every expression: its syntax, names and types, and that a row filter can be translated to SQL. */
export function checkExpressions(scene: CheckContext): void {
  for (const view of scene.views) {
    const { draft, resource } = view
    const scopes = new Scopes(scene.model, resource)
    for (const { draft: file, entry } of view.members.values()) checkField(file, entry, scopes, view, scene)
    checkComputed(view, scene)
    for (const rule of itemsOf(at(draft.root, 'rules'))) {
      const expression = understood(draft, at(rule, 'rule'), scopes.own, 'bool', scene)
      if (expression) checkRule(rule, expression, view, scene)
    }
    for (const rule of itemsOf(at(draft.root, 'access'))) {
      const rows = at(rule, 'where')
      const expression = compiledAt(draft, rows, scopes.withMe, 'bool', scene)
      const column = (name: string) => fieldNamed(view, name)?.column
      const fault = expression && faultInSql(expression, { column, tables: tablesAtCompile(scene) })
      if (fault) reportFault(draft, rows, fault, scene)
    }
    const allowIf = at(draft.root, 'allowIf')
    if (allowIf && resource.partOf)
      scene.report(draft, allowIf.start, 'allowIf.line', { name: resource.partOf.resource })
    for (const { value } of entriesOf(allowIf)) understood(draft, value, scopes.withMe, 'bool', scene)
    const transitions = entriesOf(at(at(draft.root, 'lifecycle'), 'transitions'))
    for (const { value } of [...transitions, ...entriesOf(at(draft.root, 'actions'))]) checkStep(value, view, scene)
  }
}

/** The scopes of a resource, created on demand: most resources have no expression. */
class Scopes {
  private readonly model: Model
  private readonly resource: Resource
  private mineAndMe: Scope | undefined

  constructor(model: Model, resource: Resource) {
    this.model = model
    this.resource = resource
  }

  get own(): Scope {
    return ownScope(this.model, this.resource)
  }

  get withMe(): Scope {
    this.mineAndMe ??= scopeOf(this.model, this.resource, { me: true })
    return this.mineAndMe
  }
}

function checkField(
  draft: Draft,
  { key, value }: Entry,
  scopes: Scopes,
  view: ResourceView,
  scene: CheckContext,
): void {
  const field = view.resource.fields.find(one => one.name === key)
  if (!field) return
  const [when, compute] = [at(value, 'when'), at(value, 'compute')]
  if (when) understood(draft, when, scopes.own, 'bool', scene)
  if (compute && field.rule) {
    const expression = understood(draft, compute, scopes.own, { type: field.rule, into: key }, scene)
    if (expression?.readsClock && field.stored)
      scene.report(draft, compute.start, 'compute.stored-clock', { name: key })
  }
  checkWhere(draft, value, field, view, scene)
  checkDefault(draft, value, field, scene)
}

/** Checks a default that is an expression; that of a reference must be a record of the resource referred to. */
function checkDefault(draft: Draft, node: Node, field: Field, scene: CheckContext): void {
  const expects = defaultType(field)
  if (field.defaultExpression === undefined || !expects) return
  const written = at(node, 'default')
  const compiled = compileExpression(field.defaultExpression, defaultScope(scene.model), { type: expects })
  const fault = 'fault' in compiled ? inDefault(compiled.fault) : faultOfOther(compiled.expression)
  if (fault) reportFault(draft, written, fault, scene)
  else if ('expression' in compiled && isReference(field) && written?.kind === 'scalar')
    checkReferred(draft, written, compiled.expression, field, scene)
}

function checkReferred(draft: Draft, node: ScalarNode, { term }: Expression, field: Field, scene: CheckContext): void {
  for (const { name, start } of resourcesOf(term, scene.model))
    if (name !== field.options['of'])
      scene.report(draft, offsetIn(draft, node, start), 'default.reference', {
        of: String(field.options['of']),
        found: name ?? '',
      })
}

/** An unknown name in a default may be a field, which has no value yet. */
const inDefault = (fault: Fault): Problematic =>
  fault.code === 'rule.name-unknown' ? { ...fault, code: 'default.reads' } : fault

/** The resources whose ids an expression returns, with the offsets of the parts that return them. */
function resourcesOf(
  term: Term,
  model: Model,
): readonly { readonly name: string | undefined; readonly start: number }[] {
  switch (term.kind) {
    case 'choose':
      return [term.yes, term.no].flatMap(part => resourcesOf(part, model))
    case 'list':
      return term.items.flatMap(part => resourcesOf(part, model))
    case 'field':
      return [{ name: term.source === 'me' ? userReference(term.name, model) : undefined, start: term.start }]
    default:
      return term.type === 'null' ? [] : [{ name: undefined, start: term.start }]
  }
}

/** The resource that `me.deptId` refers to: `me` is a user, with the fields of the resource `bladeUser`. */
export function userReference(name: string, model: Model): string | undefined {
  const singular = name.replace(/Ids$/, 'Id')
  const field =
    meFields(model)[name] ??
    model.resources[userResource]?.fields.find(one => one.name === name || one.name === singular)
  return name === 'id' ? userResource : field && String(field.options['of'])
}

/** Finds cycles of computed fields. */
function checkComputed(view: ResourceView, scene: CheckContext): void {
  const computed = view.resource.fields.filter(field => field.compute !== undefined)
  if (computed.length === 0) return
  const scope = ownScope(scene.model, view.resource)
  const reads = new Map(
    computed.map(({ name, compute = '' }) => {
      const compiled = compileExpression(compute, scope)
      return [name, 'expression' in compiled ? compiled.expression.reads : []] as const
    }),
  )
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): void => {
    const start = path.indexOf(name)
    const member = view.members.get(path[start] ?? '')
    const compute = member && at(member.entry.value, 'compute')
    if (member && compute)
      scene.report(member.draft, compute.start, 'compute.cycle', { names: [...path.slice(start), name].join(' → ') })
    if (start >= 0 || done.has(name)) return
    for (const next of reads.get(name) ?? []) visit(next, [...path, name])
    done.add(name)
  }
  for (const { name } of computed) visit(name, [])
}

/** Checks which records a reference may choose. */
function checkWhere(draft: Draft, node: Node, field: Field, view: ResourceView, scene: CheckContext): void {
  const where = at(node, 'where')
  if (!where) return
  const of = scene.views.find(one => one.resource.name === field.options['of'])
  if (!of || !isReference(field)) return
  const scope = scopeOf(scene.model, view.resource, { it: of.resource, me: true })
  const expression = compiledAt(draft, where, scope, 'bool', scene)
  const itColumn = (name: string) => fieldNamed(of, name)?.column
  const fault = expression && faultInSql(expression, { itColumn, tables: tablesAtCompile(scene) })
  if (fault) reportFault(draft, where, fault, scene)
}

/** Checks the condition, inputs and writes of a transition or an action. */
function checkStep(node: Node, view: ResourceView, scene: CheckContext): void {
  const { draft, resource } = view
  const name = stepName(node, view)
  const step = stepsOf(resource).find(one => one.name === name)
  const inputs = step?.input ?? []
  const scope = scopeOf(scene.model, resource, { input: inputs, me: true })
  checkStepIf(draft, at(node, 'if'), scope, scene)
  checkStepRules(node, step, view, scene)
  for (const { key, value } of entriesOf(at(node, 'set'))) {
    const field = resource.fields.find(one => one.name === key)
    if (field?.rule) understood(draft, value, scope, { type: field.rule, into: key }, scene)
  }
  for (const { key, value } of entriesOf(at(node, 'input'))) {
    const field = inputs.find(one => one.name === key)
    understood(draft, at(value, 'when'), scope, 'bool', scene)
    if (field) checkWhere(draft, value, field, view, scene)
    if (field) checkDefault(draft, value, field, scene)
  }
}

/** Rules of a step read something that is entered: their message is shown at that field. */
function checkStepRules(node: Node, step: Step | undefined, view: ResourceView, scene: CheckContext): void {
  const rules = itemsOf(at(node, 'rules'))
  if (!step || rules.length === 0) return
  const scope = scopeOf(scene.model, view.resource, { input: step.input })
  for (const rule of rules) {
    const condition = at(rule, 'rule')
    const expression = understood(view.draft, condition, scope, 'bool', scene)
    if (!expression || !condition) continue
    if (enteredReads(expression, step).length === 0)
      scene.report(view.draft, condition.start, 'step.rule-enters-nothing', {})
    checkRule(rule, expression, view, scene, step.input)
  }
}

/** A condition that reads other records is evaluated by the database, so it must be translatable. */
function checkStepIf(draft: Draft, node: Node | undefined, scope: Scope, scene: CheckContext): void {
  const expression = compiledAt(draft, node, scope, 'bool', scene)
  const fault = expression?.otherRecord && faultInSql(expression, { tables: tablesAtCompile(scene) })
  if (fault) reportFault(draft, node, fault, scene)
}

/** Whether a field of another resource has a column; the text itself is not used. */
export const tablesAtCompile = ({ views }: CheckContext): OtherTables => ({
  value(resource, name, id) {
    const view = views.find(one => one.resource.name === resource)
    return view && fieldNamed(view, name)?.column === undefined ? undefined : id
  },
  branch: (_tree, root) => root,
})

const stepName = (node: Node, { draft }: ResourceView) =>
  [...entriesOf(at(at(draft.root, 'lifecycle'), 'transitions')), ...entriesOf(at(draft.root, 'actions'))].find(
    ({ value }) => value === node,
  )?.key

/** The compiled expression of a node, which is evaluated in memory; reports its faults. */
export function understood(
  draft: Draft,
  node: Node | undefined,
  scope: Scope,
  expects: 'bool' | Expected | undefined,
  scene: CheckContext,
): Expression | undefined {
  const expression = compiledAt(draft, node, scope, expects, scene)
  const fault = expression && faultOfOther(expression)
  if (fault) reportFault(draft, node, fault, scene)
  return fault ? undefined : expression
}

/** Other records are read by the database only. */
function faultOfOther({ text, otherRecord }: Expression): Problematic | undefined {
  if (!otherRecord) return undefined
  const { start, end } = otherRecord
  return { code: 'rule.server-only', words: { text: text.slice(start, end) }, start, end }
}

/** The compiled expression of a node, which the database evaluates; reports its faults. */
export function compiledAt(
  draft: Draft,
  node: Node | undefined,
  scope: Scope,
  expects: 'bool' | Expected | undefined,
  scene: CheckContext,
): Expression | undefined {
  if (node?.kind !== 'scalar' || node.value === null || node.value === '') return undefined
  const compiled = compileExpression(String(node.value), scope, expects)
  if ('expression' in compiled) return compiled.expression
  reportFault(draft, node, compiled.fault, scene)
  return undefined
}

type Fault = Extract<ReturnType<typeof compileExpression>, { fault: unknown }>['fault']
type Problematic = Omit<Fault, 'code'> & { readonly code: ProblemCode }

/** Reports the position of an expression's fault inside its YAML scalar. */
export function reportFault(draft: Draft, node: Node | undefined, fault: Problematic, { report }: CheckContext): void {
  if (node?.kind !== 'scalar') return
  report(draft, offsetIn(draft, node, fault.start), fault.code, fault.words)
}

export function offsetIn(draft: Draft, node: ScalarNode, index: number): number {
  const { draft: file, start } = layerAt(draft, node.start)
  const offsets = scalarOffsets({ ...node, start: node.start - start, end: node.end - start }, file.source.text)
  return (offsets[Math.min(index, offsets.length - 1)] ?? node.start - start) + start
}
