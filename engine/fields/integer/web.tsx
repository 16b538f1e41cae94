import { Figure, isNothing, Nothing } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import { withSeparators } from '../number.ts'
import { NumberFilter, NumberInput } from '../number-input.tsx'

export const integerWeb: FieldWeb<number> = {
  Cell: ({ value }) => (isNothing(value) ? <Nothing /> : <Figure>{withSeparators(value, 0)}</Figure>),
  Input: NumberInput,
  Filter: NumberFilter,
  align: 'right',
  width: 100,
}
