import { mayBeEntered } from '../../fields/entered-fields.ts'
import { typeOf } from '../../fields/index.ts'
import { isMany, textOption } from '../../fields/options.ts'
import { hasDefault, isInputField, requiresValue } from '../../fields/record-schema.ts'
import { hasDay, isDictionary } from '../../fields/traits.ts'
import type { Dictionary, Lifecycle, Model } from '../../model/model.ts'
import { type CheckContext, fieldNamed, fieldNames, type ResourceView } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import { at, type Entry, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { choice } from './unknown-word.ts'

/** Checks lifecycles, transitions and actions: their states and written fields. */
export function checkLifecycles(scene: CheckContext): void {
  for (const view of scene.views) {
    const lifecycle = at(view.draft.root, 'lifecycle')
    const transitions = entriesOf(at(lifecycle, 'transitions'))
    const steps = [...transitions, ...entriesOf(at(view.draft.root, 'actions'))]
    for (const { value } of steps) checkStep(value, view, scene)
    checkPrimary(steps, view, scene)
    if (lifecycle) checkStates(lifecycle, transitions, view, scene)
  }
}

function checkStep(step: Node, view: ResourceView, { model, report }: CheckContext): void {
  const message = at(step, 'message')
  if (message && !at(step, 'if')) report(view.draft, message.start, 'step.message-alone', {})
  checkEdited(at(step, 'edit'), at(step, 'input'), view, model, report)
  checkSet(entriesOf(at(step, 'set')), view, report)
}

/**
 * A role with a step as its primary button must be allowed to make it: if access rules name the role, one of them
 * must allow it.
 */
function checkPrimary(
  steps: readonly Entry[],
  { draft, resource: { access } }: ResourceView,
  { report }: CheckContext,
): void {
  for (const { key: name, value } of steps) {
    for (const node of itemsOf(at(value, 'primary'))) {
      const rules = access.filter(({ role }) => role === textOf(node))
      if (rules.length > 0 && !rules.some(rule => rule.allow.includes(name)))
        report(draft, node.start, 'primary.unfit', { name, role: textOf(node) ?? '' })
    }
  }
}

/**
 * The fields that a step edits must be writable fields of the record. One request contains their values and the inputs,
 * so no two have one name.
 */
function checkEdited(
  edit: Node | undefined,
  input: Node | undefined,
  view: ResourceView,
  model: Model,
  report: CheckContext['report'],
): void {
  const names = [
    ...itemsOf(edit).map(node => ({ name: textOf(node) ?? '', start: node.start })),
    ...entriesOf(edit).map(({ key, keyStart }) => ({ name: key, start: keyStart })),
  ]
  for (const { name, start } of names) checkWritten(name, start, view, report, false)
  for (const { key, keyStart } of entriesOf(input))
    if (names.some(({ name }) => name === key)) report(view.draft, keyStart, 'input.edited', { name: key })
  for (const { key, value } of entriesOf(edit)) checkLinesEdited(key, value, view, model, report)
}

/** `columns` and `add` refine fields with lines; what a new line requires must be among the columns. */
function checkLinesEdited(
  name: string,
  refinement: Node,
  { draft, resource }: ResourceView,
  { resources }: Model,
  report: CheckContext['report'],
): void {
  const [columns, add] = [at(refinement, 'columns'), at(refinement, 'add')]
  const field = resource.fields.find(one => one.name === name)
  const lines = field && typeOf(field).lines && textOption(field, 'of')
  for (const key of ['columns', 'add'] as const) {
    const node = at(refinement, key)
    if (node && lines === undefined) report(draft, node.start, 'edit.no-lines', { name, key })
  }
  const line = resources[lines ?? '']
  if (!line || !columns) return
  const enterable = line.fields.filter(one => mayBeEntered(one) && one.name !== line.partOf?.field)
  const entered = itemsOf(columns).map(node => ({ column: textOf(node) ?? '', start: node.start }))
  for (const { column, start } of entered)
    if (!enterable.some(one => one.name === column)) report(draft, start, 'field.unknown', choice(column, enterable))
  const missing = enterable.find(
    one =>
      isInputField(one) &&
      requiresValue(one, true) &&
      !hasDefault(one) &&
      !entered.some(({ column }) => column === one.name),
  )
  if (add && missing) report(draft, add.start, 'edit.add-incomplete', { name: missing.name })
}

function checkSet(entries: readonly Entry[], view: ResourceView, report: CheckContext['report']): void {
  for (const { key, keyStart } of entries) checkWritten(key, keyStart, view, report, true)
}

function checkWritten(
  name: string,
  offset: number,
  view: ResourceView,
  report: CheckContext['report'],
  byServer: boolean,
): void {
  const field = view.resource.fields.find(one => one.name === name)
  if (!field) {
    const isSystem = fieldNamed(view, name) !== undefined
    report(
      view.draft,
      offset,
      isSystem ? 'set.unfit' : 'field.unknown',
      isSystem ? { name } : choice(name, fieldNames(view)),
    )
  } else {
    const isGiven = field.compute !== undefined || typeOf(field).given || name === view.resource.partOf?.field
    if (name === view.resource.lifecycle?.field) report(view.draft, offset, 'step.writes-state', { name })
    else if (isGiven || (byServer && field.column === undefined)) report(view.draft, offset, 'set.unfit', { name })
  }
}

function checkStates(
  lifecycle: Node,
  transitions: readonly Entry[],
  view: ResourceView,
  { model, report }: CheckContext,
) {
  const { draft, resource } = view
  const holder = at(lifecycle, 'field')
  const name = textOf(holder)
  if (!holder || name === undefined) return
  const field = resource.fields.find(one => one.name === name)
  if (!field) return report(draft, holder.start, 'field.unknown', choice(name, fieldNames(view)))
  checkKeysOfState(name, view, report)
  if (!isDictionary(field) || isMany(field)) return report(draft, holder.start, 'lifecycle.field-unfit', { name })
  const dictionary = model.dictionaries[String(field.options['of'])]
  if (!dictionary) return
  checkOpens(at(at(lifecycle, 'opens'), 'at'), view, report)
  for (const { key, keyStart } of entriesOf(at(lifecycle, 'due')))
    if (!dictionary.entries.some(entry => entry.name === key))
      report(draft, keyStart, 'state.unknown', choice(key, dictionary.entries))
  const wrong = unknownStates(lifecycle, transitions, dictionary)
  for (const [node, state] of wrong) report(draft, node.start, 'state.unknown', choice(state, dictionary.entries))
  if (wrong.length === 0) checkWays(lifecycle, transitions, dictionary, view, report)
}

/** Keys that decide when a field is written, or its value. Only transitions change the state, whatever else is true. */
const keysWithoutState = ['default', 'compute', 'copy', 'readOnly', 'when']

function checkKeysOfState(name: string, { members }: ResourceView, report: CheckContext['report']): void {
  const member = members.get(name)
  for (const { key, keyStart } of entriesOf(member?.entry.value))
    if (member && keysWithoutState.includes(key)) report(member.draft, keyStart, 'lifecycle.field-key', { name, key })
}

/** `opens` is a date or time field of the record. */
function checkOpens(node: Node | undefined, view: ResourceView, report: CheckContext['report']): void {
  const name = textOf(node)
  if (!node || name === undefined) return
  const field = view.resource.fields.find(one => one.name === name)
  if (!field) report(view.draft, node.start, 'field.unknown', choice(name, fieldNames(view)))
  else if (!hasDay(field)) report(view.draft, node.start, 'opens.unfit', { name })
}

function unknownStates(lifecycle: Node, transitions: readonly Entry[], { entries }: Dictionary): [Node, string][] {
  const stateNodes = [
    ...statesIn(at(at(lifecycle, 'opens'), 'in')),
    at(lifecycle, 'initial'),
    ...itemsOf(at(lifecycle, 'final')),
    ...itemsOf(at(lifecycle, 'path')),
    ...transitions.flatMap(({ value }) => statesOf(value)),
  ]
  return stateNodes.flatMap((node): [Node, string][] => {
    const state = textOf(node)
    return node && state !== undefined && !entries.some(entry => entry.name === state) ? [[node, state]] : []
  })
}

/** The states that a transition names. */
const statesOf = (transition: Node): (Node | undefined)[] => [...statesIn(at(transition, 'from')), at(transition, 'to')]

/** Every state must be reachable from the start, and all but the end states must have a transition. */
function checkWays(
  lifecycle: Node,
  transitions: readonly Entry[],
  dictionary: Dictionary,
  view: ResourceView,
  report: CheckContext['report'],
) {
  const { draft, resource } = view
  const built = resource.lifecycle
  if (!built) return
  checkPath(itemsOf(at(lifecycle, 'path')), built, draft, report)
  const reached = new Set([built.initial])
  for (let before = 0; before !== reached.size; ) {
    before = reached.size
    for (const transition of built.transitions)
      if (transition.from.some(state => reached.has(state))) reached.add(transition.to)
  }
  const stateReferences = [
    ...transitions.flatMap(({ value }) => [at(value, 'to'), ...statesIn(at(value, 'from'))]),
    ...itemsOf(at(lifecycle, 'final')),
  ]
  const nodeOfState = (state: string) =>
    stateReferences.find(node => textOf(node) === state) ?? at(lifecycle, 'field') ?? lifecycle
  for (const { name, sealed } of dictionary.entries) {
    if (!reached.has(name) && !sealed) report(draft, nodeOfState(name).start, 'state.unreachable', { name })
    const isLeft = built.transitions.some(transition => transition.from.includes(name))
    if (reached.has(name) && !isLeft && !built.final.includes(name))
      report(
        draft,
        (built.initial === name ? at(lifecycle, 'initial') : undefined)?.start ?? nodeOfState(name).start,
        'state.dead-end',
        { name },
      )
  }
}

/** The main path begins with the initial state, and a transition leads from each state to the next. */
function checkPath(
  states: readonly Node[],
  { initial, transitions }: Lifecycle,
  draft: Draft,
  report: CheckContext['report'],
): void {
  for (const [at, node] of states.entries()) {
    const [state, before] = [textOf(node) ?? '', textOf(states[at - 1]) ?? '']
    if (at === 0 && state !== initial) report(draft, node.start, 'path.start', { initial })
    if (at > 0 && !transitions.some(({ from, to }) => from.includes(before) && to === state))
      report(draft, node.start, 'path.gap', { from: before, to: state })
  }
}

const statesIn = (node: Node | undefined): readonly Node[] => (node?.kind === 'list' ? node.items : node ? [node] : [])
