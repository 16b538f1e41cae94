import { ChevronUp, CircleAlert } from 'lucide-react'
import { type KeyboardEvent, useId, useState, useSyncExternalStore } from 'react'
import type { Language, Model, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { focusField, targetOf } from './field-focus.ts'
import type { FormState } from './form-state.ts'
import type { RecordError } from './record-error.ts'
import './form.css'

interface WrongFieldsProps {
  readonly state: FormState
  readonly resource: Resource
  /** The fields of a dialog, if not the whole form. */
  readonly asked?: Resource
  readonly model: Model
  readonly language: Language
  /** The form's id. */
  readonly form: string
}

/** The number of fields named in the foot; the list above it contains all. */
const maxNamed = 3

/**
 * The summary of errors, each a link to its field. Its list opens above the footer, so that it takes no space from the
 * form. Errors of fields that are not shown are listed with the field's title.
 */
export function InvalidFields({ state, resource, asked = resource, model, language, form }: WrongFieldsProps) {
  const translate = useTranslation(recordWords)
  const id = useId()
  const errors = useSyncExternalStore(state.watch, state.errors)
  const [isOpen, setOpen] = useState(false)
  if (errors.length === 0) return null
  const shown = new Set(asked.form.flatMap(group => group.fields))
  const all = errors.map(error => ({
    id: `${error.path.join('_')} ${error.message}`,
    title: titleOf(resource, model, language, error),
    message: error.message,
    isShown: shown.has(String(error.path[0])) && state.isShown(String(error.path[0])),
    go: () => {
      setOpen(false)
      focusField(targetOf(form, error), form)
    },
  }))
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Esc of its buttons
    <div className="sheet-wrong row size-13 nowrap min-0 gap-y-4 gap-x-8 push mistake" onKeyDown={close}>
      <CircleAlert className="fixed" size={15} aria-hidden />
      <span role="status">{translate('form.wrong', { smart_count: errors.length })}</span>
      {all.slice(0, maxNamed).map(one => (
        <WrongField key={one.id} {...one} text={one.title} />
      ))}
      <button
        type="button"
        className="sheet-wrong-all row fixed justify-center h-28 w-28 sticky-phone right-0-phone push-phone paper-phone"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={translate('form.allWrong')}
        title={translate('form.allWrong')}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronUp size={16} aria-hidden />
      </button>
      {isOpen && (
        <ul id={id} className="sheet-wrong-list absolute round-10 py-8 pop z-2 right-16 y-scroll pop-shade text-wrap">
          {all.map(one => (
            <li key={one.id} className="row wrap min-h-32 gap-x-8 py-4 px-16">
              <WrongField {...one} text={one.title} />
              <span>{one.message}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface WrongFieldProps {
  readonly text: string
  readonly message: string
  readonly isShown: boolean
  go(): void
}

function WrongField({ text, message, isShown, go }: WrongFieldProps) {
  if (!isShown) return <span title={message}>{text}</span>
  return (
    <button type="button" title={message} onClick={go}>
      {text}
    </button>
  )
}

/** A field's title, or that of lines with the number of the line and the title of its field. */
function titleOf(resource: Resource, model: Model, language: Language, { path }: RecordError): string {
  const [name, row, inner] = path
  const field = fieldOf(resource, String(name))
  const line = inner === undefined ? undefined : model.resources[String(field?.options['of'])]
  const own = line && fieldOf(line, String(inner))
  const title = field?.title[language] ?? String(name)
  return own ? `${title} ${Number(row) + 1} · ${own.title[language]}` : title
}
