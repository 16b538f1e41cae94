import type { QueryClient } from '@tanstack/react-query'
import type { Branch, FieldSources, Option } from '../../fields/field-web.ts'
import { ofOption } from '../../fields/options.ts'
import type { Uploads } from '../../fields/uploads.ts'
import type { Field } from '../../model/model.ts'
import { wallText } from '../../rules/zone.ts'
import type { WordKey } from '../words/words.ts'
import { addressOf } from './addresses.ts'
import { indexKey, type ModelIndex, resourceEntryOf } from './model-source.ts'
import type { NestedCreation } from './nested-creation.ts'
import { createRecent } from './recent.ts'
import { RequestFault } from './request-fault.ts'
import { type Session, timeLimits } from './session.ts'

/** Milliseconds for which the options of a field are not requested again. */
const freshFor = 60_000

type Translate = (key: WordKey) => string

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

/** What the sources of field types need. */
export interface SourceParts {
  readonly session: Session
  readonly queries: QueryClient
  readonly creating: NestedCreation
  readonly uploads: Uploads
  readonly translate: Translate
  navigate(address: string): void
}

/** What the field types of one resource, or of one of its steps, get from the server and from the page. */
export function createFieldSources(parts: SourceParts, of: string, step?: string): FieldSources {
  const { session, queries, creating, uploads, translate, navigate } = parts
  const index = () => queries.getQueryData<ModelIndex>(indexKey)
  const recent = createRecent(() => index()?.me.userId)
  const entryOf = (resource: string) => index()?.resources.find(({ name }) => name === resource)
  const mayDo = (resource: string, operation: string) => {
    const entry = entryOf(resource)
    return entry?.screens !== false && entry?.may.includes(operation) === true
  }
  const ask = <Data>(what: string, resource: string, query: Readonly<Record<string, string>>) =>
    session.call<Data>(`/api/engine/${what}/${resource}`, { query })
  const ofStep = step === undefined ? {} : { step }
  const keyOf = (field: Field) => `${of}.${field.name}`
  const choices = (field: Field, body: object) =>
    session.call<readonly Named[]>(`/api/engine/options/${of}/${field.name}`, {
      method: 'POST',
      body: { ...body, ...ofStep },
    })
  // Stored, so that a screen rendered again uses the same one.
  const others = new Map<string, FieldSources>()
  return {
    // Access to a referenced record derives from the referring field, so choices are requested by that field.
    async options(field, search, record) {
      const about = { ...(record && { record }) }
      if (search !== '') return (await choices(field, { ...about, search })).map(choiceOf)
      const first = recent.of(keyOf(field))
      const all = await queries.fetchQuery({
        // By the resource that they are of: a saved record of it invalidates them.
        queryKey: [ofOption(field), 'options', keyOf(field), step ?? '', record ?? null],
        queryFn: () => choices(field, { ...about, ...(first.length > 0 && { first }) }),
        // Of more than 100, only those that were chosen before the request are among them.
        staleTime: ({ state: { data = [] } }) =>
          data.length < 100 || first.every(id => data.some(one => one.id === id)) ? freshFor : 0,
      })
      const late = first.flatMap(id => all.find(one => one.id === id) ?? [])
      return [
        ...late.map(one => ({ ...choiceOf(one), isLate: true })),
        ...all.filter(one => !late.includes(one)).map(choiceOf),
      ]
    },
    async nextPick(field, record) {
      const path = `/api/engine/options/${of}/${field.name}/pick`
      const found = await session.call<Named | null>(path, { method: 'POST', body: { record } })
      return found === null ? undefined : choiceOf(found)
    },
    async matchTexts(field, texts, record) {
      const found = await session.call<readonly NamedMeant[]>(`/api/engine/options/${of}/${field.name}/meant`, {
        method: 'POST',
        body: { texts, ...(record && { record }), ...ofStep },
      })
      return found.map(({ option, candidates, ...one }) => ({
        ...one,
        ...(option && { option: choiceOf(option) }),
        ...(candidates && { candidates: candidates.map(choiceOf) }),
      }))
    },
    async level(field, parent, record, from = 0) {
      const found = await choices(field, { parent: parent ?? '0', from, ...(record && { record }) })
      return found.map(branchOf)
    },
    stamp: () => `${index()?.me.account ?? ''} ${wallText(Date.now(), index()?.zone ?? 'UTC').slice(0, 16)}`,
    chose: (field, ids) => recent.add(keyOf(field), ids),
    creator: resource => (mayDo(resource, 'add') ? presets => creating.make(resource, presets) : undefined),
    addressOf(resource, id) {
      const entry = entryOf(resource)
      return entry && mayDo(resource, 'view') ? addressOf(entry, 'show', id) : undefined
    },
    visit: navigate,
    now: () => wallText(Date.now(), index()?.zone ?? 'UTC'),
    async labels(resource, ids) {
      if (ids.length === 0) return []
      const found = await ask<readonly Named[]>('labels', resource, { ids: ids.join(',') })
      return found.map(choiceOf)
    },
    async branch(resource, parent, from = 0): Promise<readonly Branch[]> {
      const { display } = await resourceEntryOf(session, queries, resource)
      const found = await ask<readonly Row[]>('branch', resource, { ...(parent && { parent }), from: String(from) })
      return found.map(row => ({ ...optionOf(row, display), hasChildren: row['hasChildren'] === true }))
    },
    async find(resource, search) {
      return (await ask<readonly Named[]>('found', resource, { search })).map(choiceOf)
    },
    async below(resource, parent) {
      const found = await ask<readonly (Named & { readonly parentId: string })[]>('below', resource, { parent })
      return found.map(one => ({ ...branchOf(one), parent: one.parentId }))
    },
    of(resource, step) {
      const key = `${resource} ${step ?? ''}`
      const known = others.get(key) ?? createFieldSources(parts, resource, step)
      others.set(key, known)
      return known
    },
    uploads,
    upload: (file, onProgress) => session.send(headers => upload(headers, file, onProgress, translate)),
  }
}

const choiceOf = ({ id, name, path }: Named): Option => ({ id, label: name, ...(path && { path: path.map(choiceOf) }) })

const branchOf = (one: Named): Branch => ({ ...choiceOf(one), hasChildren: one.hasChildren === true })

interface Named {
  readonly id: string
  readonly name: string
  readonly hasChildren?: boolean
  readonly path?: readonly Named[]
}

interface NamedMeant {
  readonly text: string
  readonly count: number
  readonly option?: Named
  readonly candidates?: readonly Named[]
}

function optionOf(row: Row, display: string): Option {
  const label = row[`${display}Name`] ?? row[display]
  return { id: String(row.id), label: label === null || label === undefined ? String(row.id) : String(label) }
}

// fetch reports no progress of an upload.
function upload(
  headers: Readonly<Record<string, string>>,
  file: File,
  onProgress: (share: number) => void,
  translate: Translate,
): Promise<{ link: string; name: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/blade-resource/oss/endpoint/put-file')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = event => event.lengthComputable && onProgress(event.loaded / event.total)
    request.timeout = timeLimits.request
    request.ontimeout = request.onerror = () => reject(new RequestFault(translate('notice.network'), 0))
    request.onabort = () => reject(new RequestFault(translate('notice.uploadStopped'), 0))
    request.onload = () => {
      const answer = answerOf(request.responseText)
      if (request.status === 200 && answer?.data?.link) {
        resolve({ link: answer.data.link, name: answer.data.originalName ?? file.name })
      } else reject(new RequestFault(answer?.msg || translate('notice.upload'), request.status, answer))
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
