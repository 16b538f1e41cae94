import type { EndReason } from './suspension.ts'

/** The message between browser tabs that share a session. `person` is its tenant and user. */
export type TabMessage =
  | { readonly kind: 'signed-in'; readonly person: string }
  | { readonly kind: 'ended'; readonly person: string; readonly reason: EndReason }
  | { readonly kind: 'active'; readonly person: string }
  | { readonly kind: 'renewed'; readonly person: string; readonly answer: TokenAnswer }

/** The response of the server with an access token. */
export interface TokenAnswer {
  readonly access_token?: string
  readonly tenant_id?: string
  readonly user_id?: string
  readonly account?: string
  readonly nick_name?: string
  readonly must_change_password?: boolean
  readonly must_enrol?: boolean
  /** Seconds after which the session ends without use, and in any case. */
  readonly idle_in?: number
  readonly ends_in?: number | null
  readonly is_locked?: boolean
  readonly error_description?: string
}

/** The other tabs of this browser. */
export interface TabChannel {
  post(message: TabMessage): void
  subscribe(listener: (message: TabMessage) => void): void
  /** Runs work while no other tab runs such work. The others receive what it posts before one of them runs its own. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

/** No other tab. */
export const noTabs: TabChannel = { post: () => undefined, subscribe: () => undefined, alone: work => work() }

/** The browser's own channel between tabs of one origin. */
export function browserTabs(): TabChannel {
  const channel = new BroadcastChannel('engine-session')
  let posts = 0
  return {
    post(message) {
      posts++
      channel.postMessage(message)
    },
    alone(work) {
      // Only over https and on localhost.
      if (!navigator.locks) return work()
      return new Promise((resolve, reject) => {
        const run = async () => {
          const before = posts
          await work().then(resolve, reject)
          if (posts > before) await new Promise(received => setTimeout(received, 100))
        }
        navigator.locks.request('engine-session', run).catch(reject)
      })
    },
    subscribe(listener) {
      channel.onmessage = ({ data }) => isMessage(data) && listener(data)
    },
  }
}

function isMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null) return false
  const { kind, person } = data as Record<string, unknown>
  return ['signed-in', 'ended', 'active', 'renewed'].includes(String(kind)) && typeof person === 'string'
}
