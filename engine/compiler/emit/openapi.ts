import { textOfPath } from '../../fields/field-path.ts'
import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { answerSchema, nullable, recordSchema } from '../../fields/record-schema.ts'
import { type ChartAddress, chartAddresses, chartsAt } from '../../model/chart-addresses.ts'
import {
  type Action,
  type Bilingual,
  type Bind,
  type DeclaredQuery,
  type Field,
  type HttpEndpoint,
  type JsonSchema,
  type Model,
  messageChannels,
  type Resource,
  type Transition,
} from '../../model/model.ts'
import { endpointPath, namesInPath, typeName } from '../../model/names.ts'
import {
  choosingEffect,
  isOnCollection,
  isTransition,
  messageChoices,
  type Preview,
  previewsOf,
  returnsOf,
  userSteps,
} from '../../model/steps.ts'
import { systemFields } from '../../model/system-fields.ts'
import { acknowledgedHeader } from '../../model/warning.ts'
import { callPaths, callsTag, type EndpointDescription } from './openapi-calls.ts'
import { type DocumentMember, operationPaths, operationSchemas, operationsTag } from './openapi-operations.ts'
import { bilingualText, titled } from './openapi-text.ts'
import { securitySchemes, tokenPaths, tokensTag } from './openapi-tokens.ts'
import { isAlwaysThere } from './presence.ts'
import { queryInputSchema, queryRowSchema } from './queries.ts'
import { everySuffix, isQueried } from './query.ts'
import { stepInputSchema } from './steps.ts'

/**
 * OpenAPI 3.1 of all endpoints of the `v1` dialect, of the product's own calls and of bulk operations: one line per path and schema, so that diffs
 * are readable.
 */
export function emitOpenapi(model: Model, calls: readonly EndpointDescription[] = []): string {
  const resources = Object.values(model.resources)
  const tags = [
    ...resources.map(({ name, title }) => ({ name, ...titled('description', title) })),
    ...(calls.length > 0 ? [callsTag] : []),
    operationsTag,
    tokensTag,
  ]
  const paths = [
    ...resources.flatMap(resource => [
      usualPaths(resource),
      ...stepPaths(resource, model),
      ...resource.queries.map(query => members([queryPath(query, resource, model)])),
      ...resource.binds.map(bind => members(bindPaths(bind, resource))),
      ...previewsOf(resource).map(preview => members([previewPath(preview, resource)])),
    ]),
    members([
      ...chartAddresses(model).map((addressed, index, all) => chartPath(model, addressed, all.slice(0, index))),
      ...callPaths(calls),
      ...operationPaths,
      ...tokenPaths,
    ]),
  ]
  const responses = members([['Failure', failure], ['Done', answer('Done', {})], ...resources.flatMap(answersOf)])
  const schemas = [...shared(model), ...operationSchemas, ...resources.flatMap(resource => schemasOf(resource, model))]
  return `{
  "openapi": "3.1.0",
  "info": ${JSON.stringify({ title: bilingualText(model.title), version: String(model.language) })},
  "servers": [{"url":"/"}],
  "security": [{"token":[]}],
  "tags": ${JSON.stringify(tags)},
  "paths": {
${listed(paths)}
  },
  "components": {
    "securitySchemes": ${JSON.stringify(securitySchemes)},
    "parameters": ${JSON.stringify({ id: parameter('id', 'query'), key, acknowledged })},
    "responses": {
${responses}
    },
    "schemas": {
${members(schemas)}
    }
  }
}
`
}

const members = (all: readonly DocumentMember[]): string =>
  listed(all.map(([name, value]) => `      ${JSON.stringify(name)}: ${JSON.stringify(value)}`))

// Concatenated, because `join` copies the texts of thousands of members once more.
function listed(all: readonly string[]): string {
  let text = ''
  for (const one of all) text += text === '' ? one : `,\n${one}`
  return text
}

const ref = (name: string, kind = 'schemas') => ({ $ref: `#/components/${kind}/${name}` })
const json = (schema: object) => ({ 'application/json': { schema } })
const body = (schema: object) => ({ requestBody: { required: true, content: json(schema) } })
const listOf = (items: object): JsonSchema => ({ type: 'array', items })
const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer' }

