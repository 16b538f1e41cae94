/** Limits units per minute by key, in the memory of this process. */
export interface RateLimiter {
  /** Takes so many units. Returns 0, or the seconds until there are as many; then none is taken. */
  take(key: string, units: number): number
}

interface Bucket {
  left: number
  /** Milliseconds of the clock at which so many were left. */
  at: number
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
      const bucket = buckets.get(key)
      const filled = bucket ? Math.min(perMinute, bucket.left + ((now - bucket.at) * perMinute) / minute) : perMinute
      const wanted = Math.min(units, perMinute)
      if (filled < wanted) return Math.max(1, Math.ceil(((wanted - filled) / perMinute) * 60))
      const left = filled - wanted
      if (!bucket) buckets.set(key, { left, at: now })
      else {
        bucket.left = left
        bucket.at = now
      }
      return 0
    },
  }
}
