import { type ReactNode, useState } from 'react'
import type { Field, Language } from '../model/model.ts'
import { unreadChoice } from './choice-unread.ts'
import { awaitedName, typedName, withQuery } from './query.ts'
import { UnreadMessage } from './unread-message.tsx'
import type { UnreadText } from './unread-text.ts'
import './day-box.css'

type Query = Readonly<Record<string, string>>

interface UnreadConditionProps {
  readonly field: Field
  readonly language: Language
  readonly query: Query
  onChange(query: Query): void
}

/** A filter's text that chose nothing: it is an error there, and the search does not use it. */
export interface UnreadCondition {
  readonly unread: UnreadText | undefined
  /**
   * The browser's validation message where the search is submitted with it; a text that is being looked up delays the
   * search.
   */
  readonly fault: string | undefined
  /** Stores such a text with a query of the chosen values. */
  keep(unread: UnreadText, query: Query): void
  /** Writes a query without such a text. */
  write(query: Query): void
}

/** Stores a text that chose nothing in the unsubmitted query, as the filter of days does. */
export function useUnreadCondition({ field, language, query, onChange }: UnreadConditionProps): UnreadCondition {
  const [text, awaited] = [query[typedName(field.name)], query[awaitedName(field.name)]]
  const [known, setKnown] = useState<UnreadText>()
  // A suspended tab restores the text alone.
  const current =
    text === undefined
      ? undefined
      : known?.unread === text && known.awaited === (awaited && true)
        ? known
        : restored(text, awaited)
  const withText = (on: Query, next: UnreadText | undefined) =>
    withQuery(on, { [typedName(field.name)]: next?.unread, [awaitedName(field.name)]: next?.awaited && 'yes' })
  return {
    unread: current,
    fault: current?.awaited ? undefined : current?.message[language],
    keep(next, on) {
      setKnown(next)
      onChange(withText(on, next))
    },
    write: on => onChange(withText(on, undefined)),
  }
}

const restored = (text: string, awaited: string | undefined) =>
  unreadChoice(text, awaited === undefined ? { kind: 'unknown', candidates: [] } : { kind: 'awaited' })

interface ConditionFrameProps extends UnreadCondition {
  readonly id: string
  readonly field: Field
  readonly language: Language
  readonly children: ReactNode
  /** Writes the value of a chosen candidate of the message. */
  onChoose(value: unknown): void
}

/** A filter with its error, which is shown once the filter loses the focus. */
export function ConditionFrame({ id, field, language, unread, children, onChoose }: ConditionFrameProps) {
  return (
    <div className="day-field">
      {children}
      {unread && !unread.awaited && (
        <p className="choice-fault" role="alert">
          <UnreadMessage id={id} field={field} unread={unread} language={language} onChoose={onChoose} />
        </p>
      )}
    </div>
  )
}
