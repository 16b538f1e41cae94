import type { QueryClient } from '@tanstack/react-query'
import type { Branch, FieldSources, Option } from '../fields/field-web.ts'
import { Fault } from './fault.ts'
import { entryOf } from './model-source.ts'
import type { Session } from './session.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

/** A list of choices is never longer. */
const mostOptions = 100

/** What field types ask of the server, answered by the same calls that lists use. */
export function createFieldSources(session: Session, queries: QueryClient): FieldSources {
  const rows = async (resource: string, operation: 'page' | 'listByQuery', query: Readonly<Record<string, string>>) => {
    const { module, display } = await entryOf(session, queries, resource)
    const path = `/api/${module}/v1/${resource}/${operation}`
    const data = await session.call<readonly Row[] | { readonly records: readonly Row[] }>(path, { query })
    const found = 'records' in data ? data.records : data
    return found.map(row => ({ row, option: optionOf(row, display) }))
  }
  return {
    async options(resource, search, where) {
      const { display } = await entryOf(session, queries, resource)
      const words = search.trim()
      const found = await rows(resource, 'page', {
        size: String(mostOptions),
        ...queryOf(where),
        ...(words && { [`${display}_like`]: words }),
      })
      return found.map(({ option }) => option)
    },
    async labels(resource, ids) {
      if (ids.length === 0) return []
      const found = await rows(resource, 'listByQuery', { id_in: ids.join(',') })
      return found.map(({ option }) => option)
    },
    async branch(resource, parent): Promise<readonly Branch[]> {
      const { tree } = await entryOf(session, queries, resource)
      if (!tree) throw new Error(`The resource "${resource}" is no tree.`)
      const found = await rows(resource, 'listByQuery', parent ? { [tree]: parent } : { [`${tree}_null`]: '1' })
      return found.map(({ row, option }) => ({ ...option, hasChildren: row['hasChildren'] !== false }))
    },
    upload: async (file, onProgress) => upload(await session.headers(), file, onProgress),
  }
}

function optionOf(row: Row, display: string): Option {
  const label = row[`${display}Name`] ?? row[display]
  return { id: String(row.id), label: label === null || label === undefined ? String(row.id) : String(label) }
}

const queryOf = (where: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(where).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
    ),
  )

// fetch tells nothing of how far an upload came.
function upload(
  headers: Readonly<Record<string, string>>,
  file: File,
  onProgress: (share: number) => void,
): Promise<{ link: string; name: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/blade-resource/oss/endpoint/put-file')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = event => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onerror = () => reject(new Fault('notice.network', 0))
    request.onabort = () => reject(new Fault('notice.uploadStopped', 0))
    request.onload = () => {
      const answer = answerOf(request.responseText)
      if (request.status === 200 && answer?.data?.link) {
        resolve({ link: answer.data.link, name: answer.data.originalName ?? file.name })
      } else reject(new Fault(answer?.msg || 'notice.upload', request.status))
    }
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

interface UploadAnswer {
  readonly msg?: string
  readonly data?: { readonly link?: string; readonly originalName?: string }
}

function answerOf(text: string): UploadAnswer | undefined {
  try {
    return JSON.parse(text) as UploadAnswer
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}
