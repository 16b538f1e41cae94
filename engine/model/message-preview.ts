import type { MessageChannel } from './model.ts'

/** The text and the receivers of a message that a step would send, as an actor sees them. */
export interface MessagePreview {
  /** Code of the message, by which a request chooses one of several. */
  readonly templateId: string
  readonly templateName: string
  readonly content: string
  readonly receivers: readonly PreviewReceiver[]
}

export interface PreviewReceiver {
  /** The key of the group in the dictionary of receivers. */
  readonly sendObj: string
  /** The name of the user, or the phone number or e-mail address with a part hidden. Null for a user whom the actor may not see. */
  readonly name: string | null
  readonly channel: MessageChannel
  /** Why nothing will be sent: an entry of `send_fault`. */
  readonly fault?: string
}
