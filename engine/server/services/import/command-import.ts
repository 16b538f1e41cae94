import type { Queries } from '../../database/database.ts'
import { type Fragment, sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { idOfResource, nameOfResource } from '../../storage/engine-names.ts'
import { isIdle } from './delete-imports.ts'

/** An import started from the command line: `checking` has written nothing, `writing` some or all rows. */
export interface ImportStaging {
  readonly id: string
  readonly tenantId: string
  readonly resource: string
  readonly file: string
  /** Digest of the file and its options: the same import resumes where it stopped. */
  readonly digest: string
  readonly state: 'checking' | 'writing'
  /** A process works on it. */
  readonly isRunning: boolean
  /** The name of the connections of that process; null on the embedded database. */
  readonly process: string | null
}

/** Until the end of the transaction, no other command begins an import into the resource. */
export async function lockImports(queries: Queries, tenantId: string, resource: string): Promise<void> {
  await runAll(
    queries,
    sql`select pg_advisory_xact_lock(hashtextextended(${`import ${tenantId} ${resource}`}::text, 0))`,
  )
}

/** An import of this tenant that began to write and did not end. */
export async function unfinished(queries: Queries, tenantId: string, by: { resource: string } | { id: string }) {
  // Only the owner of an import in the browser can finish it, and only there.
  const which =
    'id' in by ? sql`id = ${by.id}::bigint` : sql`resource = ${idOfResource(by.resource)} and details is null`
  return stagedBy(queries, sql`tenant_id = ${tenantId} and state = 'writing' and ${which}`)
}

/** The import with the digest that a command checks now, to write it afterwards. */
export const beingChecked = (queries: Queries, tenantId: string, digest: string) =>
  stagedBy(
    queries,
    sql`tenant_id = ${tenantId} and digest = ${digest} and details is null and state = 'checking' and not ${isIdle}`,
  )

async function stagedBy(queries: Queries, which: Fragment): Promise<ImportStaging | undefined> {
  const [row] = await runAll(
    queries,
    sql`select id::text as id, tenant_id as "tenantId", ${nameOfResource('resource')} as resource, file, digest, state, not ${isIdle} as "isRunning", turn_by as process
      from engine_import where ${which} order by id limit 1`,
  )
  return row as ImportStaging | undefined
}
