import { isNothing, Nothing } from '../cells.tsx'
import { DayFilter } from '../day-filter.tsx'
import { DayInput } from '../day-input.tsx'
import type { FieldWeb } from '../field-web.ts'

export const dateWeb: FieldWeb<string> = {
  Cell: ({ value }) =>
    isNothing(value) ? (
      <Nothing />
    ) : (
      <time className="cell-figure" dateTime={value}>
        {value}
      </time>
    ),
  Input: props => <DayInput {...props} kind="date" />,
  Filter: DayFilter,
  align: 'right',
  width: 120,
}
