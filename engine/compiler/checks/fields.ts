import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { isInputField } from '../../fields/record-schema.ts'
import { referencesTo } from '../../fields/related/rows.ts'
import {
  hasLines,
  isDateField,
  isDictionary,
  isReference,
  isRelated,
  isSerial,
  scaleOfNumber,
} from '../../fields/traits.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { buildField, impliedTitle } from '../build-field.ts'
import { type CheckContext, fieldNames, type Report, type ResourceView, viewNamed } from '../check-context.ts'
import { type Draft, layerSpan } from '../draft.ts'
import { describableTypes } from '../language/field.ts'
import { roleOf } from '../refine.ts'
import { at, type Entry, entriesOf, itemsOf, type Node, plain, textOf, writtenOf } from '../tree.ts'
import type { Workspace } from '../workspace.ts'
import { checkListColumns, checkOrder } from './screens.ts'
import { checkSerialParts } from './serial-parts.ts'
import { booleanWords } from './shape-example.ts'
import { choice } from './unknown-word.ts'
import { codeWithoutQuotes, isValueOf } from './values.ts'

/** Checks each field: its titles, default, and the limits of its type. */
export function checkFields(scene: CheckContext): void {
  for (const view of scene.views) {
    checkMixins(view, scene)
    for (const { draft, entry } of view.members.values()) checkField(draft, entry, 'field', view, scene)
    for (const [draft, entry, kind] of inputsOf(view.draft)) checkField(draft, entry, kind, view, scene)
    if (view.members.size === 0) scene.report(view.draft, view.draft.root.start, 'resource.fields-missing')
  }
}

/** Finds names of mixins, resources and dictionaries that do not exist: what else is wrong would be a consequence. */
export function checkSources({ resources, mixins, dictionaries }: Workspace, report: Report): void {
  for (const draft of resources.values()) {
    for (const node of itemsOf(at(draft.root, 'mixins'))) {
      const name = textOf(node) ?? ''
      if (!mixins.has(name)) report(draft, node.start, 'mixin.unknown', choice(name, mixins.keys()))
    }
    const fields = entriesOf(at(draft.root, 'fields'))
    for (const { value } of [...fields, ...inputsOf(draft).map(([, entry]) => entry)]) {
      const options = describableTypes.get(textOf(at(value, 'type')) ?? '')?.options
      for (const key in options) {
        const { names } = options[key] ?? {}
        const of = names && at(value, key)
        const known = { resource: resources, dictionary: dictionaries }[names ?? 'resource']
        const name = textOf(of) ?? ''
        if (of && !known.has(name)) report(draft, of.start, `${names}.unknown`, choice(name, known.keys()))
      }
    }
  }
}

function checkMixins({ draft }: ResourceView, { workspace, report }: CheckContext): void {
  const fieldsFrom = new Map<string, string>()
  const rolesFrom = new Map<string, string>()
  for (const node of itemsOf(at(draft.root, 'mixins'))) {
    const name = textOf(node) ?? ''
    const mixin = workspace.mixins.get(name)
    for (const { key } of entriesOf(at(mixin?.root, 'fields'))) {
      const other = fieldsFrom.get(key)
      if (other !== undefined) report(draft, node.start, 'field.name-twice', { name: key, other })
      fieldsFrom.set(key, name)
    }
    for (const role of new Set(itemsOf(at(mixin?.root, 'access')).map(roleOf))) {
      const other = rolesFrom.get(role)
      if (other !== undefined) report(draft, node.start, 'mixin.role-twice', { name: role, other })
      rolesFrom.set(role, name)
    }
  }
  checkRefinedFields(draft, report)
}

/** A field of a mixin or of the engine keeps its type: the type of a refinement would be ignored elsewhere. */
function checkRefinedFields(draft: Draft, report: Report): void {
  const { layers = [], root } = draft
  if (layers.length === 0) return
  const typed = new Map<string, Draft>()
  const isMixin = (layer: Draft) => layer.subject === 'mixin'
  for (const layer of layers)
    for (const { key, value } of entriesOf(at(layer.root, 'fields'))) {
      const [type, other] = [at(value, 'type'), typed.get(key)]
      if (type && other && !(isMixin(layer) && isMixin(other)))
        report(layer, type.start, 'field.refined-type', { name: key, other: other.source.file })
      if (type) typed.set(key, layer)
    }
  for (const { key, value } of entriesOf(at(root, 'fields'))) {
    const [type, other] = [at(value, 'type'), typed.get(key)]
    if (type && other && type.start < layerSpan)
      report(draft, type.start, 'field.refined-type', { name: key, other: other.source.file })
  }
}

