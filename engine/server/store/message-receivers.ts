import { typeOf } from '../../fields/index.ts'
import { userResource } from '../../model/account-resources.ts'
import { entryKeyOf, receiverGroups } from '../../model/message.ts'
import type {
  AddressChannel,
  Bilingual,
  Message,
  MessageChannel,
  Model,
  Receiver,
  SendEffect,
} from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { ownerOf } from '../../model/owner.ts'
import type { FieldsRead } from '../../record/formulas.ts'
import { accessTo } from '../auth/access.ts'
import type { UserActor } from '../auth/actor.ts'
import { selectedUsers, type UserSelection } from '../auth/authenticator.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import type { SendFault } from './message-outbox.ts'
import { addressedText, type MessageSource, mayAddress, mayReadAll, messageText } from './message-text.ts'
import type { Work } from './work.ts'

/** A text for one receiver by one channel, or the reason why there is none. */
export interface AddressedText {
  /** The key of the group in the dictionary; its name where there is no dictionary. */
  readonly group: string
  readonly userId: string | null
  /** The phone number or e-mail address, or the name of the user. */
  readonly receiver: string | null
  readonly channel: MessageChannel
  readonly text: Bilingual
  readonly fault?: SendFault
}

/** What is to be sent: the message, its text if it is not that of the message, and the groups. */
export interface MessageChoice {
  readonly message: Message
  /** The text instead of the message's, for receivers who may get the fields that it reads. */
  readonly text?: { readonly value: string; readonly reads: FieldsRead }
  /** Names of groups; all of the message without it. */
  readonly groups?: readonly string[]
}

/** The texts of a message for its receivers, each address once. */
export async function deliveriesOf(
  work: Work,
  source: MessageSource,
  sending: MessageChoice,
): Promise<AddressedText[]> {
  const { message } = sending
  const groups = sending.groups ?? message.to.map(({ name }) => name)
  const known = new Set<string>()
  const all: AddressedText[] = []
  for (const name of groups) {
    const key = entryKeyOf(work.ctx.model, receiverGroups, name)
    const receivers = message.to.find(group => group.name === name)?.receivers ?? []
    const found: AddressedText[] = []
    for (const receiver of receivers) found.push(...(await ofReceiver(work, source, sending, receiver, key)))
    const channel = message.channels[0] ?? 'sms'
    const none: AddressedText = { group: key, userId: null, receiver: null, channel, text: noText, fault: 'noReceiver' }
    if (found.length === 0) found.push({ ...none, text: await wholeText(work, source, sending) })
    for (const one of found) {
      const address = `${one.channel} ${one.fault ?? ''} ${one.channel === 'inApp' ? one.userId : (one.receiver ?? key)}`
      if (!known.has(address)) all.push(one)
      known.add(address)
    }
  }
  return all
}

/** The names of the groups to which an effect narrows its receivers; undefined for all, as before an input chooses them. */
export function groupNames({ dictionaries }: Model, { to }: SendEffect, input?: Row): readonly string[] | undefined {
  if (to === undefined || !('input' in to)) return to
  if (!input) return undefined
  const keys = [input[to.input] ?? []].flat()
  const entries = dictionaries[receiverGroups]?.entries ?? []
  return entries.filter(({ key }) => keys.includes(key)).map(({ name }) => name)
}

const noText: Bilingual = { zh: '', en: '' }

const both = (text: string): Bilingual => ({ zh: text, en: text })

const wholeText = async (work: Work, source: MessageSource, { message, text }: MessageChoice): Promise<Bilingual> =>
  text === undefined ? messageText(work, source, message) : both(text.value)

async function ofReceiver(
  work: Work,
  source: MessageSource,
  sending: MessageChoice,
  receiver: Receiver,
  group: string,
): Promise<AddressedText[]> {
  if (receiver.kind === 'phone' || receiver.kind === 'email') {
    const address = await valueAt(source, receiver)
    if (typeof address !== 'string' || address === '') return []
    const { message, text: given } = sending
    const text =
      given && mayAddress(work, given.reads, receiver.via)
        ? both(given.value)
        : await addressedText(work, source, message, receiver.via)
    return [{ group, userId: null, receiver: address, channel: receiver.kind === 'email' ? 'email' : 'sms', text }]
  }
  const selection = await usersOf(source, receiver)
  if (!selection) return []
  const { ctx, queries } = work
  const users = await selectedUsers(queries, ctx.model, ctx.actor.tenantId, selection)
  const addresses = await addressesOf(work, users)
  const all: AddressedText[] = []
  for (const user of users) all.push(...(await ofUser(work, source, sending, { user, receiver, group, addresses })))
  return all
}

