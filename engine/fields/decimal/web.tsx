import { NumberCell } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import { NumberFilter, NumberInput } from '../number-input.tsx'
import { scaleOf } from './field.ts'

export const decimalWeb: FieldWeb<number> = {
  Cell: ({ value, field }) => <NumberCell value={value} scale={scaleOf(field)} />,
  Input: NumberInput,
  Filter: NumberFilter,
  align: 'right',
  width: 120,
}
