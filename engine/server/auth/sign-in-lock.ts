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
  /** The mark that the browser has of an earlier sign-in. Failures elsewhere do not lock out its account. */
  readonly device?: string | undefined
}

/**
 * Limits failed sign-ins by account and by address, in the database, so that all processes count together. Subjects are
 * stored as keyed digests: the table shows neither accounts nor addresses.
 */
export interface SignInLock {
  /**
   * Counts an attempt before its password is checked, so that concurrent attempts are limited like successive ones.
   * Returns the seconds for which no other one is allowed, whether or not the account exists; 0 where this one is.
   */
  secondsLocked(attempt: PasswordAttempt): Promise<number>
  /** Takes an attempt off the counts, after a correct password that a code has to follow. */
  passed(attempt: PasswordAttempt): Promise<void>
  /** Resets the count of the account after the correct password, and takes the attempt off that of the address. */
  succeeded(attempt: PasswordAttempt): Promise<void>
  /** The mark of a browser on which an account has signed in. */
  markOf(attempt: Omit<PasswordAttempt, 'address'>): string
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
  const markOf: SignInLock['markOf'] = ({ tenantId, account }) => seal(`device ${tenantId}/${account}`)
  const ofAccount = (attempt: PasswordAttempt) =>
    accountSubject(seal, attempt.tenantId, attempt.account, attempt.device === markOf(attempt))
  return {
    markOf,
    // The address first: attempts of a refused one do not lock accounts.
    async secondsLocked(attempt) {
      return (
        (await secondsUntilCounted(database, addressSubject(attempt.address), maxPerAddress, clock())) ||
        (await secondsUntilCounted(database, ofAccount(attempt), await maxPerAccount(), clock(), 'last'))
      )
    },
    passed: attempt => uncount(database.kysely, [addressSubject(attempt.address), ofAccount(attempt)]),
    async succeeded({ tenantId, account, address }) {
      await unlock(database.kysely, seal, tenantId, [account])
      await uncount(database.kysely, [addressSubject(address)])
    },
    unlock: (tenantId, accounts) => unlock(database.kysely, seal, tenantId, accounts),
  }
}

/**
 * Counts a failure of a subject if it has fewer than the most, and returns 0 or the seconds until it may. The period begins with the last failure for accounts, and
 * with the first for addresses, whose users share the count.
 */
async function secondsUntilCounted(
  { kysely }: Database,
  subject: string,
  most: number,
  now: Date,
  since: 'first' | 'last' = 'first',
): Promise<number> {
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
  if (rows.length > 0) return 0
  const left = await execute<{ seconds: number }>(
    kysely,
    sql`
    select ceil(extract(epoch from last_at + make_interval(mins => ${minutesLocked}) - ${now.toISOString()}::timestamptz))::int
      as seconds
    from engine_sign_in_failure where subject = ${subject}`,
  )
  return Math.max(1, left.rows[0]?.seconds ?? 1)
}

async function uncount(queries: Queries, subjects: readonly string[]): Promise<void> {
  await execute(
    queries,
    sql`update engine_sign_in_failure set failures = failures - 1
    where subject = any(${[...subjects]}::text[]) and failures > 0`,
  )
}

/** A name in other letters must not get attempts of its own. */
const accountSubject = (seal: Seal, tenantId: string, account: string, isKnownDevice = false): string =>
  seal(`sign-in ${isKnownDevice ? 'device' : 'account'} ${tenantId}/${account.normalize('NFKC').toLowerCase()}`)

/** Resets the counts of accounts: by an administrator, or because they have new passwords. */
export async function unlock(
  queries: Queries,
  seal: Seal,
  tenantId: string,
  accounts: readonly string[],
): Promise<void> {
  const subjects = accounts.flatMap(account => [
    accountSubject(seal, tenantId, account),
    accountSubject(seal, tenantId, account, true),
  ])
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
