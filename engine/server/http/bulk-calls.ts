import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '../../fields/id/id-text.ts'
import { returnsSecret } from '../../fields/traits.ts'
import type { Action, Resource, Transition } from '../../model/model.ts'
import { isOnCollection, isTransition, userSteps } from '../../model/steps.ts'
import { bulkFields } from '../../record/bulk-fields.ts'
import { near } from '../../rules/near.ts'
import { demand } from '../auth/access.ts'
import { renewedActor } from '../auth/authenticator.ts'
import type { Database } from '../database/database.ts'
import { done } from '../errors/envelope.ts'
import { assureKnownNames } from '../errors/known-names.ts'
import { refuse } from '../errors/refuse.ts'
import {
  type BulkOperation,
  type BulkParts,
  bulkTrial,
  maxSelected,
  recordedBulk,
  selectedIds,
  selectionByKey,
} from '../services/bulk/bulk-run.ts'
import type { Store } from '../store/operations.ts'
import type { QueryInput } from '../store/query.ts'
import { requiredOperationOf, type SelectedRows } from '../store/selection.ts'
import type { App } from './app.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { resourceNamed } from './request-parts.ts'

/** The dependencies of the bulk endpoints. */
export interface BulkCallParts {
  readonly store: Store
  readonly zone: string
  readonly database: Database
  nextId(): string
  /** Checks whether another process changed the tables, and loads its Model. */
  catchUp(): Promise<void>
}

/**
 * `POST /api/engine/bulk/:resource`: one operation on each of many records; the response has one line of JSON per
 * record. An invalid request is refused before the first line.
 */
export function bulkCalls(app: App, parts: BulkCallParts): void {
  const isClosing = closingOf(app)
  app.post<OfResource>(
    '/api/engine/bulk/:resource',
    { compress: false, config: { kind: 'bulk' } },
    async (request, reply) => {
      const { resource, bulkOperation, selected } = orderIn(request)
      const bulk = bulkParts(parts, request, resource.name, idempotencyKey(request), isClosing)
      const selection = await selectionByKey(bulk, request.body, parts.nextId, () =>
        selectedIds(bulk, selected, bulkOperation.kind === 'restore' ? 'bin' : 'list'),
      )
      if (!selection) throw tooMany()
      return answerLines(reply, recordedBulk({ ...bulk, queries: parts.database.kysely }, selection, bulkOperation))
    },
  )
  app.post<OfResource>('/api/engine/bulk/:resource/preview', async request => {
    const { ctx } = request
    const { resource, bulkOperation, selected } = orderIn(request)
    const preview = await parts.store.preview(ctx, resource.name, selected, bulkOperation)
    // The values of a step are not entered yet, and a handler may call what cannot be rolled back.
    const isTried = bulkOperation.kind !== 'transition' && bulkOperation.kind !== 'action'
    const bulk = { ...bulkParts(parts, request, resource.name, undefined, isClosing), operation: parts.nextId() }
    const trial = isTried && { trial: await bulkTrial(bulk, selected, bulkOperation) }
    return done({ ...preview, ...trial }, request.language)
  })
}

type OfResource = { readonly Params: { readonly resource: string } }

/** The operation and the rows of a request; throws if the actor has no right to it. */
function orderIn(request: FastifyRequest<OfResource>) {
  const { ctx } = request
  const resource = resourceNamed(ctx.model, request.params.resource)
  const { select, do: input } = objectOf(request.body, ['select', 'do'])
  const bulkOperation = bulkOperationOf(resource, input)
  demand(ctx, resource, requiredOperationOf(bulkOperation))
  return { resource, bulkOperation, selected: selectedOf(select) }
}

/** Returns a function that returns true from the start of the server's shutdown on. */
export function closingOf(app: App): () => boolean {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  return () => isClosing
}