/** A field of a resource, an input of a step or of a query, or a part of a typed result. */
type FieldKind = 'field' | 'step input' | 'query input' | 'result'

/** The inputs and typed results of transitions, actions and queries. */
function inputsOf(draft: Draft): [Draft, Entry, FieldKind][] {
  const { root } = draft
  const steps = [at(at(root, 'lifecycle'), 'transitions'), at(root, 'actions')].flatMap(node => entriesOf(node))
  const queries = entriesOf(at(root, 'queries'))
  const among = (entries: readonly Entry[], key: string, kind: FieldKind) =>
    entries.flatMap(({ value }) =>
      entriesOf(at(value, key)).map((entry): [Draft, Entry, FieldKind] => [draft, entry, kind]),
    )
  return [
    ...among(steps, 'input', 'step input'),
    ...among(steps, 'returns', 'result'),
    ...among(queries, 'input', 'query input'),
    ...among(queries, 'returns', 'result'),
  ]
}

function checkField(draft: Draft, entry: Entry, kind: FieldKind, view: ResourceView, scene: CheckContext): void {
  const isInput = kind !== 'field'
  const { workspace, report } = scene
  const { key: name, keyStart, value: node } = entry
  const type = describableTypes.get(textOf(at(node, 'type')) ?? '')
  if (!type) return
  const own = isInput ? undefined : view.resource.fields.find(one => one.name === name)
  const field = own ?? buildField(name, node, workspace)
  if (!at(node, 'title') && !mayImplyTitle(field) && !impliedTitle(name, undefined, workspace))
    report(draft, keyStart, 'title.missing', { name })
  const unused = type.unusedKeys?.(field) ?? []
  for (const { key, keyStart: start } of entriesOf(node))
    if (unused.includes(key) || (key === 'compute' && field.rule === undefined))
      report(draft, start, 'field.key-unused', { name: key, type: field.type })
  checkOptions(draft, node, field, scene)
  const imported = at(node, 'imported')
  if (imported && view.resource.partOf) report(draft, imported.start, 'serial.line', { name })
  if (isSerial(field) && isInput) report(draft, keyStart, 'serial.input', { name })
  if (isSerial(field) && !isInput) checkSerialParts(draft, node, field, view, scene)
  checkDefault(draft, node, field, scene)
  const keep = at(node, 'keep')
  if (keep && field.keep && !mayKeep(field, isInput, view.resource)) report(draft, keep.start, 'keep.unfit', { name })
  checkComputedKeys(draft, node, field, report)
  if (kind === 'field') checkColumnKeys(draft, node, field, view, scene)
  else checkInputKeys(draft, node, field, kind, report)
  if (hasLines(field)) checkChildren(draft, node, field, view, scene)
  if (isRelated(field)) checkRelated(draft, entry, field, isInput, view, scene)
  if (isReference(field)) checkPick(draft, node, field, view, scene)
}

/** Limits of computed values that no write checks, and a default that is never used. */
function checkComputedKeys(draft: Draft, node: Node, field: Field, report: Report): void {
  if (field.compute === undefined) return
  const checked = field.derived ? [] : isNumber(field) ? ['min', 'max'] : isText(field) ? ['max'] : []
  for (const key of ['default', 'min', 'max', 'past', 'pattern', 'only']) {
    const given = at(node, key)
    if (given && !checked.includes(key)) report(draft, given.start, 'field.condition-unfit', { name: field.name, key })
  }
}

const isNumber = (field: Field) => scaleOfNumber(field) !== undefined

const isText = (field: Field) => typeOf(field).freeText !== undefined

/** One record is picked, by what is known before values are computed. */
function checkPick(draft: Draft, node: Node, field: Field, { resource }: ResourceView, scene: CheckContext): void {
  const [pick, sort] = [at(node, 'pick'), at(node, 'sort')]
  if (sort && !pick) scene.report(draft, sort.start, 'sort.without-pick', { name: field.name })
  if (!pick) return
  if (isMany(field)) scene.report(draft, pick.start, 'pick.many', { name: field.name })
  const of = viewNamed(scene, field.options['of'])
  if (of) checkOrder(sort, { resource: of.resource, draft }, scene)
  const computed = field.reads?.find(name =>
    resource.fields.some(one => one.name === name && one.compute !== undefined),
  )
  const where = at(node, 'where')
  if (where && computed !== undefined) scene.report(draft, where.start, 'pick.computed', { name: computed })
}

