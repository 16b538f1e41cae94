/** Limits units per minute by key, in the memory of this process. */
export interface RateLimiter {
  /** Takes so many units. Returns 0, or the seconds until there are as many; then none is taken. */
  take(key: string, units: number): number
}

interface Bucket {
  readonly left: number
  /** Milliseconds of the clock at which so many were left. */
  readonly at: number
}

const minute = 60_000

/** A token bucket for each key, which is filled within a minute. */
export function createRateLimiter(perMinute: number, clock: () => number = () => performance.now()): RateLimiter {
  const buckets = new Map<string, Bucket>()
  let swept = clock()
  const sweep = (now: number) => {
    if (now - swept < minute) return
    swept = now
    // A bucket is full again after a minute.
    for (const [key, { at }] of buckets) if (now - at >= minute) buckets.delete(key)
  }
  return {
    take(key, units) {
      if (units === 0 || perMinute === Number.POSITIVE_INFINITY) return 0
      const now = clock()
      sweep(now)
      const known = buckets.get(key)
      const filled = known ? Math.min(perMinute, known.left + ((now - known.at) * perMinute) / minute) : perMinute
      const wanted = Math.min(units, perMinute)
      if (filled < wanted) return Math.max(1, Math.ceil(((wanted - filled) / perMinute) * 60))
      buckets.set(key, { left: filled - wanted, at: now })
      return 0
    },
  }
}
