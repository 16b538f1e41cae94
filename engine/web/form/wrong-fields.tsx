import { CircleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { Language, Model, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { useSay } from '../i18n.ts'
import { focusField, targetOf } from './field-focus.ts'
import type { FormState } from './form-state.ts'
import type { RecordError } from './record-error.ts'

interface WrongFieldsProps {
  readonly state: FormState
  readonly resource: Resource
  readonly model: Model
  readonly language: Language
  /** The form's id. */
  readonly form: string
}

/** What is still wrong after an attempt to save, each a way to its field. */
export function WrongFields({ state, resource, model, language, form }: WrongFieldsProps) {
  const say = useSay()
  const errors = useSyncExternalStore(state.watch, state.errors)
  if (errors.length === 0) return null
  return (
    <p className="sheet-wrong" role="status">
      <CircleAlert size={15} aria-hidden /> {say('form.wrong', { smart_count: errors.length })}
      {errors.slice(0, 3).map(error => {
        const title = titleOf(resource, model, language, error)
        const target = targetOf(form, error)
        return (
          <button
            key={`${target} ${error.message}`}
            type="button"
            title={error.message}
            onClick={() => focusField(target, form)}
          >
            {title}
          </button>
        )
      })}
    </p>
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
