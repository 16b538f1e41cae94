import { type ReactNode, useState } from 'react'
import type { Language } from '../model/model.ts'
import { unreadChoice } from './choice-unread.ts'
import { typedName, withQuery } from './query.ts'
import type { UnreadText } from './unread-text.ts'
import './day-box.css'

type Query = Readonly<Record<string, string>>

interface UnreadConditionProps {
  readonly name: string
  readonly language: Language
  readonly query: Query
  onChange(query: Query): void
}

/** A text above a list that chose nothing: it is an error there, and nothing is searched with it. */
export interface UnreadCondition {
  readonly unread: UnreadText | undefined
  readonly fault: string | undefined
  /** Keeps such a text, on top of a query with what is chosen. */
  keep(unread: UnreadText, query: Query): void
  /** Writes a query without such a text. */
  write(query: Query): void
}

/** Keeps a text that chose nothing in the query that is being typed, as days do. */
export function useUnreadCondition({ name, language, query, onChange }: UnreadConditionProps): UnreadCondition {
  const text = query[typedName(name)]
  const [known, setKnown] = useState<UnreadText>()
  // A tab that slept kept the text alone.
  const unread =
    text === undefined || known?.unread === text ? known : unreadChoice(text, { kind: 'unknown', candidates: [] })
  const current = text === undefined ? undefined : unread
  return {
    unread: current,
    fault: current?.message[language],
    keep(next, on) {
      setKnown(next)
      onChange(withQuery(on, { [typedName(name)]: next.unread }))
    },
    write: on => onChange(withQuery(on, { [typedName(name)]: undefined })),
  }
}

/** A condition with its error, which is shown once the condition is left. */
export function ConditionFrame({ unread, fault, children }: Partial<UnreadCondition> & { children: ReactNode }) {
  return (
    <div className="day-field">
      {children}
      {unread && !unread.awaited && (
        <p className="day-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
