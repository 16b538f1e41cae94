import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

it('limits concurrent calls, keeps their order, and continues after a failed one', async () => {
  const gate = createConcurrencyLimit(2)
  const ends: (() => void)[] = []
  const began: number[] = []
  const work = (number: number) =>
    gate(async () => {
      began.push(number)
      await new Promise<void>(resolve => ends.push(resolve))
      if (number === 0) throw new Error('no')
      return number
    })
  const all = Promise.allSettled([0, 1, 2, 3].map(work))
  await expect.poll(() => began).toEqual([0, 1])
  ends[0]?.()
  await expect.poll(() => began).toEqual([0, 1, 2])
  ends[1]?.()
  await expect.poll(() => began).toEqual([0, 1, 2, 3])
  for (const end of ends) end()
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})