/** The keys of a field that has a column, is computed or is entered by users. */
function checkColumnKeys(draft: Draft, node: Node, field: Field, view: ResourceView, scene: CheckContext): void {
  checkIndex(draft, node, field, scene)
  checkCopy(draft, node, field, view, scene)
  const stored = at(node, 'stored')
  if (stored && field.stored && field.compute === undefined) scene.report(draft, stored.start, 'stored.idle')
  checkConditions(draft, node, field, view, scene)
}

/** Keys of the values of records, which no input has. */
const recordKeys = [
  'readOnly',
  'editableBy',
  'onDelete',
  'pick',
  'unique',
  'index',
  'compute',
  'copy',
  'stored',
  'imported',
]

/**
 * Keys that an input or result cannot have. An input is entered once: it has no states. Only that of a step is in the
 * history, by its name, has conditions, on the record and other inputs, and is chosen among the records of `where`.
 */
const unfitKeys: Readonly<Record<Exclude<FieldKind, 'field'>, readonly string[]>> = {
  'step input': recordKeys,
  'query input': [...recordKeys, 'when', 'renamedFrom', 'help', 'where'],
  result: [...recordKeys, 'when', 'renamedFrom', 'help', 'where', 'default'],
}

function checkInputKeys(
  draft: Draft,
  node: Node,
  field: Field,
  kind: Exclude<FieldKind, 'field'>,
  report: Report,
): void {
  const required = at(node, 'required')
  for (const key of unfitKeys[kind]) {
    const given = at(node, key)
    if (given) report(draft, given.start, 'input.key-unfit', { key })
  }
  if (required && field.requiredIf !== undefined && kind !== 'step input')
    report(draft, required.start, 'input.condition-unfit', { key: 'required' })
  else if (required && field.requiredIf !== undefined && hasLines(field))
    report(draft, required.start, 'required.lines', { name: field.name })
}

/** Checks the states of `readOnly`, and that conditions concern values that users enter. */
const conditionKeys = ['required', 'readOnly', 'editableBy', 'personal', 'onDelete']

function checkConditions(
  draft: Draft,
  node: Node,
  field: Field,
  { resource }: ResourceView,
  { model, report }: CheckContext,
): void {
  if (!entriesOf(node).some(({ key }) => conditionKeys.includes(key))) return
  const { name, requiredIf, readOnlyIn, readOnlyIf } = field
  const [required, readOnly] = [at(node, 'required'), at(node, 'readOnly')]
  const isLocked = readOnlyIn !== undefined || readOnlyIf !== undefined
  const isEntered = isInputField(field) && !resource.readOnly
  const [editableBy, personal, onDelete] = [at(node, 'editableBy'), at(node, 'personal'), at(node, 'onDelete')]
  if (onDelete && !mayActOnDelete(field, resource, model.resources[String(field.options['of'])]))
    report(draft, onDelete.start, 'onDelete.unfit', { name, value: String(plain(onDelete)) })
  if (editableBy && !isEntered) report(draft, editableBy.start, 'field.condition-unfit', { name, key: 'editableBy' })
  if (personal && (hasLines(field) || typeOf(field).secret)) report(draft, personal.start, 'personal.unfit', { name })
  if (required && requiredIf !== undefined && !isEntered)
    report(draft, required.start, 'field.condition-unfit', { name, key: 'required' })
  else if (required && requiredIf !== undefined && hasLines(field))
    report(draft, required.start, 'required.lines', { name })
  if (readOnly && isLocked && !isEntered)
    report(draft, readOnly.start, 'field.condition-unfit', { name, key: 'readOnly' })
  else if (readOnly && readOnlyIn) checkStatesOf(readOnly, draft, resource, model, report)
}

