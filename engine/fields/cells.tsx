import type { ReactNode } from 'react'
import type { Field } from '../model/model.ts'
import { displayedNumber } from './number.ts'
import './cells.css'

// Only plain elements and classes: a list of 200 rows draws about 2,400 of them.

/** The cell of a missing value. */
export const Nothing = () => <span className="quiet">—</span>

/** A text, truncated at the column's end; the whole text is in the tooltip. */
export function WordsCell({ value }: { readonly value: string }) {
  if (isNothing(value)) return <Nothing />
  return (
    <span className="cell-clip block" title={value}>
      {value}
    </span>
  )
}

/** A serial number, code or identity number: never truncated. */
export function CodeCell({ value }: { readonly value: string }) {
  return isNothing(value) ? <Nothing /> : <span className="num nowrap">{value}</span>
}

/** A number, right-aligned in its column. */
export const Figure = ({ children }: { readonly children: ReactNode }) => (
  <span className="cell-figure num nowrap">{children}</span>
)

interface NumberCellProps {
  readonly value: number | string
  readonly field: Field
  readonly scale: number
}

/** A number of a field. A text typed in a line's cell that is no number is shown unchanged. */
export function NumberCell({ value, field, scale }: NumberCellProps) {
  if (isNothing(value)) return <Nothing />
  return <Figure>{typeof value === 'number' ? displayedNumber(value, scale, field) : value}</Figure>
}

/** Whether a value is empty: null, undefined, an empty text or an empty list. */
export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
