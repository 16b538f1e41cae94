import { isDictionary } from '../../fields/traits.ts'
import { receiverGroups } from '../../model/message.ts'
import type { Message, Resource, SendEffect, Step } from '../../model/model.ts'
import { isAutomatic, isChoice, messageChoices } from '../../model/steps.ts'
import { scopeOf } from '../../rules/scope.ts'
import { effectNodes } from '../build-effects.ts'
import type { CheckContext } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import { at, entryOf, itemsOf, type Node, textOf } from '../tree.ts'
import { causeOf } from './automatic-steps.ts'
import { understood } from './expressions.ts'
import { choice } from './unknown-word.ts'

/** A step that sends messages. */
interface SendSource {
  readonly draft: Draft
  readonly resource: Resource
  readonly step: Step
  readonly scene: CheckContext
}

/** Checks the messages that a step sends: which, to whom, and their text. */
export function checkSends(step: Node, source: SendSource): void {
  const { draft, scene } = source
  const nodes = effectNodes(at(step, 'sends'))
  const effects = source.step.sends ?? []
  let hasChoice = false
  for (const [index, node] of nodes.entries()) {
    const effect = effects[index]
    if (!effect) continue
    checkEffect(node, effect, source)
    const chooses = isChoice(effect)
    if (chooses && hasChoice) scene.report(draft, node.start, 'sends.choice-twice')
    hasChoice ||= chooses
  }
  checkChoiceName(step, source)
}

/** The request chooses a message by a parameter of this name. */
function checkChoiceName(node: Node, { draft, step, scene }: SendSource): void {
  if (messageChoices(step).length === 0) return
  const input = at(at(node, 'input'), 'templateId')
  if (input) scene.report(draft, input.start, 'name.reserved', { name: 'templateId' })
}

function checkEffect(node: Node, effect: SendEffect, source: SendSource): void {
  const { draft, resource, step, scene } = source
  const all = Object.values(scene.model.messages).filter(({ of }) => of === resource.name)
  const written = at(node, 'message')
  for (const item of written ? [written, ...itemsOf(written)] : []) {
    const code = textOf(item)
    if (code !== undefined && !all.some(one => one.code === code))
      scene.report(draft, item.start, 'sends.message', {
        of: resource.name,
        ...choice(code, new Set(all.map(one => one.code))),
      })
  }
  if (effect.messages.length === 0) scene.report(draft, node.start, 'sends.none', { name: resource.name })
  const messages = all.filter(({ code }) => effect.messages.includes(code))
  checkReceivers(at(node, 'to'), messages, source)
  const preview = entryOf(node, 'preview')
  if (preview && isAutomatic(step))
    scene.report(draft, preview.keyStart, 'step.automatic', { name: 'preview', by: causeOf(step) })
  if (effect.messages.length > 1 && isAutomatic(step))
    scene.report(draft, (written ?? node).start, 'sends.choice-automatic')
  if (effect.messages.length > 1 && !effect.preview && !isAutomatic(step))
    scene.report(draft, (written ?? node).start, 'sends.choice-preview')
  const scope = scopeOf(scene.model, resource, { input: step.input, me: !isAutomatic(step) })
  understood(draft, at(node, 'text'), scope, { type: 'string' }, scene)
  understood(draft, at(node, 'if'), scope, 'bool', scene)
}

function checkReceivers(to: Node | undefined, messages: readonly Message[], source: SendSource): void {
  const { draft, step, scene } = source
  const name = textOf(to)
  if (to && name !== undefined) {
    const input = step.input.find(field => `input.${field.name}` === name)
    const isGroup = input && isDictionary(input) && input.options['of'] === receiverGroups
    if (!isGroup) scene.report(draft, to.start, 'sends.input', { name, dictionary: receiverGroups })
  }
  const known = [...new Set(messages.flatMap(message => message.to.map(group => group.name)))]
  for (const item of itemsOf(to)) {
    const group = textOf(item)
    if (group !== undefined && messages.length > 0 && !known.includes(group))
      scene.report(draft, item.start, 'sends.group', choice(group, known))
  }
}
