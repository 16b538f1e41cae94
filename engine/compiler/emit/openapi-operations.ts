import type { Bilingual, JsonSchema } from '../../model/model.ts'
import { operationKinds } from '../../model/operation-view.ts'
import { titled } from './openapi-text.ts'

/** A schema or a path of the document with its name. */
export type DocumentMember = readonly [name: string, value: object]

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer' }
const listOf = (items: object): JsonSchema => ({ type: 'array', items })
const ref = (name: string, kind = 'schemas') => ({ $ref: `#/components/${kind}/${name}` })
const json = (schema: object) => ({ 'application/json': { schema } })

const flag: JsonSchema = { type: 'boolean' }
const orNull = { type: ['string', 'null'] }
const record: JsonSchema = { type: 'object', additionalProperties: true }
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
    'BulkOrder',
    {
      description:
        'Records by their ids, or all that a query of the list finds, up to a million; what is done to each.',
      ...object(
        {
          select: {
            oneOf: [object({ ids: { ...listOf(text), minItems: 1 } }, ['ids']), object({ query: record }, ['query'])],
          },
          do: {
            oneOf: [
              object({ kind: { enum: ['remove', 'restore'] } }, ['kind']),
              object({ kind: { const: 'update' }, values: record }, ['kind', 'values']),
              object({ kind: { enum: ['transition', 'action'] }, name: text, input: record }, ['kind', 'name']),
            ],
          },
        },
        ['select', 'do'],
      ),
    },
  ],
  [
    'BulkLine',
    {
      description:
        'The first line has the total, then one line per record with its id and whether it is ok, at last the counts.',
      ...object({
        total: count,
        operation: text,
        id: text,
        display: text,
        ok: flag,
        message: text,
        errors: record,
      }),
      additionalProperties: true,
    },
  ],
  [
    'BulkOperation',
    object({
      id: text,
      kind: { enum: operationKinds },
      resource: text,
      step: orNull,
      title: record,
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
      importFile: { type: ['object', 'null'] },
      exported: { type: ['object', 'null'] },
    }),
  ],
]

const failing = (done: object) => ({ 200: done, default: ref('Failure', 'responses') })
const enveloped = (data: object) =>
  failing({ description: 'Done', content: json({ allOf: [ref('Envelope')], properties: { data } }) })
const content = (...types: readonly (readonly [type: string, content: object])[]) =>
  failing({ description: 'Done', content: Object.fromEntries(types) })
const lines = content(['application/x-ndjson', { schema: ref('BulkLine') }])
const operation = (
  id: string,
  zh: string,
  en: string,
  responses: object,
  parameters: readonly object[],
  more = {},
) => ({
  operationId: `${tag}_${id}`,
  tags: [tag],
  ...titled('summary', { zh, en } satisfies Bilingual),
  parameters,
  ...more,
  responses,
})
const key = ref('key', 'parameters')
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text })
const ofId = inPath('id')
const ofResource = inPath('resource')
const narrowed = (name: string, schema: object = text) => ({ name, in: 'query', schema })
const order = { requestBody: { required: true, content: json(ref('BulkOrder')) } }
const bulk = '/api/engine/bulk/{resource}'
const operations = '/api/engine/operations'

/** Paths of `/api/engine/bulk` and `/api/engine/operations`. */
export const operationPaths: readonly DocumentMember[] = [
  [
    bulk,
    {
      post: operation(
        'run',
        '对多条记录执行一项操作',
        'Run one operation on several records',
        lines,
        [ofResource, key, ref('acknowledged', 'parameters')],
        order,
      ),
    },
  ],
  [
    `${bulk}/preview`,
    {
      post: operation(
        'preview',
        '执行前统计涉及的记录',
        'Count the affected records before the operation',
        enveloped(record),
        [ofResource],
        order,
      ),
    },
  ],
  [
    `${operations}/{id}`,
    { get: operation('get', '查看一项操作', 'One operation', enveloped(ref('BulkOperation')), [ofId]) },
  ],
  [
    `${operations}/{id}/rows`,
    {
      get: operation(
        'rows',
        '每条记录的结果，每次一百条',
        'The result of each record, a hundred at a time',
        enveloped(
          object({
            rows: listOf(object({ id: text, display: orNull, done: flag, reason: orNull })),
            hasMore: flag,
          }),
        ),
        [ofId, narrowed('which', { enum: ['all', 'failed'] }), narrowed('after')],
      ),
    },
  ],
  [
    `${operations}/{id}/undo`,
    {
      get: operation(
        'countUndo',
        '撤销前统计将恢复和保持不变的记录',
        'Count the records that an undo would revert and leave unchanged',
        enveloped(object({ reverted: count, leftOut: count, capped: flag })),
        [ofId],
      ),
      post: operation(
        'undo',
        '撤销操作，之后未再修改的记录恢复原值',
        'Undo the operation for records that have not changed since',
        lines,
        [ofId, key],
      ),
    },
  ],
  [
    `${operations}/{id}/file`,
    {
      get: operation(
        'file',
        '导出的文件，一天内可由导出人下载',
        'The file of an export, for one day and for its user',
        content(['text/csv', {}], ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', {}]),
        [ofId],
      ),
    },
  ],
]
