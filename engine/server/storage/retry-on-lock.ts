import { setTimeout as sleep } from 'node:timers/promises'
import { isLockFault } from '../errors/database-errors.ts'

/** Attempts of work that meets a lock. */
const maxAttempts = 40
/** Attempts of work that takes long: each of them writes as much as the first. */
const maxLongAttempts = 3
/** Milliseconds after which work counts as long. */
const long = 60_000

interface Waiting {
  readonly now?: () => number
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

/**
 * Runs work with a short lock timeout and retries: waiting for a long lock would queue all other sessions behind it.
 */
export async function retryOnLock(
  work: () => Promise<void>,
  { now = () => performance.now(), wait = sleep }: Waiting = {},
): Promise<void> {
  const begun = now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isLast = attempt >= (now() - begun > long ? maxLongAttempts : maxAttempts)
      if (isLast || !isLockFault(error)) throw error
      await wait(100 + Math.random() * 100 * Math.min(attempt, 10))
    }
  }
}
