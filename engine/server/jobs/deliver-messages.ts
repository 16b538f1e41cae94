import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { MessageRefused, type TextMessages } from '../services/ports.ts'
import {
  beginSending,
  type ClaimedMessage,
  claimMessages,
  claimSeconds,
  endSending,
  releaseUnknown,
  type SendOutcome,
} from './message-table.ts'

const lookMilliseconds = 1000
/** Time limit of one message, in milliseconds. */
const sendLimit = 10_000
const mostAttempts = 5
const longestDetail = 500

export interface DeliveryParts {
  readonly database: Database
  /** Without it, text messages fail with the reason that no service is configured. */
  readonly sms: TextMessages | undefined
  readonly log: Logger
}

/** Sends the text messages of the outbox in this process, after the transactions that stored them. */
export interface MessageDelivery {
  start(): void
  /** Waits for the messages under way. */
  stop(): Promise<void>
}

export function createMessageDelivery(parts: DeliveryParts): MessageDelivery {
  const { database, sms, log } = parts
  const claim = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  let isStopping = false
  let isReachable = true
  let releasedAt = 0
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  const look = async () => {
    try {
      if (performance.now() - releasedAt > (claimSeconds * 1000) / 3) {
        await releaseUnknown(database.kysely, sms?.idempotent === true)
        releasedAt = performance.now()
      }
      while (!isStopping) {
        const messages = await claimMessages(database.kysely, claim)
        if (messages.length === 0) break
        await Promise.all(messages.map(message => deliver(parts, claim, message)))
      }
      isReachable = true
    } catch (error) {
      // Once for as long as it lasts: the next look is a second away.
      if (isReachable) log.warn({ err: error }, 'messages could not be delivered')
      isReachable = false
    }
    if (!isStopping) timer = setTimeout(lookSoon, lookMilliseconds).unref()
  }
  const lookSoon = () => {
    looking = look()
  }
  return {
    start: lookSoon,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await looking
    },
  }
}

async function deliver({ database, sms, log }: DeliveryParts, claim: string, message: ClaimedMessage): Promise<void> {
  const { key } = message
  const end = (outcome: SendOutcome) => endSending(database.kysely, key, claim, outcome)
  if (!sms) return end({ state: 'failed', fault: 'noService' })
  if (!(await beginSending(database.kysely, key, claim, sms.name))) return
  const outcome = await sent(sms, message)
  if (outcome.state === 'failed' || outcome.state === 'unknown')
    log.warn({ message: key, provider: sms.name, detail: outcome.detail }, 'a text message was not confirmed')
  await end(outcome)
}

async function sent(sms: TextMessages, { key, phone, content, attempts }: ClaimedMessage): Promise<SendOutcome> {
  try {
    await limited(sms.send({ key, phone, content }, AbortSignal.timeout(sendLimit)))
    return { state: sms.recordsOnly ? 'recorded' : 'sent' }
  } catch (error) {
    const detail = (error instanceof Error ? error.message : String(error)).slice(0, longestDetail)
    if (error instanceof MessageRefused) return { state: 'failed', fault: 'refused', detail }
    if (sms.idempotent && attempts + 1 < mostAttempts) return { state: 'queued', detail, wait: 2 ** attempts * 15 }
    return { state: 'unknown', fault: 'noAnswer', detail }
  }
}

/** An adapter that ignores its signal is not waited for longer. */
async function limited(sending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new Error(`No response within ${sendLimit / 1000} seconds`)), sendLimit)
  })
  try {
    await Promise.race([sending, late])
  } finally {
    clearTimeout(timer)
  }
}
