import { useGetOne } from 'ra-core'
import { typeOf } from '../../fields/index.ts'
import type { ResourcePart } from './resource-part.ts'

/** A record as the server stored it. */
type Stored = Readonly<Record<string, unknown>> & { readonly id: string }

/** The query of a single record. */
export interface WholeRecord {
  /** All of it. */
  readonly data: Stored | undefined
  /** The data available before the response: that of a list's row, which has no lines. */
  readonly known: Stored | undefined
  readonly error: Error | null
  refetch(): void
}

/**
 * A complete record. Lists store their rows in the cache of records, but a row has no lines: a form would show and save
 * an order without its lines.
 */
export function useWholeRecord(
  part: ResourcePart | undefined,
  name: string,
  id: string,
  options: { readonly enabled?: boolean } = {},
): WholeRecord {
  const { data: known, error, refetch } = useGetOne<Stored>(name, { id }, options)
  const lines = part?.resource.fields.filter(field => typeOf(field).lines !== undefined)
  const isWhole = known !== undefined && lines?.every(field => known[field.name] !== undefined) === true
  return { data: isWhole ? known : undefined, known, error, refetch: () => void refetch() }
}
