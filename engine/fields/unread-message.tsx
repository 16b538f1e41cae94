import { listSeparator } from '../model/list-separator.ts'
import type { Field, Language } from '../model/model.ts'
import { focusInput } from './next-field.ts'
import { isMany } from './options.ts'
import { type UnreadText, withCandidate } from './unread-text.ts'
import { candidateText } from './words.ts'
import './unread-message.css'

interface UnreadMessageProps {
  /** The id of the input, or of the cell around it. */
  readonly id: string
  readonly field: Field
  readonly unread: UnreadText
  readonly language: Language
  /** Writes the field's value; `label` is the name of its only record. */
  onChoose(value: unknown, label?: string): void
}

/** Why a text was not read. Each candidate is a button: clicked, it replaces the text. */
export function UnreadMessage({ id, field, unread, language, onChoose }: UnreadMessageProps) {
  const { candidates } = unread
  const message = unread.message[language]
  if (candidates.length === 0) return message
  const between = listSeparator(language)
  const names = candidates.map(({ label }) => label[language]).join(between)
  const at = message.lastIndexOf(names)
  const [before, after] = at < 0 ? [`${message} `, ''] : [message.slice(0, at), message.slice(at + names.length)]
  return (
    <span className="unread-message break text-wrap">
      <span>{before}</span>
      {candidates.map((candidate, index) => (
        <span key={String(candidate.value)}>
          {index > 0 && between}
          <button
            type="button"
            className="unread-candidate round-4 px-6 tap-44-phone min-w-44-phone my-2-phone mx-0-phone py-0-phone px-12-phone size-14-phone"
            aria-label={candidateText(candidate.label[language], language)}
            // A click leaves the focus where it is.
            onMouseDown={event => event.preventDefault()}
            onClick={event => {
              const { activeElement } = document
              const isTyped = activeElement?.id === id
              // A text being typed is settled first; the candidate then replaces it too.
              if (isTyped && !isMany(field) && activeElement instanceof HTMLElement) activeElement.blur()
              onChoose(withCandidate(unread, candidate, field), isMany(field) ? undefined : candidate.label[language])
              if (isTyped || activeElement === event.currentTarget) focusInput(id)
            }}
          >
            {candidate.label[language]}
          </button>
        </span>
      ))}
      {after}
    </span>
  )
}
