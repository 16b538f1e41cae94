import { typeOf } from '../../fields/index.ts'
import { textOption } from '../../fields/options.ts'
import { hasLandlines } from '../../fields/phone/field.ts'
import { fieldAtPath, type PathFault, placeholderFaults } from '../../fields/placeholder-faults.ts'
import { isReference } from '../../fields/traits.ts'
import { userResource } from '../../model/account-resources.ts'
import { messageKinds, receiverGroups } from '../../model/message.ts'
import type { Field, Message, Model, Resource } from '../../model/model.ts'
import { stepsOf } from '../../model/steps.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { FaultWords } from '../../rules/fault-texts.ts'
import type { CheckContext } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import type { ProblemCode } from '../problem-messages.ts'
import { at, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { named } from '../workspace.ts'
import { offsetIn } from './expressions.ts'
import { choice } from './unknown-word.ts'

/** Checks the resource, the placeholders and the receivers of messages. */
export function checkMessages(scene: CheckContext): void {
  const { resources, messages } = scene.model
  const roles = aliasesOf(scene.model)
  for (const draft of named(scene.workspace.drafts, 'message').values()) {
    const of = at(draft.root, 'of')
    const name = textOf(of)
    if (!of || name === undefined) continue
    const resource = Object.hasOwn(resources, name) ? resources[name] : undefined
    if (!resource) scene.report(draft, of.start, 'resource.unknown', choice(name, Object.keys(resources)))
    const message = messages[draft.name]
    if (!resource || !message) continue
    const kind = at(draft.root, 'kind')
    if (kind) checkEntry(messageKinds, textOf(kind) ?? '', kind.start, draft, scene)
    for (const { value } of entriesOf(at(draft.root, 'text'))) checkText(value, { draft, resource, message, scene })
    for (const { key, keyStart, value } of entriesOf(at(draft.root, 'to'))) {
      checkEntry(receiverGroups, key, keyStart, draft, scene)
      for (const item of itemsOf(value)) checkReceiver(item, { draft, resource, message, scene }, roles)
    }
  }
}

/** Groups and kinds are entries of dictionaries from which users choose. */
function checkEntry(of: string, name: string, offset: number, draft: Draft, { model, report }: CheckContext): void {
  const names = model.dictionaries[of]?.entries.map(entry => entry.name)
  if (names && !names.includes(name)) report(draft, offset, 'dictionary.entry-unknown', { of, ...choice(name, names) })
}

interface MessageView {
  readonly draft: Draft
  readonly resource: Resource
  readonly message: Message
  readonly scene: CheckContext
}

function checkText(node: Node, { draft, resource, scene }: MessageView): void {
  if (node.kind !== 'scalar') return
  const braces = /\{\{|\}\}|\$\{|\{[^{}]*$/.exec(String(node.value))
  if (braces) scene.report(draft, offsetIn(draft, node, braces.index), 'message.braces', { found: braces[0] })
  for (const { start, ...fault } of placeholderFaults(String(node.value), resource, scene.model))
    scene.report(draft, offsetIn(draft, node, start), fault.code, wordsOfPath(fault))
}

/** The parameters of the problem of a path. */
export const wordsOfPath = ({ name, known }: PathFault): FaultWords => (known ? choice(name, known) : { name })

function checkReceiver(item: Node, view: MessageView, roles: ReadonlySet<string>): void {
  const { draft, resource, message, scene } = view
  const name = textOf(item)
  if (name === undefined) return
  const report = (code: ProblemCode, words: Readonly<Record<string, string>> = { name }) =>
    scene.report(draft, item.start, code, words)
  if (name === 'owners') {
    if (resource.owner === undefined) report('message.no-owner', { name: resource.name })
    return
  }
  const isPath = name.includes('.') || fieldOf(resource, name) !== undefined
  if (!isPath) {
    const known = [...roles, 'owners', ...addressedFields(resource)]
    if (!roles.has(name)) report('message.receiver', choice(name, known))
    return
  }
  const field = fieldAt(name, item.start, view)
  if (!field) return
  const { reachedBy } = typeOf(field)
  if (!isAddress(field)) report('message.not-an-address')
  else if (hasLandlines(field)) report('message.landline')
  else if (reachedBy && !message.channels.includes(reachedBy))
    report(reachedBy === 'sms' ? 'message.phone-without-sms' : 'message.address-without-email')
}

/** Whether messages reach the value: a phone number, an e-mail address, or users. */
const isAddress = (field: Field): boolean =>
  typeOf(field).reachedBy !== undefined || (isReference(field) && textOption(field, 'of') === userResource)

const addressedFields = ({ fields }: Resource): string[] =>
  fields.filter(field => isAddress(field) && !hasLandlines(field)).map(({ name }) => name)

/** The field of a path; reports why there is none. */
function fieldAt(name: string, offset: number, { draft, resource, scene }: MessageView): Field | undefined {
  const { field, fault } = fieldAtPath(name, resource, scene.model)
  if (fault) scene.report(draft, offset, fault.code, wordsOfPath(fault))
  return field
}

/** The aliases of roles that the descriptors name. */
const aliasesOf = ({ resources, menus, roles: declared }: Model): ReadonlySet<string> =>
  new Set([
    ...declared.map(({ alias }) => alias),
    ...menus.flatMap(({ roles = [] }) => roles),
    ...Object.values(resources).flatMap(resource => [
      ...resource.access.map(({ role }) => role),
      ...stepsOf(resource).flatMap(({ primary }) => (typeof primary === 'object' ? primary : [])),
    ]),
  ])
