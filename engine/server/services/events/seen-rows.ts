import { resourceWithId } from '../../../model/ids.ts'
import type { Resource } from '../../../model/model.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { type Fragment, numbered, sql, word } from '../../database/fragment.ts'
import { run } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { ofSameTenant } from '../../database/tenancy.ts'
import type { RowEvent } from './event-reader.ts'

/** The rows of one event that a user may see. */
export interface SeenRows {
  /** Id of the event: a client that gets it twice counts it once. */
  readonly id: string
  readonly resource: string
  /** At most 100. */
  readonly ids: readonly string[]
  /** There are more than `ids`. */
  readonly more: boolean
  /** Milliseconds since the change was written. */
  readonly age: number
}

/** Answers of statements that are equal, text and values, while one batch is delivered. */
export type SeenCache = Map<string, Promise<readonly Row[]>>

const maxIds = 100

/**
 * The changed rows that a user may see now, or could see before their change: a row that left the user's sight is still
 * on the user's screen. Rows that the user neither sees nor saw are neither named nor counted. The user's own changes
 * are left out.
 */
export async function seenRows(
  queries: Queries,
  ctx: RequestContext,
  events: readonly RowEvent[],
  cache: SeenCache,
): Promise<SeenRows[]> {
  const others = events.filter(({ userId }) => userId !== ctx.actor.userId)
  const found: SeenRows[] = []
  for (const id of new Set(others.map(({ resource }) => resource))) {
    const some = others.filter(({ resource }) => resource === id)
    const resource = resourceWithId(ctx.model, id)
    const statement = resource && seenSql(ctx, resource, some)
    if (!resource || !statement) continue
    const text = numbered(statement, 0)
    const key = JSON.stringify([text, statement.values])
    const rows = cache.get(key) ?? run(queries, text, statement.values)
    cache.set(key, rows)
    for (const { event, ids, age } of await rows) {
      const all = ids as readonly string[]
      const few = all.slice(0, maxIds)
      found.push({ id: String(event), resource: resource.name, ids: few, more: all.length > maxIds, age: Number(age) })
    }
  }
  return found
}

/** Undefined where the user has no right to the resource. */
function seenSql(ctx: RequestContext, resource: Resource, events: readonly RowEvent[]): Fragment | undefined {
  const access = accessTo(ctx, resource, 'view')
  if (!access.allowed) return undefined
  const table = word(`"${resource.table}"`)
  const tenant = word(ofSameTenant(resource, 'r', 'e'))
  const [ids, xids] = [events.map(({ id }) => id), events.map(({ xid }) => xid)]
  const chosen = sql`unnest(${ids}::bigint[], ${xids}::bigint[]) c(id, xid) join engine_event e on e.id = c.id and e.xid = c.xid`
  const former = word(
    `case when jsonb_typeof(e.before -> (k.n::integer - 1)) = 'object' then e.before -> (k.n::integer - 1) else '{}' end`,
  )
  return sql`select e.id::text as "event", array_agg(distinct k.id::text) as "ids",
    (extract(epoch from clock_timestamp() - e.at) * 1000)::integer as "age" from ${chosen}
    cross join lateral unnest(e.record_ids) with ordinality k(id, n)
    left join ${table} r on r."id" = k.id${tenant}
    cross join lateral jsonb_populate_record(r, ${former}) t
    where ${access.rows('r')} or ${access.rows('t')} group by e.xid, e.id, e.at order by e.xid, e.id`
}
