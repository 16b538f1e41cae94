import { RequestFault } from './request-fault.ts'

/** Why the person has to sign in again. */
export type EndReason =
  | 'expired'
  | 'signed-out'
  | 'password-changed'
  | 'account-disabled'
  | 'tenant-closed'
  | 'other-person'
  /** Its user locked it. */
  | 'locked'
  | 'unknown'

/** A session that ended while its page is open. */
export interface Ending {
  readonly reason: EndReason
  /** The server's message, if its reason is unknown to this client. */
  readonly message?: string
  /** The user put off signing in: the page is shown, and nothing is sent. */
  readonly isPutOff: boolean
  /** A save or another change waits to be sent again. */
  readonly hasChanges: boolean
  /** The user has signed in again, but must set a password before requests are sent. */
  readonly isPasswordDue: boolean
}

/** Why a session will end in a few minutes: it is not used, or it has lasted as long as a session may. */
export type Closing = 'idle' | 'limit'

/** The requests that are pending until the user has signed in again. */
export interface Suspension {
  /** The same object until something changes; undefined while the session is open. */
  ending(): Ending | undefined
  begin(reason: EndReason, message?: string): void
  /** Resolves when the session is open again. Rejects when signing in is put off or given up. */
  wait(request: WaitingRequest): Promise<void>
  passwordDue(): void
  putOff(): void
  /** Asks for signing in again after it was put off. */
  ask(): void
  /** The session is open again: what waits is sent. */
  end(): void
  /** The user does not sign in again on this page: pending requests fail. */
  giveUp(): void
  /** Why the session will end soon, if it will. */
  closing(): Closing | undefined
  close(closing: Closing | undefined): void
  watch(listener: () => void): () => void
}

/** A request that is sent again after sign-in. */
export interface WaitingRequest {
  readonly isChange: boolean
  readonly signal?: AbortSignal | undefined
}

interface Waiting extends WaitingRequest {
  resolve(): void
  reject(cause: unknown): void
}

/** No session has ended yet. */
export function createSuspension(): Suspension {
  const waiting = new Set<Waiting>()
  const listeners = new Set<() => void>()
  let ending: Ending | undefined
  let closing: Closing | undefined
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const put = (next: Ending | undefined) => {
    ending = next
    notify()
  }
  const rejectAll = () => {
    for (const one of [...waiting]) one.reject(signedOut())
  }
  const hasChanges = () => [...waiting].some(one => one.isChange)
  return {
    ending: () => ending,
    begin(reason, message) {
      const isLocked = ending?.reason === 'locked'
      if (ending && !ending.isPasswordDue && !(isLocked && reason !== 'locked')) return
      put({
        // What was locked stays covered.
        reason: isLocked ? 'signed-out' : reason,
        isPutOff: false,
        hasChanges: false,
        isPasswordDue: false,
        ...(message !== undefined && { message }),
      })
    },
    wait({ isChange, signal }) {
      if (!ending) return Promise.resolve()
      // Automatic requests of the page must not open the dialog again.
      if (ending.isPutOff && !isChange) return Promise.reject(signedOut())
      return new Promise<void>((resolve, reject) => {
        const forget = () => {
          waiting.delete(one)
          signal?.removeEventListener('abort', abort)
        }
        const one: Waiting = {
          isChange,
          resolve: () => [forget(), resolve()],
          reject: cause => [forget(), reject(cause)],
        }
        const abort = () => one.reject(signal?.reason)
        waiting.add(one)
        signal?.addEventListener('abort', abort)
        if (isChange && ending) put({ ...ending, isPutOff: false, hasChanges: true })
      })
    },
    passwordDue() {
      if (ending) put({ ...ending, isPutOff: false, isPasswordDue: true })
    },
    putOff() {
      if (!ending) return
      put({ ...ending, isPutOff: true, hasChanges: false })
      rejectAll()
    },
    ask() {
      if (ending?.isPutOff) put({ ...ending, isPutOff: false, hasChanges: hasChanges() })
    },
    end() {
      if (!ending) return
      put(undefined)
      for (const one of [...waiting]) one.resolve()
    },
    giveUp() {
      if (ending) put(undefined)
      rejectAll()
    },
    closing: () => closing,
    close(next) {
      if (next === closing) return
      closing = next
      notify()
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const signedOut = () => new RequestFault('signIn.again', 401)
