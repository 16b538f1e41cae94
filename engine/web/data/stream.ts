import { RequestFault } from './request-fault.ts'
import type { CallOptions, Session } from './session.ts'

/**
 * Passes on each line of a response that the server streams as JSON lines, in order. Throws a Fault where the
 * server refuses, or where the response breaks off in the middle of a line; lines before that remain valid.
 */
export async function readLines<Line>(
  session: Session,
  path: string,
  { signal, ...options }: CallOptions,
  onLine: (line: Line) => void,
): Promise<void> {
  const response = await session.stream(path, signal, options)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  while (reader) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw signal?.aborted ? cause : new RequestFault('notice.network', 0)
    })
    const lines = (rest + (value ?? '')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') onLine(JSON.parse(line) as Line)
    if (!done) continue
    if (rest.trim() !== '') throw new RequestFault('notice.network', 0)
    return
  }
}

/** The progress of a file that is sent in frames. */
export interface FrameProgress {
  readonly rows: number
  /** Rows that it was going to have when it began. */
  readonly total: number
  readonly bytes: number
}

/** A complete file. */
export interface FramedFile {
  readonly name: string
  readonly blob: Blob
}

const framesType = 'application/vnd.mingchu.frames'
const headLength = 8

/**
 * Reads a file that the server sends in frames, each with the number of rows so far. Throws if the server refuses, or
 * if the file ends before the empty final frame.
 */
export async function readFrames(
  session: Session,
  path: string,
  { signal, ...options }: CallOptions,
  onProgress: (progress: FrameProgress) => void,
): Promise<FramedFile> {
  const headers = { ...options.headers, accept: framesType }
  const response = await session.stream(path, signal, { ...options, headers })
  const total = Number(response.headers.get('x-total-rows')) || 0
  const reader = response.body?.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let rest: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  while (reader) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw signal?.aborted ? cause : new RequestFault('notice.network', 0)
    })
    if (done) break
    rest = rest.length === 0 ? value : joined(rest, value)
    while (rest.length >= headLength) {
      const head = new DataView(rest.buffer, rest.byteOffset, headLength)
      const [rows, length] = [head.getUint32(0), head.getUint32(4)]
      if (length === 0) return { name: nameIn(response), blob: new Blob(parts) }
      if (rest.length < headLength + length) break
      parts.push(rest.slice(headLength, headLength + length))
      rest = rest.subarray(headLength + length)
      bytes += length
      onProgress({ rows, total, bytes })
    }
  }
  throw new RequestFault('notice.network', 0)
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** The file name of a download. */
export function nameIn(response: Response): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return encoded === undefined ? 'export' : decodeURIComponent(encoded)
}
