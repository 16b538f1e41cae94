import { Readable } from 'node:stream'
import { editedTogether } from '../../fields/edited-together.ts'
import { isId } from '../../fields/id/id-text.ts'
import type { Resource } from '../../model/model.ts'
import { near } from '../../rules/near.ts'
import type { ModelHolder } from '../live/model-holder.ts'
import { refuse } from '../refuse.ts'
import { demand } from '../store/access.ts'
import type { Store } from '../store/operations.ts'
import type { QueryInput } from '../store/query.ts'
import type { App } from './app.ts'
import { askingOf, known, signedInOf } from './asked.ts'
import {
  type BulkLine,
  type BulkParts,
  type Doing,
  idsOfKey,
  mostSelected,
  runBulk,
  type Selected,
  selectedIds,
} from './bulk-run.ts'
import { idempotencyKey } from './idempotency-key.ts'

/** What work on many records stands on. */
export interface BulkCallParts {
  readonly store: Store
  readonly holder: ModelHolder
  readonly zone: string
  /** Looks whether another process changed the tables, and takes its Model over. */
  catchUp(): Promise<void>
}

/**
 * `POST /api/engine/bulk/:resource`: one thing done to each of many records, with a line of JSON for each. What is
 * wrong with the request itself is refused before the first line.
 */
export function bulkCalls(app: App, parts: BulkCallParts): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.post<{ Params: { resource: string } }>(
    '/api/engine/bulk/:resource',
    { compress: false },
    async (request, reply) => {
      const { caller } = signedInOf(request)
      const resource = known(parts.holder.current(), request.params.resource)
      const { select, do: wish } = objectOf(request.body)
      const doing = doingOf(resource, wish)
      demand(askingOf(signedInOf(request), parts), resource, operationOf(doing))
      const key = idempotencyKey(request)
      const bulk: BulkParts = {
        store: parts.store,
        caller,
        resource: resource.name,
        ...(key !== undefined && { key }),
        language: request.language,
        requestId: request.id,
        catchUp: () => parts.catchUp(),
        report: error => request.log.error({ err: error }, 'a row of many met a bug'),
        stopped: () => (isClosing ? closing[request.language] : undefined),
      }
      const selected = selectedOf(select)
      const ids = await idsOfKey(bulk, request.body, () =>
        selectedIds(bulk, selected, doing.kind === 'restore' ? 'bin' : 'list'),
      )
      if (!ids) throw tooMany()
      reply.header('content-type', 'application/x-ndjson; charset=utf-8').header('x-accel-buffering', 'no')
      return reply.send(Readable.from(linesOf(runBulk(bulk, ids, doing)), { highWaterMark: 1 }))
    },
  )
}

async function* linesOf(lines: AsyncGenerator<BulkLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`
}

const operationOf = (doing: Doing): string => {
  switch (doing.kind) {
    case 'remove':
    case 'restore':
      return 'delete'
    case 'update':
      return 'edit'
    case 'move':
    case 'action':
      return doing.name
  }
}

function doingOf(resource: Resource, wish: unknown): Doing {
  const { kind, name, input, values } = objectOf(wish)
  switch (kind) {
    case 'remove':
    case 'restore':
      return { kind }
    case 'update':
      return { kind, values: valuesOf(resource, values) }
    case 'move':
    case 'action': {
      const steps = kind === 'move' ? (resource.lifecycle?.moves ?? []) : resource.actions
      if (typeof name !== 'string' || !steps.some(step => step.name === name))
        throw unknown(
          String(name),
          steps.map(step => step.name),
        )
      // Inputs say nothing of which record: each row has its own id.
      const { id: _id, version: _version, ...asked } = objectOf(input ?? {})
      return { kind, name, input: asked }
    }
    default:
      throw unreadable('do')
  }
}

/** Values for all of the records: of fields that may be edited together, and at least one. */
function valuesOf(resource: Resource, given: unknown): Readonly<Record<string, unknown>> {
  const values = objectOf(given)
  const names = editedTogether(resource).map(field => field.name)
  const stranger = Object.keys(values).find(name => !names.includes(name))
  if (stranger !== undefined) throw unknown(stranger, names)
  if (Object.keys(values).length === 0) throw unreadable('values')
  return values
}

function selectedOf(select: unknown): Selected {
  const { ids, query } = objectOf(select)
  if (Array.isArray(ids)) {
    if (ids.length === 0 || !ids.every((id): id is string => typeof id === 'string' && isId(id)))
      throw nothingSelected()
    return { ids }
  }
  const asked = objectOf(query)
  const isText = (value: unknown) => typeof value === 'string'
  if (!Object.values(asked).every(value => isText(value) || (Array.isArray(value) && value.every(isText))))
    throw unreadable('query')
  return { query: asked as QueryInput }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable('body')
  return value as Readonly<Record<string, unknown>>
}

const unknown = (name: string, names: readonly string[]) =>
  refuse.unknownName(name.slice(0, 100), near(name.slice(0, 64), names))

const unreadable = (what: string) => refuse.input({ [what]: { zh: `${what} 不正确`, en: `"${what}" is not valid` } })

const nothingSelected = () =>
  refuse.input({ ids: { zh: '请选择至少一条数据', en: 'Please choose at least one record' } })

const tooMany = () =>
  refuse.input({
    query: {
      zh: `一次最多处理 ${mostSelected} 条数据，请增加查询条件`,
      en: `At most ${mostSelected} records at once: please narrow the search`,
    },
  })

const closing = {
  zh: '服务器正在停止，其余数据未处理',
  en: 'The server is stopping; the other records were not touched',
}
