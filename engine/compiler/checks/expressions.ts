import { hasLines, isBound, isReference, isRelated } from '../../fields/traits.ts'
import { userResource } from '../../model/account-resources.ts'
import type { Field, Model, Resource, Step } from '../../model/model.ts'
import { isAutomatic, stepsOf } from '../../model/steps.ts'
import { compileExpression, type Expression } from '../../rules/compile-expression.ts'
import { compiledDefault, defaultType } from '../../rules/default-value.ts'
import type { FaultWords } from '../../rules/fault-texts.ts'
import { meFields } from '../../rules/me.ts'
import { targetsIn } from '../../rules/read-targets.ts'
import { type Expected, type Scope, scopeOf } from '../../rules/scope.ts'
import { raw } from '../../rules/sql-text.ts'
import { type Span, subtermsOf, type Term } from '../../rules/term.ts'
import { faultInSql, type OtherTables } from '../../rules/to-sql.ts'
import { isDayOrTime } from '../../rules/value.ts'
import { type CheckContext, fieldNamed, type ResourceView, viewNamed } from '../check-context.ts'
import { type Draft, layerAt } from '../draft.ts'
import type { ProblemCode } from '../problem-messages.ts'
import { enteredReads, ownScope } from '../reads.ts'
import { checkRule } from '../rule.ts'
import { scalarOffsets } from '../scalar-offsets.ts'
import { at, type Entry, entriesOf, itemsOf, type Node, type ScalarNode, writtenOf } from '../tree.ts'
import { checkRollUp, checkStoredOther } from './stored-values.ts'