/** The context of a bulk run for the user of a request. */
export function bulkParts(
  parts: BulkCallParts,
  request: FastifyRequest,
  resource: string,
  key: string | undefined,
  isClosing: () => boolean,
): BulkParts {
  return {
    store: parts.store,
    ctx: request.ctx,
    resource,
    ...(key !== undefined && { key }),
    language: request.language,
    requestId: request.id,
    renewedActor: ctx => renewedActor(parts.database.kysely, ctx),
    catchUp: () => parts.catchUp(),
    report: error => request.log.error({ err: error }, 'unexpected error in a row of a bulk operation'),
    stopped: () => (isClosing() ? closing[request.language] : undefined),
  }
}

/** Streams a line of JSON for each item as soon as it is there. */
export function answerLines(reply: FastifyReply, lines: AsyncGenerator<object>): FastifyReply {
  reply.header('content-type', 'application/x-ndjson; charset=utf-8').header('x-accel-buffering', 'no')
  return reply.send(Readable.from(linesOf(lines), { highWaterMark: 1 }))
}

async function* linesOf(lines: AsyncGenerator<object>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`
}

/** An undo has an endpoint of its own. */
type Ordered = Exclude<BulkOperation, { readonly kind: 'undo' }>

function bulkOperationOf(resource: Resource, body: unknown): Ordered {
  const { kind, name, input, values } = objectOf(body)
  const only = (...names: string[]) => assureKnownNames(objectOf(body), ['kind', ...names])
  switch (kind) {
    case 'remove':
    case 'restore':
      only()
      return { kind }
    case 'update':
      only('values')
      return { kind, values: valuesOf(resource, values) }
    case 'transition':
    case 'action': {
      only('name', 'input')
      // The response to a bulk operation has no place for a secret of each row.
      const isOfKind = (step: Transition | Action) =>
        isTransition(step) === (kind === 'transition') && !isOnCollection(step) && !returnsSecret(step)
      const steps = userSteps(resource).filter(isOfKind)
      if (typeof name !== 'string' || !steps.some(step => step.name === name))
        throw unknown(
          String(name),
          steps.map(step => step.name),
        )
      const given = objectOf(input ?? {})
      // Inputs must not choose the record: each row has its own id and version.
      const own = ['id', 'version'].find(one => one in given)
      if (own !== undefined) throw unknown(own, [])
      return { kind, name, input: given }
    }
    default:
      throw unreadable('do')
  }
}

/** Values for all of the records: at least one, of fields that may be edited in bulk. */
function valuesOf(resource: Resource, given: unknown): Readonly<Record<string, unknown>> {
  const values = objectOf(given)
  const names = bulkFields(resource).map(field => field.name)
  const stranger = Object.keys(values).find(name => !names.includes(name))
  if (stranger !== undefined) throw unknown(stranger, names)
  if (Object.keys(values).length === 0) throw unreadable('values')
  return values
}

function selectedOf(select: unknown): SelectedRows {
  const { ids, query } = objectOf(select, ['ids', 'query'])
  if (Array.isArray(ids)) {
    if (query !== undefined) throw unreadable('select')
    if (ids.length === 0 || !ids.every((id): id is string => typeof id === 'string' && isId(id)))
      throw refuse.nothingSelected()
    return { ids }
  }
  const given = objectOf(query)
  const isText = (value: unknown) => typeof value === 'string'
  if (!Object.values(given).every(value => isText(value) || (Array.isArray(value) && value.every(isText))))
    throw unreadable('query')
  return { query: given as QueryInput }
}

function objectOf(value: unknown, known?: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable('body')
  if (known) assureKnownNames(value, known)
  return value as Readonly<Record<string, unknown>>
}

const unknown = (name: string, names: readonly string[]) =>
  refuse.unknownName(name.slice(0, 100), near(name.slice(0, 64), names))

const unreadable = (what: string) => refuse.input({ [what]: { zh: `${what} 不正确`, en: `"${what}" is not valid` } })

const tooMany = () =>
  refuse.input({
    query: {
      zh: `一次最多处理 ${maxSelected} 条数据，请增加查询条件`,
      en: `At most ${maxSelected} records at once; please narrow the search`,
    },
  })

const closing = {
  zh: '服务器正在停止，其余数据未处理',
  en: 'The server is stopping; the other records were not changed',
}
