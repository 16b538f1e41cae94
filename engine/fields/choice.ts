import type { ReactNode } from 'react'
import type { Language } from '../model/model.ts'
import type { FoundChoices } from './choice-typing.ts'
import type { UnreadText } from './unread-text.ts'

/** One thing that may be chosen. */
export interface Choice {
  readonly id: string
  readonly label: string
  /** Other words for it, which find it too. */
  readonly aliases?: readonly string[]
  /** Drawn before the label: a dictionary's dot. */
  readonly mark?: ReactNode
  /** A line below the label, such as the path of a record in a tree. */
  readonly note?: string
  /** The heading above it; choices with the same heading follow one another. */
  readonly head?: string
}

/** Where the choices of a box come from, if not all of them are at hand. */
export interface ChoiceSearch {
  /** What exactly this text finds, as far as it has arrived. */
  at(text: string): FoundChoices<Choice> | 'failed' | undefined
  /** Loads what exactly this text finds. */
  find(text: string): Promise<FoundChoices<Choice>>
  /** False while a value that the choices depend on is being looked up. */
  readonly isReady: boolean
  readonly isLoading: boolean
  /** Called while a text is typed, and with an empty one when the list opens or closes. */
  onSearch(text: string): void
  onOpen(isOpen: boolean): void
}

export interface ChoiceBoxProps {
  readonly id: string
  readonly language: Language
  /** All choices, or those that have been loaded. */
  readonly options: readonly Choice[]
  readonly chosen: readonly Choice[]
  readonly isMany: boolean
  /** The title of its field, which names its list. */
  readonly title?: string
  readonly placeholder: string
  readonly disabled?: boolean
  readonly invalid?: boolean
  /** What assistive technology reads of the box. */
  readonly aria?: Readonly<Record<`aria-${string}`, string | boolean | undefined>>
  /** It cannot be emptied by its button. */
  readonly isKept?: boolean
  /** Chips shown before the rest becomes a count. */
  readonly most?: number
  /** A line in place of options: nothing found, an error with a button. */
  readonly note?: ReactNode
  /** Below the options, in view while they scroll. */
  readonly foot?: ReactNode
  /** Next to the box's own buttons. */
  readonly end?: ReactNode
  readonly search?: ChoiceSearch
  /** An option of another kind, after the others, such as making a new one. It is never taken unless it was highlighted by a key or pressed. */
  readonly offer?: Choice | undefined
  /** Shown instead of a list while nothing is typed. */
  readonly browse?: ((close: () => void) => ReactNode) | undefined
  /** A text that was typed and chose nothing. */
  readonly unread?: UnreadText | undefined
  /** Reported by the browser where a form is submitted with such a text. */
  readonly fault?: string | undefined
  onChange(chosen: readonly Choice[]): void
  onUnread(unread: UnreadText): void
  /** Restores the value that the field had before such a text. */
  onRestore?: () => void
  onOffer?: (typed: string) => void
  readonly onBlur?: () => void
}