const key = {
  name: 'Idempotency-Key',
  in: 'header',
  ...titled('description', {
    zh: '同一个键的请求重复发送时只执行一次，并返回第一次的响应。',
    en: 'A request that is sent again with the same key is executed once and gets the first response.',
  }),
  schema: { type: 'string', maxLength: 200 },
}

const acknowledged = {
  name: acknowledgedHeader,
  in: 'header',
  ...titled('description', {
    zh: '已确认的警告的名称，以逗号分隔；all 表示全部确认。',
    en: 'The names of the acknowledged warnings, separated by commas, or all.',
  }),
  schema: text,
}

function parameter(name: string, location: 'query' | 'path') {
  return { name, in: location, required: true, schema: text }
}

const answer = (description: string, data: object) => ({
  description,
  content: json({ allOf: [ref('Envelope')], properties: { data } }),
})
const failure = {
  description: 'What was refused, and why: 400, 401, 403, 404, 409, 413, 415, 429, 503.',
  content: json({
    allOf: [ref('Envelope')],
    properties: {
      errors: { type: 'object', additionalProperties: text },
      warnings: listOf({ type: 'object', properties: { name: text, text, fields: listOf(text) } }),
      reason: text,
    },
  }),
}

/** Schemas shared by all resources. */
function shared(model: Model): DocumentMember[] {
  const envelope = { code: count, success: { type: 'boolean' }, data: {}, msg: text }
  const more = { const: true, description: 'Of a list of at most 1000 rows: there are others.' }
  const page = {
    total: count,
    capped: { type: 'boolean' },
    current: count,
    size: count,
    pages: count,
    stale: listOf(text),
  }
  const sorts = { ascs: text, descs: text }
  return [
    ['Envelope', { type: 'object', required: Object.keys(envelope), properties: { ...envelope, more } }],
    ['Page', { type: 'object', properties: page }],
    ...(Object.keys(model.messages).length > 0 ? [previewSchema] : []),
    ['Ids', { type: 'object', required: ['ids'], properties: { ids: { ...listOf(text), maxItems: 1000 } } }],
    ['SystemFields', { type: 'object', properties: recordProperties(systemFields, model) }],
    [
      'Query',
      {
        type: 'object',
        description: 'Pages, sorting, and by suffix: comparisons with any field of the record.',
        properties: { current: { ...count, minimum: 1 }, size: { ...count, minimum: 1, maximum: 200 }, ...sorts },
        patternProperties: { [`^\\w+_(${everySuffix.join('|')})$`]: text },
      },
    ],
  ]
}

const previewSchema: DocumentMember = [
  'MessagePreview',
  {
    type: 'object',
    properties: {
      templateId: text,
      templateName: text,
      content: text,
      receivers: listOf({
        type: 'object',
        properties: { sendObj: text, name: nullable(text), channel: { enum: [...messageChannels] }, fault: text },
      }),
    },
  },
]

function schemasOf(resource: Resource, model: Model): DocumentMember[] {
  const name = typeName(resource.name)
  const { required, properties } = recordSchema(resource, model, 'save')
  const queried = resource.fields.filter(isQueried).map(field => [field.name, text])
  const description = bilingualText(resource.title)
  const written: readonly DocumentMember[] = [
    [`${name}Input`, { type: 'object', properties }],
    [`${name}Save`, { allOf: [ref(`${name}Input`)], ...(required !== undefined && { required }) }],
    [
      `${name}Update`,
      { allOf: [ref(`${name}Input`)], required: ['id'], properties: { id: text, version: { ...count, minimum: 0 } } },
    ],
  ]
  return [
    [name, { allOf: [ref('SystemFields')], description, properties: recordProperties(resource.fields, model) }],
    ...(resource.readOnly ? [] : written),
    [`${name}Query`, { allOf: [ref('Query')], properties: Object.fromEntries(queried) }],
  ]
}

