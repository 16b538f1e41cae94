import { createHash } from 'node:crypto'
import { idOf } from '../../model/ids.ts'
import type { Resource } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import type { Actor } from './actor.ts'

/** The kinds of acts that are audited. They are entries of the dictionary `audit_kind`. */
type ActKind =
  | 'signIn'
  | 'signInRefused'
  | 'secondFactor'
  | 'sessionEnded'
  | 'grant'
  | 'token'
  | 'export'
  | 'reveal'
  | 'revealRefused'
  | 'maskedFilter'
  | 'reset'
  | 'erasure'
  | 'tenant'
  | 'elevation'
  | 'descriptors'
  | 'keys'
  | 'auditRead'

/** An act: names and ids, never the values of fields. */
interface Act {
  readonly kind: ActKind
  /** What happened: an entry of the dictionary `audit_detail`. */
  readonly detail?: string
  /** The reason that a user entered. */
  readonly reason?: string
  readonly resource?: Resource
  /** The row that the act concerns: a user, a role, a record. */
  readonly recordId?: string | null
  /** Names of fields, columns, permission codes or files. */
  readonly names?: readonly string[]
}

/** Who acts: a context, or at a sign-in, what is known of the user. */
interface ActBy {
  readonly actor: Pick<Actor, 'tenantId' | 'userId' | 'kind'>
  readonly clock: { readonly now: Date }
  readonly client?: ActClient | undefined
}

/** The session and the address from which a request is made. */
export interface ActClient {
  readonly sessionId: string | null
  readonly address: string
}

/**
 * Writes an act into the audit log of the actor's tenant, in the transaction of `queries`; on the database itself, in a
 * transaction of its own, as for a refusal. Each row has the digest of the row before it and of its own text, so that a
 * changed, removed or swapped row is found.
 */
export async function recordAct(queries: Queries, by: ActBy, act: Act): Promise<void> {
  const { actor, clock, client } = by
  const row: AuditRow = {
    tenant_id: actor.tenantId,
    at: clock.now.toISOString(),
    kind: act.kind,
    user_id: actor.userId,
    actor_kind: actor.kind,
    detail: act.detail ?? null,
    reason: act.reason?.slice(0, longest) ?? null,
    resource: act.resource ? idOf(act.resource) : null,
    record_id: act.recordId ?? null,
    names: act.names && act.names.length > 0 ? act.names.join(', ').slice(0, longestNames) : null,
    session_id: client?.sessionId ?? null,
    address: client?.address ?? null,
  }
  const text = digestedText(row)
  // The row of the chain is locked until the end of the transaction: the next act reads the digest of this one.
  await execute(
    queries,
    sql`
    with link as (
      insert into engine_audit_chain as c (tenant_id, n, digest)
      values (${row.tenant_id}, 1, encode(sha256(convert_to(${text}, 'UTF8')), 'hex'))
      on conflict (tenant_id) do update
      set n = c.n + 1, digest = encode(sha256(convert_to(c.digest || ${text}, 'UTF8')), 'hex')
      returning n, digest)
    insert into engine_audit (tenant_id, n, at, kind, user_id, actor_kind, detail, reason, resource, record_id, names, session_id, address, digest)
    select ${row.tenant_id}, n, ${row.at}::timestamptz, ${row.kind}, ${row.user_id}::bigint, ${row.actor_kind}, ${row.detail}::text, ${row.reason}::text,
      ${row.resource}::text, ${row.record_id}::bigint, ${row.names}::text, ${row.session_id}::text, ${row.address}::text, digest from link`,
  )
}

const longest = 2000
/** All codes of a role are about 600. */
const longestNames = 40_000

interface AuditRow {
  readonly tenant_id: string
  readonly at: string
  readonly kind: string
  readonly user_id: string | null
  readonly actor_kind: string
  readonly detail: string | null
  readonly reason: string | null
  readonly resource: string | null
  readonly record_id: string | null
  readonly names: string | null
  readonly session_id: string | null
  readonly address: string | null
}

const digestedText = (row: AuditRow): string =>
  JSON.stringify([
    row.tenant_id,
    row.at,
    row.kind,
    row.user_id,
    row.actor_kind,
    row.detail,
    row.reason,
    row.resource,
    row.record_id,
    row.names,
    row.session_id,
    row.address,
  ])

/** What a verification of the chain of a tenant found. */
export interface VerifiedAudit {
  readonly tenantId: string
  readonly checked: number
  /** The number of the first row that was changed, removed or swapped. */
  readonly broken?: number
}

const batchSize = 1000

/** Computes the digests of the audit log again: of one tenant, or of all. */
export async function verifyAudit(queries: Queries, tenantId?: string, signal?: AbortSignal): Promise<VerifiedAudit[]> {
  const { rows } = await execute<{ tenantId: string; n: string; digest: string }>(
    queries,
    sql`select tenant_id as "tenantId", n::text, digest from engine_audit_chain
    where ${tenantId ?? null}::text is null or tenant_id = ${tenantId ?? null}::text
    union all
    select distinct a.tenant_id, '0', '' from engine_audit a where (${tenantId ?? null}::text is null or a.tenant_id = ${tenantId ?? null}::text)
      and not exists (select from engine_audit_chain c where c.tenant_id = a.tenant_id) order by 1`,
  )
  const results: VerifiedAudit[] = []
  for (const chain of rows) results.push(await verifyChain(queries, chain, signal))
  return results
}

async function verifyChain(
  queries: Queries,
  { tenantId, n, digest }: { readonly tenantId: string; readonly n: string; readonly digest: string },
  signal?: AbortSignal,
): Promise<VerifiedAudit> {
  let last = ''
  for (let checked = 0; ; ) {
    signal?.throwIfAborted()
    const { rows } = await execute<Omit<AuditRow, 'at'> & { n: string; digest: string; at: Date }>(
      queries,
      sql`select tenant_id, n::text, extract(epoch from at)::numeric * 1000 as at, kind, user_id::text, actor_kind, detail, reason, resource,
        record_id::text, names, session_id, address, digest
      from engine_audit where tenant_id = ${tenantId} and n > ${checked}::bigint and n <= ${n}::bigint
      order by engine_audit.n limit ${batchSize}::integer`,
    )
    for (const row of rows) {
      const own = { ...row, at: new Date(Number(row.at)).toISOString() }
      const expected = createHash('sha256')
        .update(last + digestedText(own))
        .digest('hex')
      if (Number(row.n) !== checked + 1 || row.digest !== expected) return { tenantId, checked, broken: checked + 1 }
      last = row.digest
      checked += 1
    }
    if (rows.length < batchSize) {
      const isWhole = checked === Number(n) && last === digest && !(await hasRowsPastEnd(queries, tenantId))
      return { tenantId, checked, ...(!isWhole && { broken: checked + 1 }) }
    }
  }
}

/** Whether a tenant has rows after the last of its chain; acts that are written meanwhile change both. */
async function hasRowsPastEnd(queries: Queries, tenantId: string): Promise<boolean> {
  const { rows } = await execute(
    queries,
    sql`select from engine_audit a where a.tenant_id = ${tenantId}
      and a.n > coalesce((select c.n from engine_audit_chain c where c.tenant_id = a.tenant_id), 0) limit 1`,
  )
  return rows.length > 0
}
