import { expect, it } from 'vitest'
import { detached } from './detached.ts'

const turn = () => new Promise<void>(resolve => setImmediate(resolve))

const silent = { failed: () => undefined }

async function* counting(to: number, after?: () => void): AsyncGenerator<number> {
  for (let count = 1; count <= to; count++) {
    await turn()
    yield count
  }
  after?.()
}

it('yields the latest values, and the last of all', async () => {
  const seen: number[] = []
  for await (const count of detached(counting(50), silent)) seen.push(count)
  expect(seen.at(-1)).toBe(50)
  expect(seen).toEqual([...seen].sort((one, other) => one - other))
})

it('runs to its end after its reader stopped', async () => {
  let isDone = false
  const ends: (number | undefined)[] = []
  const work = detached(
    counting(20, () => {
      isDone = true
    }),
    { failed: () => undefined, ended: last => ends.push(last) },
  )
  for await (const _first of work) break
  await expect.poll(() => isDone).toBe(true)
  await expect.poll(() => ends).toEqual([20])
})

it('throws the error of the work, and reports it where no caller catches it', async () => {
  async function* failing() {
    yield 1
    await turn()
    throw new Error('broken')
  }
  const all = async () => {
    for await (const _one of detached(failing(), silent));
  }
  await expect(all()).rejects.toThrow('broken')
  const reported: unknown[] = []
  for await (const _one of detached(failing(), { failed: error => reported.push(error) })) break
  await expect.poll(() => reported).toEqual([new Error('broken')])
})