function recordProperties(fields: readonly Field[], model: Model): Record<string, JsonSchema> {
  const properties: Record<string, JsonSchema> = {}
  for (const field of fields) {
    const type = typeOf(field)
    if (type.secret || type.related) continue
    const of = type.lines?.(field)
    const value = of ? listOf(ref(typeName(of))) : type.value(field, model)
    properties[field.name] = Object.assign(
      of || isAlwaysThere(field) ? { ...value } : nullable(value),
      titled('title', field.title),
    )
    if (type.reference) properties[`${field.name}Name`] = nullable(isMany(field) ? listOf(text) : text)
  }
  return properties
}

function answersOf({ name: resource, title }: Resource): DocumentMember[] {
  const name = typeName(resource)
  const page = { allOf: [ref('Page')], properties: { records: listOf(ref(name)) } }
  return [
    [name, answer(bilingualText(title), ref(name))],
    [`${name}List`, answer(bilingualText(title), listOf(ref(name)))],
    [`${name}Page`, answer(bilingualText(title), page)],
  ]
}

/** The endpoints of every resource. They differ only in names, and nine for each of a thousand resources count. */
function usualPaths({ name, module, readOnly }: Resource): string {
  const names: Readonly<Record<string, string>> = { '{module}': module, '{name}': name, '{Name}': typeName(name) }
  let paths = ''
  for (const part of readOnly ? usualReading : usual) paths += names[part] ?? part
  return paths
}

const [usual, usualReading] = (() => {
  const path = '/api/{module}/v1/{name}'
  const query = [{ name: 'query', in: 'query', style: 'form', explode: true, schema: ref('{Name}Query') }]
  const byQuery = { parameters: query }
  const byId = { parameters: [ref('id', 'parameters')] }
  const once = (schema: string, ...others: unknown[]) => ({
    parameters: [ref('key', 'parameters'), ...others],
    ...body(ref(schema)),
  })
  const warned = ref('acknowledged', 'parameters')
  const ids = once('Ids')
  const usualCall = (
    method: string,
    id: string,
    summary: Bilingual,
    answered: string,
    parts: object,
  ): DocumentMember => [
    `${path}/${id}`,
    { [method]: call('{name}', id, answered, { ...titled('summary', summary), ...parts }) },
  ]
  const paths = [
    usualCall('post', 'save', { zh: '新增', en: 'Create a record' }, '{Name}', once('{Name}Save', warned)),
    usualCall('put', 'update', { zh: '修改', en: 'Change the given fields' }, '{Name}', once('{Name}Update', warned)),
    usualCall('delete', 'removeById', { zh: '删除', en: 'Delete records' }, 'Done', ids),
    usualCall('delete', 'removeByIds', { zh: '批量删除', en: 'Delete records, all or none' }, 'Done', ids),
    usualCall('get', 'getByQuery', { zh: '按条件查询一条', en: 'First record of a query' }, '{Name}', byQuery),
    usualCall('get', 'getById', { zh: '查看', en: 'One record with its lines' }, '{Name}', byId),
    usualCall('get', 'listByQuery', { zh: '列表', en: 'All records of a query, at most 1000' }, '{Name}List', byQuery),
    usualCall('get', 'page', { zh: '分页', en: 'One page of a query' }, '{Name}Page', byQuery),
    usualCall('get', 'exactTotal', { zh: '精确总数', en: 'Total without a cap' }, 'Done', byQuery),
  ]
  const reading = paths.filter(([, methods]) => 'get' in methods)
  // The names and what is between them.
  const partsOf = (all: readonly DocumentMember[]) => members(all).split(/(\{(?:module|name|Name)\})/)
  return [partsOf(paths), partsOf(reading)] as const
})()

function call(resource: string, id: string, answered: string, parts: object) {
  return {
    operationId: `${resource}_${id}`,
    tags: [resource],
    ...parts,
    responses: { 200: ref(answered, 'responses'), default: ref('Failure', 'responses') },
  }
}

function stepPaths(resource: Resource, model: Model): string[] {
  return userSteps(resource).map(step => members([stepPath(step, resource, model)]))
}

