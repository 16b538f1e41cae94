import { useMemo, useRef } from 'react'
import { textWidth } from '../../fields/text-width.ts'
import type { Field } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { widthOf } from './column-width.ts'

/** By a field's name, the pixels that its longest text takes. */
export type Needs = Readonly<Record<string, number>>

type Row = Readonly<Record<string, unknown>>

/** What a cell has beside its text, and the rounding of an estimate. */
const beside = 28
const size = 14

/** What the texts of these rows take, where they take more than was known. */
export function grown(known: Needs, fields: readonly Field[], rows: readonly Row[]): Needs {
  let needs = known
  for (const { name } of fields) {
    const longest = rows.reduce((most, row) => Math.max(most, textWidth(textIn(row, name), size)), 0)
    const wanted = longest === 0 ? 0 : Math.ceil(longest) + beside
    if (wanted > (needs[name] ?? 0)) needs = { ...needs, [name]: wanted }
  }
  return needs
}

/**
 * The pixels that texts take in the rows shown so far, of the columns that have no width of their own. They only grow
 * while a list stands: a page with shorter names moves no column.
 */
export function useNeeds(part: ResourcePart, names: readonly string[], rows: readonly Row[]): Needs {
  const fields = useMemo(
    () => names.flatMap(name => fieldOf(part.resource, name) ?? []).filter(field => widthOf(part, field) === undefined),
    [part, names],
  )
  const known = useRef<{ needs: Needs; fields?: readonly Field[]; rows?: readonly Row[] }>({ needs: {} })
  if (known.current.rows !== rows || known.current.fields !== fields) {
    known.current = { needs: grown(known.current.needs, fields, rows), fields, rows }
  }
  return known.current.needs
}

/** A reference is read by its name. */
function textIn(row: Row, name: string): string {
  const value = row[`${name}Name`] ?? row[name]
  return Array.isArray(value) ? value.join('、') : typeof value === 'string' ? value : ''
}