/** Checks every expression: its syntax, names and types, and that a row filter can be translated to SQL. */
export function checkExpressions(scene: CheckContext): void {
  for (const view of scene.views) {
    const { draft, resource } = view
    const scopes = new Scopes(scene.model, resource)
    for (const { draft: file, entry } of view.members.values()) checkField(file, entry, scopes, view, scene)
    checkComputed(view, scene)
    for (const rule of itemsOf(at(draft.root, 'rules'))) {
      const expression = understood(draft, at(rule, 'rule'), scopes.own, 'bool', scene)
      if (expression) checkRule(rule, expression, scopes.own, view, scene)
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
    for (const { value } of entriesOf(at(at(draft.root, 'lifecycle'), 'due')))
      checkDeadline(value, scopes.own, view, scene)
    const transitions = entriesOf(at(at(draft.root, 'lifecycle'), 'transitions'))
    for (const { value } of [...transitions, ...entriesOf(at(draft.root, 'actions'))]) {
      const name = stepName(value, view)
      const step = stepsOf(resource).find(one => one.name === name)
      checkStep(value, step, view, scene)
    }
    for (const { key, value } of entriesOf(at(draft.root, 'queries'))) {
      const query = resource.queries.find(({ name }) => name === key)
      for (const { key: name, value: node } of entriesOf(at(value, 'input'))) {
        const field = query?.input.find(one => one.name === name)
        if (field) checkDefault(draft, node, field, scene)
      }
    }
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
  if (field.requiredIf !== undefined) understood(draft, at(value, 'required'), scopes.own, 'bool', scene)
  if (field.readOnlyIf !== undefined) understood(draft, at(value, 'readOnly'), scopes.withMe, 'bool', scene)
  if (compute && field.rule) {
    const expression = checkCompute(draft, compute, scopes.own, field, view, scene)
    if (expression?.readsClock && field.stored)
      scene.report(draft, compute.start, 'compute.stored-clock', { name: key })
    if (expression && field.rolledUp) checkRollUp(draft, compute, field, expression, view, scene)
    else if (expression?.otherRecord && field.stored) checkStoredOther(draft, compute, key, expression, view, scene)
    if (expression) checkMasterReads(draft, compute, expression, view, scene)
  }
  checkWhere(draft, value, field, view, scene)
  checkDefault(draft, value, field, scene, scopes)
}

/** A value of a line cannot depend on what its master computes of the lines. */
function checkMasterReads(
  draft: Draft,
  node: Node,
  { term }: Expression,
  { resource: { partOf } }: ResourceView,
  scene: CheckContext,
): void {
  const master = viewNamed(scene, partOf?.resource)?.resource
  if (!master) return
  const ofMaster = targetsIn(term).filter(
    ({ reference, target }) => reference === partOf?.field && target === master.name,
  )
  for (const { name } of ofMaster)
    if (readsLines(scene.model, master, name))
      scene.report(draft, node.start, 'compute.master-lines', { name, master: master.name })
}

/** Whether a field is computed of lines, directly or of fields that are. */
function readsLines(model: Model, resource: Resource, name: string, seen: readonly string[] = []): boolean {
  const field = resource.fields.find(one => one.name === name)
  if (!field || seen.includes(name)) return false
  if (hasLines(field)) return true
  if (field.compute === undefined) return false
  const compiled = compileExpression(field.compute, ownScope(model, resource))
  const reads = 'expression' in compiled ? compiled.expression.reads : []
  return reads.some(read => readsLines(model, resource, read, [...seen, name]))
}

/** A value without a column may read other records: the database computes it when the record is read; and related ones, when one of them is changed. */
function checkCompute(
  draft: Draft,
  node: Node,
  scope: Scope,
  field: Field,
  view: ResourceView,
  scene: CheckContext,
): Expression | undefined {
  const expects = field.rule && { type: field.rule, into: field.name }
  if (field.stored && !field.rolledUp) return understood(draft, node, scope, expects, scene)
  const expression = compiledAt(draft, node, scope, expects, scene)
  const column = (name: string) => fieldNamed(view, name)?.column
  const fault = expression?.databaseOnly
    ? faultInSql(expression, { column, tables: tablesAtCompile(scene) })
    : expression && unstoredFault(expression, expression.term, scene)
  if (fault) reportFault(draft, node, fault, scene)
  return fault && field.rolledUp ? undefined : expression
}

/**
 * Checks a default that is an expression; that of a reference must be a record of the resource referred to. With
 * `scopes`, it may read the record and, through a reference, other records.
 */
function checkDefault(draft: Draft, node: Node, field: Field, scene: CheckContext, scopes?: Scopes): void {
  const expects = defaultType(field)
  const written = at(node, 'default')
  if (written && scopes && isReadAsText(field, scopes.withMe))
    scene.report(draft, written.start, 'default.literal', { name: field.name })
  if (field.defaultExpression === undefined || !expects) return
  const compiled = compiledDefault(field, field.defaultExpression, scene.model)
  if (scopes && 'fault' in compiled && compiled.fault.code === 'rule.name-unknown') {
    const reading = understood(draft, written, scopes.withMe, { type: field.rule ?? expects, into: field.name }, scene)
    if (reading?.reads.includes(field.name))
      scene.report(draft, written?.start ?? 0, 'default.self', { name: field.name })
    else if (reading && isReference(field) && written?.kind === 'scalar')
      checkReferred(draft, written, reading, field, scene)
    return
  }
  const fault = 'fault' in compiled && inDefault(compiled.fault)
  if (fault) reportFault(draft, written, fault, scene)
  else if ('expression' in compiled && isReference(field) && written?.kind === 'scalar')
    checkReferred(draft, written, compiled.expression, field, scene)
}

/** Whether the default of a text, which is stored as written, would be an expression over the record elsewhere. */
function isReadAsText({ default: text }: Field, scope: Scope): boolean {
  if (typeof text !== 'string' || /^\w*$/.test(text)) return false
  const compiled = compileExpression(text, scope)
  if ('fault' in compiled) return false
  const { reads, readsClock, readsMe } = compiled.expression
  return reads.length > 0 || readsClock || readsMe
}

function checkReferred(draft: Draft, node: ScalarNode, { term }: Expression, field: Field, scene: CheckContext): void {
  for (const { name, start } of resourcesOf(term, scene.model))
    if (name !== field.options['of'])
      scene.report(draft, offsetIn(draft, node, start), 'default.reference', {
        of: String(field.options['of']),
        found: name ?? '',
      })
}

/** An unknown name in the default of an input may be a field of the record, which it cannot read. */
function inDefault(fault: Fault): Problematic {
  if (fault.code === 'rule.name-unknown') return { ...fault, code: 'default.reads' }
  return fault.code === 'rule.step-reference' ? { ...fault, code: 'default.other-record' } : fault
}

/** The resources whose ids an expression returns, with the offsets of the parts that return them. */
function resourcesOf(
  term: Term,
  model: Model,
): readonly { readonly name: string | undefined; readonly start: number }[] {
  switch (term.kind) {
    case 'choose':
      return [term.yes, term.no].flatMap(part => resourcesOf(part, model))
    case 'coalesce':
      return [term.left, term.right].flatMap(part => resourcesOf(part, model))
    case 'list':
      return term.items.flatMap(part => resourcesOf(part, model))
    case 'field':
      return [{ name: term.source === 'me' ? userReference(term.name, model) : term.refersTo, start: term.start }]
    case 'step':
      return [{ name: term.refersTo, start: term.start }]
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

/** A deadline is a day or time that depends on the record and not on the clock. */
function checkDeadline(node: Node, scope: Scope, { draft }: ResourceView, scene: CheckContext): void {
  const expression = understood(draft, node, scope, undefined, scene)
  if (!expression) return
  const { text, type, reads, readsClock } = expression
  if (!isDayOrTime(type) || reads.length === 0 || readsClock) scene.report(draft, node.start, 'due.unfit', { text })
}

/** The day or time of a step that a job makes, which the database compares with its clock. */
function checkAfter(node: Node | undefined, view: ResourceView, scene: CheckContext): void {
  const { draft, resource } = view
  const expression = node && understood(draft, node, scopeOf(scene.model, resource), undefined, scene)
  if (!node || !expression) return
  const { text, type, reads, readsClock } = expression
  const isFit = isDayOrTime(type) && reads.length > 0 && !readsClock
  if (!isFit) scene.report(draft, node.start, 'due.unfit', { text })
  const fault = isFit && faultInSql(expression, { column: name => fieldNamed(view, name)?.column })
  if (fault) reportFault(draft, node, fault, scene)
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

/** Checks which records a reference may choose, and which are related. */
export function checkWhere(draft: Draft, node: Node, field: Field, view: ResourceView, scene: CheckContext): void {
  const where = at(node, 'where')
  if (!where) return
  const of = viewNamed(scene, field.options['of'])
  if (!of || !(isReference(field) || isRelated(field))) return
  // A list of related records is the same for all users, as values are computed from it.
  const isChosen = isReference(field) || isBound(field)
  const scope = scopeOf(scene.model, view.resource, { it: of.resource, me: isChosen })
  const expression = compiledAt(draft, where, scope, 'bool', scene)
  const itColumn = (name: string) => fieldNamed(of, name)?.column
  const column = (name: string) => fieldNamed(view, name)?.column
  const columns = { itColumn, ...(!isChosen && { column }) }
  const fault = expression && faultInSql(expression, { ...columns, tables: tablesAtCompile(scene) })
  if (fault) reportFault(draft, where, fault, scene)
}

/** Checks the condition, inputs and writes of a transition or an action. */
export function checkStep(node: Node, step: Step | undefined, view: ResourceView, scene: CheckContext): void {
  const { draft, resource } = view
  const inputs = step?.input ?? []
  const scope = scopeOf(scene.model, resource, { input: inputs, me: !(step && isAutomatic(step)) })
  checkAfter(at(node, 'after'), view, scene)
  if (step?.auto) checkAutoIf(draft, at(node, 'if'), scope, scene)
  else checkStepIf(draft, at(node, 'if'), scope, scene)
  checkStepRules(node, step, view, scene)
  for (const { key, value } of entriesOf(at(node, 'set'))) {
    const field = resource.fields.find(one => one.name === key)
    if (field?.rule) understood(draft, value, scope, { type: field.rule, into: key }, scene)
  }
  for (const { key, value } of entriesOf(at(node, 'input'))) {
    const field = inputs.find(one => one.name === key)
    understood(draft, at(value, 'when'), scope, 'bool', scene)
    if (field?.requiredIf !== undefined) understood(draft, at(value, 'required'), scope, 'bool', scene)
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
    checkRule(rule, expression, scope, view, scene, step)
  }
}

/** The condition of an automatic step becomes true by writes of the record alone. */
function checkAutoIf(draft: Draft, node: Node | undefined, scope: Scope, scene: CheckContext): void {
  const expression = understood(draft, node, scope, 'bool', scene)
  if (node && expression?.readsClock) scene.report(draft, node.start, 'step.auto-clock')
}

/** A condition that reads other records is evaluated by the database, so it must be translatable. */
function checkStepIf(draft: Draft, node: Node | undefined, scope: Scope, scene: CheckContext): void {
  const expression = compiledAt(draft, node, scope, 'bool', scene)
  const fault = expression?.otherRecord && faultInSql(expression, { tables: tablesAtCompile(scene) })
  if (fault) reportFault(draft, node, fault, scene)
}

/** Whether a field of another resource has a column; the text itself is not used. */
export const tablesAtCompile = (scene: CheckContext): OtherTables => {
  const columnIn = (view: ResourceView | undefined, name: string) => (view ? fieldNamed(view, name)?.column : name)
  return {
    value: (resource, name, id) => (columnIn(viewNamed(scene, resource), name) === undefined ? undefined : id),
    branch: (_tree, root) => root,
    linked: (_resource, _bind, id) => id,
    related(resource, list) {
      const of = viewNamed(scene, resource)?.resource.fields.find(({ name }) => name === list)?.options['of']
      const view = viewNamed(scene, of)
      // `where` is checked where it is written.
      return { from: id => id, column: name => columnIn(view, name), order: raw('') }
    },
  }
}

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
  const fault = expression && (databaseFault(expression) ?? unstoredFault(expression, expression.term, scene))
  if (fault) reportFault(draft, node, fault, scene)
  return fault ? undefined : expression
}

const databaseFault = ({ text, databaseOnly }: Expression): Problematic | undefined =>
  databaseOnly && serverOnly(text, databaseOnly)

const serverOnly = (text: string, { start, end }: Span): Problematic => ({
  code: 'rule.server-only',
  words: { text: text.slice(start, end) },
  start,
  end,
})

/** A field of another record is read from its row, so it must have a column. */
function unstoredFault({ text }: Pick<Expression, 'text'>, term: Term, scene: CheckContext): Problematic | undefined {
  for (const part of subtermsOf(term)) {
    const fault = unstoredFault({ text }, part, scene)
    if (fault) return fault
  }
  if (term.kind !== 'step') return undefined
  const { start, end } = term
  const isStored = tablesAtCompile(scene).value(term.resource, term.name, { parts: [''], values: [] }) !== undefined
  return isStored ? undefined : { code: 'rule.no-column', words: { name: text.slice(start, end) }, start, end }
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
  if (!reportNumber(draft, node, compiled.fault, expects, scope, scene)) reportFault(draft, node, compiled.fault, scene)
  return undefined
}

/** Reports a number that is written for a text or an entry of a dictionary; returns whether it is one. */
function reportNumber(
  draft: Draft,
  node: ScalarNode,
  { code, words }: Fault,
  expects: 'bool' | Expected | undefined,
  { entries: all }: Scope,
  { report }: CheckContext,
): boolean {
  if (typeof node.value !== 'number' || code !== 'rule.result' || words['expected'] !== 'string') return false
  const into = typeof expects === 'object' ? expects.into : undefined
  const entries = into === undefined ? undefined : all?.[into]
  const name = writtenOf(node)
  const known = Object.keys(entries ?? {})
  const meant = known.find(one => entries?.[one] === name)
  const quoted = `"'${name}'"`
  if (entries) report(draft, node.start, 'rule.entry-unknown', { name, near: meant ?? '', known: known.join(', ') })
  else if (node.written === undefined)
    report(draft, node.start, 'value.type', { expected: 'string', found: 'number', quoted })
  else report(draft, node.start, 'value.code', { value: String(node.value), quoted })
  return true
}

type Fault = Extract<ReturnType<typeof compileExpression>, { fault: unknown }>['fault']
type Problematic = Omit<Fault, 'code'> & { readonly code: ProblemCode }

/** Reports the position of an expression's fault inside its YAML scalar. */
export function reportFault(draft: Draft, node: Node | undefined, fault: Problematic, { report }: CheckContext): void {
  if (node?.kind !== 'scalar') return
  report(draft, offsetIn(draft, node, fault.start), fault.code, { ...fault.words, ...quotesIn(node, fault) })
}

/** The cure of a wrong quote must leave the YAML around the expression valid. */
function quotesIn({ style, value }: ScalarNode, { code, words }: Problematic): FaultWords {
  const { write, found = '' } = words
  if (code === 'rule.operator' && style === 'double' && write === '"') return { write: "'" }
  if (code === 'rule.operator' && style === 'single' && write === "'") return { write: '"' }
  const text = String(value)
  const isStray = code === 'rule.text-open' && style === 'plain' && text.indexOf(found) === text.length - 1
  return isStray ? { stray: 'true' } : {}
}

/** The offset in the source of a character of a scalar's value, by its index in that value. */
export function offsetIn(draft: Draft, node: ScalarNode, index: number): number {
  const { draft: file, start } = layerAt(draft, node.start)
  const offsets = scalarOffsets({ ...node, start: node.start - start, end: node.end - start }, file.source.text)
  return (offsets[Math.min(index, offsets.length - 1)] ?? node.start - start) + start
}
