import { beforeEach, expect, it } from 'vitest'
import { prefetchOf } from './prefetch.ts'
import { createSession } from './session.ts'

let asked: string[] = []
let answers: Record<string, () => Response> = {}
/** Replaces the network only. */
const network = (async path => {
  asked.push(String(path))
  return answers[String(path).split('?')[0] ?? '']?.() ?? Response.json({ msg: 'none' }, { status: 404 })
}) as typeof fetch
const open = () => prefetchOf(createSession(() => 'en', { fetch: network, now: () => 0 }))

beforeEach(() => {
  asked = []
  let n = 0
  answers = { '/api/x': () => Response.json({ code: 200, success: true, data: ++n, msg: '' }) }
})

it('returns the prefetched response to the first equal request', async () => {
  const { ask, session } = open()
  expect(await ask('/api/x', { page: 2, name: 'a' })).toBe(1)
  expect(await session.call('/api/x', { query: { page: 2, name: 'a' } })).toBe(1)
  expect(asked).toEqual(['/api/x?page=2&name=a'])
  expect(await session.call('/api/x', { query: { page: 2, name: 'a' } })).toBe(2)
})

it('repeats the request when the query differs, or after sign-out', async () => {
  const { ask, session } = open()
  void ask('/api/x')
  expect(await session.call('/api/x', { query: { page: 2 } })).toBe(2)
  expect(await session.call('/api/x', { method: 'PUT', body: {} })).toBe(3)
  await session.signOut()
  expect(await session.call('/api/x')).toBe(4)
})

it('returns a prefetched refusal to the request', async () => {
  const { ask, session } = open()
  void ask('/api/y')
  await expect(session.call('/api/y')).rejects.toThrow('none')
  expect(asked).toEqual(['/api/y'])
})
