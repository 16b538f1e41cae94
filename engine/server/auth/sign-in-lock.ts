import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

const minutesLocked = 30

/**
 * Counts an attempt before its password is checked, so that concurrent attempts are limited like successive ones. False
 * where too many failed recently, whether or not the account exists.
 */
export async function countAttempt(
  database: Database,
  tenantId: string,
  account: string,
  most: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into engine_sign_in_failure as known (subject, failures, last_at)
    values (${subjectOf(tenantId, account)}, 1, now())
    on conflict (subject) do update
    set last_at = now(), failures = case
      when known.last_at > now() - make_interval(mins => ${minutesLocked}) then known.failures + 1 else 1 end
    where known.failures < ${most} or known.last_at <= now() - make_interval(mins => ${minutesLocked})
    returning 1`.execute(database.kysely)
  return rows.length > 0
}

/** Resets the count, after a correct password or by an administrator. */
export async function clearFailures(database: Database, tenantId: string, accounts: readonly string[]): Promise<void> {
  const subjects = accounts.map(account => subjectOf(tenantId, account))
  await sql`delete from engine_sign_in_failure where subject = any(${subjects}::text[])`.execute(database.kysely)
}

const subjectOf = (tenantId: string, account: string): string => `${tenantId}/${account}`
