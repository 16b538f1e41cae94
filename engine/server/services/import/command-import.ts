import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'

/** An import as others see it: `checking` has written nothing, `writing` some or all. */
export interface Staging {
  readonly id: string
  readonly tenantId: string
  readonly resource: string
  readonly file: string
  /** Digest of the file and of what it is imported as: the same import again goes on where it stopped. */
  readonly digest: string
  readonly state: 'checking' | 'writing'
}

/** Opens an import. What others left that never began to write is cleared away a day later. */
export async function openStaging(queries: Queries, staging: Omit<Staging, 'state'>, userId: string): Promise<void> {
  const old = sql`state = 'checking' and at < now() - interval '1 day'`
  await runAll(
    queries,
    sql`delete from engine_import_row where import_id in (select id from engine_import where ${old})`,
  )
  await runAll(queries, sql`delete from engine_import where ${old}`)
  const { tenantId, id, resource, file, digest } = staging
  await runAll(
    queries,
    sql`insert into engine_import (tenant_id, id, resource, file, digest, user_id, state, at) values (${tenantId}, ${id}::bigint, ${resource}, ${file}, ${digest}, ${userId}::bigint, 'checking', now())`,
  )
}

/** An import of this tenant that began to write and did not end. */
export async function unfinished(queries: Queries, tenantId: string, by: { resource: string } | { id: string }) {
  // One that is done step by step in the web is its owner's to finish there.
  const which = 'id' in by ? sql`id = ${by.id}::bigint` : sql`resource = ${by.resource} and details is null`
  const [row] = await runAll(
    queries,
    sql`select id::text as id, tenant_id as "tenantId", resource, file, digest, state from engine_import where tenant_id = ${tenantId} and state = 'writing' and ${which} order by id limit 1`,
  )
  return row as Staging | undefined
}

export async function beginWriting(queries: Queries, id: string): Promise<void> {
  await runAll(queries, sql`update engine_import set state = 'writing', at = now() where id = ${id}::bigint`)
}
