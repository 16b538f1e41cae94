import { expect, it } from 'vitest'
import { backPause, createConnection } from './connection.ts'

/** A server that responds or fails, and a clock that the test advances. */
function scene(isOnline = () => true) {
  const timers: (() => void)[] = []
  const asked: string[] = []
  let answer: (signal?: AbortSignal | null) => Promise<Response> = async () => new Response('{}')
  const { connection, fetch } = createConnection({
    isOnline,
    fetch: async (path, init) => {
      asked.push(String(path))
      return answer(init?.signal)
    },
    later(act) {
      timers.push(act)
      return () => {
        const at = timers.indexOf(act)
        if (at >= 0) timers.splice(at, 1)
      }
    },
  })
  const changes: boolean[] = []
  connection.watch(() => changes.push(connection.isDown()))
  return {
    connection,
    fetch,
    asked,
    changes,
    answers: (next: typeof answer) => {
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

it('is down from the first failed request until the server responds', async () => {
  const { connection, fetch, answers, turn, changes, asked } = scene()
  answers(nothing)
  await expect(fetch('/api/x')).rejects.toThrow('Failed to fetch')
  expect(connection.isDown()).toBe(true)
  await turn()
  await turn()
  answers(async () => new Response('{}'))
  await turn()
  expect(changes).toEqual([true, false])
  expect(asked).toEqual(['/api/x', '/health/live', '/health/live', '/health/live'])
  await turn()
  expect(asked).toHaveLength(4)
})

it('is down after a probe without a response', async () => {
  const { connection, answers, turn } = scene()
  answers(signal => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))))
  connection.tryNow()
  expect(connection.isDown()).toBe(false)
  await turn()
  expect(connection.isDown()).toBe(true)
})

it('probes again while the browser reports no network, although the first probe succeeded', async () => {
  let isOnline = false
  const { connection, answers, turn, asked } = scene(() => isOnline)
  connection.tryNow()
  await turn()
  expect(connection.isDown()).toBe(false)
  answers(nothing)
  await turn()
  expect(connection.isDown()).toBe(true)
  isOnline = true
  answers(async () => new Response('{}'))
  await turn()
  expect(connection.isDown()).toBe(false)
  const probes = asked.length
  await turn()
  expect(asked).toHaveLength(probes)
})

it('treats an error of a gateway as a lost connection, and one of the server as a response', async () => {
  const { connection, fetch, answers } = scene()
  answers(async () => new Response('', { status: 502 }))
  await fetch('/api/x')
  expect(connection.isDown()).toBe(true)
  answers(async () => new Response('', { status: 500 }))
  await fetch('/api/x')
  expect(connection.isDown()).toBe(false)
})

it('ignores an aborted request', async () => {
  const { connection, fetch, answers } = scene()
  answers(nothing)
  await expect(fetch('/api/x', { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(connection.isDown()).toBe(false)
})

it('probes at once on request of the user', async () => {
  const { connection, fetch, answers, asked } = scene()
  answers(nothing)
  await expect(fetch('/api/x')).rejects.toThrow()
  answers(async () => new Response('{}'))
  connection.tryNow()
  await expect.poll(() => connection.isDown()).toBe(false)
  expect(asked).toEqual(['/api/x', '/health/live'])
})

it('reads again at growing intervals where some requests keep failing, and at once after a stable period', async () => {
  const clock = handClock()
  const failing = new Set(['/a', '/b'])
  const failed: number[] = []
  const { connection, fetch } = createConnection({
    fetch: async path => {
      if (!failing.has(String(path))) return new Response('{}')
      failed.push(clock.now())
      throw new TypeError('Failed to fetch')
    },
    later: clock.later,
  })
  const read: number[] = []
  const all = () => Promise.allSettled(['/a', '/c', '/b', '/d'].map(path => fetch(path)))
  connection.whenBack(() => {
    read.push(clock.now())
    void all()
  })
  await all()
  await clock.run(60_000)
  expect(read.map(at => Math.round(at / 1000))).toEqual([0, 2, 6, 14, 30])
  expect(failed).toHaveLength(12)

  failing.clear()
  await clock.run(120_000)
  const stable = read.length
  failing.add('/a')
  await fetch('/a').catch(() => undefined)
  failing.clear()
  await fetch('/c')
  expect(read).toHaveLength(stable + 1)
  await clock.run(backPause.stable)
})

/** A clock that goes from one timer to the next, leaving what was asked at each the time to come about. */
function handClock() {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly act: () => void }>()
  return {
    now: () => now,
    later(act: () => void, milliseconds: number) {
      const timer = { at: now + milliseconds, act }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    async run(milliseconds: number) {
      const end = now + milliseconds
      for (;;) {
        await new Promise(resolve => setTimeout(resolve))
        const next = [...timers].sort((one, other) => one.at - other.at)[0]
        if (!next || next.at > end) break
        timers.delete(next)
        now = next.at
        next.act()
      }
      now = end
    },
  }
}
