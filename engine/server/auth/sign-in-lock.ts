import type { Database, Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { addressBlock } from './address-block.ts'
import type { Seal } from './seal.ts'

/** Whose password is tried, and the address of the client. */
export interface PasswordAttempt {
  readonly tenantId: string
  readonly account: string
  readonly address: string
}

/**
 * Limits failed sign-ins by account and by address, in the database, so that all processes count together. Subjects are
 * stored as keyed digests: the table shows neither accounts nor addresses.
 */
export interface SignInLock {
  /**
   * Counts an attempt before its password is checked, so that concurrent attempts are limited like successive ones.
   * False where too many failed recently, whether or not the account exists.
   */
  isAllowed(attempt: PasswordAttempt): Promise<boolean>
  /** Resets the count of the account after the correct password, and takes the attempt off that of the address. */
  succeeded(attempt: PasswordAttempt): Promise<void>
  /** Resets the counts of accounts, by an administrator. */
  unlock(tenantId: string, accounts: readonly string[]): Promise<void>
}

/** The parameter with the most failed sign-ins of an account, and its bounds: beyond them no user could sign in. */
export const failCount = { key: 'account.failCount', least: 1, most: 100 } as const

/** The most failed sign-ins by the text of the parameter. A value that was stored outside the bounds is not used. */
export function failuresIn(text: string | undefined): number {
  const count = Number(text)
  return Number.isInteger(count) && count >= failCount.least && count <= failCount.most ? count : 5
}

const minutesLocked = 30
/** Failures of one address, behind which there may be a whole office. */
const maxPerAddress = 100

/** Creates the lock, whose counts of failures are in the database and apply to all processes. */
export function createSignInLock(
  database: Database,
  seal: Seal,
  maxPerAccount: () => Promise<number>,
  clock: () => Date,
): SignInLock {
  const addressSubject = (address: string) => seal(`sign-in address ${addressBlock(address)}`)
  return {
    // The address first: attempts of a refused one do not lock accounts.
    isAllowed: async ({ tenantId, account, address }) =>
      (await isCounted(database, addressSubject(address), maxPerAddress, clock())) &&
      (await isCounted(database, accountSubject(seal, tenantId, account), await maxPerAccount(), clock(), 'last')),
    async succeeded({ tenantId, account, address }) {
      await unlock(database.kysely, seal, tenantId, [account])
      await execute(
        database.kysely,
        sql`update engine_sign_in_failure set failures = failures - 1
        where subject = ${addressSubject(address)} and failures > 0`,
      )
    },
    unlock: (tenantId, accounts) => unlock(database.kysely, seal, tenantId, accounts),
  }
}

/**
 * Counts a failure of a subject if it has fewer than the most. The period begins with the last failure for accounts, and
 * with the first for addresses, whose users share the count.
 */
async function isCounted(
  { kysely }: Database,
  subject: string,
  most: number,
  now: Date,
  since: 'first' | 'last' = 'first',
): Promise<boolean> {
  const isRecent = sql`known.last_at > ${now.toISOString()}::timestamptz - make_interval(mins => ${minutesLocked})`
  const { rows } = await execute(
    kysely,
    sql`
    insert into engine_sign_in_failure as known (subject, failures, last_at)
    values (${subject}, 1, ${now.toISOString()}::timestamptz)
    on conflict (subject) do update
    set last_at = case when ${isRecent} then ${since === 'last' ? sql`${now.toISOString()}::timestamptz` : sql`known.last_at`} else ${now.toISOString()}::timestamptz end,
      failures = case when ${isRecent} then known.failures + 1 else 1 end
    where known.failures < ${most} or not ${isRecent}
    returning 1`,
  )
  return rows.length > 0
}

/** A name in other letters must not get attempts of its own. */
const accountSubject = (seal: Seal, tenantId: string, account: string): string =>
  seal(`sign-in account ${tenantId}/${account.normalize('NFKC').toLowerCase()}`)

/** Resets the counts of accounts: by an administrator, or because they have new passwords. */
export async function unlock(
  queries: Queries,
  seal: Seal,
  tenantId: string,
  accounts: readonly string[],
): Promise<void> {
  const subjects = accounts.map(account => accountSubject(seal, tenantId, account))
  await execute(queries, sql`delete from engine_sign_in_failure where subject = any(${subjects}::text[])`)
}

/** Resets all counts, where the key of their digests may be missing. */
export async function clearAllFailures({ kysely }: Database): Promise<void> {
  await execute(kysely, sql`delete from engine_sign_in_failure`)
}

/** Deletes counts that no longer apply and returns their number. */
export async function deleteExpiredFailures(queries: Queries, now: Date): Promise<number> {
  const { numAffectedRows } = await execute(
    queries,
    sql`delete from engine_sign_in_failure
    where last_at <= ${now.toISOString()}::timestamptz - make_interval(mins => ${minutesLocked})`,
  )
  return Number(numAffectedRows ?? 0)
}
