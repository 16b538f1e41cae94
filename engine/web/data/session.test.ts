import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequestFault } from './request-fault.ts'
import { createSession, refreshAge } from './session.ts'
import type { TabChannel, TabMessage } from './tab-channel.ts'

interface Asked {
  readonly path: string
  readonly method: string
  readonly headers: Headers
  readonly body: Readonly<Record<string, string>>
}
type Answer = (asked: Asked) => Response | Promise<Response>

const json = (body: unknown, status = 200) => Response.json(body, { status, headers: { 'x-request-id': 'r1' } })
const tokens = (n: number) => json({ access_token: `t${n}`, token_type: 'bearer' })

let now = 0
let asked: Asked[] = []
let answers: Record<string, Answer> = {}
/** Replaces the network only. */
const network = (async (path, init) => {
  const one: Asked = {
    path: String(path),
    method: init?.method ?? 'GET',
    headers: new Headers(init?.headers),
    body: typeof init?.body === 'string' ? JSON.parse(init.body) : {},
  }
  asked.push(one)
  const answer = answers[one.path.split('?')[0] ?? '']
  if (!answer) throw new TypeError('fetch failed')
  return answer(one)
}) as typeof fetch
const open = (tabs?: TabChannel) => createSession(() => 'en', { fetch: network, now: () => now, ...(tabs && { tabs }) })
const tokenPath = '/api/blade-auth/oauth/token'
const credentials = { tenantId: '000000', account: 'admin', password: 'Right-2026' }
const grants = () => asked.filter(({ path }) => path === tokenPath).map(({ body }) => body['grant_type'])

beforeEach(() => {
  vi.useFakeTimers()
  now = 0
  asked = []
  let n = 0
  answers = { [tokenPath]: () => tokens(++n), '/api/x': () => json({ code: 200, success: true, data: 7, msg: '' }) }
})
afterEach(() => vi.useRealTimers())

it('signs in with the captcha, and with the password in the body instead of the address', async () => {
  const session = open()
  await session.signIn({ ...credentials, captcha: { key: 'k', code: 'abc' } })
  expect(asked[0]).toMatchObject({
    path: tokenPath,
    method: 'POST',
    body: { grant_type: 'captcha', username: 'admin', password: 'Right-2026' },
  })
  expect(asked[0]?.headers.get('authorization')).toBe(`Basic ${btoa('mingchu:')}`)
  expect([
    asked[0]?.headers.get('captcha-key'),
    asked[0]?.headers.get('captcha-code'),
    asked[0]?.headers.get('tenant-id'),
  ]).toEqual(['k', 'abc', '000000'])
  expect(session.isOpen()).toBe(true)
})

it('sends the token and the language with every request', async () => {
  const session = open()
  await session.signIn(credentials)
  expect(grants()).toEqual(['password'])
  expect(await session.call('/api/x', { query: { size: 10, empty: undefined } })).toBe(7)
  expect(asked.at(-1)?.path).toBe('/api/x?size=10')
  expect(asked.at(-1)?.headers.get('blade-auth')).toBe('bearer t1')
  expect(asked.at(-1)?.headers.get('accept-language')).toBe('en')
})

it('sends a request of a page that is shown before its session is restored with the token of the restored one', async () => {
  const session = open()
  const resumed = session.resume()
  expect(await session.call('/api/x')).toBe(7)
  expect(await resumed).toBe(true)
  expect(asked.map(({ path, headers }) => [path, headers.get('blade-auth')])).toEqual([
    [tokenPath, null],
    ['/api/x', 'bearer t1'],
  ])
})

