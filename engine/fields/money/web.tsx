import { NumberCell } from '../cells.tsx'
import { scaleOf } from '../decimal/field.ts'
import type { FieldWeb } from '../field-web.ts'
import { NumberFilter, NumberInput } from '../number-input.tsx'

export const moneyWeb: FieldWeb<number> = {
  Cell: ({ value, field }) => <NumberCell value={value} field={field} scale={scaleOf(field)} />,
  Input: NumberInput,
  Filter: NumberFilter,
  align: 'right',
  width: 130,
}
