import { typeOf } from '../../fields/index.ts'
import { isReference, referredResource } from '../../fields/traits.ts'
import { stepPathOf } from '../../model/message.ts'
import {
  type Field,
  type Message,
  type MessageChannel,
  type Model,
  messageChannels,
  type Receiver,
} from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { checkMessages } from '../checks/messages.ts'
import type { Draft } from '../draft.ts'
import type { Kind } from '../kind.ts'
import { type Keys, listOf, mapOf, newKey, objectOf, shared } from '../language/key.ts'
import { at, entriesOf, itemsOf, textOf } from '../tree.ts'
import { bilingual, byName, named } from '../workspace.ts'

const receiver = { type: 'string', pattern: '^[a-z][a-zA-Z0-9_]*(\\.[a-z][a-zA-Z0-9]*)?$' }

/** The keys of a message's file. */
export const messageKeys: Keys = {
  title: newKey(
    shared('bilingual'),
    '消息的名称',
    'The title of the message.',
    '{ zh: 走访提醒, en: Visit reminder }',
    {
      required: true,
    },
  ),
  of: newKey(
    { type: 'string' },
    '关于哪个资源的记录',
    'The resource of the record that the message is about.',
    'visit',
    { required: true },
  ),
  kind: newKey(
    { type: 'string' },
    '事项：字典 msg_obj_type 的条目名，模板列表按它查找',
    'What the message is about: an entry of the dictionary msg_obj_type, by which templates are searched.',
    'account',
  ),
  text: newKey(
    shared('bilingual'),
    '正文；花括号里是本记录的字段，或引用的记录的字段。短信和邮件发中文，站内消息按接收人的语言。个人信息只发给同一条记录里的手机号和邮箱',
    'The text. Placeholders in braces are fields of the record, or of a record to which it refers. Text messages and e-mails are sent in Chinese, notices in the language of the receiver. Phone numbers and e-mail addresses get personal values of their own record only.',
    '{ zh: "{siteId.siteName}：{startDay} 走访", en: "{siteId.siteName}: visit on {startDay}" }',
    { required: true },
  ),
  to: newKey(
    { ...mapOf(listOf(receiver, { minItems: 1, uniqueItems: true })), minProperties: 1 },
    '接收人，按组：手机号或邮箱字段、用户引用（可经一个引用）、owners（归属单位的用户）或角色别名。组名同让人选择的字典的条目名',
    'The receivers by group: fields of type phone or email, references to users (also through one reference), `owners` (the users of the owner) or aliases of roles. Groups are named like the entries of the dictionary from which a user chooses.',
    '{ owner: [siteId.phone, owners], staff: [inspector] }',
    { required: true },
  ),
  channels: newKey(
    listOf({ type: 'string', enum: [...messageChannels] }, { minItems: 1, uniqueItems: true }),
    'sms 短信（默认），email 邮件，inApp 站内消息',
    '`sms` (text message, the default), `email`, `inApp` (notice in the application).',
    '[sms, inApp]',
  ),
}

/** Texts that are sent to users and phone numbers. */
export const messageKind: Kind = {
  location: 'messages/<code>.yaml',
  schema: objectOf(messageKeys),
  sections: [['消息 messages/<code>.yaml', messageKeys]],
  check: checkMessages,
  build: ({ drafts }, before) => ({ messages: byName(named(drafts, 'message'), draft => messageOf(draft, before)) }),
}

function messageOf({ name, root }: Draft, model: Model): Message {
  const of = textOf(at(root, 'of')) ?? ''
  const kind = textOf(at(root, 'kind'))
  const channels = itemsOf(at(root, 'channels')).map(item => textOf(item) as MessageChannel)
  return {
    code: name,
    title: bilingual(at(root, 'title')) ?? { zh: name, en: name },
    of,
    ...(kind !== undefined && { kind }),
    text: bilingual(at(root, 'text')) ?? { zh: '', en: '' },
    to: entriesOf(at(root, 'to')).map(({ key, value }) => ({
      name: key,
      receivers: itemsOf(value).map(item => receiverOf(textOf(item) ?? '', of, model)),
    })),
    channels: channels.length > 0 ? channels : ['sms'],
  }
}

/** A name that is no field is the alias of a role. */
function receiverOf(name: string, of: string, model: Model): Receiver {
  if (name === 'owners') return { kind: 'owners' }
  const source = Object.hasOwn(model.resources, of) ? model.resources[of] : undefined
  const { via, field: last } = stepPathOf(name)
  const reference = via === undefined ? undefined : source && fieldOf(source, via)
  const resource = via === undefined ? source : reference && referredResource(reference, model)
  const field = resource && fieldOf(resource, last)
  if (via === undefined && !field) return { kind: 'role', role: name }
  return { kind: field ? kindOf(field) : 'phone', ...(via !== undefined && { via }), field: last }
}

const kindOf = (field: Field) =>
  isReference(field) ? 'users' : typeOf(field).reachedBy === 'email' ? 'email' : 'phone'