async function valueAt(
  { record, referred }: MessageSource,
  { via, field }: { readonly via?: string; readonly field: string },
): Promise<unknown> {
  return via === undefined ? record[field] : (await referred(via))?.record[field]
}

async function usersOf(source: MessageSource, receiver: Receiver): Promise<UserSelection | undefined> {
  if (receiver.kind === 'role') return { role: receiver.role }
  if (receiver.kind === 'owners') {
    const ownerId = ownerOf(source.resource, source.record)
    return ownerId === null ? undefined : { ownerId }
  }
  const ids = [await valueAt(source, receiver)].flat().filter(id => typeof id === 'string')
  return ids.length > 0 ? { ids } : undefined
}

interface UserReceiver {
  readonly user: UserActor
  readonly receiver: Receiver
  readonly group: string
  readonly addresses: ReadonlyMap<string, Addresses>
}

type Addresses = Readonly<Partial<Record<AddressChannel, string>>>

const noAddress = { sms: 'noPhone', email: 'noEmail' } as const

/** The texts for a user who may view the record, without the fields that are hidden from the user. */
async function ofUser(
  work: Work,
  source: MessageSource,
  sending: MessageChoice,
  { user, receiver, group, addresses }: UserReceiver,
): Promise<AddressedText[]> {
  const reader = work.ctx.withRights(user)
  const { userId } = user
  const own = { group, userId }
  if (!(await mayView(work, source, user))) {
    // The users of a role are those who may view the record.
    if (receiver.kind === 'role') return []
    const channel = sending.message.channels[0] ?? 'sms'
    return [{ ...own, receiver: user.name, channel, text: { zh: '—', en: '—' }, fault: 'hidden' }]
  }
  const { text: given, message } = sending
  const text =
    given && (await mayReadAll(work, source, given.reads, reader))
      ? both(given.value)
      : await messageText(work, source, message, reader)
  return message.channels.map((channel): AddressedText => {
    if (channel === 'inApp') return { ...own, receiver: user.name, channel, text }
    const address = addresses.get(userId)?.[channel]
    return address === undefined
      ? { ...own, receiver: user.name, channel, text, fault: noAddress[channel] }
      : { ...own, receiver: address, channel, text }
  })
}

async function mayView({ ctx, queries }: Work, { resource, record }: MessageSource, user: UserActor): Promise<boolean> {
  const access = accessTo(ctx.withRights(user), resource, 'view')
  if (!access.allowed) return false
  const rows = await runAll(
    queries,
    sql`select 1 from ${word(`"${resource.table}" t`)} where t."id" = ${record['id']}::bigint and ${access.rows('t')}`,
  )
  return rows.length > 0
}

/** The phone numbers and e-mail addresses of users, by id. */
async function addressesOf(
  { ctx, queries }: Work,
  users: readonly UserActor[],
): Promise<ReadonlyMap<string, Addresses>> {
  if (users.length === 0) return new Map()
  const resource = resourceOf(ctx.model, userResource)
  const addressOf = (channel: AddressChannel) => {
    const column = resource.fields.find(field => typeOf(field).reachedBy === channel)?.column
    return word(column ? `nullif(t."${column}", '')` : 'null')
  }
  const ids = users.map(({ userId }) => userId)
  const rows = await runAll(
    queries,
    sql`select t."id"::text as id, ${addressOf('sms')} as sms, ${addressOf('email')} as email
      from ${word(`"${resource.table}" t`)}
      where t."tenant_id" = ${ctx.actor.tenantId} and t."id" = any(${ids}::bigint[])`,
  )
  return new Map(
    rows.map(({ id, sms, email }) => [
      String(id),
      { ...(sms !== null && { sms: String(sms) }), ...(email !== null && { email: String(email) }) },
    ]),
  )
}
