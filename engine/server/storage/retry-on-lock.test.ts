import { describe, expect, it } from 'vitest'
import { retryOnLock } from './retry-on-lock.ts'

describe('work that meets a lock', () => {
  const attemptsOf = async (milliseconds: number, free = Number.POSITIVE_INFINITY, code = '55P03') => {
    let [time, attempts] = [0, 0]
    const work = async () => {
      attempts += 1
      time += milliseconds
      if (attempts < free) throw Object.assign(new Error('lock'), { code, severity: 'ERROR' })
    }
    const wait = async (pause: number) => {
      time += pause
    }
    const end = await retryOnLock(work, { now: () => time, wait }).then(
      () => 'done',
      (error: Error) => error.message,
    )
    return [attempts, end]
  }

  it('is repeated until the lock is free, if it takes a short time', async () => {
    expect(await attemptsOf(300)).toEqual([40, 'lock'])
    expect(await attemptsOf(300, 30)).toEqual([30, 'done'])
  })

  it('is repeated twice, if it takes long', async () => {
    expect(await attemptsOf(90_000)).toEqual([3, 'lock'])
    expect(await attemptsOf(90_000, 3)).toEqual([3, 'done'])
  })

  it('is not repeated after another fault', async () => {
    expect(await attemptsOf(300, 3, '23505')).toEqual([1, 'lock'])
  })
})