it('semantics 8: sends the token of a service for days, without a renewal, and ends when it is refused', async () => {
  const session = createSession(() => 'en', { fetch: network, now: () => now, serviceToken: 'mst_wall' })
  expect(await session.resume()).toBe(true)
  now = 30 * 86_400_000
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await session.call('/api/x')).toBe(7)
  expect(asked.at(-1)?.headers.get('blade-auth')).toBe('bearer mst_wall')
  answers['/api/x'] = () => json({ code: 401, success: false, data: null, msg: '' }, 401)
  // No user can sign in again: this request and the following ones fail, and none waits.
  for (const _ of [1, 2]) await expect(session.call('/api/x')).rejects.toMatchObject({ status: 401 })
  expect(session.ending()).toBeDefined()
  expect(grants()).toEqual([])
})

it('refreshes the token at its age, once for all waiting requests', async () => {
  const session = open()
  await session.signIn(credentials)
  now = refreshAge * 1000 - 1
  await session.call('/api/x')
  expect(grants()).toEqual(['password'])
  now = refreshAge * 1000
  await Promise.all([session.call('/api/x'), session.call('/api/x'), session.call('/api/x')])
  expect(grants()).toEqual(['password', 'refresh_token'])
  expect(asked.slice(-3).map(({ headers }) => headers.get('blade-auth'))).toEqual(Array(3).fill('bearer t2'))
})

it('checks the age of the token every ten seconds, without a request', async () => {
  const session = open()
  await session.signIn(credentials)
  now = refreshAge * 1000
  await vi.advanceTimersByTimeAsync(10_000)
  expect(grants()).toEqual(['password', 'refresh_token'])
})

it('resumes the session of an earlier page by the cookie, if there is one', async () => {
  const session = open()
  expect(await session.resume()).toBe(true)
  expect(await session.resume()).toBe(true)
  expect(grants()).toEqual(['refresh_token'])
  answers[tokenPath] = () => json({ code: 401, msg: '令牌已失效' }, 401)
  expect(await open().resume()).toBe(false)
})

/** A server on which the session of this page was ended, and no other exists. */
const endSession = (reason?: string) => {
  const refused = () =>
    json({ code: 401, success: false, data: null, msg: '请求未授权', ...(reason && { reason }) }, 401)
  answers['/api/x'] = ({ headers }) =>
    headers.get('blade-auth') === 'bearer t1' ? refused() : json({ code: 200, success: true, data: 7, msg: '' })
  answers[tokenPath] = ({ body }) => (body['grant_type'] === 'password' ? tokens(2) : refused())
}
const sentTo = (path: string) => asked.filter(one => one.path === path)

it('retries a change that failed at the end of the session once its user has signed in again', async () => {
  const session = open()
  await session.signIn(credentials)
  endSession('password-changed')
  const saved = session.call('/api/x', { method: 'POST', body: { a: '1' }, headers: { 'idempotency-key': 'k' } })
  await vi.advanceTimersByTimeAsync(0)
  expect([session.isOpen(), session.ending()]).toEqual([
    false,
    { reason: 'password-changed', isPutOff: false, hasChanges: true, isPasswordDue: false },
  ])
  await session.signInAgain({ password: 'New-2026' })
  expect(await saved).toBe(7)
  expect(session.ending()).toBeUndefined()
  expect(
    sentTo('/api/x').map(({ headers, body }) => [headers.get('blade-auth'), headers.get('idempotency-key'), body]),
  ).toEqual([
    ['bearer t1', 'k', { a: '1' }],
    ['bearer t2', 'k', { a: '1' }],
  ])
})

it('continues without a dialog if the cookie opens another session of the same user', async () => {
  const session = open()
  await session.signIn(credentials)
  endSession('signed-out')
  answers[tokenPath] = () => tokens(2)
  expect(await session.call('/api/x')).toBe(7)
  expect(grants()).toEqual(['password', 'refresh_token'])
})

