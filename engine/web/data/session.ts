import type { Language } from '../../model/model.ts'
import { type Envelope, Fault } from './fault.ts'

/** What a person types to sign in. */
export interface Credentials {
  readonly tenantId: string
  readonly account: string
  readonly password: string
  readonly captcha?: { readonly key: string; readonly code: string }
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Who is signed in on this page, and every call to the server. */
export interface Session {
  /** The data of an answer; throws a Fault when the server says no. */
  call<Data>(path: string, options?: CallOptions): Promise<Data>
  /** An answer as it streams in. */
  stream(path: string, signal?: AbortSignal, options?: Omit<CallOptions, 'signal'>): Promise<Response>
  /** Headers of a call made by other means, such as an upload with progress. */
  headers(): Promise<Readonly<Record<string, string>>>
  captcha(): Promise<{ readonly key: string; readonly image: string }>
  signIn(credentials: Credentials): Promise<void>
  signOut(): Promise<void>
  /** Whether somebody is signed in, taking up the session of an earlier page if there is one. */
  resume(): Promise<boolean>
  isOpen(): boolean
  /** Whether the person who is signed in has to set a password first, and is refused everything else. */
  owesPassword(): boolean
  /** Aborted when the person at hand signs out, or somebody signs in: what waits is not done in another's name. */
  untilSignedOut(): AbortSignal
}

interface TokenAnswer {
  readonly access_token?: string
  readonly tenant_id?: string
  readonly user_id?: string
  readonly must_change_password?: boolean
  readonly error_description?: string
}

/** An access token is renewed at this age, in seconds; it ends at 3600. */
export const refreshAge = 3000
const checkEvery = 10_000
const clientHeader = `Basic ${btoa('mingchu:')}`
const tokenPath = '/api/blade-auth/oauth/token'

/**
 * A session whose access token lives in memory alone; the token that renews it is a cookie that no script reads.
 * The clock and fetch are the outside's, given so that tests stand in for them.
 */
export function createSession(
  language: () => Language,
  outside: { fetch: typeof fetch; now: () => number } = { fetch: (...all) => fetch(...all), now: Date.now },
): Session {
  let token: { readonly text: string; readonly since: number; readonly owes: boolean } | undefined
  /** Whose page this is, until somebody signs in on it or out of it. */
  let person: string | undefined
  let renewal: Promise<boolean> | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let stay = new AbortController()

  const take = (answer: TokenAnswer) => {
    if (!answer.access_token) throw new Fault(answer.error_description ?? '', 400)
    person = personIn(answer)
    token = { text: answer.access_token, since: outside.now(), owes: answer.must_change_password === true }
    timer ??= setInterval(() => void fresh(), checkEvery)
  }
  const endStay = () => {
    stay.abort()
    stay = new AbortController()
  }
  const drop = () => {
    token = undefined
    clearInterval(timer)
    timer = undefined
  }
  /** What is on the page is the business of who signed in on it, while the cookie is that of who signed in last. */
  const takeAgain = (answer: TokenAnswer) => {
    if (person !== undefined && person !== personIn(answer)) throw new Fault('signIn.ended', 401)
    take(answer)
  }
  /** A call ends the session by which it was sent, and no later one. */
  const ended = (sent: Readonly<Record<string, string>>) => {
    if (sent['blade-auth'] === headerOf(token)) drop()
  }
  const isOld = () => token !== undefined && outside.now() - token.since >= refreshAge * 1000

  const askForToken = async (body: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) =>
    send<TokenAnswer>(tokenPath, { method: 'POST', body, headers: { authorization: clientHeader, ...headers } })

  // One renewal at a time: the token that renews is spent by it.
  const renew = (): Promise<boolean> => {
    renewal ??= askForToken({ grant_type: 'refresh_token', scope: 'all' }, {})
      .then(takeAgain)
      .then(
        () => true,
        error => {
          if (error instanceof Fault && error.status > 0 && error.status < 500 && error.status !== 429) drop()
          return false
        },
      )
      .finally(() => {
        renewal = undefined
      })
    return renewal
  }
  const fresh = async () => {
    if (isOld()) await renew()
  }

  const request = async (path: string, { method = 'GET', query, body, headers, signal }: CallOptions) => {
    const search = new URLSearchParams(
      Object.entries(query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    )
    return outside
      .fetch(search.size > 0 ? `${path}?${search}` : path, {
        method,
        headers: {
          'accept-language': language(),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
        credentials: 'same-origin',
      })
      .catch((cause: unknown) => {
        if (signal?.aborted) throw cause
        throw new Fault('notice.network', 0)
      })
  }
  const send = async <Data>(path: string, options: CallOptions): Promise<Data> => {
    const response = await request(path, options)
    const body: unknown = await response.json().catch(() => undefined)
    if (response.ok && isRecord(body)) return body as Data
    throw faultOf(response, body)
  }
  const bearer = async (): Promise<Record<string, string>> => {
    await fresh()
    const header = headerOf(token)
    return header === undefined ? {} : { 'blade-auth': header }
  }

  return {
    async call<Data>(path: string, options: CallOptions = {}) {
      const headers = { ...(await bearer()), ...options.headers }
      try {
        const answer = await send<Envelope<Data>>(path, { ...options, headers })
        if (answer.code !== 200) throw new Fault(sentenceOf(answer), answer.code, answer)
        return answer.data
      } catch (error) {
        if (error instanceof Fault && error.status === 401) ended(headers)
        throw error
      }
    },
    async stream(path, signal, options = {}) {
      const headers = { ...(await bearer()), ...options.headers }
      const response = await request(path, { ...options, headers, ...(signal && { signal }) })
      if (response.ok) return response
      if (response.status === 401) ended(headers)
      throw faultOf(response, await response.json().catch(() => undefined))
    },
    async headers() {
      return { 'accept-language': language(), ...(await bearer()) }
    },
    captcha: () => send('/api/blade-auth/oauth/captcha', {}),
    async signIn({ tenantId, account, password, captcha }) {
      const answer = await askForToken(
        {
          tenantId,
          username: account,
          password,
          grant_type: captcha ? 'captcha' : 'password',
          scope: 'all',
          type: 'account',
        },
        {
          'tenant-id': tenantId,
          ...(captcha && { 'captcha-key': captcha.key, 'captcha-code': captcha.code }),
        },
      )
      endStay()
      take(answer)
    },
    async signOut() {
      const headers = await bearer()
      endStay()
      drop()
      person = undefined
      if (headers['blade-auth']) await send('/api/blade-auth/oauth/logout', { headers }).catch(() => undefined)
    },
    resume: async () => (token !== undefined && !isOld()) || (await renew()),
    isOpen: () => token !== undefined,
    owesPassword: () => token?.owes === true,
    untilSignedOut: () => stay.signal,
  }
}

const personIn = ({ tenant_id, user_id }: TokenAnswer): string => `${tenant_id} ${user_id}`

const headerOf = (token: { readonly text: string } | undefined): string | undefined => token && `bearer ${token.text}`

function faultOf(response: Response, body: unknown): Fault {
  const said = isRecord(body) ? body : {}
  return new Fault(sentenceOf(said), response.status, said, response.headers.get('x-request-id') ?? undefined)
}

// `msg`, else `error_description`, else that nothing is known.
function sentenceOf(body: object): string {
  const said = 'msg' in body && body.msg ? body.msg : 'error_description' in body ? body.error_description : undefined
  return typeof said === 'string' && said !== '' ? said : 'notice.unknown'
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null
