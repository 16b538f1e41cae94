import type { Resource } from '../../../model/model.ts'
import { type UniqueFields, uniqueSetsOf } from '../../../model/unique-sets.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { tenantKey } from '../../database/tenancy.ts'
import { isPeriod, uniqueIndexName } from '../../storage/unique-index.ts'
import { holdersSql, refuseDuplicate, takesPartIn } from '../duplicate.ts'
import type { Aspect } from './aspect.ts'

/**
 * Periods do not overlap those of stored records. Writers of equal values wait for each other: the exclusion constraint,
 * which covers every path, would let them end in a deadlock.
 */
export const periods: Aspect = {
  async before({ work: { ctx, queries }, resource, recording }, changes) {
    if (recording === 'pending') return
    const written = new Set(changes.map(({ id }) => id))
    for (const set of uniqueSetsOf(resource).filter(isPeriod)) {
      const records = changes.map(({ after }) => after).filter(after => takesPartIn(ctx, resource, set, after))
      if (records.length === 0) continue
      const locks = [...new Set(records.map(record => lockOf(ctx, resource, set, record)))].sort()
      await runAll(queries, sql`select pg_advisory_xact_lock(hashtextextended(k, 0)) from unnest(${locks}::text[]) k`)
      for (const { id, name } of await runAll(queries, holdersSql(ctx, resource, set, records))) {
        // Among the rows of one statement the constraint decides.
        if (written.has(String(id))) continue
        const existing = typeof name === 'string' ? { resource: resource.name, id: String(id), name } : undefined
        throw refuseDuplicate(ctx, resource, set, existing)
      }
    }
  },
  isPlain: (_work, resource) => !uniqueSetsOf(resource).some(isPeriod),
}

const lockOf = ({ model, actor }: RequestContext, resource: Resource, set: UniqueFields, record: Row): string =>
  JSON.stringify([
    tenantKey(resource, actor.tenantId),
    uniqueIndexName(model, resource, set),
    ...set.fields.map(({ name }) => record[name]),
  ])
