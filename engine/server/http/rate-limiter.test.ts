import { describe, expect, it } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

describe('the rate limiter', () => {
  const started = (perMinute: number) => {
    let now = 0
    const { take } = createRateLimiter(perMinute, () => now)
    return { take, pass: (seconds: number) => (now += seconds * 1000) }
  }

  it('grants the units of a minute at once, then as many as are added over time', () => {
    const { take, pass } = started(60)
    expect([take('a', 50), take('a', 10), take('a', 1)]).toEqual([0, 0, 1])
    pass(5)
    expect([take('a', 6), take('a', 5), take('a', 1)]).toEqual([1, 0, 1])
    pass(3600)
    expect([take('a', 60), take('a', 1)]).toEqual([0, 1])
  })

  it('returns the seconds until the units are available', () => {
    const { take, pass } = started(60)
    take('a', 60)
    expect(take('a', 40)).toBe(40)
    pass(39)
    expect(take('a', 40)).toBe(1)
    pass(1)
    expect(take('a', 40)).toBe(0)
  })

  it('counts keys separately', () => {
    const { take } = started(10)
    expect([take('a', 10), take('b', 10), take('a', 1), take('b', 1)]).toEqual([0, 0, 6, 6])
  })

  it('charges a request that costs more than a minute all units of the minute', () => {
    const { take, pass } = started(10)
    expect([take('a', 40), take('a', 40)]).toEqual([0, 60])
    pass(60)
    expect(take('a', 40)).toBe(0)
  })

  it('keeps its count for a key while others are dropped', () => {
    const { take, pass } = started(60)
    take('old', 60)
    pass(50)
    take('new', 60)
    pass(11)
    expect([take('new', 12), take('new', 11), take('old', 60)]).toEqual([1, 0, 0])
  })

  it('refuses nothing without a limit', () => {
    const { take } = started(Number.POSITIVE_INFINITY)
    expect(Array.from({ length: 1000 }, () => take('a', 1000)).every(seconds => seconds === 0)).toBe(true)
  })
})
