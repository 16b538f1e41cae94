import type { ReactNode } from 'react'
import { withSeparators } from './number.ts'
import './cells.css'

// Plain elements and classes alone: a list of 200 rows draws some 2,400 of them.

/** A value that is not there. */
export const Nothing = () => <span className="cell-nothing">—</span>

/** Words, cut where the column ends; the whole on hover. */
export function WordsCell({ value }: { readonly value: string }) {
  if (isNothing(value)) return <Nothing />
  return (
    <span className="cell-clip" title={value}>
      {value}
    </span>
  )
}

/** A serial, a code, a number of identity: never cut. */
export function CodeCell({ value }: { readonly value: string }) {
  return isNothing(value) ? <Nothing /> : <span className="cell-code">{value}</span>
}

/** A figure, which stands right in its column. */
export const Figure = ({ children }: { readonly children: ReactNode }) => (
  <span className="cell-figure">{children}</span>
)

/** A number with its thousands apart. What was typed in a line's cell and is no number stays as it was typed. */
export function NumberCell({ value, scale }: { readonly value: number | string; readonly scale: number }) {
  if (isNothing(value)) return <Nothing />
  return <Figure>{typeof value === 'number' ? withSeparators(value, scale) : value}</Figure>
}

/** Whether there is nothing to show, whatever a row holds in its place. */
export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
