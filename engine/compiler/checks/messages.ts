import { typeOf } from '../../fields/index.ts'
import { isMany, textOption } from '../../fields/options.ts'
import { isReference, referredResource } from '../../fields/traits.ts'
import { userResource } from '../../model/account-resources.ts'
import { placeholdersIn, receiverGroups, stepPathOf } from '../../model/message.ts'
import type { Field, Message, Model, Resource } from '../../model/model.ts'
import { stepsOf } from '../../model/steps.ts'
import { fieldOf, systemFields } from '../../model/system-fields.ts'
import type { CheckContext } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import type { ProblemCode } from '../problem-messages.ts'
import { at, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { named } from '../workspace.ts'
import { offsetIn } from './expressions.ts'
import { choice } from './shape.ts'

/** Checks the resource, the placeholders and the receivers of messages. */
export function checkMessages(scene: CheckContext): void {
  const { resources, messages } = scene.model
  for (const draft of named(scene.workspace.drafts, 'message').values()) {
    const of = at(draft.root, 'of')
    const name = textOf(of)
    if (!of || name === undefined) continue
    const resource = Object.hasOwn(resources, name) ? resources[name] : undefined
    if (!resource) scene.report(draft, of.start, 'resource.unknown', choice(name, Object.keys(resources)))
    const message = messages[draft.name]
    if (!resource || !message) continue
    for (const { value } of entriesOf(at(draft.root, 'text'))) checkText(value, { draft, resource, message, scene })
    for (const { key, keyStart, value } of entriesOf(at(draft.root, 'to'))) {
      checkGroup(key, keyStart, draft, scene)
      for (const item of itemsOf(value)) checkReceiver(item, { draft, resource, message, scene })
    }
  }
}

/** Groups are entries of the dictionary from which users choose receivers. */
function checkGroup(name: string, offset: number, draft: Draft, { model, report }: CheckContext): void {
  const names = model.dictionaries[receiverGroups]?.entries.map(entry => entry.name)
  if (names && !names.includes(name))
    report(draft, offset, 'dictionary.entry-unknown', { of: receiverGroups, ...choice(name, names) })
}

interface MessageView {
  readonly draft: Draft
  readonly resource: Resource
  readonly message: Message
  readonly scene: CheckContext
}

function checkText(node: Node, view: MessageView): void {
  if (node.kind !== 'scalar') return
  const { draft, scene } = view
  for (const { name, start } of placeholdersIn(String(node.value))) {
    const offset = offsetIn(draft, node, start)
    const field = fieldAt(name, offset, view)
    if (field && !isPrintable(field)) scene.report(draft, offset, 'message.unprintable', { name })
  }
}

/** Whether a value is a text of one line. */
const isPrintable = (field: Field): boolean => {
  const type = typeOf(field)
  return !type.lines && !type.upload && !type.secret && type.column(field) !== 'jsonb'
}

function checkReceiver(item: Node, view: MessageView): void {
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
    const roles = aliasesOf(scene.model)
    const known = [...roles, 'owners', ...addressedFields(resource)]
    if (!roles.has(name)) report('message.receiver', choice(name, known))
    return
  }
  const field = fieldAt(name, item.start, view)
  if (!field) return
  if (!isAddress(field)) report('message.not-an-address')
  else if (!isReference(field) && !message.channels.includes('sms')) report('message.phone-without-sms')
}

/** Whether messages reach the value: a phone number, or users. */
const isAddress = (field: Field): boolean =>
  typeOf(field).dialled === true || (isReference(field) && textOption(field, 'of') === userResource)

const addressedFields = ({ fields }: Resource): string[] => fields.filter(isAddress).map(({ name }) => name)

/** The field of a path; reports an unknown name and a step through something else than one reference. */
function fieldAt(name: string, offset: number, { draft, resource, scene }: MessageView): Field | undefined {
  const { via, field } = stepPathOf(name)
  const unknown = (of: Resource, wanted: string) =>
    scene.report(
      draft,
      offset,
      'field.unknown',
      choice(
        wanted,
        [...of.fields, ...systemFields].map(one => one.name),
      ),
    )
  if (via === undefined) {
    const own = fieldOf(resource, field)
    if (!own) unknown(resource, field)
    return own
  }
  const reference = fieldOf(resource, via)
  if (!reference) {
    unknown(resource, via)
    return undefined
  }
  const target = isMany(reference) ? undefined : referredResource(reference, scene.model)
  const found = target && fieldOf(target, field)
  if (!target || field.includes('.')) scene.report(draft, offset, 'message.path', { name })
  else if (!found) unknown(target, field)
  else if (found.column === undefined) scene.report(draft, offset, 'message.unprintable', { name })
  return found?.column === undefined ? undefined : found
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
