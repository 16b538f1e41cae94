import { use } from 'react'
import { NumberCell } from '../cells.tsx'
import type { FieldContext, FieldWeb } from '../field-web.ts'
import { decimalsOf } from '../number.ts'
import { NumberFilter, NumberInput } from '../number-input.tsx'
import { ScalesContext } from '../scales.ts'
import { scaleOf } from './field.ts'

export const decimalWeb: FieldWeb<number> = {
  Cell: DecimalCell,
  Input: NumberInput,
  Filter: NumberFilter,
  align: 'right',
  width: 120,
}

/** In a column with the column's decimals, elsewhere with the decimals of the value. */
function DecimalCell({ value, field }: FieldContext & { readonly value: number }) {
  const scale = use(ScalesContext)[field.name]
  const own = typeof value === 'number' ? decimalsOf(value, scaleOf(field)) : 0
  return <NumberCell value={value} field={field} scale={scale ?? own} />
}