/** Lines are deleted with their master, and a tree from below; what is required cannot be cleared. */
function mayActOnDelete(
  { name, options, required, requiredIf, column }: Field,
  { partOf, tree }: Resource,
  of: Resource | undefined,
): boolean {
  const mode = options['onDelete']
  const isStructure = name === partOf?.field || name === tree || column === undefined
  if (mode === 'refuse') return !isStructure
  if (isStructure || partOf || of?.partOf) return false
  return mode === 'clear' ? !required && requiredIf === undefined : options['many'] !== true
}

function checkStatesOf(list: Node, draft: Draft, resource: Resource, model: Model, report: Report): void {
  const state = resource.fields.find(one => one.name === resource.state)
  const entries = model.dictionaries[String(state?.options['of'])]?.entries
  if (!entries) report(draft, list.start, 'readOnly.no-states')
  const known = entries?.map(entry => entry.name) ?? []
  for (const node of itemsOf(list)) {
    const name = textOf(node) ?? ''
    if (entries && !known.includes(name)) report(draft, node.start, 'state.unknown', choice(name, known))
  }
}

/** Whether the next record may have the same value: users enter both, it is stored, and two records may share it. */
const mayKeep = (field: Field, isInput: boolean, { partOf, readOnly }: Resource) =>
  !isInput &&
  !partOf &&
  !readOnly &&
  isInputField(field) &&
  field.column !== undefined &&
  !field.unique &&
  typeOf(field).secret !== true

/** Whether a title can be derived from the source; a missing source, or one without a title, is reported there. */
const mayImplyTitle = (field: Field) => typeOf(field).options['of'] !== undefined

/** Checks the combination of a type's options: a pattern that could run for long, a minimum above the maximum. */
function checkOptions(draft: Draft, node: Node, field: Field, { report }: CheckContext): void {
  const found = typeOf(field).mistake?.(field)
  const optionNode = found && at(node, found.key)
  if (optionNode) report(draft, optionNode.start, 'option.unfit', { key: found.key, ...found.message })
}

function checkIndex(draft: Draft, node: Node, field: Field, { report }: CheckContext): void {
  const isComparable = field.column !== undefined && typeOf(field).sortable
  for (const key of ['unique', 'index'] as const) {
    const optionNode = at(node, key)
    if (optionNode && field[key] && !isComparable)
      report(draft, optionNode.start, 'index.unfit', { name: field.name, key })
  }
}

/** Checks that a copied field exists and has the type of the field. */
function checkCopy(
  draft: Draft,
  node: Node,
  field: Field,
  { resource }: ResourceView,
  { viewOf, report }: CheckContext,
): void {
  const optionNode = at(node, 'copy')
  if (!optionNode || !field.copy) return
  const { reference, field: name } = field.copy
  const by = resource.fields.find(one => one.name === reference)
  const isOne = by && isReference(by) && !isMany(by) && by.name !== resource.partOf?.field
  const of = isOne ? viewNamed({ viewOf }, by.options['of']) : undefined
  const source = of?.resource.fields.find(one => one.name === name)
  const isAlike =
    source?.column !== undefined &&
    source.type === field.type &&
    !typeOf(source).secret &&
    ['of', 'many'].every(key => source.options[key] === field.options[key])
  if (!isAlike || field.compute !== undefined)
    report(draft, optionNode.start, 'copy.unfit', { name: `${reference}.${name}` })
}

function checkDefault(draft: Draft, node: Node, field: Field, { model, workspace, report }: CheckContext): void {
  const optionNode = at(node, 'default')
  if (!optionNode || field.defaultExpression !== undefined) return
  if (isDictionary(field)) {
    const entries = at(workspace.dictionaries.get(String(field.options['of']))?.root, 'entries')
    const dictionary = model.dictionaries[String(field.options['of'])]
    if (entries?.kind !== 'map' || !dictionary) return
    const known = dictionary.entries.flatMap(entry => [entry.name, entry.key])
    for (const one of optionNode.kind === 'list' ? optionNode.items : [optionNode]) {
      const name = one.kind === 'scalar' ? writtenOf(one) : String(plain(one))
      const titled = dictionary.entries.find(({ title }) => title.zh === name || title.en === name)
      const names = dictionary.entries.map(entry => entry.name)
      if (!known.includes(name))
        report(draft, one.start, 'dictionary.entry-unknown', titled ? { name, near: titled.name } : choice(name, names))
    }
    return
  }
  const code = codeWithoutQuotes(optionNode, field, model)
  if (optionNode.kind === 'scalar' && optionNode.value === null) report(draft, optionNode.start, 'value.empty')
  else if (code) report(draft, optionNode.start, ...code)
  else if (!isValueOf(optionNode, field, model))
    report(draft, optionNode.start, 'default.unfit', {
      value: optionNode.kind === 'scalar' ? writtenOf(optionNode) : JSON.stringify(plain(optionNode)),
      ...(isReference(field) && { of: String(field.options['of']) }),
      ...(meantMoment(optionNode, field) ?? meantPlain(optionNode, field, model) ?? meantDay(optionNode, field)),
    })
}

