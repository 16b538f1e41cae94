import { NumberCell } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import { NumberFilter, NumberInput } from '../number-input.tsx'

export const integerWeb: FieldWeb<number> = {
  Cell: ({ value, field }) => <NumberCell value={value} field={field} scale={0} />,
  Input: NumberInput,
  Filter: NumberFilter,
  align: 'right',
  width: 100,
}
