import { useMemo, useRef } from 'react'
import { textWidth } from '../../fields/text-width.ts'
import type { Field } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { widthOf } from './column-width.ts'
import type { Needs, SeenNeeds } from './list-columns.ts'

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
export function useNeeds(part: ResourcePart, names: readonly string[], rows: readonly Row[]): SeenNeeds {
  const fields = useMemo(
    () => names.flatMap(name => fieldOf(part.resource, name) ?? []).filter(field => widthOf(part, field) === undefined),
    [part, names],
  )
  const known = useRef<Known>({ seen: { now: {}, first: {} } })
  const { seen } = known.current
  if (known.current.rows !== rows || known.current.fields !== fields) {
    const now = grown(seen.now, fields, rows)
    const isFirst = seen.first === seen.now || known.current.fields !== fields
    if (now !== seen.now) known.current = { seen: { now, first: isFirst ? now : seen.first }, fields, rows }
    else known.current = { seen, fields, rows }
  }
  return known.current.seen
}

interface Known {
  readonly seen: SeenNeeds
  readonly fields?: readonly Field[]
  readonly rows?: readonly Row[]
}

/** A reference is read by its name. */
function textIn(row: Row, name: string): string {
  const value = row[`${name}Name`] ?? row[name]
  return Array.isArray(value) ? value.join('、') : typeof value === 'string' ? value : ''
}