/** The function of expressions that a bare `today` or `now` means. */
function meantMoment(node: Node, field: Field): { readonly write: string } | undefined {
  const isMeant = /^(today|now|current_?date|current_?timestamp|今天|现在)(\(\))?$/i.test(textOf(node) ?? '')
  const write = { date: 'today()', datetime: 'now()', time: undefined }[typeOf(field).timeKind ?? 'time']
  return isMeant && write !== undefined ? { write } : undefined
}

/** The number or the value of true and false that a text means: `"0"`, `yes`. */
function meantPlain(node: Node, field: Field, model: Model): { readonly write: string } | undefined {
  if (node.kind !== 'scalar' || node.value === null) return undefined
  const text = writtenOf(node)
  const word = booleanWords[text.toLowerCase()]
  if (word !== undefined && isValueOf({ ...node, value: word === 'true' }, field, model)) return { write: word }
  const isNumber = typeof node.value === 'string' && /^-?\d+(\.\d+)?$/.test(text)
  return isNumber && isValueOf({ ...node, value: Number(text) }, field, model) ? { write: text } : undefined
}

/** The day that `2026/1/5`, `20260105` and `2026年1月5日` mean. */
function meantDay(node: Node, field: Field): { readonly write: string } | undefined {
  const text = node.kind === 'scalar' ? String(node.value) : ''
  const found = /^(\d{4})(?:[/.年-](\d{1,2})[/.月-](\d{1,2})日?|(\d\d)(\d\d))$/.exec(text)
  if (!found || !isDateField(field)) return undefined
  const [, year = '', month = found[4] ?? '', day = found[5] ?? ''] = found
  const write = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return write === text ? undefined : { write }
}

/** Checks that lines refer to this resource, and that the table shows fields of theirs. */
function checkChildren(
  draft: Draft,
  node: Node,
  field: Field,
  { resource }: ResourceView,
  { viewOf, report }: CheckContext,
): void {
  const of = at(node, 'of')
  const lines = viewNamed({ viewOf }, field.options['of'])
  if (!of || !lines) return
  const master = lines.resource.partOf?.resource
  // A wrong master is reported where it is named.
  if (master !== resource.name && (master === undefined || viewNamed({ viewOf }, master) !== undefined))
    report(draft, of.start, 'children.unfit', { name: lines.resource.name, master: resource.name })
  for (const column of itemsOf(at(node, 'columns'))) {
    const name = textOf(column) ?? ''
    if (!lines.resource.fields.some(one => one.name === name))
      report(draft, column.start, 'field.unknown', choice(name, fieldNames(lines)))
  }
}

/** Checks that one reference of other records names this one. */
function checkRelated(
  draft: Draft,
  { key: name, keyStart, value: node }: Entry,
  field: Field,
  isInput: boolean,
  { resource }: ResourceView,
  scene: CheckContext,
): void {
  const { report } = scene
  if (isInput) {
    report(draft, keyStart, 'related.input', { name })
    return
  }
  const [of, by] = [at(node, 'of'), at(node, 'by')]
  const view = viewNamed(scene, field.options['of'])
  if (!of || !view) return
  const known = referencesTo(view.resource, resource.name).map(one => one.name)
  const chosen = textOf(by)
  if (by && chosen !== undefined && !known.includes(chosen))
    report(draft, by.start, 'related.by-unfit', { ...choice(chosen, known), of: view.resource.name })
  if (!by && known.length !== 1)
    report(draft, of.start, known.length === 0 ? 'related.of-unfit' : 'related.by-missing', {
      name: view.resource.name,
      known: known.join(', '),
    })
  const written = { resource: view.resource, draft }
  checkOrder(at(node, 'sort'), written, scene)
  checkListColumns(at(node, 'columns'), written, scene)
}
