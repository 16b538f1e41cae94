import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Semaphore } from './semaphore.ts'

it('serves requests in the order of arrival', async () => {
  const turns = new Semaphore(1, 1_000)
  const served: number[] = []
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      await turns.take()
      served.push(n)
      await sleep(1)
      turns.give()
    }),
  )
  expect(served).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

it('rejects a request that waited too long, and continues', async () => {
  const turns = new Semaphore(1, 20)
  await turns.take()
  await expect(turns.take()).rejects.toThrow('All connections were in use for 20 ms.')
  turns.give()
  await turns.take()
})

it('admits as many holders at a time as its limit', async () => {
  const turns = new Semaphore(3, 1_000)
  let [inside, most] = [0, 0]
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      await turns.take()
      most = Math.max(most, ++inside)
      await sleep(1)
      inside -= 1
      turns.give()
    }),
  )
  expect([inside, most]).toEqual([0, 3])
})

it('ends when the last holder is done, and admits no other after that', async () => {
  const turns = new Semaphore(1, 1_000)
  await turns.take()
  const waiting = turns.take()
  const ending = turns.end()
  await expect(waiting).rejects.toThrow('The database is closing.')
  turns.give()
  await ending
  await expect(turns.take()).rejects.toThrow('The database is closed.')
})

it('acquires several subjects together, and blocks none of them while it waits', async () => {
  const turns = new Semaphore(1, 1_000)
  const order: string[] = []
  await turns.take(['a', 'b'])
  const both = turns.take(['b', 'c']).then(() => order.push('b and c'))
  // It waits for b, and holds no place of c meanwhile.
  await turns.take(['c'])
  const last = turns.take(['b']).then(() => order.push('b'))
  turns.give(['a', 'b'])
  await last
  turns.give(['b'])
  turns.give(['c'])
  await both
  expect(order).toEqual(['b', 'b and c'])
})
