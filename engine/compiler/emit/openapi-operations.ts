import type { Bilingual, JsonSchema } from '../../model/model.ts'
import { operationKinds } from '../../model/operation-view.ts'
import { titled } from './openapi-text.ts'

/** A schema or a path of the document with its name. */
export type DocumentMember = readonly [name: string, value: object]

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer' }
const flag: JsonSchema = { type: 'boolean' }
const orNull = { type: ['string', 'null'] }
const record: JsonSchema = { type: 'object', additionalProperties: true }
const listOf = (items: object): JsonSchema => ({ type: 'array', items })
const ref = (name: string, kind = 'schemas') => ({ $ref: `#/components/${kind}/${name}` })
const json = (schema: object) => ({ 'application/json': { schema } })
const object = (properties: Readonly<Record<string, object>>, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties,
})

const tag = 'operations'

/** The tag of operations on several records. */
export const operationsTag = {
  name: tag,
  ...titled('description', {
    zh: '批量操作、逐条结果与撤销',
    en: 'Operations on several records, their results and their undo',
  }),
}

/** Schemas that the endpoints of operations use. */
export const operationSchemas: readonly DocumentMember[] = [
  [
    'BulkSelection',
    {
      description: 'Records by their ids, or all that a query of the list finds, up to a million.',
      oneOf: [object({ ids: { ...listOf(text), minItems: 1 } }, ['ids']), object({ query: record }, ['query'])],
    },
  ],
  [
    'BulkWork',
    {
      description: 'What is done to each record.',
      oneOf: [
        object({ kind: { enum: ['remove', 'restore'] } }, ['kind']),
        object({ kind: { const: 'update' }, values: record }, ['kind', 'values']),
        object({ kind: { enum: ['transition', 'action'] }, name: text, input: record }, ['kind', 'name']),
      ],
    },
  ],
  ['BulkOrder', object({ select: ref('BulkSelection'), do: ref('BulkWork') }, ['select', 'do'])],
  [
    'BulkLine',
    {
      description: 'The first line has the total, then one line per record as it is done, at last the counts.',
      oneOf: [
        object({ total: count, operation: text }, ['total']),
        object(
          { id: text, display: text, ok: flag, message: text, errors: { ...record, additionalProperties: text } },
          ['id', 'display', 'ok'],
        ),
        object({ done: count, failed: count, left: count, message: text }, ['done', 'failed']),
      ],
    },
  ],
  [
    'BulkPreview',
    object({
      total: count,
      outOfReach: count,
      fields: listOf(object({ field: text, empty: count, same: count, other: count, values: listOf(record) })),
      states: listOf(object({ from: orNull, count, barred: { enum: ['state', 'condition', 'reach'] } })),
      first: listOf(text),
      trial: object({
        tried: count,
        done: count,
        stays: listOf(object({ reason: text, count })),
        along: listOf(object({ title: record, field: record, kind: { enum: ['remove', 'restore', 'clear'] }, count })),
      }),
    }),
  ],
  [
    'BulkOperation',
    object({
      id: text,
      kind: { enum: operationKinds },
      resource: text,
      step: orNull,
      userId: text,
      userName: text,
      started: text,
      finished: orNull,
      state: { enum: ['running', 'finished', 'interrupted'] },
      meant: count,
      done: count,
      failed: count,
      edited: { type: ['object', 'null'] },
      undo: { enum: ['possible', 'running', 'undone', 'expired', 'forbidden', 'changed', 'never'] },
      undoOf: orNull,
      undoneKind: orNull,
      importFile: { type: ['object', 'null'] },
      exported: { type: ['object', 'null'] },
    }),
  ],
  ['BulkOperationRow', object({ id: text, display: orNull, done: flag, reason: orNull })],
]

const answers = (content: object) => ({
  200: { description: 'Done', content },
  default: ref('Failure', 'responses'),
})
const enveloped = (data: object) => answers(json({ allOf: [ref('Envelope')], properties: { data } }))
const lines = answers({ 'application/x-ndjson': { schema: ref('BulkLine') } })
const parameter = (name: string, location: 'path' | 'query', schema: object = text) => ({
  name,
  in: location,
  ...(location === 'path' && { required: true }),
  schema,
})
const endpoint = (id: string, summary: Bilingual, responses: object, more: object = {}) => ({
  operationId: `${tag}_${id}`,
  tags: [tag],
  ...titled('summary', summary),
  ...more,
  responses,
})
const key = ref('key', 'parameters')
const ofId = parameter('id', 'path')
const ofResource = parameter('resource', 'path')
const order = { requestBody: { required: true, content: json(ref('BulkOrder')) } }

/** Paths of `/api/engine/bulk` and `/api/engine/operations`. */
export const operationPaths: readonly DocumentMember[] = [
  [
    '/api/engine/bulk/{resource}',
    {
      post: endpoint('run', { zh: '对多条记录执行一项操作', en: 'Run one operation on several records' }, lines, {
        parameters: [ofResource, key, ref('acknowledged', 'parameters')],
        ...order,
      }),
    },
  ],
  [
    '/api/engine/bulk/{resource}/preview',
    {
      post: endpoint(
        'preview',
        { zh: '执行前统计涉及的记录', en: 'Count the affected records before the operation' },
        enveloped(ref('BulkPreview')),
        {
          parameters: [ofResource],
          ...order,
        },
      ),
    },
  ],
  [
    '/api/engine/operations',
    {
      get: endpoint(
        'list',
        {
          zh: '最近 30 天的操作，最新的在前；管理员可见本租户全部操作',
          en: 'Operations of the last 30 days, the latest first: of the user, of the tenant for an administrator',
        },
        enveloped(object({ operations: listOf(ref('BulkOperation')), hasMore: flag, users: listOf(record) })),
        {
          parameters: [
            parameter('kind', 'query', { enum: operationKinds }),
            parameter('resource', 'query'),
            parameter('user', 'query'),
            parameter('before', 'query'),
          ],
        },
      ),
    },
  ],
  [
    '/api/engine/operations/{id}',
    {
      get: endpoint('get', { zh: '查看一项操作', en: 'One operation' }, enveloped(ref('BulkOperation')), {
        parameters: [ofId],
      }),
    },
  ],
  [
    '/api/engine/operations/{id}/rows',
    {
      get: endpoint(
        'rows',
        { zh: '每条记录的结果，每次一百条', en: 'The result of each record, a hundred at a time' },
        enveloped(object({ rows: listOf(ref('BulkOperationRow')), hasMore: flag })),
        { parameters: [ofId, parameter('which', 'query', { enum: ['all', 'failed'] }), parameter('after', 'query')] },
      ),
    },
  ],
  [
    '/api/engine/operations/{id}/undo',
    {
      get: endpoint(
        'countUndo',
        {
          zh: '撤销前统计将恢复和保持不变的记录',
          en: 'Count the records that an undo would revert and leave unchanged',
        },
        enveloped(object({ reverted: count, leftOut: count, capped: flag })),
        { parameters: [ofId] },
      ),
      post: endpoint(
        'undo',
        {
          zh: '撤销操作，之后未再修改的记录恢复原值',
          en: 'Undo the operation for records that have not changed since',
        },
        lines,
        {
          parameters: [ofId, key],
        },
      ),
    },
  ],
  [
    '/api/engine/operations/{id}/file',
    {
      get: endpoint(
        'file',
        {
          zh: '导出的文件，一天内可由导出人下载',
          en: 'The file of an export, for one day and for its user',
        },
        answers({ 'text/csv': {}, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {} }),
        { parameters: [ofId] },
      ),
    },
  ],
]