/** A transition returns the record, an action the result of its handler. */
function stepPath(step: Action | Transition, resource: Resource, model: Model): DocumentMember {
  const inputSchema = stepInputSchema(resource, step, model)
  const named = namesInPath(step.http)
  const changesState = isTransition(step)
  const choices = messageChoices(step)
  const required = [
    ...(isOnCollection(step) ? [] : ['id']),
    ...(choices.length > 1 ? ['templateId'] : []),
    ...((inputSchema['required'] as readonly string[] | undefined) ?? []),
  ].filter(name => !named.includes(name))
  const inBody = Object.entries(inputSchema['properties'] as object).filter(([name]) => !named.includes(name))
  const properties = {
    ...(!isOnCollection(step) && { id: text, version: count }),
    ...(choices.length > 0 && { templateId: choosingEffect(step)?.open ? text : { enum: [...choices] } }),
    ...Object.fromEntries(inBody),
  }
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }) }
  const inPath = named.map(name => parameter(name, 'path'))
  const parameters = [...inPath, ref('key', 'parameters'), ref('acknowledged', 'parameters')]
  const parts = { ...titled('summary', step.title), parameters, ...body(schema) }
  const answered = changesState ? typeName(resource.name) : 'Done'
  const returns = returnsOf(step)
  const operation = call(resource.name, step.name, answered, parts)
  const responses = returns && {
    responses: { ...operation.responses, 200: answer(bilingualText(step.title), answerSchema(returns, model)) },
  }
  return [endpointPath(resource, step.http), { [step.http.method.toLowerCase()]: { ...operation, ...responses } }]
}

/** The messages that a step would send about a record. */
function previewPath({ path, step }: Preview, resource: Resource): DocumentMember {
  const { zh, en } = step.title
  const title = { zh: `${zh}：预览`, en: `${en}: preview` }
  const parts = { ...titled('summary', title), parameters: [ref('id', 'parameters')] }
  const operation = call(resource.name, path, 'Done', parts)
  const responses = { ...operation.responses, 200: answer(bilingualText(title), listOf(ref('MessagePreview'))) }
  return [endpointPath(resource, { path }), { get: { ...operation, responses } }]
}

/** A query has its inputs in the path and in the query string; the filters of a list follow them. */
function queryPath(query: DeclaredQuery, resource: Resource, model: Model): DocumentMember {
  const { properties, required } = queryInputSchema(query, model) as {
    readonly properties: Readonly<Record<string, JsonSchema>>
    readonly required?: readonly string[]
  }
  const inPath = namesInPath(query.http)
  const inputs = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    ...(required?.includes(name) && { required: true }),
    schema,
  }))
  const name = typeName(resource.name)
  const filters = { name: 'query', in: 'query', style: 'form', explode: true, schema: ref(`${name}Query`) }
  const path = endpointPath(resource, query.http)
  const responses = {
    200: answer(
      bilingualText(query.title),
      queryResult(query, queryRowSchema(resource, query, model) ?? ref(name), model),
    ),
    default: ref('Failure', 'responses'),
  }
  const operation = {
    operationId: `${resource.name}_${query.name}`,
    tags: [resource.name],
    ...titled('summary', query.title),
  }
  if (!query.claims) {
    const parameters = [...inputs, ...(query.returns === 'page' ? [filters] : [])]
    return [path, { get: { ...operation, parameters, responses } }]
  }
  const parameters = [...inputs.filter(one => one.in === 'path'), ref('key', 'parameters')]
  const { zh, en } = query.title
  const ended = { zh: `${zh}：释放`, en: `${en}: release` }
  const release = call(resource.name, `${query.name}_release`, 'Done', { ...titled('summary', ended), parameters })
  return [
    path,
    { post: { ...operation, parameters, ...body(queryInputSchema(query, model)), responses }, delete: release },
  ]
}

/**
 * An address of a chart or a board: a row for each group or measure, a page of groups, or a workbook. The name of its operation
 * has a number if the chart has several.
 */
