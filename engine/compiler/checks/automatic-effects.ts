import { lineResource } from '../../fields/traits.ts'
import { updatedResource } from '../../fields/updated-resource.ts'
import type { Resource, Transition } from '../../model/model.ts'
import { isAutomatic, stepsOf } from '../../model/steps.ts'
import { compileExpression } from '../../rules/compile-expression.ts'
import { scopeOf } from '../../rules/scope.ts'
import { effectNodes } from '../build-effects.ts'
import type { CheckContext, ResourceView } from '../check-context.ts'
import { at, type Entry, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { checkCreates, checkStarts, checkUpdates, type EffectSource } from './effects.ts'
import { checkStep } from './expressions.ts'
import { checkSends } from './sends.ts'

/** Checks that nothing that a step without a user causes reads `me.`, at any depth. */
export function checkAutomaticEffects(scene: CheckContext): void {
  for (const view of scene.views) {
    const { draft, resource } = view
    for (const { key, value } of stepNodes(view)) {
      const step = stepsOf(resource).find(one => one.name === key)
      if (!step || !isAutomatic(step)) continue
      const caused = new Caused(scene)
      for (const { node, transition, target } of updatesOf(value, { draft, resource, step, scene }))
        for (const { code, name, text } of caused.by(target, transition))
          scene.report(draft, at(node, 'transition')?.start ?? node.start, code, { name, text })
      for (const node of effectNodes(at(value, 'creates')))
        for (const { code, name, text } of defaultsIn(node, scene))
          scene.report(draft, node.start, code, { name, text })
    }
  }
}

/** An expression that reads the user. */
interface Reading {
  readonly code: 'effect.reads-user' | 'effect.default-user'
  /** The step or the field of the expression. */
  readonly name: string
  readonly text: string
}

const stepNodes = ({ draft }: ResourceView): readonly Entry[] => [
  ...entriesOf(at(at(draft.root, 'lifecycle'), 'transitions')),
  ...entriesOf(at(draft.root, 'actions')),
]

/** What transitions read that a step causes, each transition once. */
class Caused {
  private readonly seen = new Set<string>()

  private readonly scene: CheckContext

  constructor(scene: CheckContext) {
    this.scene = scene
  }

  by(of: Resource, step: Transition): readonly Reading[] {
    const name = `${of.name}.${step.name}`
    const view = this.scene.viewOf(of.name)
    const node = view && stepNodes(view).find(({ key }) => key === step.name)?.value
    if (!node || this.seen.has(name)) return []
    this.seen.add(name)
    const texts: string[] = []
    const scene: CheckContext = {
      ...this.scene,
      report: (_draft, _offset, code, words) => {
        const text = String(words?.['name'])
        if (code === 'rule.name-not-here' && text.startsWith('me.')) texts.push(text)
      },
    }
    const withoutUser = { ...step, auto: true as const }
    const source = { draft: view.draft, resource: of, step: withoutUser, scene }
    checkStep(node, withoutUser, view, scene)
    for (const one of effectNodes(at(node, 'updates'))) checkUpdates(one, source)
    for (const one of effectNodes(at(node, 'creates'))) checkCreates(one, source)
    checkSends(node, source)
    checkStarts(at(node, 'starts'), source)
    const [text] = texts
    return [
      ...(text === undefined ? [] : [{ code: 'effect.reads-user' as const, name, text }]),
      ...updatesOf(node, source).flatMap(({ target, transition }) => this.by(target, transition)),
      ...effectNodes(at(node, 'creates')).flatMap(one => defaultsIn(one, scene)),
    ]
  }
}

/** The transitions that a step makes of other records. Effects without a valid target have a problem of their own. */
function updatesOf(step: Node, { resource, step: { input }, scene }: EffectSource) {
  const { resources } = scene.model
  return effectNodes(at(step, 'updates')).flatMap(node => {
    const record = textOf(at(node, 'record'))
    const of =
      textOf(at(node, 'of')) ?? (record === undefined ? undefined : updatedResource(resource, { input }, { record }))
    const target = of !== undefined && Object.hasOwn(resources, of) ? resources[of] : undefined
    const transition = target?.lifecycle?.transitions.find(({ name }) => name === textOf(at(node, 'transition')))
    return target && transition && !isAutomatic(transition) ? [{ node, target, transition }] : []
  })
}

/** The defaults that read the user, of the fields of a new record and of its lines that the effect does not set. */
function defaultsIn(node: Node, scene: CheckContext): readonly Reading[] {
  const { resources } = scene.model
  const of = textOf(at(node, 'of'))
  const target = of !== undefined && Object.hasOwn(resources, of) ? resources[of] : undefined
  if (!target) return []
  const values = entriesOf(at(node, 'with'))
  const copied = itemsOf(at(node, 'fields')).map(textOf)
  const ofLines = values.flatMap(({ key, value }) => {
    const field = target.fields.find(({ name }) => name === key)
    const lines = value.kind === 'map' && field ? lineResource(field, scene.model) : undefined
    return lines
      ? defaultsOf(
          lines,
          entriesOf(at(value, 'with')).map(one => one.key),
          scene,
        )
      : []
  })
  return [...defaultsOf(target, [...values.map(({ key }) => key), ...copied], scene), ...ofLines]
}

function defaultsOf(resource: Resource, set: readonly unknown[], { model }: CheckContext): readonly Reading[] {
  const scope = scopeOf(model, resource, { me: true })
  return resource.fields.flatMap(({ name, defaultExpression: text }) => {
    if (text === undefined || set.includes(name)) return []
    const compiled = compileExpression(text, scope)
    const readsUser = 'expression' in compiled && compiled.expression.readsMe
    return readsUser ? [{ code: 'effect.default-user' as const, name: `${resource.name}.${name}`, text }] : []
  })
}
