import type { Bilingual, Field, Model } from '../model/model.ts'
import { resourceOf } from '../model/names.ts'
import type { FieldMessages } from './fault.ts'
import { typeOf } from './index.ts'
import { isMany } from './options.ts'

type Values = Readonly<Record<string, unknown>>

/** A value that a text may have meant. */
export interface Candidate {
  /** As stored: a dictionary's key, a record's id. */
  readonly value: unknown
  readonly label: Bilingual
}

/**
 * A text that could not be read as the value of a field. A form stores it instead of the value: it is an error until
 * corrected, and is never sent. It is plain data, so drafts store it too.
 */
export interface UnreadText {
  readonly unread: string
  /** Why it cannot be read, and what would be valid. */
  readonly message: Bilingual
  /** At most three, the most likely first. */
  readonly candidates: readonly Candidate[]
  /** Its options are loading; its match will replace it. */
  readonly awaited?: true
  /** Its options could not be loaded; they are requested again. */
  readonly failed?: true
  /** It has several matches. */
  readonly several?: true
  /** The value that the field had before, which Escape restores. */
  readonly before?: unknown
  /** In a field with several values, the ids and keys that are chosen. */
  readonly chosen?: readonly string[]
}

/** Whether a form's value is such a text. */
export const isUnread = (value: unknown): value is UnreadText =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<UnreadText>).unread === 'string' &&
  typeof (value as Partial<UnreadText>).message?.zh === 'string' &&
  Array.isArray((value as Partial<UnreadText>).candidates)

/** A form's record with null instead of each unread text, and their messages by path. */
export function withoutUnread(
  record: Values,
  fields: readonly Field[],
  model: Model,
): { readonly values: Values; readonly messages: FieldMessages } {
  const values: Record<string, unknown> = { ...record }
  const messages: Record<string, Bilingual> = {}
  for (const field of fields) {
    const value = values[field.name]
    if (isUnread(value)) {
      values[field.name] = null
      messages[field.name] = value.message
    }
    const of = typeOf(field).lines?.(field)
    if (of === undefined || !Array.isArray(value)) continue
    const lines = value.map(line => withoutUnread(line as Values, resourceOf(model, of).fields, model))
    values[field.name] = lines.map(line => line.values)
    for (const [row, line] of lines.entries())
      for (const [name, message] of Object.entries(line.messages)) messages[`${field.name}.${row}.${name}`] = message
  }
  return { values, messages }
}

/** Whether a text of the record, or of one of its lines, waits for its options. */
export const isAwaiting = (values: Values): boolean => hasText(values, ({ awaited }) => awaited !== undefined)

/** Whether the record, or one of its lines, has a text that was not read. */
export const hasUnread = (values: Values): boolean => hasText(values, () => true)

const hasText = (values: Values, isOne: (text: UnreadText) => boolean): boolean =>
  Object.values(values).some(
    value =>
      (isUnread(value) && isOne(value)) ||
      (Array.isArray(value) &&
        value.some(line => typeof line === 'object' && line !== null && hasText(line as Values, isOne))),
  )

/** Whether its input must process the text, even while it is not being typed in. */
export const isPendingText = (value: unknown): value is UnreadText =>
  isUnread(value) && (value.awaited !== undefined || value.failed !== undefined)

/** The field's value once a candidate has replaced the text. */
export const withCandidate = ({ chosen = [] }: UnreadText, { value }: Candidate, field: Field): unknown =>
  isMany(field) ? [...new Set([...chosen, String(value)])] : value

/** Such a text with the value that the field had before it, for Escape. */
export const previousValueOf = (
  next: UnreadText,
  { value, unread }: { readonly value?: unknown; readonly unread?: UnreadText },
): UnreadText => ({ ...next, before: unread ? (unread.before ?? null) : (value ?? null) })
