import type { ReactNode } from 'react'
import type { Language } from '../model/model.ts'
import type { FoundChoices } from './choice-typing.ts'
import type { UnreadText } from './unread-text.ts'

/** A choice. */
export interface Choice {
  readonly id: string
  readonly label: string
  /** Other names that match too. */
  readonly aliases?: readonly string[]
  /** Drawn before the label, such as the dot of a dictionary entry. */
  readonly mark?: ReactNode
  /** A line below the label, such as the path of a record in a tree. */
  readonly note?: string
  /** The heading above it; choices with the same heading are adjacent. */
  readonly head?: string
}

/** The source of a box's choices where not all of them are loaded. */
export interface ChoiceSearch {
  /** The result for exactly this text, as far as it has arrived. */
  at(text: string): FoundChoices<Choice> | 'failed' | undefined
  /** Loads the result for exactly this text. */
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
  /** All choices, or the loaded ones. */
  readonly options: readonly Choice[]
  readonly chosen: readonly Choice[]
  readonly isMany: boolean
  /** The field's title, which names its list. */
  readonly title?: string
  readonly placeholder: string
  readonly disabled?: boolean
  readonly invalid?: boolean
  /** The ARIA attributes of the box. */
  readonly aria?: Readonly<Record<`aria-${string}`, string | boolean | undefined>>
  /** It cannot be cleared by its button. */
  readonly isRequired?: boolean
  /** The number of chips shown before the rest becomes a count. */
  readonly most?: number
  /** A line instead of options: nothing found, or an error with a button. */
  readonly note?: ReactNode
  /** Below the options, visible while they scroll. */
  readonly footer?: ReactNode
  /** Next to the box's own buttons. */
  readonly end?: ReactNode
  readonly search?: ChoiceSearch
  /**
   * An additional option after the others, such as creating a new record. It is chosen only when highlighted by a key
   * or clicked.
   */
  readonly offer?: Choice | undefined
  /** Shown instead of a list while nothing is typed. */
  readonly browse?: ((close: () => void) => ReactNode) | undefined
  /** A typed text that chose nothing. */
  readonly unread?: UnreadText | undefined
  /** The browser's validation message where a form is submitted with such a text. */
  readonly fault?: string | undefined
  onChange(chosen: readonly Choice[]): void
  onUnread(unread: UnreadText): void
  /** Restores the value that the field had before such a text. */
  onRestore?: () => void
  onOffer?: (typed: string) => void
  readonly onBlur?: () => void
}
