import type { Operator } from '../../fields/field-type.ts'
import { operatorsOf, typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { refersToTree } from '../../fields/reference/refers-to-tree.ts'
import type { Bilingual, Field, Resource } from '../../model/model.ts'
import { fieldOf, systemFields } from '../../model/system-fields.ts'
import { near } from '../../rules/near.ts'
import type { Access } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { refuse } from '../errors/refuse.ts'
import { chartCondition } from './charts/list-condition.ts'
import type { Condition } from './condition.ts'
import { noteMaskedFilter } from './masked-filters.ts'
import { readConditions } from './read-conditions.ts'
import { mayOrderBy, type Sort } from './sort.ts'

/** The parsed query string. A repeated name has a list. */
export type QueryInput = Readonly<Record<string, string | readonly string[] | undefined>>

/** A query whose names and values were checked against the Model. */
export interface Query {
  readonly conditions: readonly Condition[]
  /** Empty where the query has none: then the resource's own order applies. */
  readonly sorts: readonly Sort[]
  readonly current: number
  readonly size: number
}

/** The maximum number of rows of a page. */
export const maxPageSize = 200
const usualSize = 10

/** Parses the query language of `v1`. A name that is unknown or may not be read is refused. */
export function readQuery(ctx: RequestContext, resource: Resource, access: Access, input: QueryInput): Query {
  const conditions: Condition[] = []
  const errors: Record<string, Bilingual> = {}
  for (const [name, given] of Object.entries(input)) {
    const texts = [given ?? []].flat().filter(text => text.trim() !== '')
    if (texts.length === 0 || frame.has(name)) continue
    if (name === 'chart') {
      const each = texts.flatMap(text => text.split('\n'))
      conditions.push(...each.map(text => chartCondition(ctx, resource, access, text)))
      continue
    }
    const queried = queriedField(ctx, resource, access, name)
    if (queried.operator === 'ignore') continue
    if (access.masked.has(queried.field.name)) noteMaskedFilter(ctx, queried.field.name)
    const read = readConditions(ctx, resource, queried.field, queried.operator, queried.isDay, texts)
    if ('error' in read) errors[name] = read.error
    else conditions.push(...read.conditions)
  }
  if (Object.keys(errors).length > 0) throw refuse.input(errors)
  return {
    conditions,
    sorts: [
      ...sortsOf(ctx, resource, access, input['ascs'], false),
      ...sortsOf(ctx, resource, access, input['descs'], true),
    ],
    current: countOf(input, 'current', 1, Number.MAX_SAFE_INTEGER),
    size: countOf(input, 'size', usualSize, maxPageSize),
  }
}

const frame = new Set(['current', 'size', 'ascs', 'descs'])

/** Suffixes of a name and their operators. Those of days read their value as a timestamp. */
const suffixes: Readonly<Record<string, Operator | 'below' | 'ignore'>> = {
  like: 'contains',
  equal: 'equals',
  notequal: 'notEquals',
  likeleft: 'endsWith',
  likeright: 'startsWith',
  notlike: 'notContains',
  ge: 'greaterOrEqual',
  le: 'lessOrEqual',
  gt: 'greater',
  lt: 'less',
  datege: 'greaterOrEqual',
  dategt: 'greater',
  dateequal: 'equals',
  datelt: 'less',
  datele: 'lessOrEqual',
  null: 'isNull',
  notnull: 'notNull',
  in: 'oneOf',
  below: 'below',
  ignore: 'ignore',
}

/** The field whose values a filter names, for conditions that compare whole values. */
export const fieldOfFilter = (resource: Resource, name: string): Field | undefined =>
  fieldOf(resource, name) ?? fieldOf(resource, name.replace(/_(?:in|below|equal|notequal)$/, ''))

interface QueriedField {
  readonly field: Field
  readonly operator: Operator | 'below' | 'ignore'
  readonly isDay: boolean
}

function queriedField({ model }: RequestContext, resource: Resource, access: Access, name: string): QueriedField {
  const hidden = maskedCondition(resource, access, name)
  if (hidden) return hidden
  const plain = readable(resource, access, name)
  if (plain) return { field: plain, operator: operatorsOf(plain)[0] ?? 'equals', isDay: false }
  const cut = name.lastIndexOf('_')
  const [base, suffix] = [name.slice(0, cut), name.slice(cut + 1)]
  const operator = cut > 0 && Object.hasOwn(suffixes, suffix) ? suffixes[suffix] : undefined
  const field = readable(resource, access, operator ? base : name)
  if (!field || !operator) throw unknown(resource, access, operator ? base : name)
  // The platform's own names predate lists and do not distinguish text from number.
  const offered = operatorsOf(field)
  const isOfTree = refersToTree(field, model)
  const isOffered = operator === 'ignore' || (operator === 'below' ? isOfTree : offered.includes(operator))
  const nearest = isOffered ? operator : nearestOperator(operator, offered)
  if (!nearest) {
    const say = {
      zh: `${field.title.zh}不支持条件“_${suffix}”`,
      en: `${field.title.en} does not support the condition "_${suffix}"`,
    }
    throw refuse.input({ [name]: say })
  }
  return { field, operator: nearest, isDay: suffix.startsWith('date') }
}

/** The condition on a masked field: equality with a complete value. Every other one is refused. */
function maskedCondition(resource: Resource, access: Access, name: string): QueriedField | undefined {
  const [, base = name, suffix = ''] = /^(.+?)(?:_([a-z]+))?$/.exec(name) ?? []
  const field = [name, base].flatMap(one => fieldOf(resource, one) ?? byColumn(resource, one) ?? [])[0]
  if (!field?.column || !access.masked.has(field.name)) return undefined
  if (suffix === 'equal' || field.name === name || field.column === name)
    return { field, operator: 'equals', isDay: false }
  throw refuse.input({
    [name]: {
      zh: `${field.title.zh}已遮盖，只能按完整的值查询`,
      en: `${field.title.en} is masked and can only be searched by its complete value`,
    },
  })
}

/** The platform's clients send `_like` for a number and `_equal` for a list. They mean equality and containment. */
function nearestOperator(operator: Operator | 'below', offered: readonly Operator[]): Operator | undefined {
  const preferred = operator === 'contains' || operator === 'equals' ? (['equals', 'has'] as const) : []
  return preferred.find(one => offered.includes(one))
}

/** The field by name or by column, if it has a column and the actor may read it. */
function readable(resource: Resource, access: Access, name: string): Field | undefined {
  const field = fieldOf(resource, name) ?? byColumn(resource, name)
  return field?.column !== undefined && access.reads(field) ? field : undefined
}

const byColumn = (resource: Resource, column: string) =>
  resource.fields.find(field => field.column === column) ?? systemFields.find(field => field.column === column)

function unknown(resource: Resource, access: Access, name: string): Error {
  const known = [...resource.fields, ...systemFields].filter(field => field.column && access.reads(field))
  const names = known.map(field => field.name)
  return refuse.unknownName(name.slice(0, 100), near(name.slice(0, 64), names))
}

function sortsOf(
  ctx: RequestContext,
  resource: Resource,
  access: Access,
  given: string | readonly string[] | undefined,
  descending: boolean,
) {
  const names = [given ?? []]
    .flat()
    .flatMap(text => text.split(','))
    .map(name => name.trim())
    .filter(name => name !== '')
  return names.slice(0, 10).map(name => {
    const field = readable(resource, access, name)
    if (!field) throw unknown(resource, access, name)
    if (!typeOf(field).sortable || isMany(field) || !mayOrderBy(ctx, field)) {
      throw refuse.input({
        [name]: { zh: `不能按${field.title.zh}排序`, en: `Rows cannot be sorted by ${field.title.en}` },
      })
    }
    return { field, descending }
  })
}

function countOf(input: QueryInput, name: 'current' | 'size', usual: number, most: number): number {
  const text = [input[name] ?? []].flat().at(-1)?.trim() ?? ''
  if (text === '') return usual
  const count = /^\d{1,15}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > most) {
    const range = most === maxPageSize ? `1 - ${most}` : '≥ 1'
    throw refuse.input({
      [name]: { zh: `${name} 须为 ${range} 的整数`, en: `${name} must be a whole number, ${range}` },
    })
  }
  return count
}
