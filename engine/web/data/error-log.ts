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

/** Characters of a message and of a stack, entries and bytes of one upload: those that the server accepts. */
const [maxText, maxEntries, maxBytes] = [2000, 10, 60_000]

/** Uploads the stored errors in groups, the oldest first, and deletes each group that was sent. */
export async function uploadErrors(send: (entries: readonly ErrorEntry[]) => Promise<unknown>): Promise<void> {
  while (storedErrors().length > 0) {
    let bytes = 0
    const isWithin = (sent: ErrorEntry, index: number) => {
      bytes += bytesOf(sent)
      return bytes < maxBytes || index === 0
    }
    const group = storedErrors()
      .slice(-maxEntries)
      .toReversed()
      .map(entry => ({ entry, sent: { ...entry, message: shortened(entry.message), stack: shortened(entry.stack) } }))
      .filter(({ sent }, index) => isWithin(sent, index))
    await send(group.map(({ sent }) => sent))
    const sent = new Set(group.map(({ entry }) => JSON.stringify(entry)))
    store(storedErrors().filter(entry => !sent.has(JSON.stringify(entry))))
  }
}

const bytesOf = (value: object): number => new TextEncoder().encode(JSON.stringify(value)).length

/** Without NUL and halves of characters, which the server refuses. */
const shortened = (text: string): string => text.slice(0, maxText).replace(/[\0\p{Surrogate}]/gu, '\uFFFD')

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
  window.addEventListener('error', ({ error, message, filename }) => {
    // A layout that took a second frame, which browsers report as an error.
    if (!message.startsWith('ResizeObserver loop')) record('error', error ?? message, filename)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => record('promise', reason))
}
