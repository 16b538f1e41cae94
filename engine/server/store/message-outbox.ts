import { idOf, operationId } from '../../model/ids.ts'
import type { MessageChannel } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { parameterValue } from '../auth/parameter-value.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Work } from './work.ts'

/** Why a message cannot be sent: an entry of `send_fault`. */
export type SendFault =
  | 'noReceiver'
  | 'noPhone'
  | 'noEmail'
  | 'hidden'
  | 'tooMany'
  | 'noService'
  | 'refused'
  | 'noAnswer'

/** A row of the outbox of messages. */
export interface NewMessage {
  /** Its name, as is that of the step. */
  readonly resource: string
  readonly recordId: string | null
  readonly step: string
  readonly entryId: string | null
  /** Its code; null for one of a handler. */
  readonly message: string | null
  /** The key of the group of receivers. */
  readonly group: string | null
  readonly userId: string | null
  /** The phone number or e-mail address, or the name of the user. */
  readonly receiver: string | null
  readonly channel: MessageChannel
  /** Of an e-mail. */
  readonly subject?: string
  readonly content: string
  readonly english?: string
  /** It cannot be sent; the row contains the reason. */
  readonly fault?: SendFault
}

/**
 * Stores a message in the transaction of the step. Text messages and e-mails are sent after the commit; a notice is
 * published by the transaction itself. Returns the id, which is the idempotency key of the delivery.
 */
export async function storeMessage({ ctx, queries, ids }: Work, message: NewMessage): Promise<string> {
  const id = ids.next()
  const { tenantId, userId } = ctx.actor
  const {
    resource,
    recordId,
    step,
    entryId,
    message: code,
    group,
    receiver,
    channel,
    subject,
    content,
    english,
  } = message
  const isLimited =
    message.fault === undefined && channel === 'sms' && (await isOverLimit(ctx, queries, receiver ?? ''))
  const fault = isLimited ? 'tooMany' : message.fault
  const of = resourceOf(ctx.model, resource)
  const state = fault !== undefined ? 'failed' : channel === 'inApp' ? 'sent' : 'queued'
  await runAll(
    queries,
    sql`insert into engine_message (tenant_id, id, resource, record_id, step, entry_id, message, receiver_group, user_id,
        receiver, channel, subject, content, content_en, state, fault, sender_id, at, next_at, sent)
      values (${tenantId}, ${id}::bigint, ${idOf(of)}, ${recordId}::bigint, ${operationId(of, step)}, ${entryId}::bigint, ${code},
        ${group}, ${message.userId}::bigint, ${receiver}, ${channel}, ${subject ?? null}, ${content}, ${english ?? null}, ${state},
        ${fault ?? null}, ${userId}::bigint, clock_timestamp(), clock_timestamp(),
        case when ${state} = 'sent' then clock_timestamp() end)`,
  )
  return id
}

/** Whether a phone number or the tenant has as many text messages of the last 24 hours as the parameters allow. */
async function isOverLimit({ model, actor }: RequestContext, queries: Queries, phone: string): Promise<boolean> {
  const [row] = await runAll(
    queries,
    sql`select count(*) filter (where receiver = ${phone})::integer as phone, count(*)::integer as tenant from engine_message
      where tenant_id = ${actor.tenantId} and channel = 'sms' and state <> 'failed' and at > clock_timestamp() - interval '1 day'`,
  )
  const isFull = async (key: string, count: unknown) =>
    Number(count) >= Number(await parameterValue(queries, model, key))
  return (await isFull('sms.perPhone', row?.['phone'])) || (await isFull('sms.perTenant', row?.['tenant']))
}
