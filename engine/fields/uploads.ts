/** A file on its way to the server, or one that did not arrive. */
export interface Running {
  /** What stands for it in a value. */
  readonly place: string
  readonly file: File
  /** How much of it was sent, from 0 to 1. */
  readonly share: number
  /** Why it did not arrive; absent while it is on its way. */
  readonly error?: unknown
  /** The picture as it lies on this device, to be shown until it arrives. */
  readonly preview?: string
  /** What the field held in its place. */
  readonly before?: string
  readonly send: SendFile
}

/** Whether it did not arrive. */
export const hasFailed = ({ error }: Running): boolean => error !== undefined

/** Sends a file, tells how much of it was sent, and gives the address at which it is stored. */
export type SendFile = (file: File, onProgress: (share: number) => void) => Promise<{ readonly link: string }>

/**
 * The files on their way, whichever input asked for them: a cell may be closed, or a field hidden, before its file
 * arrives. Each has a place in the value from the beginning, so that order is kept and no record is saved without it;
 * who holds the value puts the address there when it comes.
 */
export interface Uploads {
  running(): readonly Running[]
  /** Sends a file; gives its place. */
  start(file: File, send: SendFile, before?: string): string
  retry(place: string): void
  /** Its place is gone from the value. */
  forget(place: string): void
  /** Forgets all, when somebody signs out. */
  clear(): void
  /** A value that lay somewhere meanwhile: with the addresses of what arrived, without the places of what never will. */
  settled<Value>(value: Value): Value
  /** Tells of every change of what is running. */
  watch(listener: () => void): () => void
  /** Tells what arrived, and where it belongs. */
  onArrival(listener: (place: string, link: string) => void): () => void
}

/** What uploads know of the line to the server. */
export interface UploadLine {
  /** Calls back when the server is there again. */
  whenBack(listener: () => void): void
  /** Asks at once whether it is there. */
  tryNow(): void
}

/** Nothing on its way yet. What the line cut off goes again by itself when the server is there again. */
export function createUploads(line: UploadLine): Uploads {
  // No place is ever given twice: drafts bring back those of a page that was closed.
  const page = Math.round(performance.timeOrigin).toString(36)
  let counter = 0
  let running: readonly Running[] = []
  const arrived = new Map<string, string>()
  const watchers = new Set<() => void>()
  const receivers = new Set<(place: string, link: string) => void>()

  const put = (next: readonly Running[]) => {
    running = next
    for (const watcher of watchers) watcher()
  }
  const change = (place: string, more: Partial<Running>) =>
    put(running.map(one => (one.place === place ? { ...one, ...more } : one)))
  const forget = (place: string) => {
    const gone = running.find(one => one.place === place)
    if (!gone) return
    if (gone.preview) URL.revokeObjectURL(gone.preview)
    put(running.filter(one => one !== gone))
  }
  const sendOne = async ({ place, file, send }: Running) => {
    const isKnown = () => running.some(one => one.place === place)
    try {
      const { link } = await send(file, share => change(place, { share }))
      if (!isKnown()) return
      arrived.set(place, link)
      for (const receiver of receivers) receiver(place, link)
      forget(place)
    } catch (error) {
      change(place, { error })
      if (isCut(error)) line.tryNow()
    }
  }
  const retry = (place: string) => {
    const one = running.find(running => running.place === place)
    if (!one) return
    change(place, { share: 0, error: undefined })
    void sendOne(one)
  }
  line.whenBack(() => {
    for (const { place } of running.filter(({ error }) => isCut(error))) retry(place)
  })

  return {
    running: () => running,
    start(file, send, before) {
      const place = `uploading:${page}-${counter++}`
      const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
      const one = { place, file, send, share: 0, ...(preview && { preview }), ...(before && { before }) }
      put([...running, one])
      void sendOne(one)
      return place
    },
    retry,
    forget,
    clear() {
      for (const { place } of running) forget(place)
      arrived.clear()
    },
    settled: value => withPlaces(value, place => arrived.get(place) ?? running.find(one => one.place === place)?.place),
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

/** Whether a text is the place of a file on its way; no stored file is called so. */
export const isPending = (link: string): boolean => /^uploading:[0-9a-z]+-\d+$/.test(link)

/**
 * A value, lines or a whole record with what is to stand in the place of each file on its way; undefined takes the
 * place away. The same object where nothing changed.
 */
export function withPlaces<Value>(value: Value, filled: (place: string) => string | undefined): Value {
  return changed(value, filled) as Value
}

/** A value in which the address of a file that arrived stands in its place, wherever that is. */
export const withArrived = <Value>(value: Value, place: string, link: string): Value =>
  withPlaces(value, one => (one === place ? link : one))

function changed(value: unknown, filled: (place: string) => string | undefined): unknown {
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

/** Whether a file did not arrive for want of a line. */
const isCut = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 0
