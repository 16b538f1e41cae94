import type { AddressChannel } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { SendFault } from '../store/message-outbox.ts'

/** Seconds after which messages of a process that does not respond are released. Longer than the limit of one send. */
export const claimSeconds = 30

/** Messages of a channel that one process sends at a time. */
const batchSize = 10

/** A message that this process may send. */
export interface ClaimedMessage {
  readonly key: string
  readonly receiver: string
  readonly subject: string
  readonly content: string
  readonly attempts: number
}

const claimEnd = sql`clock_timestamp() + make_interval(secs => ${claimSeconds}::integer)`

/**
 * Claims messages of a channel that are due. Rows are claimed, not read by position: one that commits late is found by the next
 * look.
 */
export async function claimMessages(
  queries: Queries,
  channel: AddressChannel,
  claim: string,
): Promise<ClaimedMessage[]> {
  const due = sql`select tenant_id, id from engine_message where state = 'queued' and channel = ${channel}
    and next_at <= clock_timestamp() and (claimed_until is null or claimed_until < clock_timestamp())
    order by next_at limit ${batchSize}::integer for update skip locked`
  const rows = await runAll(
    queries,
    sql`update engine_message m set claim = ${claim}, claimed_until = ${claimEnd} from (${due}) d
      where m.tenant_id = d.tenant_id and m.id = d.id
      returning m.id::text as "key", m.receiver, m.subject, m.content, m.attempts`,
  )
  return rows.map(({ key, receiver, subject, content, attempts }) => ({
    key: String(key),
    receiver: String(receiver),
    subject: String(subject ?? ''),
    content: String(content),
    attempts: Number(attempts),
  }))
}

/** Marks that a message is about to be sent: from now on its outcome is unknown until it is marked. */
export async function beginSending(queries: Queries, key: string, claim: string, provider: string): Promise<boolean> {
  const begun = await runAll(
    queries,
    sql`update engine_message set state = 'sending', attempts = attempts + 1, provider = ${provider}, claimed_until = ${claimEnd}
      where id = ${key}::bigint and state = 'queued' and claim = ${claim} and claimed_until > clock_timestamp() returning id`,
  )
  return begun.length > 0
}

/** The end of an attempt. */
export interface SendOutcome {
  readonly state: 'sent' | 'recorded' | 'failed' | 'unknown' | 'queued'
  readonly fault?: SendFault
  readonly detail?: string
  /** Of a message that will be repeated: seconds until then. */
  readonly wait?: number
}

/** Marks the outcome of a message that this process has claimed. */
export async function endSending(
  queries: Queries,
  key: string,
  claim: string,
  { state, fault, detail, wait = 0 }: SendOutcome,
): Promise<void> {
  await runAll(
    queries,
    sql`update engine_message set state = ${state}, fault = ${fault ?? null}, detail = ${detail ?? null}, claim = null,
        claimed_until = null, next_at = clock_timestamp() + make_interval(secs => ${wait}::double precision),
        sent = case when ${state} = 'sent' then clock_timestamp() end
      where id = ${key}::bigint and claim = ${claim}`,
  )
}

/**
 * Releases messages of a channel of processes that ended while they sent them. Whether the provider has them is unknown: one that
 * sends equal keys once gets them again, else they stay unknown.
 */
export async function releaseUnknown(queries: Queries, channel: AddressChannel, isRepeated: boolean): Promise<void> {
  const state = isRepeated ? 'queued' : 'unknown'
  await runAll(
    queries,
    sql`update engine_message set state = ${state}, fault = case when ${state} = 'unknown' then 'noAnswer' end,
        claim = null, claimed_until = null
      where state = 'sending' and channel = ${channel} and claimed_until < clock_timestamp()`,
  )
}
