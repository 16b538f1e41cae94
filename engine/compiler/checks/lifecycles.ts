import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { isDictionary } from '../../fields/traits.ts'
import type { Dictionary } from '../../model/model.ts'
import { type CheckContext, fieldNamed, fieldNames, type ResourceView } from '../check-context.ts'
import { at, type Entry, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { choice } from './shape.ts'

/** Endpoints of every resource, whose names no transition or action may have. */
const reservedNames = new Set(
  'save update removeById removeByIds getByQuery getById listByQuery page view add edit delete export import history'.split(
    ' ',
  ),
)

/** Checks lifecycles, transitions and actions: their states, names and written fields. */
export function checkLifecycles(scene: CheckContext): void {
  for (const view of scene.views) {
    const lifecycle = at(view.draft.root, 'lifecycle')
    const transitions = entriesOf(at(lifecycle, 'transitions'))
    checkSteps([...transitions, ...entriesOf(at(view.draft.root, 'actions'))], view, scene)
    checkPrimary(transitions, view, scene)
    if (lifecycle) checkStates(lifecycle, transitions, view, scene)
  }
}

function checkSteps(steps: readonly Entry[], view: ResourceView, { workspace, report }: CheckContext): void {
  const { draft, resource } = view
  const names = new Set<string>()
  const calls = new Set<string>()
  for (const { key: name, keyStart, value } of steps) {
    if (reservedNames.has(name) || names.has(name)) report(draft, keyStart, 'step.name-taken', { name })
    names.add(name)
    if (!at(value, 'title') && !workspace.words.has(name)) report(draft, keyStart, 'title.missing', { name })
    const step = [...(resource.lifecycle?.transitions ?? []), ...resource.actions].find(one => one.name === name)
    const wire = at(value, 'http')
    const call = `${step?.http.method} ${step?.http.path}`
    if (calls.has(call) || (wire && reservedNames.has(String(step?.http.path))))
      report(draft, wire?.start ?? keyStart, 'step.http-twice', { name: call })
    calls.add(call)
    checkEdited(at(value, 'edit'), view, report)
    checkSet(entriesOf(at(value, 'set')), view, report)
  }
}

/**
 * A role with a transition as its primary button must be allowed to make it: if access rules name the role, one of them
 * must allow it.
 */
function checkPrimary(
  transitions: readonly Entry[],
  { draft, resource: { access } }: ResourceView,
  { report }: CheckContext,
): void {
  for (const { key: name, value } of transitions) {
    for (const node of itemsOf(at(value, 'primary'))) {
      const rules = access.filter(({ role }) => role === textOf(node))
      if (rules.length > 0 && !rules.some(rule => rule.allow.includes(name)))
        report(draft, node.start, 'primary.unfit', { name, role: textOf(node) ?? '' })
    }
  }
}

/** The fields that a step edits must be writable fields of the record. */
function checkEdited(edit: Node | undefined, view: ResourceView, report: CheckContext['report']): void {
  for (const node of itemsOf(edit)) {
    const name = textOf(node)
    if (name !== undefined) checkWritten(name, node.start, view, report, false)
  }
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
    const isGiven = field.compute !== undefined || typeOf(field).given || name === view.resource.lifecycle?.field
    if (isGiven || (byServer && field.column === undefined)) report(view.draft, offset, 'set.unfit', { name })
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
  if (!isDictionary(field) || isMany(field)) return report(draft, holder.start, 'lifecycle.field-unfit', { name })
  const dictionary = model.dictionaries[String(field.options['of'])]
  if (!dictionary) return
  const wrong = unknownStates(lifecycle, transitions, dictionary)
  for (const [node, state] of wrong)
    report(
      draft,
      node.start,
      'state.unknown',
      choice(
        state,
        dictionary.entries.map(entry => entry.name),
      ),
    )
  if (wrong.length === 0) checkWays(lifecycle, transitions, dictionary, view, report)
}

function unknownStates(lifecycle: Node, transitions: readonly Entry[], { entries }: Dictionary): [Node, string][] {
  const stateNodes = [
    at(lifecycle, 'initial'),
    ...itemsOf(at(lifecycle, 'final')),
    ...transitions.flatMap(({ value }) => [...statesIn(at(value, 'from')), at(value, 'to')]),
  ]
  return stateNodes.flatMap((node): [Node, string][] => {
    const state = textOf(node)
    return node && state !== undefined && !entries.some(entry => entry.name === state) ? [[node, state]] : []
  })
}

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

const statesIn = (node: Node | undefined): readonly Node[] => (node?.kind === 'list' ? node.items : node ? [node] : [])
