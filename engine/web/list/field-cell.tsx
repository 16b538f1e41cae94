import { lazy, Suspense } from 'react'
import type { AnyFieldWeb } from '../../fields/field-web.ts'
import { fieldWebs } from '../../fields/web.ts'
import type { Field } from '../../model/model.ts'
import { timeRemaining } from '../../model/system-fields.ts'
import { State } from '../components/state-glyph.tsx'
import type { ResourcePart } from '../data/resource-part.ts'
import { MenuIcon } from '../frame/menu-icon.tsx'

// It evaluates expressions, which most lists do not.
const TimeRemainingCell = lazy(() =>
  import('./time-remaining-cell.tsx').then(found => ({ default: found.TimeRemainingCell })),
)

export const fieldWebOf = (field: Field): AnyFieldWeb => fieldWebs[field.type as keyof typeof fieldWebs]

interface FieldCellProps {
  readonly part: ResourcePart
  readonly field: Field
  readonly record: Readonly<Record<string, unknown>>
}

/** One value of a row: the lifecycle's state with its glyph, any other by its field type. */
export function FieldCell({ part, field, record }: FieldCellProps) {
  const { resource, model, language, sources } = part
  if (field === timeRemaining)
    return (
      <Suspense fallback={null}>
        <TimeRemainingCell part={part} record={record} />
      </Suspense>
    )
  const value = record[field.name]
  if (field.name === resource.lifecycle?.field) return <State part={part} value={value} />
  if (value === null || value === undefined || value === '') return <span className="nothing">—</span>
  if (field.options['icon'] === true) {
    return (
      <span role="img" aria-label={String(value)} title={String(value)}>
        <MenuIcon name={String(value)} />
      </span>
    )
  }
  const { Cell } = fieldWebOf(field)
  return <Cell value={value} field={field} model={model} language={language} record={record} sources={sources} />
}
