import { isPending } from './upload.ts'
/** A pending or failed upload. */
export interface Running {
  /** The placeholder in a value. */
  readonly placeholder: string
  readonly file: File
  /** The sent share, from 0 to 1. */
  readonly share: number
  /** Why it failed; absent while it is pending. */
  readonly error?: unknown
  /** The local picture, shown until it arrives. */
  readonly preview?: string
  /** The replaced value of the field. */
  readonly before?: string
  readonly send: SendFile
}

/** Whether it failed. */
export const hasFailed = ({ error }: Running): boolean => error !== undefined

/** Sends a file, reports its progress, and returns the address of its storage. */
export type SendFile = (file: File, onProgress: (share: number) => void) => Promise<{ readonly link: string }>

/**
 * The pending uploads of all inputs: a cell may be closed, or a field hidden, before its file arrives. The value
 * contains a placeholder from the start, so that the order is kept and no record is saved without the file; the owner
 * of the value replaces it by the address when the file arrives.
 */
export interface Uploads {
  running(): readonly Running[]
  /** Sends a file; returns its placeholder. */
  start(file: File, send: SendFile, before?: string): string
  retry(placeholder: string): void
  /** Called when the placeholder was removed from the value. */
  forget(placeholder: string): void
  /** Forgets all uploads, at sign-out. */
  clear(): void
  /**
   * A value that was stored meanwhile: with the addresses of arrived files, without the placeholders of unknown ones.
   */
  settled<Value>(value: Value): Value
  /** Reports every change of `running`. */
  watch(listener: () => void): () => void
  /** Reports each arrived file with its placeholder. */
  onArrival(listener: (placeholder: string, link: string) => void): () => void
}

/** The connection to the server, as far as uploads need it. */
export interface UploadConnection {
  /** Calls back when the connection is restored. */
  whenBack(listener: () => void): void
  /** Tests the connection at once. */
  tryNow(): void
}

/** No uploads yet. Those that failed for want of a connection are retried when it is restored. */
export function createUploads(line: UploadConnection): Uploads {
  // A placeholder is never reused: drafts restore those of a closed page.
  const page = Math.round(performance.timeOrigin).toString(36)
  let counter = 0
  let running: readonly Running[] = []
  const arrived = new Map<string, string>()
  const watchers = new Set<() => void>()
  const receivers = new Set<(placeholder: string, link: string) => void>()

  const put = (next: readonly Running[]) => {
    running = next
    for (const watcher of watchers) watcher()
  }
  const change = (placeholder: string, more: Partial<Running>) =>
    put(running.map(one => (one.placeholder === placeholder ? { ...one, ...more } : one)))
  const forget = (placeholder: string) => {
    const removed = running.find(one => one.placeholder === placeholder)
    if (!removed) return
    if (removed.preview) URL.revokeObjectURL(removed.preview)
    put(running.filter(one => one !== removed))
  }
  const sendOne = async ({ placeholder, file, send }: Running) => {
    const isKnown = () => running.some(one => one.placeholder === placeholder)
    try {
      const { link } = await send(file, share => change(placeholder, { share }))
      if (!isKnown()) return
      arrived.set(placeholder, link)
      for (const receiver of receivers) receiver(placeholder, link)
      forget(placeholder)
    } catch (error) {
      change(placeholder, { error })
      if (isCut(error)) line.tryNow()
    }
  }
  const retry = (placeholder: string) => {
    const one = running.find(running => running.placeholder === placeholder)
    if (!one) return
    change(placeholder, { share: 0, error: undefined })
    void sendOne(one)
  }
  line.whenBack(() => {
    for (const { placeholder } of running.filter(({ error }) => isCut(error))) retry(placeholder)
  })

  return {
    running: () => running,
    start(file, send, before) {
      const placeholder = `uploading:${page}-${counter++}`
      const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
      const one = { placeholder, file, send, share: 0, ...(preview && { preview }), ...(before && { before }) }
      put([...running, one])
      void sendOne(one)
      return placeholder
    },
    retry,
    forget,
    clear() {
      for (const { placeholder } of running) forget(placeholder)
      arrived.clear()
    },
    settled: value =>
      withReplacements(
        value,
        placeholder => arrived.get(placeholder) ?? running.find(one => one.placeholder === placeholder)?.placeholder,
      ),
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    onArrival(listener) {
      receivers.add(listener)
      return () => receivers.delete(listener)
    },
  }
}

/**
 * A value, lines or a whole record with the replacement of each placeholder; undefined removes it. The same object
 * where nothing changed.
 */
export function withReplacements<Value>(value: Value, filled: (placeholder: string) => string | undefined): Value {
  return changed(value, filled) as Value
}

/** A value with the address of an arrived file instead of its placeholder, at any depth. */
export const withUploaded = <Value>(value: Value, placeholder: string, link: string): Value =>
  withReplacements(value, one => (one === placeholder ? link : one))

function changed(value: unknown, filled: (placeholder: string) => string | undefined): unknown {
  if (typeof value === 'string') return isPending(value) ? (filled(value) ?? null) : value
  if (Array.isArray(value)) {
    const next = value.map(one => changed(one, filled))
    if (next.every((one, at) => one === value[at])) return value
    return next.filter((one, at) => one !== null || value[at] === null)
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const next = entries.map(([name, one]) => [name, changed(one, filled)] as const)
  return next.every(([, one], at) => one === entries[at]?.[1]) ? value : Object.fromEntries(next)
}

/** Whether an upload failed for want of a connection. */
const isCut = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 0
