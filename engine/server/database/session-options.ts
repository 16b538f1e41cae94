/** Memory of a sort or a bitmap. With less, a bitmap of a frequent word is lossy, and each of its rows is tested again. */
export const workMemory = '32MB'

/** Limits of the statements of a session, in milliseconds. */
export interface SessionLimits {
  readonly statement: number
  readonly lock: number
}

/**
 * The options of a session. Statements are short and many: compiling one takes longer than running it, and parallel
 * workers would be missing for the others.
 */
export function sessionOptions(zone: string, limits?: SessionLimits): string {
  const settings: Readonly<Record<string, string | number>> = {
    timezone: zone,
    datestyle: 'ISO',
    client_min_messages: 'warning',
    jit: 'off',
    work_mem: workMemory,
    max_parallel_workers_per_gather: 0,
    ...(limits && {
      statement_timeout: limits.statement,
      lock_timeout: limits.lock,
      idle_in_transaction_session_timeout: 60_000,
    }),
  }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replace(/[\\ ]/g, '\\$&')}`)
    .join(' ')
}
