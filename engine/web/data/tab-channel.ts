import type { EndReason } from './suspension.ts'

/** The message between browser tabs that share a session. `person` is its tenant and user. */
export type TabMessage =
  | { readonly kind: 'signed-in'; readonly person: string }
  | { readonly kind: 'ended'; readonly person: string; readonly reason: EndReason }

/** The other tabs of this browser. */
export interface TabChannel {
  post(message: TabMessage): void
  subscribe(listener: (message: TabMessage) => void): void
}

/** No other tab. */
export const noTabs: TabChannel = { post: () => undefined, subscribe: () => undefined }

/** The browser's own channel between tabs of one origin. */
export function browserTabs(): TabChannel {
  const channel = new BroadcastChannel('engine-session')
  return {
    post: message => channel.postMessage(message),
    subscribe(listener) {
      channel.onmessage = ({ data }) => isMessage(data) && listener(data)
    },
  }
}

function isMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null) return false
  const { kind, person } = data as Record<string, unknown>
  return (kind === 'signed-in' || kind === 'ended') && typeof person === 'string'
}
