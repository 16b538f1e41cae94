import { compute } from '../../record/compute.ts'
import { computedFromTargets } from '../../record/target-reads.ts'
import type { Row, Shape } from '../database/shape.ts'
import { withTargets } from './target-records.ts'
import type { Work } from './work.ts'

/** Records as the actor reads them, with the computed values that have no column, and the records as they are stored. */
export async function withComputed(
  work: Pick<Work, 'ctx' | 'queries'>,
  { resource, computed }: Shape,
  records: Row[],
  stored: readonly Row[] = records,
): Promise<Row[]> {
  if (computed.length === 0 || records.length === 0) return records
  const names = computedFromTargets(work.ctx.model, resource).flatMap(({ reference, list }) =>
    list ? [] : (reference ?? []),
  )
  return withTargets(work, ctx =>
    records.map((record, at) => {
      const values = compute(ctx, resource, computed, withStoredReferences(record, stored[at], names))
      return { ...record, ...Object.fromEntries(computed.map(({ name }) => [name, values[name] ?? null])) }
    }),
  )
}

/**
 * A record with the references that read as null because the actor does not see their records: a value that reads a
 * field of such a record is as restricted as the field, not as the record. A reference that is hidden from the actor is
 * not part of the record.
 */
export const withStoredReferences = (record: Row, stored: Row = {}, names: readonly string[]): Row => ({
  ...record,
  ...Object.fromEntries(names.filter(name => Object.hasOwn(record, name)).map(name => [name, stored[name]])),
})
