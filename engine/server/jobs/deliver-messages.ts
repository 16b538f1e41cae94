import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { AddressChannel } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors/refuse.ts'
import { type MessageProvider, MessageRefused, type Ports } from '../services/ports.ts'
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
const maxAttempts = 5
const longestDetail = 500

export interface DeliveryParts {
  readonly database: Database
  /** Messages of a channel without an adapter fail with the reason that no service is configured. */
  readonly ports: Ports
  readonly log: Logger
}

/** Sends the messages of the outbox in this process, after the transactions that stored them. */
export interface MessageDelivery {
  start(): void
  /** Waits for the messages under way. */
  stop(): Promise<void>
}

/** Each channel is delivered on its own, so that a provider that does not respond delays no other. */
export function createMessageDelivery(parts: DeliveryParts): MessageDelivery {
  const { sms, email } = parts.ports
  const channels = [
    deliveryOf(parts, {
      channel: 'sms',
      provider: sms,
      send: ({ key, receiver, content }, signal) => sms?.send({ key, phone: receiver, content }, signal),
    }),
    deliveryOf(parts, {
      channel: 'email',
      provider: email,
      send: ({ key, receiver, subject, content }, signal) =>
        email?.send({ key, address: receiver, subject, content }, signal),
    }),
  ]
  return {
    start: () => {
      for (const one of channels) one.start()
    },
    stop: async () => {
      await Promise.all(channels.map(one => one.stop()))
    },
  }
}

interface Channel {
  readonly channel: AddressChannel
  readonly provider: Pick<MessageProvider<unknown>, 'name' | 'recordsOnly' | 'idempotent'> | undefined
  send(message: ClaimedMessage, signal: AbortSignal): Promise<void> | undefined
}

function deliveryOf(parts: Pick<DeliveryParts, 'database' | 'log'>, of: Channel): MessageDelivery {
  const { database, log } = parts
  const claim = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  let isStopping = false
  let isReachable = true
  let releasedAt = 0
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  const look = async () => {
    try {
      if (performance.now() - releasedAt > (claimSeconds * 1000) / 3) {
        await releaseUnknown(database.kysely, of.channel, of.provider?.idempotent === true)
        releasedAt = performance.now()
      }
      while (!isStopping) {
        const messages = await claimMessages(database.kysely, of.channel, claim)
        if (messages.length === 0) break
        await Promise.all(messages.map(message => deliver(parts, of, claim, message)))
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

async function deliver(
  { database, log }: Pick<DeliveryParts, 'database' | 'log'>,
  of: Channel,
  claim: string,
  message: ClaimedMessage,
): Promise<void> {
  const { key } = message
  const { provider } = of
  const end = (outcome: SendOutcome) => endSending(database.kysely, key, claim, outcome)
  if (!provider) return end({ state: 'failed', fault: 'noService' })
  if (!(await beginSending(database.kysely, key, claim, provider.name))) return
  const outcome = await sent(of, provider, message)
  if (outcome.state === 'failed' || outcome.state === 'unknown')
    log.warn({ message: key, provider: provider.name, detail: outcome.detail }, 'a message was not confirmed')
  await end(outcome)
}

async function sent(
  { send }: Channel,
  provider: NonNullable<Channel['provider']>,
  message: ClaimedMessage,
): Promise<SendOutcome> {
  const { attempts } = message
  try {
    await limited(send(message, AbortSignal.timeout(sendLimit)))
    return { state: provider.recordsOnly ? 'recorded' : 'sent' }
  } catch (error) {
    const detail = (error instanceof Error ? error.message : String(error)).slice(0, longestDetail)
    if (error instanceof MessageRefused || error instanceof Refusal)
      return { state: 'failed', fault: 'refused', detail }
    if (provider.idempotent && attempts + 1 < maxAttempts) return { state: 'queued', detail, wait: 2 ** attempts * 15 }
    return { state: 'unknown', fault: 'noAnswer', detail }
  }
}

/** An adapter that ignores its signal is not waited for longer. */
async function limited(sending: Promise<void> | undefined): Promise<void> {
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
