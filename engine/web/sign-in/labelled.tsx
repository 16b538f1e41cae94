import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import '../look/field.css'

interface LabelledProps {
  readonly id: string
  readonly label: string
  readonly isRequired?: boolean
  readonly error?: string | undefined
  readonly help?: string
  /** The field; it has the id, and `describedBy(id)` while there is help or an error. */
  readonly children: ReactNode
}

/** A field with its label above it and one line below it: the help or the error. */
export function LabelledField({ id, label, isRequired, error, help, children }: LabelledProps) {
  return (
    <div className="field labelled mt-16">
      <label className="mb-4 line-20" htmlFor={id}>
        {label}
        {isRequired && (
          <span className="required late bold" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children}
      {error ? (
        <p id={describedBy(id)} className="field-error gap-4 mt-4 size-12 line-18 late" role="alert">
          <CircleAlert size={13} aria-hidden /> {error}
        </p>
      ) : (
        help && (
          <p id={describedBy(id)} className="field-help gap-4 mt-4 size-12 line-18 quiet">
            {help}
          </p>
        )
      )}
    </div>
  )
}

/** The id of the line under a field. */
export const describedBy = (id: string): string => `${id}-line`
