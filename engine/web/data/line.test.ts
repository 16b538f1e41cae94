import { expect, it } from 'vitest'
import { createLine } from './line.ts'

/** A server that answers, or does not, and a clock that is turned by hand. */
function scene() {
  const timers: (() => void)[] = []
  const asked: string[] = []
  let answer: () => Promise<Response> = async () => new Response('{}')
  const { line, fetch } = createLine({
    fetch: async path => {
      asked.push(String(path))
      return answer()
    },
    later(act) {
      timers.push(act)
      return () => void timers.splice(timers.indexOf(act), 1)
    },
  })
  const said: boolean[] = []
  line.watch(() => said.push(line.isDown()))
  return {
    line,
    fetch,
    asked,
    said,
    answers: (next: () => Promise<Response>) => {
      answer = next
    },
    /** The time of the next probe comes. */
    async turn() {
      for (const act of timers.splice(0)) act()
      await new Promise(resolve => setTimeout(resolve))
    },
  }
}

const nothing = () => Promise.reject(new TypeError('Failed to fetch'))

it('is down from the first call that comes to nothing, until the server answers', async () => {
  const { line, fetch, answers, turn, said, asked } = scene()
  answers(nothing)
  await expect(fetch('/api/x')).rejects.toThrow('Failed to fetch')
  expect(line.isDown()).toBe(true)
  await turn()
  await turn()
  answers(async () => new Response('{}'))
  await turn()
  expect(said).toEqual([true, false])
  expect(asked).toEqual(['/api/x', '/health/live', '/health/live', '/health/live'])
  await turn()
  expect(asked).toHaveLength(4)
})

it('takes a gateway without a server for a line that is down, and a refusal for an answer', async () => {
  const { line, fetch, answers } = scene()
  answers(async () => new Response('', { status: 502 }))
  await fetch('/api/x')
  expect(line.isDown()).toBe(true)
  answers(async () => new Response('', { status: 500 }))
  await fetch('/api/x')
  expect(line.isDown()).toBe(false)
})

it('takes nothing from a call that was given up', async () => {
  const { line, fetch, answers } = scene()
  answers(nothing)
  await expect(fetch('/api/x', { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(line.isDown()).toBe(false)
})

it('asks at once where a person wants it', async () => {
  const { line, fetch, answers, asked } = scene()
  answers(nothing)
  await expect(fetch('/api/x')).rejects.toThrow()
  answers(async () => new Response('{}'))
  line.tryNow()
  await expect.poll(() => line.isDown()).toBe(false)
  expect(asked).toEqual(['/api/x', '/health/live'])
})
