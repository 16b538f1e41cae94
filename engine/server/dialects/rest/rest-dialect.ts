import type { FastifyRequest } from 'fastify'
import { typeOf } from '../../../fields/index.ts'
import { isInputField } from '../../../fields/record-schema.ts'
import type { Model, Resource } from '../../../model/model.ts'
import { isReadOnly, resourceOf } from '../../../model/names.ts'
import { systemFields } from '../../../model/system-fields.ts'
import type { Row } from '../../database/shape.ts'
import { Refusal, refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import type { EngineDialectParts } from '../../http/dialect.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { refuseWrite } from '../../http/refuse-write.ts'
import { maxPageSize, type QueryInput } from '../../store/query.ts'

/** Rows of a range; react-admin exports as many. */
const maxRange = 1000
const root = '/api/rest/:resource'

/**
 * `/api/rest/{resource}` for `ra-data-simple-rest`: records without an envelope, the total in `Content-Range`. A record is
 * sent as it was read: of its values, those that no input writes are dropped, and its version detects conflicts.
 */
export async function restDialect(app: App, { store }: Pick<EngineDialectParts, 'store'>): Promise<void> {
  await app.register(async scope => {
    // The provider shows `message` of a refused request, and `errors` beside the fields.
    scope.addHook('onSend', async (_request, reply, payload) =>
      reply.statusCode >= 400 && typeof payload === 'string'
        ? JSON.stringify({ ...JSON.parse(payload), message: JSON.parse(payload).msg })
        : payload,
    )
    scope.addHook('preHandler', async (request, reply) => {
      const resource = resourceIn(request)
      if (request.method !== 'GET' && request.method !== 'HEAD' && isReadOnly(resource))
        refuseWrite(reply, request.ctx.model, resource)
    })
    scope.get(root, async (request, reply) => {
      const [{ ctx }, { name }] = [request, resourceIn(request)]
      const { sort, range, filter } = readQuery(request.query as QueryInput)
      const query = { ...filter, ...sort }
      const found = range
        ? await rowsBetween(range, one => store.page(ctx, name, { ...query, ...one }))
        : await store.list(ctx, name, query).then(rows => ({ rows, total: rows.length }))
      const [first] = range ?? [0]
      reply.header('content-range', `${name} ${first}-${first + Math.max(found.rows.length, 1) - 1}/${found.total}`)
      return found.rows
    })
    scope.post(root, async request => {
      const resource = resourceIn(request)
      return store.save(request.ctx, resource.name, inputOf(request, resource), idempotencyKey(request))
    })
    scope.get(`${root}/:id`, request => store.get(request.ctx, resourceIn(request).name, idIn(request)))
    scope.put(`${root}/:id`, async request => {
      const [{ ctx }, resource, id] = [request, resourceIn(request), idIn(request)]
      const record = { ...inputOf(request, resource), id }
      // In one transaction: where the record may not be read, nothing is stored.
      return store.together(ctx, resource.name, async inside => {
        await inside.update(ctx, resource.name, record, idempotencyKey(request))
        return inside.get(ctx, resource.name, id)
      })
    })
    scope.delete(`${root}/:id`, async request => {
      const [{ ctx }, { name }, id] = [request, resourceIn(request), idIn(request)]
      const record = await store.get(ctx, name, id)
      await store.remove(ctx, name, [id], idempotencyKey(request))
      return record
    })
  })
}

function resourceIn({ params, ctx }: FastifyRequest): Resource {
  const { resource: name } = params as { readonly resource: string }
  const { resources } = ctx.model
  if (!Object.hasOwn(resources, name)) throw refuse.notFound({ zh: '资源', en: 'Resource' })
  return resourceOf(ctx.model, name)
}

const idIn = ({ params }: FastifyRequest): string => (params as { readonly id: string }).id

interface RestQuery {
  readonly sort: QueryInput
  /** Positions of the first and the last row. */
  readonly range?: readonly [number, number]
  readonly filter: QueryInput
}

function readQuery({ sort, range, filter, ...others }: QueryInput): RestQuery {
  if (Object.keys(others).length > 0) throw invalid(Object.keys(others).join())
  const [field, order] = [parsed('sort', sort)].flat()
  const between = parsed('range', range)
  const [first, last] = [between].flat()
  if (between !== undefined && !(Number.isSafeInteger(first) && Number(first) >= 0 && Number(last) >= Number(first)))
    throw invalid('range')
  return {
    sort: field === undefined ? {} : { [order === 'DESC' ? 'descs' : 'ascs']: String(field) },
    ...(between !== undefined && { range: [Number(first), Number(last)] as const }),
    filter: Object.fromEntries(
      Object.entries(Object(parsed('filter', filter))).map(([name, value]) =>
        Array.isArray(value) ? [`${name}_in`, value.map(String)] : [name, String(value ?? '')],
      ),
    ),
  }
}

function parsed(name: string, text: QueryInput[string]): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(String(text))
  } catch {
    throw invalid(name)
  }
}

const invalid = (name: string) =>
  refuse.input({ [name]: { zh: `参数 ${name} 无效`, en: `The parameter ${name} is invalid` } })

/** The rows between two positions, of the pages that contain them. */
async function rowsBetween(
  [first, last]: readonly [number, number],
  page: (one: QueryInput) => Promise<{ readonly records: readonly Row[]; readonly total: number }>,
) {
  if (last - first >= maxRange)
    throw new Refusal('range-too-long', 400, {
      zh: `range 最多${maxRange}行`,
      en: `The range has at most ${maxRange} rows`,
    })
  const size = Math.min(last - first + 1, maxPageSize)
  const before = Math.floor(first / size)
  const rows: Row[] = []
  for (let current = before + 1; ; current++) {
    const { records, total } = await page({ current: String(current), size: String(size) })
    rows.push(...records)
    if (records.length < size || current * size > last)
      return { rows: rows.slice(first - before * size, last + 1 - before * size), total }
  }
}

function inputOf({ body, ctx }: FastifyRequest, resource: Resource): Row {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('body')
  return withoutReadValues(body as Row, resource, ctx.model)
}

/** A record without the values that only responses contain: system fields, computed values, and names of references. */
function withoutReadValues(record: Row, resource: Resource, model: Model): Row {
  const fields = new Map([...systemFields, ...resource.fields].map(field => [field.name, field]))
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (name === 'id' || name === 'version') return [[name, value]]
      const field = fields.get(name)
      if (!field) return fields.has(name.replace(/Name$/, '')) ? [] : [[name, value]]
      if (!isInputField(field)) return []
      const lines = typeOf(field).lines?.(field)
      if (lines === undefined || !Array.isArray(value)) return [[name, value]]
      return [[name, value.map(line => withoutReadValues(Object(line), resourceOf(model, lines), model))]]
    }),
  )
}
