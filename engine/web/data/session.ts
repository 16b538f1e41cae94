import type { Language } from '../../model/model.ts'
import { type Acknowledgement, createAcknowledgement, sendAcknowledged } from './acknowledgement.ts'
import { following } from './following.ts'
import { RequestFault, type ResponseEnvelope } from './request-fault.ts'
import { type Closing, createSuspension, type Ending, type EndReason } from './suspension.ts'
import { noTabs, type TabChannel, type TokenAnswer } from './tab-channel.ts'

/** The credentials of a sign-in. */
export interface Credentials {
  readonly tenantId: string
  readonly account: string
  readonly password: string
  readonly captcha?: { readonly key: string; readonly code: string }
  /** The code of a second factor, with the ticket of the answer to the password. */
  readonly second?: { readonly ticket: string; readonly code: string }
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Milliseconds after which the request fails; of streams by default `timeLimits.download`, else `timeLimits.request`. */
  readonly limit?: number
  /**
   * Whether the user requested a change, and is then asked to sign in again; by default, whether the method is not GET.
   */
  readonly isChange?: boolean
}

/** The user of this page, from the first sign-in until they leave it. */
export interface Person {
  readonly tenantId: string
  readonly userId: string
  readonly account: string
  readonly name: string
}

type Headers = Readonly<Record<string, string>>

/**
 * The session of this page, which sends every request. When it ends, requests wait until the same user
 * signs in again, and are then sent again.
 */