it('rejects waiting requests when sign-in is deferred; then sends no reads, and requires sign-in for a change', async () => {
  const session = open()
  await session.signIn(credentials)
  endSession()
  const read = session.call('/api/x').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  session.putOff()
  expect(await read).toMatchObject({ status: 401, message: 'signIn.again' })
  await expect(session.call('/api/x')).rejects.toMatchObject({ status: 401 })
  expect(sentTo('/api/x')).toHaveLength(1)
  const saved = session.call('/api/x', { method: 'PUT' })
  await vi.advanceTimersByTimeAsync(0)
  expect(session.ending()).toMatchObject({ isPutOff: false, hasChanges: true })
  await session.signInAgain(credentials)
  expect(await saved).toBe(7)
})

it('retries requests only after a required password change', async () => {
  const session = open()
  await session.signIn(credentials)
  endSession('password-changed')
  const read = session.call('/api/x')
  await vi.advanceTimersByTimeAsync(0)
  answers[tokenPath] = () => json({ access_token: 't2', must_change_password: true })
  await session.signInAgain(credentials)
  expect([session.mustChangePassword(), sentTo('/api/x').length]).toEqual([true, 1])
  session.requirementMet()
  expect(await read).toBe(7)
})

it('accepts only the same user at another sign-in, and ends the session of another user', async () => {
  const session = open()
  answers[tokenPath] = () => json({ access_token: 't1', tenant_id: '000000', user_id: '1', account: 'a' })
  await session.signIn(credentials)
  endSession()
  void session.call('/api/x').catch(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  answers[tokenPath] = () => json({ access_token: 't2', tenant_id: '000000', user_id: '2', account: 'a' })
  answers['/api/blade-auth/oauth/logout'] = () => json({})
  await expect(session.signInAgain(credentials)).rejects.toMatchObject({ message: 'signIn.notSame' })
  expect(sentTo('/api/blade-auth/oauth/logout')[0]?.headers.get('blade-auth')).toBe('bearer t2')
  expect(session.isOpen()).toBe(false)
})

it('receives from another tab that its user signed out and signed in again', async () => {
  let subscribe: (message: TabMessage) => void = () => undefined
  const sent: TabMessage[] = []
  const session = open({
    post: message => sent.push(message),
    subscribe: listener => (subscribe = listener),
    alone: work => work(),
  })
  answers[tokenPath] = () => json({ access_token: 't1', tenant_id: '000000', user_id: '1' })
  await session.signIn(credentials)
  endSession()
  subscribe({ kind: 'ended', person: '000000 2', reason: 'signed-out' })
  await vi.advanceTimersByTimeAsync(0)
  expect(session.isOpen()).toBe(true)
  subscribe({ kind: 'ended', person: '000000 1', reason: 'signed-out' })
  await vi.advanceTimersByTimeAsync(0)
  expect([session.isOpen(), session.ending()?.reason]).toEqual([false, 'signed-out'])
  answers[tokenPath] = () => json({ access_token: 't2', tenant_id: '000000', user_id: '1' })
  subscribe({ kind: 'signed-in', person: '000000 1' })
  await vi.advanceTimersByTimeAsync(0)
  expect([session.isOpen(), session.ending()]).toEqual([true, undefined])
  expect(sent.map(({ kind }) => kind)).toEqual(['signed-in', 'ended', 'renewed'])
})

it('is not ended by the late refusal of a request of an earlier session', async () => {
  const session = open()
  await session.signIn(credentials)
  let refuse: (answer: Response) => void = () => undefined
  answers['/api/x'] = () => new Promise(resolve => (refuse = resolve))
  const late = session.call('/api/x').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  await session.signOut()
  await session.signIn(credentials)
  refuse(json({ code: 401, success: false, data: null, msg: '请求未授权' }, 401))
  expect(await late).toMatchObject({ status: 401 })
  expect(session.isOpen()).toBe(true)
})

it('ends if another user has signed in on the same browser in the meantime, and does not switch users', async () => {
  const tokenOf = (user: string) => () => json({ access_token: `of ${user}`, tenant_id: '000000', user_id: user })
  answers[tokenPath] = tokenOf('1')
  const session = open()
  await session.signIn(credentials)
  answers[tokenPath] = tokenOf('2')
  now = refreshAge * 1000
  expect(await session.resume()).toBe(true)
  expect([session.isOpen(), session.ending()?.reason]).toEqual([false, 'other-person'])
  await session.signOut()
  await session.signIn(credentials)
  expect(session.isOpen()).toBe(true)
})

it('continues if the server is unavailable during a refresh', async () => {
  const session = open()
  await session.signIn(credentials)
  now = refreshAge * 1000
  answers[tokenPath] = () => json({ code: 503, msg: '' }, 503)
  await session.call('/api/x')
  expect(await session.resume()).toBe(true)
  expect([session.isOpen(), session.ending()]).toEqual([true, undefined])
})

it('throws the message of the server, its errors by field and its data about a conflict', async () => {
  const session = open()
  const body = { code: 409, success: false, data: { theirs: { id: '1' } }, msg: 'Stale', errors: { name: 'Taken' } }
  answers['/api/x'] = () => json(body, 409)
  const fault = await session.call('/api/x').catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(RequestFault)
  expect(fault).toMatchObject({ status: 409, message: 'Stale', body, requestId: 'r1' })
})

it.each([
  ['msg', { msg: 'A', error_description: 'B' }, 'A'],
  ['error_description if there is no msg', { error_description: 'B' }, 'B'],
  ['the text for an unknown error if there is neither', {}, 'notice.unknown'],
])('reports %s', async (_which, body, message) => {
  answers['/api/x'] = () => json(body, 400)
  await expect(open().call('/api/x')).rejects.toThrow(message)
})

it('reports a server that is not reached with its own message', async () => {
  await expect(open().call('/api/none')).rejects.toMatchObject({ status: 0, message: 'notice.network' })
})

it('signs out at the server and here, even if the server is unavailable', async () => {
  const session = open()
  await session.signIn(credentials)
  await session.signOut()
  expect(asked.at(-1)).toMatchObject({ path: '/api/blade-auth/oauth/logout', method: 'GET' })
  expect(asked.at(-1)?.headers.get('blade-auth')).toBe('bearer t1')
  expect(session.isOpen()).toBe(false)
})

it('aborts pending requests at sign-out and at sign-in', async () => {
  const session = open()
  await session.signIn(credentials)
  const first = session.untilSignedOut()
  expect(first.aborted).toBe(false)
  await session.signOut()
  expect(first.aborted).toBe(true)
  const between = session.untilSignedOut()
  await session.signIn(credentials)
  expect([between.aborted, session.untilSignedOut().aborted]).toEqual([true, false])
})

it('reports for each token whether its user must change the password', async () => {
  const session = open()
  expect(session.mustChangePassword()).toBe(false)
  answers[tokenPath] = () => json({ access_token: 't1', token_type: 'bearer', must_change_password: true })
  await session.signIn(credentials)
  expect(session.mustChangePassword()).toBe(true)
  await session.signOut()
  expect(session.mustChangePassword()).toBe(false)
})

it('waits where the server refuses requests for a few seconds, and sends them again', async () => {
  const session = open()
  await session.signIn(credentials)
  const tooMany = (retryAfter: number) =>
    json({ code: 429, success: false, data: { retryAfter }, msg: 'Too many requests' }, 429)
  let refusals = 2
  answers['/api/x'] = () => (refusals-- > 0 ? tooMany(2) : json({ code: 200, success: true, data: 7, msg: '' }))
  const answered = session.call('/api/x', { method: 'PUT', body: { name: 'a' } })
  await vi.advanceTimersByTimeAsync(1999)
  expect(asked.filter(({ path }) => path === '/api/x')).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2001)
  expect(await answered).toBe(7)
  expect(asked.filter(({ path }) => path === '/api/x').map(({ body }) => body)).toEqual(Array(3).fill({ name: 'a' }))

  answers['/api/x'] = () => tooMany(6)
  await expect(session.call('/api/x')).rejects.toMatchObject({ status: 429, message: 'Too many requests' })
  answers['/api/x'] = () => tooMany(1)
  const refused = session.call('/api/x').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await refused).toMatchObject({ status: 429 })
})

