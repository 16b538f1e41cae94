import { isNothing, Nothing } from '../cells.tsx'
import { DayFilter } from '../day-filter.tsx'
import { DayInput } from '../day-input.tsx'
import type { FieldContext, FieldWeb } from '../field-web.ts'
import { words } from '../words.ts'
import { expiryOf } from './field.ts'

/** A day; of a last day of validity also that it has passed or is near. */
function DayCell({ value, field, record, sources, language }: FieldContext & { readonly value: string }) {
  if (isNothing(value)) return <Nothing />
  // A value of the history is no record's.
  const expiry = record['id'] === undefined ? undefined : expiryOf(value, field, sources.now())
  return (
    <time
      className={`cell-figure num nowrap ${expiry ?? ''}`}
      dateTime={value}
      title={expiry && words[expiry][language]}
    >
      {value}
    </time>
  )
}

export const dateWeb: FieldWeb<string> = {
  Cell: DayCell,
  Input: props => <DayInput {...props} kind="date" />,
  Filter: DayFilter,
  align: 'right',
  width: 120,
}
