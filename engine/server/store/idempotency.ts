import type { Resource } from '../../model/model.ts'
import { accessTo } from '../auth/access.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { readOne } from './get.ts'
import { type Work, workOn } from './work.ts'

/** Two hundred characters of the client's key, and the id of one record of many. */
const longestKey = 221

/** What is stored of the first request with a key, from which its response is read again: ids, and no values of fields. */
export interface Performed {
  readonly id: string | null
  readonly version: number | null
  /** The selected records of a bulk operation, eight bytes each in Base64. */
  readonly selected?: string
}

/** How the response to a repeated request is read again. */
export interface Repetition<Answer> {
  /** What is stored; undefined if the response cannot be read again. */
  performed(answer: Answer): Performed | undefined
  again(work: Work, first: Performed): Promise<Answer> | Answer
}

/**
 * Runs the work in one transaction, and once for a key of this user: a repetition reads the record again, the same key with
 * another body is refused. The key is stored in the transaction of the work and kept for a day, with the id and the version
 * of the record. A response that cannot be read again, as one with a secret, is refused at a repetition. Of the body a keyed
 * digest is stored: it may contain a password, which could be guessed from a plain digest.
 */
export function once<Answer>(
  work: Work,
  key: string | undefined,
  body: unknown,
  { performed, again }: Repetition<Answer>,
  run: (inside: Work) => Promise<Answer>,
): Promise<Answer> {
  return work.transaction(async queries => {
    const inside = workOn(work, queries)
    if (key === undefined) return run(inside)
    assureKey(key)
    // A second request with the key waits here until the first is stored or has failed.
    const claimed = await claim(inside, [key], [body])
    if (claimed.length === 0) {
      const first = await storedFirst(inside, key, body)
      if (!first) throw reused()
      return again(inside, first)
    }
    const answer = await run(inside)
    const { id, version, selected } = performed(answer) ?? { id: null, version: null }
    const isRepeatable = performed(answer) !== undefined
    await runAll(
      queries,
      sql`update engine_idempotency set is_repeatable = ${isRepeatable}::boolean, record_id = ${id}::bigint,
        version = ${version}::integer, selected = ${selected ?? null}::text where ${mine(work)} and key = ${key}`,
    )
    return answer
  })
}

/**
 * What the first request with this key and body did. Undefined where there was none. Called before the checks, because
 * the effects of the first request may cause them to fail now.
 */
export async function firstPerformed(
  work: Work,
  key: string | undefined,
  body: unknown,
): Promise<Performed | undefined> {
  if (key === undefined) return undefined
  assureKey(key)
  return storedFirst(work, key, body)
}

/** A written record as its writer may see it now: without the right to view it, or once it is gone, its id and version. */
export const recordAgain = (resource: Resource): Repetition<Row> => ({
  performed: ({ id, version }) => ({ id: String(id), version: Number(version) }),
  async again({ ctx, queries }, { id, version }) {
    const access = accessTo(ctx, resource, 'view')
    const seen = access.allowed && (await readOne(queries, ctx, resource, access, String(id)).catch(noRecord))
    return seen || { id, version }
  },
})

function noRecord(error: unknown): undefined {
  if (error instanceof Refusal && error.status === 404) return undefined
  throw error
}

/** The key of one record of a bulk operation. A client's key contains no space. */
export const keyOfRecord = (key: string | undefined, id: string): string | undefined =>
  key === undefined ? undefined : `${key} ${id}`

/**
 * The ids of the records that the key has not yet processed. This call marks them as processed, in the current
 * transaction, unless `releaseRecords` is called for them.
 */
export async function claimRecords(
  work: Work,
  key: string | undefined,
  ids: readonly string[],
  bodyOf: (id: string) => unknown,
): Promise<readonly string[]> {
  if (key === undefined) return ids
  const claimed = new Set(
    await claim(
      work,
      ids.map(id => `${key} ${id}`),
      ids.map(bodyOf),
    ),
  )
  return ids.filter(id => claimed.has(`${key} ${id}`))
}

/** Unmarks records that were not processed, so that a retry processes them again. */
export async function releaseRecords(work: Work, key: string | undefined, ids: readonly string[]): Promise<void> {
  if (key === undefined || ids.length === 0) return
  const keys = ids.map(id => `${key} ${id}`)
  await runAll(work.queries, sql`delete from engine_idempotency where ${mine(work)} and key = any(${keys}::text[])`)
}

/** Deletes keys that are older than a day. */
export async function deleteOldKeys(queries: Queries, now: Date): Promise<number> {
  const old = sql`delete from engine_idempotency where at < ${now.toISOString()}::timestamptz - interval '1 day' returning 1`
  return (await runAll(queries, sql`with old as (${old}) select count(*)::integer as count from old`))[0]?.[
    'count'
  ] as number
}

/** The stored entry of a key. The same key with another body is refused. */
async function storedFirst(work: Work, key: string, body: unknown): Promise<Performed | undefined> {
  const found = sql`select digest, is_repeatable, record_id::text as id, version, selected from engine_idempotency
    where ${mine(work)} and key = ${key} and not ${isOld(work)}`
  const [first] = await runAll(work.queries, found)
  if (!first) return undefined
  if (sealed(work, body) !== first['digest']) throw reused()
  if (first['is_repeatable'] !== true) throw answeredOnce()
  const { id, version, selected } = first as unknown as Performed
  return { id, version, ...(selected && { selected }) }
}

/** Stores those of the keys that are new, and returns them. */
async function claim(work: Work, keys: readonly string[], bodies: readonly unknown[]): Promise<string[]> {
  const { queries, ctx } = work
  const { actor, clock } = ctx
  const now = clock.now.toISOString()
  const digests = bodies.map(body => sealed(work, body))
  const rows = await runAll(
    queries,
    sql`insert into engine_idempotency (tenant_id, user_id, key, digest, at) select ${actor.tenantId}::text, ${actor.userId}::bigint, k.key, k.digest, ${now}::timestamptz from unnest(${keys}::text[], ${digests}::text[]) as k(key, digest)
      on conflict (tenant_id, user_id, key) do update set digest = excluded.digest, at = excluded.at, is_repeatable = false, record_id = null,
        version = null, selected = null
      where ${isOld(work, 'engine_idempotency.')} returning key`,
  )
  return rows.map(row => String(row['key']))
}

const isOld = ({ ctx: { clock } }: Work, table = '') =>
  sql`${word(table)}at < ${clock.now.toISOString()}::timestamptz - interval '1 day'`

const mine = ({ ctx: { actor } }: Work) => sql`tenant_id = ${actor.tenantId} and user_id = ${actor.userId}::bigint`

function sealed({ seal }: Work, body: unknown): string {
  if (!seal) throw new Error('A key was given, but no seal is configured.')
  return seal(`idempotency ${JSON.stringify(body)}`)
}

function assureKey(key: string): void {
  if (key === '' || key.length > longestKey) throw badKey()
}

const badKey = () =>
  refuse.input({
    'Idempotency-Key': { zh: '幂等键须为 1 - 200 个字符', en: 'Idempotency-Key must have 1 to 200 characters' },
  })

const reused = () =>
  refuse.conflict('key-reused', {
    zh: '该幂等键已用于另一次提交',
    en: 'This Idempotency-Key was used for another request',
  })

const answeredOnce = () =>
  refuse.conflict('answered-once', {
    zh: '这次操作已经完成，它的结果只返回一次、不保存；请先查看记录，确有需要时再操作一次',
    en: 'The operation was already performed. Its result is returned only once and not stored: look at the records, and perform it again only if necessary.',
  })
