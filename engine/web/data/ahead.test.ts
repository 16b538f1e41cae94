import { beforeEach, expect, it } from 'vitest'
import { askedAhead } from './ahead.ts'
import { createSession } from './session.ts'

const tokenPath = '/api/blade-auth/oauth/token'
let asked: string[] = []
let answers: Record<string, () => Response> = {}
/** Stands in for the network alone. */
const network = (async path => {
  asked.push(String(path))
  return answers[String(path).split('?')[0] ?? '']?.() ?? Response.json({ msg: 'none' }, { status: 404 })
}) as typeof fetch
const open = (paths: readonly string[]) =>
  askedAhead(
    createSession(() => 'en', { fetch: network, now: () => 0 }),
    paths,
  )
const calls = () => asked.filter(path => path !== tokenPath)

beforeEach(() => {
  asked = []
  let n = 0
  answers = {
    [tokenPath]: () => Response.json({ access_token: 't' }),
    '/api/x': () => Response.json({ code: 200, success: true, data: ++n, msg: '' }),
  }
})

it('asks before anybody does, and hands the answer to the first who asks the same', async () => {
  const session = open(['/api/x'])
  await session.resume()
  expect(await session.call('/api/x')).toBe(1)
  expect(calls()).toEqual(['/api/x'])
  expect(await session.call('/api/x')).toBe(2)
})

it('asks anew what is asked otherwise, or after signing out', async () => {
  const session = open(['/api/x'])
  await session.resume()
  expect(await session.call('/api/x', { query: { page: 2 } })).toBe(2)
  expect(await session.call('/api/x', { method: 'PUT', body: {} })).toBe(3)
  await session.signOut()
  expect(await session.call('/api/x')).toBe(4)
})

it('asks nothing where nobody is signed in', async () => {
  answers[tokenPath] = () => Response.json({ error_description: 'ended' }, { status: 401 })
  const session = open(['/api/x'])
  expect(await session.resume()).toBe(false)
  expect(calls()).toEqual([])
})

it('hands on a refusal to who asks, and to nobody else', async () => {
  const session = open(['/api/y'])
  await session.resume()
  await expect(session.call('/api/y')).rejects.toThrow('none')
})
