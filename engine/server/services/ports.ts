import type { Storage } from './files/storage.ts'
import type { IdentityProviders } from './openid.ts'

/** A text message to send. */
export interface TextMessage {
  /** Its id in the send log, which is the idempotency key: the same message has the same key in every attempt. */
  readonly key: string
  readonly phone: string
  readonly content: string
}

/** An e-mail to send, as plain text. */
export interface EmailMessage extends Pick<TextMessage, 'key' | 'content'> {
  readonly address: string
  readonly subject: string
}

/** The adapter of a provider of messages. */
export interface MessageProvider<Message> {
  /** Its name in the send log. */
  readonly name: string
  /** It sends nothing: the send log shows what it would send. */
  readonly recordsOnly?: true
  /** Equal keys are sent once, so that a message with an unknown outcome is repeated. */
  readonly idempotent?: true
  /**
   * Returns once the provider has accepted the message. Throws `MessageRefused` if the provider will not send it; after
   * any other error, and after the time limit, the outcome is unknown.
   */
  send(message: Message, signal: AbortSignal): Promise<void>
}

export type TextMessages = MessageProvider<TextMessage>
export type EmailMessages = MessageProvider<EmailMessage>

/** The provider refused a message: nothing was sent. */
export class MessageRefused extends Error {}

/** Used in development and tests: the send log shows what it would send. */
export const recordedMessages: MessageProvider<unknown> = {
  name: 'stand-in',
  recordsOnly: true,
  send: async () => undefined,
}

/** Adapters of services outside the server. Steps that need a missing one (`needs: sms`) are hidden and refused. */
export interface Ports {
  readonly sms?: TextMessages
  readonly email?: EmailMessages
  /** The storage of uploaded files; by default a folder of the data directory. */
  readonly files?: Storage
  /** Sign-in by providers of identities; by default OpenID Connect. */
  readonly identity?: IdentityProviders
  /** Those of the product, which only its handlers call. */
  readonly [name: string]: object | undefined
}

/** The names of the ports with an adapter. */
export const connectedPorts = (ports: Ports): ReadonlySet<string> =>
  new Set(Object.entries(ports).flatMap(([name, adapter]) => (adapter === undefined ? [] : [name])))
