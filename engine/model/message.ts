import type { Model } from './model.ts'

/** The dictionary of groups of receivers. */
export const receiverGroups = 'msg_send_obj'
/** The dictionary of what messages are about. */
export const messageKinds = 'msg_obj_type'
export const channelEntries = 'msg_channel'

/** The stored key of an entry; its name where there is no such entry. */
export const entryKeyOf = ({ dictionaries }: Model, of: string, name: string): string =>
  dictionaries[of]?.entries.find(entry => entry.name === name)?.key ?? name

/** A part of a text in braces: the field, and the reference through which it is read. */
export interface Placeholder {
  readonly name: string
  readonly via?: string
  readonly field: string
  /** Its offset in the text, after the brace. */
  readonly start: number
}

/** The placeholders of a text; whatever is between braces is one. */
export const placeholdersIn = (text: string): Placeholder[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)].map(match => ({ ...stepPathOf(match[1] ?? ''), start: match.index + 1 }))

/** A field, or a field of the record to which a reference refers: `entId.name`. */
export function stepPathOf(name: string): Omit<Placeholder, 'start'> {
  const [first = '', ...rest] = name.split('.')
  return rest.length === 0 ? { name, field: first } : { name, via: first, field: rest.join('.') }
}

/** A text with its placeholders replaced. */
export const withPlaceholdersFilled = (text: string, value: (placeholder: Placeholder) => string): string =>
  text.replace(/\{([^{}]*)\}/g, (_all, name: string, at: number) => value({ ...stepPathOf(name), start: at + 1 }))
