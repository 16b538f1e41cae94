import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { UnreadMessage } from '../../fields/unread-message.tsx'
import { isUnread } from '../../fields/unread-text.ts'
import type { Field, Language } from '../../model/model.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { useErrors, useValue, useWarnings } from './form-context.ts'
import type { FormState } from './form-state.ts'

interface FormFrameProps {
  readonly id: string
  readonly name: string
  readonly field: Field | undefined
  readonly language: Language
  /** Absent where the field has its own heading. */
  readonly label: string | undefined
  readonly isRequired: boolean
  readonly help: ReactNode
  readonly state: FormState
  readonly children: ReactNode
}

/** The label, the field, and one line with the help or the error. */
export function FormFrame({ id, name, field, language, label, isRequired, help, state, children }: FormFrameProps) {
  const errors = useErrors(state, name)
  const warnings = useWarnings(state, name)
  const value = useValue(state, name)
  const prefillSource = useSyncExternalStore(state.watch, () => state.prefillSourceOf(name))
  const translate = useTranslation(recordWords)
  const own = errors.find(({ path }) => path.length === 1)
  const isChoice = isUnread(value) && value.several === true
  return (
    <div className={isChoice ? 'field field-choice' : 'field'}>
      {label !== undefined && (
        <label className="mb-4 line-20" htmlFor={id} id={`${id}-label`}>
          {label}
          {isRequired && (
            <span className="required late bold" aria-hidden>
              *
            </span>
          )}
        </label>
      )}
      {children}
      <div id={`${id}-note`}>
        {own ? (
          <p
            className={`${isChoice ? 'field-warning gap-4 mt-4 size-12 line-18 soon' : 'field-error gap-4 mt-4 size-12 line-18 late'} ${help ? '' : 'in-gap'}`}
            role="alert"
          >
            <CircleAlert size={13} aria-hidden />
            <span className="field-text" title={own.message}>
              {field && isUnread(value) && own.message === value.message[language] ? (
                <UnreadMessage
                  id={id}
                  field={field}
                  unread={value}
                  language={language}
                  onChoose={chosen => state.set(name, chosen)}
                />
              ) : (
                own.message
              )}
            </span>
          </p>
        ) : warnings.length > 0 ? (
          <p className={`field-warning gap-4 mt-4 size-12 line-18 soon${help ? '' : ' in-gap'}`} role="status">
            <TriangleAlert size={13} aria-hidden />{' '}
            {warnings.map(({ path, message }) => (
              <span key={path.join('.')}>
                {path.length > 1 && `${translate('form.line', { number: Number(path[1]) + 1 })} `}
                {message}
              </span>
            ))}
          </p>
        ) : (
          (prefillSource || help) && (
            <p className={`field-help gap-4 mt-4 size-12 line-18 quiet${help ? '' : ' in-gap'}`}>
              {prefillSource && <span>{translate(`form.${prefillSource}`)}</span>}
              {prefillSource && help && ' · '}
              {help}
            </p>
          )
        )}
      </div>
    </div>
  )
}
