import { createHash } from 'node:crypto'
import type { Queries } from '../database/database.ts'
import { refuse } from '../refuse.ts'
import type { Asking } from './asking.ts'
import { sql } from './fragment.ts'
import { runAll } from './run.ts'

const longestKey = 200

/**
 * Does the work once for a key of this user: a repetition gets the first answer, the same key with another body is
 * refused. The key is stored with the work, in its transaction, and kept for a day. The answer is plain JSON.
 */
export async function once<Answer extends object>(
  queries: Queries,
  { caller, clock }: Asking,
  key: string | undefined,
  body: unknown,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work()
  if (key === '' || key.length > longestKey) throw badKey()
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  const now = clock.now.toISOString()
  const mine = sql`tenant_id = ${caller.tenantId} and user_id = ${caller.userId}::bigint`
  await runAll(
    queries,
    sql`delete from engine_idempotency where ${mine} and at < ${now}::timestamptz - interval '1 day'`,
  )
  // Whoever comes second waits here until the first is stored, or has failed.
  const taken = await runAll(
    queries,
    sql`insert into engine_idempotency (tenant_id, user_id, key, digest, at) values (${caller.tenantId}::text, ${caller.userId}::bigint, ${key}::text, ${digest}::text, ${now}::timestamptz) on conflict do nothing returning key`,
  )
  if (taken.length === 0) {
    const [first] = await runAll(
      queries,
      sql`select digest, answer from engine_idempotency where ${mine} and key = ${key}`,
    )
    if (first?.['digest'] !== digest) throw reused()
    return first['answer'] as Answer
  }
  const answer = await work()
  await runAll(
    queries,
    sql`update engine_idempotency set status = 200, answer = ${JSON.stringify(answer)}::jsonb where ${mine} and key = ${key}`,
  )
  return answer
}

const badKey = () =>
  refuse.input({
    'Idempotency-Key': { zh: '幂等键须为 1 - 200 个字符', en: 'An Idempotency-Key has 1 to 200 characters' },
  })

const reused = () =>
  refuse.conflict('key-reused', {
    zh: '该幂等键已用于另一次提交',
    en: 'This Idempotency-Key was used for another request',
  })
