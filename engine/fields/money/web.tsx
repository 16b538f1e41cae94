import { NumberCell } from '../cells.tsx'
import type { FieldWeb } from '../field-web.ts'
import { NumberFilter, NumberInput } from '../number-input.tsx'

export const moneyWeb: FieldWeb<number> = {
  Cell: ({ value }) => <NumberCell value={value} scale={2} />,
  Input: NumberInput,
  Filter: NumberFilter,
  align: 'right',
  width: 130,
}
