import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { isDictionary } from '../../fields/traits.ts'
import type { Dictionary } from '../../model/model.ts'
import { type CheckContext, fieldNamed, fieldNames, type ResourceView } from '../check-context.ts'
import { at, type Entry, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { choice } from './shape.ts'

/** Endpoints of every resource, whose names no transition or action may have. */
const usedNames = new Set(
  'save update removeById removeByIds getByQuery getById listByQuery page view add edit delete export import history'.split(
    ' ',
  ),
)

/** Checks lifecycles, transitions and actions: their states, names and written fields. */
export function checkLifecycles(scene: CheckContext): void {
  for (const view of scene.views) {
    const lifecycle = at(view.draft.root, 'lifecycle')
    const moves = entriesOf(at(lifecycle, 'moves'))
    checkSteps([...moves, ...entriesOf(at(view.draft.root, 'actions'))], view, scene)
    checkPrimary(moves, view, scene)
    if (lifecycle) checkStates(lifecycle, moves, view, scene)
  }
}

function checkSteps(steps: readonly Entry[], view: ResourceView, { workspace, report }: CheckContext): void {
  const { draft, resource } = view
  const names = new Set<string>()
  const calls = new Set<string>()
  for (const { key: name, keyStart, value } of steps) {
    if (usedNames.has(name) || names.has(name)) report(draft, keyStart, 'step.name-taken', { name })
    names.add(name)
    if (!at(value, 'title') && !workspace.words.has(name)) report(draft, keyStart, 'title.missing', { name })
    const step = [...(resource.lifecycle?.moves ?? []), ...resource.actions].find(one => one.name === name)
    const wire = at(value, 'wire')
    const call = `${step?.wire.method} ${step?.wire.path}`
    if (calls.has(call) || (wire && usedNames.has(String(step?.wire.path))))
      report(draft, wire?.start ?? keyStart, 'step.wire-twice', { name: call })
    calls.add(call)
    checkInputs(at(value, 'ask'), view, report)
    checkSet(entriesOf(at(value, 'set')), view, report)
  }
}

/**
 * A role with a transition as its primary button must be allowed to make it: if access rules name the role, one of them
 * must allow it.
 */
function checkPrimary(
  moves: readonly Entry[],
  { draft, resource: { access } }: ResourceView,
  { report }: CheckContext,
): void {
  for (const { key: name, value } of moves) {
    for (const node of itemsOf(at(value, 'primary'))) {
      const rules = access.filter(({ role }) => role === textOf(node))
      if (rules.length > 0 && !rules.some(rule => rule.may.includes(name)))
        report(draft, node.start, 'primary.unfit', { name, role: textOf(node) ?? '' })
    }
  }
}

/** The input fields of a step must be writable fields of the record. */
function checkInputs(ask: Node | undefined, view: ResourceView, report: CheckContext['report']): void {
  for (const node of itemsOf(ask)) {
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

function checkStates(lifecycle: Node, moves: readonly Entry[], view: ResourceView, { model, report }: CheckContext) {
  const { draft, resource } = view
  const holder = at(lifecycle, 'field')
  const name = textOf(holder)
  if (!holder || name === undefined) return
  const field = resource.fields.find(one => one.name === name)
  if (!field) return report(draft, holder.start, 'field.unknown', choice(name, fieldNames(view)))
  if (!isDictionary(field) || isMany(field)) return report(draft, holder.start, 'lifecycle.field-unfit', { name })
  const dictionary = model.dictionaries[String(field.options['of'])]
  if (!dictionary) return
  const wrong = unknownStates(lifecycle, moves, dictionary)
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
  if (wrong.length === 0) checkWays(lifecycle, moves, dictionary, view, report)
}

function unknownStates(lifecycle: Node, moves: readonly Entry[], { entries }: Dictionary): [Node, string][] {
  const stateNodes = [
    at(lifecycle, 'start'),
    ...itemsOf(at(lifecycle, 'end')),
    ...moves.flatMap(({ value }) => [...statesIn(at(value, 'from')), at(value, 'next')]),
  ]
  return stateNodes.flatMap((node): [Node, string][] => {
    const state = textOf(node)
    return node && state !== undefined && !entries.some(entry => entry.name === state) ? [[node, state]] : []
  })
}

/** Every state must be reachable from the start, and all but the end states must have a transition. */
function checkWays(
  lifecycle: Node,
  moves: readonly Entry[],
  dictionary: Dictionary,
  view: ResourceView,
  report: CheckContext['report'],
) {
  const { draft, resource } = view
  const built = resource.lifecycle
  if (!built) return
  const reached = new Set([built.start])
  for (let before = 0; before !== reached.size; ) {
    before = reached.size
    for (const move of built.moves) if (move.from.some(state => reached.has(state))) reached.add(move.next)
  }
  const stateReferences = [
    ...moves.flatMap(({ value }) => [at(value, 'next'), ...statesIn(at(value, 'from'))]),
    ...itemsOf(at(lifecycle, 'end')),
  ]
  const nodeOfState = (state: string) =>
    stateReferences.find(node => textOf(node) === state) ?? at(lifecycle, 'field') ?? lifecycle
  for (const { name, sealed } of dictionary.entries) {
    if (!reached.has(name) && !sealed) report(draft, nodeOfState(name).start, 'state.unreachable', { name })
    const isLeft = built.moves.some(move => move.from.includes(name))
    if (reached.has(name) && !isLeft && !built.end.includes(name))
      report(
        draft,
        (built.start === name ? at(lifecycle, 'start') : undefined)?.start ?? nodeOfState(name).start,
        'state.dead-end',
        { name },
      )
  }
}

const statesIn = (node: Node | undefined): readonly Node[] => (node?.kind === 'list' ? node.items : node ? [node] : [])
