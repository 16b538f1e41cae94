import { operationName, resourceWithId } from '../../model/ids.ts'
import type { Resource } from '../../model/model.ts'
import { accessTo } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import type { RecordLink } from './history.ts'
import { namesOf } from './look-up.ts'

interface LinkedEntry {
  readonly id: string
}

/**
 * The entries with the records that their steps created or changed, and with the record of the step that caused them.
 * Records that the actor may not view are left out.
 */
export async function withLinks<Entry extends LinkedEntry>(
  queries: Queries,
  ctx: RequestContext,
  entries: readonly Entry[],
): Promise<(Entry & { readonly effects?: readonly RecordLink[]; readonly cause?: RecordLink })[]> {
  const found = await linksOf(queries, ctx, entries)
  const names = await namesByRecord(queries, ctx, found)
  const links = found.flatMap(row => {
    const of = resourceWithId(ctx.model, String(row['resource']))
    const id = String(row['record_id'])
    const name = names.get(`${of?.name} ${id}`)
    const link = {
      resource: of?.name ?? '',
      id,
      name: name ?? '',
      operation: operationOf(of, String(row['operation'])),
    }
    return name === undefined ? [] : [{ entry: String(row['entry']), kind: row['kind'], link }]
  })
  return entries.map(entry => {
    const own = links.filter(one => one.entry === entry.id)
    const effects = own.filter(one => one.kind === 'effect').map(one => one.link)
    const cause = own.find(one => one.kind === 'cause')?.link
    return { ...entry, ...(effects.length > 0 && { effects }), ...(cause && { cause }) }
  })
}

const operationOf = (of: Resource | undefined, id: string): string => (of ? operationName(of, id) : id)

async function linksOf(queries: Queries, { actor }: RequestContext, entries: readonly LinkedEntry[]): Promise<Row[]> {
  if (entries.length === 0) return []
  const ids = entries.map(({ id }) => id)
  const tenants = [actor.tenantId, '']
  const effects = sql`select cause_id::text as entry, 'effect' as kind, resource, record_id, operation, id from engine_history
    where tenant_id = any(${tenants}::text[]) and cause_id = any(${ids}::bigint[])`
  const linked = sql`select entry_id::text as entry, 'effect' as kind, target as resource, target_id as record_id, 'link' as operation, target_id as id
    from engine_origin where tenant_id = ${actor.tenantId} and entry_id = any(${ids}::bigint[]) and creation = entry_id`
  const causes = sql`select e.id::text as entry, 'cause' as kind, c.resource, c.record_id, c.operation, c.id
    from engine_history e join engine_history c on c.tenant_id = any(${tenants}::text[]) and c.id = e.cause_id
    where e.tenant_id = any(${tenants}::text[]) and e.id = any(${ids}::bigint[]) and e.cause_id is not null`
  return runAll(queries, sql`${effects} union all ${linked} union all ${causes} order by id`)
}

/** The names of the linked records that the actor may view, by resource and id. */
async function namesByRecord(
  queries: Queries,
  ctx: RequestContext,
  links: readonly Row[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const name of new Set(links.map(link => String(link['resource'])))) {
    const of = resourceWithId(ctx.model, name)
    if (!of || !accessTo(ctx, of, 'view').allowed) continue
    const ids = links.filter(link => link['resource'] === name).map(link => String(link['record_id']))
    for (const option of await namesOf(queries, ctx, of, [...new Set(ids)]))
      names.set(`${of.name} ${option.id}`, option.name)
  }
  return names
}
