import { Figure, isNothing, Nothing } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import { withSeparators } from '../number.ts'
import { NumberFilter, NumberInput } from '../number-input.tsx'
import { scaleOf } from './field.ts'

export const decimalWeb: FieldWeb<number> = {
  Cell: ({ value, field }) =>
    isNothing(value) ? <Nothing /> : <Figure>{withSeparators(value, scaleOf(field))}</Figure>,
  Input: NumberInput,
  Filter: NumberFilter,
  align: 'right',
  width: 120,
}
