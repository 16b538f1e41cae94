import { isNothing, Nothing } from '../cells.tsx'
import { withoutSeconds } from '../day.ts'
import { DayFilter } from '../day-filter.tsx'
import { DayInput } from '../day-input.tsx'
import type { FieldContext, FieldWeb } from '../field-web.ts'

export const datetimeWeb: FieldWeb<string> = {
  Cell: DatetimeCell,
  Whole: ({ value }) => <time dateTime={value.replace(' ', 'T')}>{withoutSeconds(value)}</time>,
  Input: props => <DayInput {...props} kind="datetime" />,
  Filter: DayFilter,
  align: 'right',
  width: 118,
}

// Days of this year are shown without the year, older ones without the time; the title has the whole value.
function DatetimeCell({ value, sources }: FieldContext & { readonly value: string }) {
  if (isNothing(value)) return <Nothing />
  const isThisYear = value.startsWith(sources.now().slice(0, 5))
  return (
    <time className="cell-figure num nowrap" dateTime={value.replace(' ', 'T')} title={value}>
      {isThisYear ? value.slice(5, 16) : value.slice(0, 10)}
    </time>
  )
}