function chartPath(
  model: Model,
  [path, addressed]: readonly [string, ChartAddress],
  before: readonly (readonly [string, ChartAddress])[],
): DocumentMember {
  const charts = chartsAt(model, addressed)
  const { kind } = addressed
  const owner = kind === 'chart' ? addressed.chart : kind === 'tile' ? addressed.tile : addressed.board
  const isPage = 'returns' in owner && owner.returns === 'page'
  // A field of one of these names is narrowed by the parameter.
  const paging = isPage ? ['current', 'size', 'ascs', 'descs'] : kind === 'chart' ? ['top'] : []
  const names = [
    ...new Set([...charts.flatMap(({ search }) => search.map(textOfPath)), 'beginTime', 'endTime', ...paging]),
  ]
  const value = { type: ['number', 'string', 'null'] }
  const row = isPage
    ? { type: 'object', properties: { filter: text }, additionalProperties: value }
    : {
        type: 'object',
        properties: { key: nullable(text), name: text, value, previous: nullable({ type: 'number' }), filter: text },
      }
  const page = model.pages.find(({ board }) => 'board' in addressed && board === addressed.board.name)
  const title = ('title' in owner ? owner.title : undefined) ?? page?.title ?? { zh: owner.name, en: owner.name }
  const file = { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
  const data = isPage ? { allOf: [ref('Page')], properties: { records: listOf(row) } } : listOf(row)
  const found =
    kind === 'workbook' ? { description: bilingualText(title), ...file } : answer(bilingualText(title), data)
  const number = before.filter(
    ([, one]) => one.kind === kind && 'chart' in one && 'chart' in addressed && one.chart === addressed.chart,
  ).length
  const id = kind === 'tile' ? `${addressed.board.name}_${owner.name}` : owner.name
  const get = {
    operationId: `${id}_${kind}${number === 0 ? '' : number + 1}`,
    tags: charts.slice(0, 1).map(({ of }) => of),
    ...titled('summary', title),
    ...(kind === 'chart' && { description: `Filters of the list of ${addressed.chart.of} are accepted too.` }),
    parameters: names.map(one => ({ name: one, in: 'query', schema: text })),
    responses: { 200: found, default: ref('Failure', 'responses') },
  }
  return [path, { get }]
}

/** A bind has an endpoint that replaces the links of a record, and one that reads them. */
function bindPaths(bind: Bind, resource: Resource): DocumentMember[] {
  const { self, of, returns, post, get, title } = bind
  const inPath = (http: HttpEndpoint) => namesInPath(http).map(name => parameter(name, 'path'))
  const isInPath = namesInPath(post).includes(self)
  const properties = { ...(!isInPath && { [self]: text }), ids: listOf(text), version: count }
  const schema = { type: 'object', properties, required: isInPath ? ['ids'] : [self, 'ids'] }
  const writing = { zh: `${title.zh}：绑定`, en: `${title.en}: replace the links` }
  const reading = { zh: `${title.zh}：读取`, en: `${title.en}: linked records` }
  const rows = {
    ...listOf(returns === 'ids' ? text : ref(typeName(of))),
    ...(returns === 'list' && { maxItems: 1000 }),
  }
  const parameters = namesInPath(get).includes(self) ? inPath(get) : [parameter(self, 'query')]
  const write = call(resource.name, `${bind.name}_bind`, typeName(resource.name), {
    ...titled('summary', writing),
    parameters: [...inPath(post), ref('key', 'parameters')],
    ...body(schema),
  })
  const read = call(resource.name, bind.name, 'Done', { ...titled('summary', reading), parameters })
  const responses = { ...read.responses, 200: answer(bilingualText(reading), rows) }
  return [
    [endpointPath(resource, post), { post: write }],
    [endpointPath(resource, get), { get: { ...read, responses } }],
  ]
}

function queryResult({ returns }: DeclaredQuery, row: object, model: Model): object {
  if (typeof returns !== 'string') return answerSchema(returns, model)
  switch (returns) {
    case 'page':
      return { allOf: [ref('Page')], properties: { records: listOf(row) } }
    case 'list':
      return { ...listOf(row), maxItems: 1000 }
    case 'one':
      return { anyOf: [row, { type: 'null' }] }
    case 'count':
      return count
  }
}
