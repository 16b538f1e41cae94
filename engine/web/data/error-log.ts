/** An error of a page, as the browser stores it until it is uploaded. */
export interface ErrorEntry {
  readonly url: string
  readonly time: string
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly info: string
}

const key = 'mingchu:errors'
/** The most entries that a browser stores; the oldest are dropped. */
export const mostErrors = 200
const changed = 'engine-errors'

let last: { readonly text: string; readonly entries: readonly ErrorEntry[] } = { text: '', entries: [] }

/** The stored errors, the latest first; the same list until it changes. */
export function storedErrors(): readonly ErrorEntry[] {
  const text = localStorage.getItem(key) ?? ''
  if (text !== last.text) last = { text, entries: entriesIn(text) }
  return last.entries
}

function entriesIn(text: string): readonly ErrorEntry[] {
  try {
    const entries: unknown = JSON.parse(text)
    return Array.isArray(entries) ? entries : []
  } catch {
    // Another program wrote it.
    return []
  }
}

/** Notifies of changes, of those of other tabs too. */
export function watchErrors(listener: () => void): () => void {
  window.addEventListener(changed, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(changed, listener)
    window.removeEventListener('storage', listener)
  }
}

function store(entries: readonly ErrorEntry[]): void {
  localStorage.setItem(key, JSON.stringify(entries.slice(0, mostErrors)))
  window.dispatchEvent(new Event(changed))
}

/** Deletes the stored errors. */
export const clearErrors = (): void => store([])

function record(type: string, cause: unknown, info = ''): void {
  // Of a request that its screen gave up.
  if (cause instanceof DOMException && cause.name === 'AbortError') return
  const { message, stack = '' } = cause instanceof Error ? cause : new Error(String(cause))
  const entry = { url: window.location.pathname, time: new Date().toISOString(), type, message, stack, info }
  try {
    store([entry, ...storedErrors()])
  } catch {
    // The storage is full or forbidden; there is no other place.
  }
}

/** Records the errors of this page that no code handles. */
export function recordErrors(): void {
  window.addEventListener('error', ({ error, message, filename }) => record('error', error ?? message, filename))
  window.addEventListener('unhandledrejection', ({ reason }) => record('promise', reason))
}