it('renews the token of tabs that are reloaded together once', async () => {
  const listeners: ((message: TabMessage) => void)[] = []
  let last: Promise<unknown> = Promise.resolve()
  const tab = (): TabChannel => {
    const own = listeners.length
    return {
      subscribe: listener => void listeners.push(listener),
      post: message => {
        for (const [n, listener] of listeners.entries()) if (n !== own) listener(message)
      },
      alone(work) {
        const result = last.then(work)
        last = result.catch(() => undefined)
        return result
      },
    }
  }
  const sessions = [1, 2, 3].map(() => open(tab()))
  expect(await Promise.all(sessions.map(session => session.resume()))).toEqual([true, true, true])
  expect(grants()).toEqual(['refresh_token'])
  await Promise.all(sessions.map(session => session.call('/api/x')))
  expect(sentTo('/api/x').map(({ headers }) => headers.get('blade-auth'))).toEqual(Array(3).fill('bearer t1'))
  // Later ones ask again.
  now += refreshAge * 1000
  await sessions[1]?.call('/api/x')
  expect(grants()).toHaveLength(2)
})

it('marks requests without input, asks before an unused session ends, and covers the page then', async () => {
  const minute = 60_000
  const answer = { access_token: 't', tenant_id: '000000', user_id: '1', idle_in: 1800, ends_in: 43_200 }
  answers[tokenPath] = () => json(answer)
  let input = 0
  const session = createSession(() => 'en', { fetch: network, now: () => now, lastInput: () => input })
  await session.signIn(credentials)
  const isMarked = async () => {
    await session.call('/api/x')
    return asked.at(-1)?.headers.get('session-idle') === '1'
  }
  const pass = (at: number) => {
    now = at
    vi.advanceTimersByTime(10_000)
  }
  expect(await isMarked()).toBe(false)
  pass(2 * minute)
  expect(await isMarked()).toBe(true)
  input = now
  expect(await isMarked()).toBe(false)
  pass(input + 27 * minute)
  expect(session.closing()).toBe('idle')
  session.goOn()
  expect(session.closing()).toBeUndefined()
  pass(now + 29 * minute)
  expect([session.isOpen(), session.ending()?.reason]).toEqual([false, 'expired'])
})

