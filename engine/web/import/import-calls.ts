import type { CellOptions, ImportView } from '../../model/import-view.ts'
import { RequestFault, type ResponseEnvelope } from '../data/request-fault.ts'
import { type Session, timeLimits } from '../data/session.ts'
import { nameIn } from '../data/stream.ts'
import { saveFile } from '../export/save-file.ts'

/** What to read of a file, and how: the sheets of the records and of their lines, its encoding and header row. */
export interface Sheets extends Pick<CellOptions, 'encoding' | 'headerRow'> {
  readonly sheet?: string
  readonly lines?: Readonly<Record<string, string>>
}

/** The parameters of an upload. */
export interface Sending {
  readonly resource: string
  readonly file: File
  readonly sheets?: Sheets
  readonly signal: AbortSignal
  onProgress(share: number): void
}

/**
 * Uploads a file and returns the server's reading of it. Uses XMLHttpRequest, because `fetch` reports no upload
 * progress.
 */
export const sendFile = (session: Session, sending: Sending): Promise<ImportView> =>
  session.send(headers => sendOnce(headers, sending), sending.signal)

function sendOnce(headers: Readonly<Record<string, string>>, sending: Sending): Promise<ImportView> {
  const { resource, file, sheets, signal, onProgress } = sending
  const { lines = {}, ...reading } = sheets ?? {}
  const query = new URLSearchParams({ name: file.name })
  for (const [name, value] of Object.entries(reading)) query.set(name, String(value))
  for (const [part, sheet] of Object.entries(lines)) query.set(`sheet.${part}`, sheet)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/engine/import/${resource}?${query}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = event => event.lengthComputable && onProgress(event.loaded / event.total)
    request.timeout = timeLimits.request
    request.ontimeout = request.onerror = () => reject(new RequestFault('notice.network', 0))
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'))
    request.onload = () => {
      const answer = answerOf(request.responseText)
      if (request.status === 200 && answer) resolve(answer.data)
      else reject(new RequestFault(answer?.msg || 'notice.upload', request.status, answer))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

type DownloadOptions = Parameters<Session['stream']>[2]

/** Downloads a file from the server. */
export async function download(session: Session, path: string, options?: DownloadOptions): Promise<void> {
  const response = await session.stream(path, undefined, options)
  saveFile(await response.blob(), nameIn(response))
}

function answerOf(text: string): ResponseEnvelope<ImportView> | undefined {
  try {
    return JSON.parse(text) as ResponseEnvelope<ImportView>
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}
