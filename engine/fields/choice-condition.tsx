import { type ReactNode, useState } from 'react'
import type { ChoiceBoxProps } from './choice.ts'
import { unreadChoice } from './choice-unread.ts'
import type { FilterProps } from './field-web.ts'
import { severalOf } from './options.ts'
import { awaitedName, typedName, withQuery } from './query.ts'
import { UnreadMessage } from './unread-message.tsx'
import type { UnreadText } from './unread-text.ts'
import { words } from './words.ts'
import './day-box.css'

type Query = Readonly<Record<string, string>>

/** A filter by choices. A typed text that chose nothing is an error there, and the search does not use it. */
interface ChoiceCondition {
  readonly unread: UnreadText | undefined
  /** The properties of its choice box. */
  readonly box: Omit<ChoiceBoxProps, 'options' | 'chosen'>
  /** Writes the query of these choices, without such a text. */
  write(ids: readonly string[]): void
  /** The box with its error, which is shown once it loses the focus. */
  frame(box: ReactNode): ReactNode
}

/** The state of such a filter; `queryOf` adds chosen ids to the query. The text is stored in the unsubmitted query. */
export function useChoiceCondition(
  { id, field, language, query, onChange }: FilterProps,
  isMany: boolean,
  queryOf: (ids: readonly string[]) => Query,
): ChoiceCondition {
  const [text, awaited] = [query[typedName(field.name)], query[awaitedName(field.name)]]
  const [known, setKnown] = useState<UnreadText>()
  // A suspended tab restores the text alone.
  const unread =
    text === undefined
      ? undefined
      : known?.unread === text && known.awaited === (awaited && true)
        ? known
        : restored(text, awaited)
  const withText = (on: Query, next?: UnreadText) =>
    withQuery(on, { [typedName(field.name)]: next?.unread, [awaitedName(field.name)]: next?.awaited && 'yes' })
  const write = (ids: readonly string[]) => onChange(withText(queryOf(ids)))
  return {
    unread,
    write,
    box: {
      id,
      language,
      isMany,
      title: field.title[language],
      placeholder: words.all[language],
      unread,
      invalid: unread !== undefined,
      // A text that is being looked up delays the search instead.
      fault: unread?.awaited ? undefined : unread?.message[language],
      onChange: chosen => write(chosen.map(choice => choice.id)),
      onUnread(next) {
        setKnown(next)
        onChange(withText(queryOf(next.chosen ?? []), next))
      },
      onRestore: () => onChange(withText(query)),
    },
    frame: box => (
      <div className="day-field relative">
        {box}
        {unread && !unread.awaited && (
          <p
            className="choice-fault size-12 absolute round-4 line-20 max-full z-2 left-0 py-2 px-6 error-ground"
            role="alert"
          >
            <UnreadMessage
              id={id}
              field={isMany ? severalOf(field) : field}
              unread={unread}
              language={language}
              onChoose={value => write([value].flat().map(String))}
            />
          </p>
        )}
      </div>
    ),
  }
}

const restored = (text: string, awaited: string | undefined) =>
  unreadChoice(text, awaited === undefined ? { kind: 'unknown', candidates: [] } : { kind: 'awaited' })