it('rejects listed codes without a message, and a change that answers false', async () => {
  const session = createSession(() => 'en', { fetch: network, now: () => now, silentCodes: [418] })
  answers['/api/x'] = () => json({ code: 418, success: false, data: null, msg: 'tea' })
  await expect(session.call('/api/x')).rejects.toMatchObject({ status: 418, message: '' })
  answers['/api/x'] = () => json({ code: 200, success: true, data: false, msg: '' })
  await expect(session.call('/api/x')).resolves.toBe(false)
  await expect(session.call('/api/x', { method: 'POST' })).rejects.toMatchObject({ message: 'notice.failed' })
})

it('fails as without a network after the limit of the request, and never where there is none', async () => {
  const silent = ((_path, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    )) as typeof fetch
  const session = createSession(() => 'en', { fetch: silent, now: () => now })
  await expect(session.call('/api/x', { limit: 5 })).rejects.toMatchObject({ status: 0, message: 'notice.network' })
  await expect(session.stream('/api/x', undefined, { limit: 5 })).rejects.toMatchObject({ status: 0 })
})

it('goes on with the token of the chosen department and role', async () => {
  const session = open()
  await session.signIn(credentials)
  await session.switchTo({ deptId: '2', roleId: '3' })
  expect(grants()).toEqual(['password', 'refresh_token'])
  expect(['dept-id', 'role-id'].map(name => asked.at(-1)?.headers.get(name))).toEqual(['2', '3'])
  await session.call('/api/x')
  expect(asked.at(-1)?.headers.get('blade-auth')).toBe('bearer t2')
})
