import { Figure, isNothing, Nothing } from '../cells.tsx'
import { withoutSeconds } from '../day.ts'
import { DayInput } from '../day-input.tsx'
import type { FieldWeb } from '../field-web.ts'
import { TimeFilter } from '../time-filter.tsx'

export const timeWeb: FieldWeb<string> = {
  Cell: ({ value }) => (isNothing(value) ? <Nothing /> : <Figure>{withoutSeconds(value)}</Figure>),
  Input: props => <DayInput {...props} kind="time" />,
  Filter: TimeFilter,
  align: 'right',
  width: 96,
}
