import { userResource } from '../../model/account-resources.ts'
import type { MessagePreview } from '../../model/message-preview.ts'
import type { Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { previewsOf } from '../../model/steps.ts'
import { accessToNames, demand } from '../auth/access.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'
import { readOne } from './get.ts'
import { offeredMessages } from './message-choice.ts'
import { type AddressedText, deliveriesOf, groupNames } from './message-receivers.ts'
import { messageSource, messageText } from './message-text.ts'
import { displaySql } from './select.ts'
import type { Work } from './work.ts'

/**
 * The messages that a step would send about a record, of those with a preview at the path. Needs the right to the step.
 * The text lacks what the actor may not read, and phone numbers and e-mail addresses are masked. An actor who does not see all users reads
 * the names of the others only.
 */
export async function previewMessages(
  work: Work,
  resource: Resource,
  id: string,
  path: string,
): Promise<MessagePreview[]> {
  const { ctx } = work
  const preview = previewsOf(resource).find(one => one.path === path)
  if (!preview) throw refuse.unknownName(path)
  const { step, effect } = preview
  const access = demand(ctx, resource, step.name)
  // Throws 404 unless the actor may make the step with the record.
  await readOne(work.queries, ctx, resource, access, id)
  const source = await messageSource(work, resource, id)
  const groups = groupNames(ctx.model, effect)
  const all: MessagePreview[] = []
  for (const message of await offeredMessages(work, resource, effect)) {
    const deliveries = await deliveriesOf(work, source, { message, ...(groups && { groups }) })
    const visible = await visibleReceivers(work, deliveries)
    all.push({
      templateId: message.code,
      templateName: message.title[ctx.language],
      content: (await messageText(work, source, message, ctx)).zh,
      receivers: deliveries.map(({ group, userId, receiver, channel, fault }) => ({
        sendObj: group,
        name:
          userId !== null && !visible.has(userId)
            ? null
            : (visible.get(userId ?? '') ?? (receiver && masked(receiver))),
        channel,
        ...(fault && { fault }),
      })),
    })
  }
  return all
}

/**
 * The receivers among users of whom the actor sees some only: the name of a user of whom it may read no more, undefined
 * for others. An absent user is invisible.
 */
async function visibleReceivers(
  { queries, ctx }: Work,
  deliveries: readonly AddressedText[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const users = resourceOf(ctx.model, userResource)
  const access = accessToNames(ctx, users)
  const ids = deliveries.flatMap(({ userId }) => userId ?? [])
  if (!access.bound) return new Map(ids.map(id => [id, undefined]))
  const columns = sql`t."id"::text as id, ${displaySql(ctx, users, 't')} as name, ${access.whole('t')} as "isWhole"`
  const rows = await runAll(
    queries,
    sql`select ${columns} from ${word(`"${users.table}" t`)} where t."id" = any(${ids}::bigint[]) and ${access.rows('t')}`,
  )
  return new Map(rows.map(({ id, name, isWhole }) => [String(id), isWhole === true ? undefined : String(name ?? id)]))
}

/** A phone number with its middle digits hidden, an e-mail address with its name hidden; other names are unchanged. */
const masked = (receiver: string): string =>
  receiver.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2').replace(/^(.).*(@[^@]+)$/, '$1***$2')
