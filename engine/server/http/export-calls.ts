import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '../../fields/id/id-text.ts'
import type { Bilingual } from '../../model/model.ts'
import { wallText } from '../../rules/zone.ts'
import { renewedActor } from '../auth/authenticator.ts'
import { knownIn } from '../errors/known-names.ts'
import { refuse } from '../errors/refuse.ts'
import { exportFile } from '../services/export/export-file.ts'
import { attachment, fileName } from '../services/export/file-name.ts'
import { framed, framesType } from '../services/export/frames.ts'
import { exportFormats, type Format } from '../services/export/table-file.ts'
import type { QueryInput } from '../store/query.ts'
import type { StreamWanted } from '../store/stream.ts'
import { type App, clientKeyOf } from './app.ts'
import { type ExportCallParts, recordedExport } from './recorded-export.ts'
import { resourceNamed } from './request-parts.ts'
import type { Slots } from './slots.ts'

type OfResource = { readonly Params: { readonly resource: string } }

/** The parameters of an export. */
interface Order extends StreamWanted {
  readonly format: Format
}

const maxColumns = 500
const maxIds = 10_000

/**
 * `GET /api/engine/export/:resource?format=csv|xlsx&columns=a,b&<query of v1>`, or a POST with `{ format, columns,
 * query, ids }` if a selection is too long for a URL. The file is streamed while it is generated; in the frames format
 * it contains its progress.
 */
export function exportCalls(app: App, parts: ExportCallParts & { readonly slots: Slots<string> }): void {
  const options = { config: { kind: 'export' } } as const
  const answer = async (request: FastifyRequest, reply: FastifyReply, resource: string, order: Order) => {
    const { ctx } = request
    if (!(await parts.slots.take(clientKeyOf(request), reply.raw))) throw refuse.tooManyAtOnce(messages.running, 5)
    const { model } = ctx
    const stream = await parts.store.stream(ctx, resourceNamed(model, resource).name, {
      ...order,
      async renewed() {
        const present = ctx.renewed()
        return present.withRights(await renewedActor(parts.database.kysely, present))
      },
    })
    if (stream.fields.length === 0) throw refuse.input({ columns: messages.none })
    const file = exportFile(stream, request.language, order.format)
    const day = wallText(Date.now(), parts.zone).slice(0, 10)
    const name = fileName(stream.resource.title[request.language], day, order.format)
    const recorded = recordedExport(parts, ctx, { stream, order, name, file }, error =>
      request.log.error({ err: error }, 'an export could not be recorded'),
    )
    const { type, written } = file
    const bytes = Readable.from(recorded, { objectMode: false })
    reply
      .header('content-disposition', attachment(name))
      .header('x-total-rows', stream.total)
      .header('x-accel-buffering', 'no')
    if (request.headers.accept !== framesType) return reply.type(type).send(bytes)
    return reply.type(framesType).send(Readable.from(framed(bytes, written), { objectMode: false }))
  }
  app.get<OfResource>('/api/engine/export/:resource', options, (request, reply) =>
    answer(request, reply, request.params.resource, orderInQuery(request.query as QueryInput)),
  )
  app.post<OfResource>('/api/engine/export/:resource', options, (request, reply) =>
    answer(request, reply, request.params.resource, orderInBody(request.body)),
  )
}

function orderInQuery({ format, columns, ...query }: QueryInput): Order {
  const names = [columns ?? []].flat().flatMap(text => text.split(','))
  return { ...orderOf(format, names.length > 0 ? names : undefined), query }
}

function orderInBody(body: unknown): Order {
  const { format, columns, query, ids } = knownIn(body, ['format', 'columns', 'query', 'ids'])
  if (query !== undefined && !isQuery(query)) throw refuse.input({ query: messages.query })
  if (ids !== undefined && !(isTexts(ids) && ids.length > 0 && ids.length <= maxIds && ids.every(isId)))
    throw refuse.input({ ids: messages.ids })
  return { ...orderOf(format, columns), query: query ?? {}, ...(ids !== undefined && { ids }) }
}

function orderOf(format: unknown, columns: unknown): Omit<Order, 'query'> {
  const known = exportFormats.find(one => one === format)
  if (!known) throw refuse.input({ format: messages.format })
  if (columns === undefined) return { format: known }
  if (!isTexts(columns) || columns.length > maxColumns) throw refuse.input({ columns: messages.columns })
  const names = columns.map(name => name.trim()).filter(name => name !== '')
  if (names.length === 0) throw refuse.input({ columns: messages.none })
  return { format: known, columns: names }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(one => typeof one === 'string')

const isQuery = (value: unknown): value is QueryInput =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(one => typeof one === 'string' || isTexts(one))

const messages = {
  format: { zh: 'format 须为 csv 或 xlsx', en: 'format must be csv or xlsx' },
  columns: {
    zh: `columns 须为字段名，最多 ${maxColumns} 个`,
    en: `columns must be names of fields, at most ${maxColumns}`,
  },
  none: { zh: '请选择至少一列', en: 'Please select at least one column' },
  ids: { zh: `编号不正确，或不是 1 至 ${maxIds} 个`, en: `ids must contain 1 to ${maxIds} valid IDs` },
  running: {
    zh: '您同时进行的导出过多，请等其中一个完成后再试',
    en: 'Too many of your exports are running; wait until one of them is finished',
  },
  query: { zh: '查询条件不正确', en: 'The query is not valid' },
} satisfies Readonly<Record<string, Bilingual>>
