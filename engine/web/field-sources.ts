import type { QueryClient } from '@tanstack/react-query'
import type { Branch, FieldSources, Option } from '../fields/field-web.ts'
import type { Model } from '../model/model.ts'
import { Fault } from './fault.ts'
import { entryOf } from './model-source.ts'
import type { Session } from './session.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

/** A list of choices is never longer. */
const mostOptions = 100

/**
 * What field types ask of the server on screens of one resource. Who may see a resource may choose what it refers
 * to, so choices are asked for by the referring field; only those narrowed by `where` are read from the list.
 */
export function createFieldSources(session: Session, queries: QueryClient, model: Model): FieldSources {
  const ask = <Data>(what: string, resource: string, query: Readonly<Record<string, string>>) =>
    session.call<Data>(`/api/engine/${what}/${resource}`, { query })
  return {
    async options(resource, search, where) {
      const words = search.trim()
      const by = Object.keys(where).length === 0 ? referringField(model, resource) : undefined
      if (by) {
        const found = await ask<readonly Named[]>(
          'options',
          `${by.resource}/${by.field}`,
          words ? { search: words } : {},
        )
        return found.map(choiceOf)
      }
      const { module, display } = await entryOf(session, queries, resource)
      const page = await session.call<{ readonly records: readonly Row[] }>(`/api/${module}/v1/${resource}/page`, {
        query: { size: mostOptions, ...queryOf(where), ...(words && { [`${display}_like`]: words }) },
      })
      return page.records.map(row => optionOf(row, display))
    },
    async labels(resource, ids) {
      if (ids.length === 0) return []
      const found = await ask<readonly Named[]>('labels', resource, { ids: ids.join(',') })
      return found.map(choiceOf)
    },
    async branch(resource, parent): Promise<readonly Branch[]> {
      const { display } = await entryOf(session, queries, resource)
      const found = await ask<readonly Row[]>('branch', resource, parent ? { parent } : {})
      return found.map(row => ({ ...optionOf(row, display), hasChildren: row['hasChildren'] === true }))
    },
    upload: async (file, onProgress) => upload(await session.headers(), file, onProgress),
  }
}

const choiceOf = ({ id, name }: Named): Option => ({ id, label: name })

/** A field of this part of the Model that refers to the resource, whatever the record holds. */
function referringField(model: Model, of: string) {
  for (const resource of Object.values(model.resources)) {
    const field = resource.fields.find(
      ({ type, options }) => type === 'reference' && options['of'] === of && options['where'] === undefined,
    )
    if (field) return { resource: resource.name, field: field.name }
  }
  return undefined
}

interface Named {
  readonly id: string
  readonly name: string
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
