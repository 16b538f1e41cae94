import { createContext, useMemo, useRef } from 'react'
import type { Field } from '../model/model.ts'
import { scaleOf } from './decimal/field.ts'
import { decimalsOf } from './number.ts'

type Row = Readonly<Record<string, unknown>>
type Scales = Readonly<Record<string, number>>

/** The decimals of each column of a table by field name; outside of a table a number shows its own. */
export const ScalesContext = createContext<Scales>({})

/**
 * One scale per column, so that decimal points are aligned: as many decimals as the number with the most of them needs.
 * The same object while nothing changes.
 */
export function useScales(fields: readonly Field[], rows: readonly Row[]): Scales {
  const previous = useRef<Scales>({})
  return useMemo(() => {
    const next = scalesOf(fields, rows)
    if (JSON.stringify(next) !== JSON.stringify(previous.current)) previous.current = next
    return previous.current
  }, [fields, rows])
}

function scalesOf(fields: readonly Field[], rows: readonly Row[]): Scales {
  const decimals = fields.filter(({ type }) => type === 'decimal')
  return Object.fromEntries(
    decimals.map(field => [field.name, rows.reduce((most, row) => Math.max(most, used(row[field.name], field)), 0)]),
  )
}

const used = (value: unknown, field: Field) => (typeof value === 'number' ? decimalsOf(value, scaleOf(field)) : 0)