export interface Session {
  /** The data of a response; throws a Fault when the server refuses. */
  call<Data>(path: string, options?: CallOptions): Promise<Data>
  /** A streamed response. */
  stream(path: string, signal?: AbortSignal, options?: Omit<CallOptions, 'signal'>): Promise<Response>
  /**
   * Sends a request made by other means, such as an upload with progress; it throws a fault of status 401 like other
   * requests.
   */
  send<Result>(request: (headers: Headers) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  captcha(): Promise<{
    readonly key: string
    readonly image: string
    readonly hasTenants: boolean
    readonly mayRegister: boolean
    readonly providers: readonly { readonly code: string; readonly name: string }[]
  }>
  signIn(credentials: Credentials): Promise<void>
  /** Signs in the user of this page after the session ended; other users are refused. */
  signInAgain(credentials: Pick<Credentials, 'password' | 'captcha' | 'second'>): Promise<void>
  /** Goes on with one department and one role of the user. */
  switchTo(chosen: { readonly deptId: string; readonly roleId: string }): Promise<void>
  signOut(): Promise<void>
  /** Locks the session on the server and in all tabs until the lock password is given. */
  lock(password: string): Promise<void>
  unlock(password: string): Promise<void>
  /** Whether a user is signed in; resumes the session of an earlier page if there is one. */
  resume(): Promise<boolean>
  isOpen(): boolean
  /** Whose page this is, also after the session ended. */
  person(): Person | undefined
  /** Why the user must sign in again; undefined if not necessary. */
  ending(): Ending | undefined
  /** Shows the page without signing in: pending requests fail, and only the user's own changes are sent. */
  putOff(): void
  /** Asks the user to sign in again after they postponed it. */
  askAgain(): void
  /** Why the session will end in a few minutes, if it will. */
  closing(): Closing | undefined
  /** The user goes on: of a session that is not used. */
  goOn(): void
  /** Ends the session on this page, so that its user signs in again now. */
  expire(): void
  /** Notifies of every change of `ending` and `closing`. */
  watch(listener: () => void): () => void
  /** Whether the user must change the password first; every other request is refused. */
  mustChangePassword(): boolean
  /** Whether an administrator must set up a second factor first; every other request is refused. */
  mustEnrol(): boolean
  /** The password was changed, or the second factor set up. */
  requirementMet(): void
  /** What the user is asked before a change with warnings. */
  readonly acknowledgement: Acknowledgement
  /** Aborted at sign-out and at sign-in: a pending request is never sent as another user. */
  untilSignedOut(): AbortSignal
}

/** The id of the person of a page that the token of a service opened. */
export const serviceUser = 'service'

/** Milliseconds after which requests fail, by what they load. A stream of events has no limit. */
export const timeLimits = { request: 600_000, download: 3_000_000, none: 0 } as const

/** An access token is renewed at this age, in seconds; it ends at 3600. */
export const refreshAge = 3000
/** Milliseconds between looks at its age. */
export const checkEvery = 10_000
/** Milliseconds after the last input from which requests are those of the page, and after which input is reported to the server. */
const inputCounts = 60_000
/** Milliseconds between the end on this page and on the server, whose entries are up to two minutes old. */
const early = 120_000
/** Milliseconds before the end from which the user is asked. */
const asksBefore = 120_000
/** Milliseconds between the lock and the lock page. */
export const lockDelay = 100
const clientHeader = `Basic ${btoa('mingchu:')}`
const tokenPath = '/api/blade-auth/oauth/token'

interface Outside {
  readonly fetch: typeof fetch
  readonly now: () => number
  readonly tabs?: TabChannel
  /** Codes of responses that are rejected without a message. */
  readonly silentCodes?: readonly number[]
  /** When the user of this page last used a key or a pointer. */
  readonly lastInput?: () => number
  /** The token of a service, with which a display runs for days: no session that ends, and none that is renewed. */
  readonly serviceToken?: string | undefined
}

/** The result of an attempt to renew the access token. */
type Renewal = 'open' | 'refused' | RequestFault

/**
 * A session whose access token is in memory only; its refresh token is a cookie that scripts cannot read.
 * The clock, fetch and the channel to other tabs are parameters; tests replace them.
 */
export function createSession(
  language: () => Language,
  outside: Outside = { fetch: (...all) => fetch(...all), now: Date.now },
): Session {
  const tabs = outside.tabs ?? noTabs
  const { silentCodes = [] } = outside
  const suspension = createSuspension()
  const acknowledgement = createAcknowledgement()
  let token:
    | {
        readonly text: string
        readonly since: number
        readonly mustChangePassword: boolean
        readonly mustEnrol: boolean
        readonly idleFor: number
        readonly endsAt: number
      }
    | undefined
  /** The last input in any tab, and the last request after one. */
  let input = 0
  let reported = 0
  const idleSince = () => {
    input = Math.max(input, outside.lastInput?.() ?? outside.now())
    return input
  }
  const isIdle = () => outside.now() - idleSince() > inputCounts
  /** The user of this page, until the next sign-in or sign-out on it. */
  let person: Person | undefined
  let renewal: Promise<Renewal> | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let stay = new AbortController()
  if (outside.serviceToken !== undefined) {
    const never = Number.POSITIVE_INFINITY
    const limits = { since: never, idleFor: never, endsAt: never, mustChangePassword: false, mustEnrol: false }
    token = { text: outside.serviceToken, ...limits }
    person = { tenantId: '', userId: serviceUser, account: '', name: '' }
  }
  /** The last token of another tab, and when it arrived. */
  let shared: { readonly answer: TokenAnswer; readonly at: number } | undefined

  const take = (answer: TokenAnswer) => {
    if (!answer.access_token) throw new RequestFault(answer.error_description ?? '', 400)
    person = personIn(answer)
    token = {
      text: answer.access_token,
      since: outside.now(),
      mustChangePassword: answer.must_change_password === true,
      mustEnrol: answer.must_enrol === true,
      idleFor: (answer.idle_in ?? Number.POSITIVE_INFINITY) * 1000 - early,
      endsAt: outside.now() + (answer.ends_in ?? Number.POSITIVE_INFINITY) * 1000,
    }
    timer ??= setInterval(beat, checkEvery)
    suspension.close(closingOf(token))
    if (answer.is_locked) suspension.begin('locked')
    else if (token.mustChangePassword) suspension.passwordDue()
    else suspension.end()
  }
  const endStay = () => {
    stay.abort()
    stay = new AbortController()
    suspension.giveUp()
  }
  const drop = () => {
    token = undefined
    suspension.close(undefined)
    clearInterval(timer)
    timer = undefined
  }
  /** The session has ended, but the page still belongs to its user. */
  const suspend = (reason: EndReason, message?: string) => {
    const isNews = token !== undefined
    drop()
    if (!person) return
    suspension.begin(reason, message)
    if (isNews) tabs.post({ kind: 'ended', person: keyOf(person), reason })
  }
  const isOld = () => token !== undefined && outside.now() - token.since >= refreshAge * 1000

  const askForToken = async (body: Readonly<Record<string, string>>, headers: Headers) =>
    send<TokenAnswer>(tokenPath, { method: 'POST', body, headers: { authorization: clientHeader, ...headers } })

  /** One renewal of all tabs at a time: it consumes the refresh token. Reloaded tabs use the response of the first. */
  const askToRenew = () => {
    const since = outside.now()
    return tabs.alone(async () => {
      if (shared && shared.at >= since) return shared.answer
      const answer = await askForToken({ grant_type: 'refresh_token', scope: 'all' }, {})
      tabs.post({ kind: 'renewed', person: keyOfAnswer(answer), answer })
      return answer
    })
  }
  const renew = (known?: EndReason): Promise<Renewal> => {
    const { signal } = stay
    renewal ??= askToRenew()
      .then((answer): Renewal => {
        if (signal.aborted) return 'refused'
        // The page belongs to the user who signed in on it, but the cookie to the one who signed in last.
        if (person !== undefined && keyOf(person) !== keyOfAnswer(answer)) {
          suspend('other-person')
          return 'refused'
        }
        take(answer)
        return 'open'
      })
      .catch((error: unknown): Renewal => {
        if (!(error instanceof RequestFault)) throw error
        // An unreachable or busy server is no sign of an ended session.
        if (error.status === 0 || error.status >= 500 || error.status === 429) return error
        if (signal.aborted) return 'refused'
        const given = known ?? reasonOf(error)
        // Without its cookie no reason is known; at that age there is one.
        const reason = given === 'unknown' && isOld() ? 'expired' : given
        suspend(reason, reason === 'unknown' && error.status !== 401 ? error.message : undefined)
        return 'refused'
      })
      .finally(() => {
        renewal = undefined
      })
    return renewal
  }
  const fresh = async () => {
    // A page that is shown again asks before its session is restored.
    if (isOld() || renewal) await renew()
  }
  const closingOf = ({ idleFor, endsAt }: NonNullable<typeof token>): Closing | undefined => {
    const now = outside.now()
    if (now - idleSince() > idleFor - asksBefore) return 'idle'
    return endsAt - now < asksBefore ? 'limit' : undefined
  }
  /** Tells the server and other tabs of input, asks before the session ends, and covers the page when it has ended. */
  const beat = () => {
    if (!token || !person) return
    if (outside.now() - idleSince() > token.idleFor) return suspend('expired')
    suspension.close(closingOf(token))
    if (!isIdle()) {
      if (outside.lastInput?.() === input) tabs.post({ kind: 'active', person: keyOf(person) })
      if (outside.now() - reported > inputCounts) void tell()
    }
    void fresh().catch(() => undefined)
  }
  const tell = async () => send('/api/blade-auth/oauth/user-info', { headers: await bearer() }).catch(() => undefined)
  tabs.subscribe(message => {
    // Displays of one browser have a token each.
    if (person?.userId === serviceUser) return
    if (message.kind === 'renewed') {
      shared = { answer: message.answer, at: outside.now() }
      return
    }
    if (!person || message.person !== keyOf(person)) return
    if (message.kind === 'active') {
      input = outside.now()
      if (token) suspension.close(closingOf(token))
      return
    }
    if (message.kind === 'ended' && message.reason === 'locked') return token && suspension.begin('locked')
    if (message.kind === 'signed-in' ? suspension.ending() : token) {
      void renew(message.kind === 'ended' ? message.reason : undefined)
    }
  })

  const ask = async (path: string, options: CallOptions) => {
    const { method = 'GET', query, body, headers, signal, limit = timeLimits.request } = options
    const signals = [...(signal ? [signal] : []), ...(limit > 0 ? [AbortSignal.timeout(limit)] : [])]
    if (!isIdle()) reported = outside.now()
    const search = new URLSearchParams(
      Object.entries(query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    )
    return outside
      .fetch(search.size > 0 ? `${path}?${search}` : path, {
        method,
        headers: {
          'accept-language': language(),
          ...(isIdle() && { 'session-idle': '1' }),
          ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
        signal: following(...signals).signal,
        credentials: 'same-origin',
      })
      .catch((cause: unknown) => {
        if (signal?.aborted) throw cause
        throw new RequestFault('notice.network', 0)
      })
  }
  const send = async <Data>(path: string, options: CallOptions): Promise<Data> => {
    const response = await ask(path, options)
    const body: unknown = await response.json().catch(() => undefined)
    if (response.ok && isRecord(body)) return body as Data
    throw faultOf(response, body, silentCodes)
  }
  const bearer = async (): Promise<Headers> => {
    await fresh()
    const header = headerOf(token)
    return header === undefined ? {} : { 'blade-auth': header }
  }
  /** Makes the session open again after a 401, or suspends it. Throws where the server is away. */
  const recover = async (sent: Headers, refused: RequestFault, mayRenew: boolean) => {
    // Another request has renewed it meanwhile.
    if (sent['blade-auth'] !== headerOf(token)) return
    const reason = reasonOf(refused)
    if (person?.userId === serviceUser) {
      suspend(reason)
      // No user signs in again: what waits, and all that follows, fails.
      return suspension.putOff()
    }
    if (!mayRenew) return suspend(reason)
    const renewed = await renew(reason === 'expired' || reason === 'unknown' ? undefined : reason)
    if (renewed instanceof RequestFault) throw renewed
  }
  const isHeld = () => suspension.ending() !== undefined && (!token || suspension.ending()?.reason === 'locked')
  /** Sends a request, and retries it after a 401 once the session is open again, and after a 429 that ends soon. */
  const deliver = async <Result>(
    request: (headers: Headers) => Promise<Result>,
    { isChange, signal }: { readonly isChange: boolean; readonly signal?: AbortSignal | undefined },
  ): Promise<Result> => {
    const during = stay.signal
    for (let [refusals, waits] = [0, 0]; ; ) {
      // No user signs in again at a display: its changes fail, too.
      if (isHeld()) await suspension.wait({ isChange: isChange && person?.userId !== serviceUser, signal })
      const headers = await bearer()
      // It ended while it was renewed.
      if (isHeld()) continue
      try {
        return await request(headers)
      } catch (error) {
        const pause = waits++ < maxWaits ? pauseOf(error) : undefined
        if (pause !== undefined) {
          await paused(pause, signal)
          if (during.aborted || signal?.aborted) throw error
          continue
        }
        if (error instanceof RequestFault && error.body.reason === 'locked' && !during.aborted && !signal?.aborted) {
          suspension.begin('locked')
          continue
        }
        if (!(error instanceof RequestFault) || error.status !== 401 || !headers['blade-auth']) throw error
        // A request is never retried as another user.
        if (during.aborted || signal?.aborted || ++refusals > 2) throw error
        await recover(headers, error, refusals === 1)
        if (during.aborted) throw error
      }
    }
  }
  const passwordGrant = ({ tenantId, account, password, captcha, second }: Credentials) =>
    askForToken(
      second
        ? { grant_type: 'second_factor', ...second }
        : {
            tenantId,
            username: account,
            password,
            grant_type: captcha ? 'captcha' : 'password',
            scope: 'all',
            type: 'account',
          },
      { 'tenant-id': tenantId, ...(captcha && { 'captcha-key': captcha.key, 'captcha-code': captcha.code }) },
    )
  const logOut = (headers: Headers) => send('/api/blade-auth/oauth/logout', { headers }).catch(() => undefined)

  return {
    call<Data>(path: string, options: CallOptions = {}) {
      const { method = 'GET', isChange = method !== 'GET', signal } = options
      return sendAcknowledged(acknowledgement, acknowledged =>
        deliver(
          async bearer => {
            const answer = await send<ResponseEnvelope<Data>>(path, {
              ...options,
              headers: { ...bearer, ...acknowledged, ...options.headers },
            })
            if (answer.code !== 200)
              throw new RequestFault(sentenceOf(answer, answer.code, silentCodes), answer.code, answer)
            if (isChange && answer.data === false) throw new RequestFault('notice.failed', 200, answer)
            return answer.data
          },
          { isChange, signal },
        ),
      )
    },
    stream(path, signal, options = {}) {
      return sendAcknowledged(acknowledgement, acknowledged =>
        deliver(
          async bearer => {
            const headers = { ...bearer, ...acknowledged, ...options.headers }
            const response = await ask(path, {
              limit: timeLimits.download,
              ...options,
              headers,
              ...(signal && { signal }),
            })
            if (response.ok) return response
            throw faultOf(response, await response.json().catch(() => undefined), silentCodes)
          },
          { isChange: (options.method ?? 'GET') !== 'GET', signal },
        ),
      )
    },
    send: (request, signal) =>
      deliver(bearer => request({ 'accept-language': language(), ...bearer }), { isChange: true, signal }),
    captcha: () => send('/api/blade-auth/oauth/captcha', {}),
    async signIn(credentials) {
      const answer = await passwordGrant(credentials)
      endStay()
      person = undefined
      take(answer)
      if (person) tabs.post({ kind: 'signed-in', person: keyOf(person) })
    },
    async signInAgain(credentials) {
      const before = person
      if (!before) throw new Error('No user has signed in on this page.')
      const answer = await passwordGrant({ ...credentials, tenantId: before.tenantId, account: before.account })
      if (keyOfAnswer(answer) !== keyOf(before)) {
        await logOut({ 'blade-auth': `bearer ${answer.access_token}` })
        throw new RequestFault('signIn.notSame', 400)
      }
      take(answer)
      tabs.post({ kind: 'signed-in', person: keyOf(before) })
    },
    async switchTo({ deptId, roleId }) {
      const chosen = { 'dept-id': deptId, 'role-id': roleId }
      take(await tabs.alone(() => askForToken({ grant_type: 'refresh_token', scope: 'all' }, chosen)))
    },
    async signOut() {
      const left = person
      const header = headerOf(token)
      endStay()
      drop()
      person = undefined
      if (header === undefined) return
      await logOut({ 'blade-auth': header })
      if (left) tabs.post({ kind: 'ended', person: keyOf(left), reason: 'signed-out' })
    },
    async lock(password) {
      await send('/api/engine/lock', { method: 'POST', body: { password }, headers: await bearer() })
      await paused(lockDelay, undefined)
      suspension.begin('locked')
      if (person) tabs.post({ kind: 'ended', person: keyOf(person), reason: 'locked' })
    },
    async unlock(password) {
      try {
        await send('/api/engine/unlock', { method: 'POST', body: { password }, headers: await bearer() })
      } catch (error) {
        if (error instanceof RequestFault && error.status === 401) suspend('signed-out')
        throw error
      }
      suspension.end()
      if (person) tabs.post({ kind: 'signed-in', person: keyOf(person) })
    },
    async resume() {
      if (person?.userId === serviceUser || (token !== undefined && !isOld())) return true
      // An unreachable server ends no session, and a page whose session ended remains until its user leaves it.
      return (await renew()) === 'open' || token !== undefined || suspension.ending() !== undefined
    },
    isOpen: () => token !== undefined,
    person: () => person,
    ending: suspension.ending,
    putOff: suspension.putOff,
    askAgain: suspension.ask,
    closing: suspension.closing,
    goOn() {
      input = outside.now()
      suspension.close(undefined)
      void tell()
    },
    expire: () => suspend('expired'),
    watch: suspension.watch,
    mustChangePassword: () => token?.mustChangePassword === true,
    mustEnrol: () => token?.mustEnrol === true,
    requirementMet() {
      if (token) token = { ...token, mustChangePassword: false, mustEnrol: false }
      suspension.end()
    },
    acknowledgement,
    untilSignedOut: () => stay.signal,
  }
}

/** Resolves after so many milliseconds, or when the request is aborted. */
function paused(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** The longest pause before a request that was refused with 429 is sent again, in seconds; its user sees longer ones. */
const longestPause = 5
const maxWaits = 3

/** The milliseconds after which to send a request again: the server did nothing for it. */
function pauseOf(error: unknown): number | undefined {
  if (!(error instanceof RequestFault) || error.status !== 429) return undefined
  const { retryAfter } = Object(error.body.data) as { readonly retryAfter?: unknown }
  return typeof retryAfter === 'number' && retryAfter <= longestPause ? retryAfter * 1000 : undefined
}

const personIn = (answer: TokenAnswer): Person => ({
  tenantId: answer.tenant_id ?? '',
  userId: answer.user_id ?? '',
  account: answer.account ?? '',
  name: answer.nick_name || answer.account || '',
})

const keyOf = ({ tenantId, userId }: Person): string => `${tenantId} ${userId}`

/** The user of an answer, as other tabs name them. */
export const keyOfAnswer = (answer: TokenAnswer): string => keyOf(personIn(answer))

const knownReasons: readonly string[] = [
  'expired',
  'signed-out',
  'password-changed',
  'account-disabled',
  'tenant-closed',
]

function reasonOf({ body }: RequestFault): EndReason {
  return body.reason !== undefined && knownReasons.includes(body.reason) ? (body.reason as EndReason) : 'unknown'
}

const headerOf = (token: { readonly text: string } | undefined): string | undefined => token && `bearer ${token.text}`

function faultOf(response: Response, body: unknown, silent: readonly number[]): RequestFault {
  const details = isRecord(body) ? body : {}
  return new RequestFault(
    sentenceOf(details, 'code' in details ? Number(details.code) : response.status, silent),
    response.status,
    details,
    response.headers.get('x-request-id') ?? undefined,
  )
}

// `msg`, else `error_description`, else that nothing is known; nothing of a silent code.
function sentenceOf(body: object, code: number, silent: readonly number[]): string {
  if (silent.includes(code)) return ''
  const message =
    'msg' in body && body.msg ? body.msg : 'error_description' in body ? body.error_description : undefined
  return typeof message === 'string' && message !== '' ? message : 'notice.unknown'
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null
