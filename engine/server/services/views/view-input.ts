import { isId } from '../../../fields/id/id-text.ts'
import { typeOf } from '../../../fields/index.ts'
import type { Bilingual, Field, Resource } from '../../../model/model.ts'
import { columnNamed, fieldOf, systemFields } from '../../../model/system-fields.ts'
import type { Access } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { assureKnownNames } from '../../errors/known-names.ts'
import { refuse } from '../../errors/refuse.ts'
import { readQuery } from '../../store/query.ts'

/** A saved search as stored; every name was checked against the Model. */
export interface ViewInput {
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  readonly sort: { readonly field: string; readonly descending: boolean } | null
  /** Null leaves the columns to the reader's own settings. */
  readonly columns: readonly string[] | null
  /** How the rows are shown: a kind of list that the web knows, with its settings; null for a table. */
  readonly kind: string | null
  readonly roleIds: readonly string[]
}

/** The columns of a list as set by one user. */
export interface ColumnsInput {
  readonly columns: readonly string[] | null
  readonly widths: Readonly<Record<string, number>>
}

const most = { name: 50, conditions: 60, value: 4000, columns: 300, roles: 100 } as const

/** Reads a view from a request body; omitted properties are absent from the result. */
export function readView(ctx: RequestContext, resource: Resource, access: Access, given: unknown): Partial<ViewInput> {
  const { name, query, sort, columns, kind, roleIds } = objectOf(given, 'view', [
    'name',
    'query',
    'sort',
    'columns',
    'kind',
    'roleIds',
  ])
  return {
    ...(name !== undefined && { name: readName(name) }),
    ...(query !== undefined && { query: readConditions(ctx, resource, access, query) }),
    ...(sort !== undefined && { sort: readSort(ctx, resource, access, sort) }),
    ...(columns !== undefined && { columns: readColumns(resource, access, columns) }),
    ...(kind !== undefined && { kind: readKind(kind) }),
    ...(roleIds !== undefined && { roleIds: readRoles(roleIds) }),
  }
}

/** Reads the column settings from a request body. */
export function readChoice(resource: Resource, access: Access, given: unknown): ColumnsInput {
  const { columns, widths } = objectOf(given, 'columns', ['columns', 'widths'])
  return { columns: readColumns(resource, access, columns ?? null), widths: readWidths(resource, access, widths ?? {}) }
}

/** Whether a list may show a field: every row has a value for it, and the actor may read it. */
export const isShowable = (resource: Resource, access: Access, name: string): boolean => {
  const field = columnNamed(resource, name)
  return field !== undefined && typeOf(field).lines === undefined && access.shows(field)
}

function readName(given: unknown): string {
  const name = typeof given === 'string' ? given.trim() : ''
  if (name === '') throw wrong('name', { zh: '请输入名称', en: 'Please enter a name' })
  if ([...name].length > most.name || /[\p{Cc}\u2028\u2029]/u.test(name))
    throw wrong('name', {
      zh: `名称不能超过 ${most.name} 个字`,
      en: `The name can have at most ${most.name} characters`,
    })
  return name
}

function readConditions(
  ctx: RequestContext,
  resource: Resource,
  access: Access,
  given: unknown,
): Record<string, string> {
  const entries = Object.entries(objectOf(given, 'query'))
  if (entries.length > most.conditions) throw wrong('query', tooMany)
  const query: Record<string, string> = {}
  for (const [name, value] of entries) {
    const text = Array.isArray(value) ? value.join(',') : value
    if (typeof text !== 'string' || text.length > most.value || frame.has(name))
      throw wrong(name.slice(0, 100), notThis)
    if (text.trim() !== '') query[byField(resource, name)] = text
  }
  // Throws if a name is unknown or unreadable, or a value is invalid.
  readQuery(ctx, resource, access, query)
  return query
}

const frame = new Set(['current', 'size', 'ascs', 'descs'])

/** Conditions may use column names, but a rename rewrites field names. */
function byField(resource: Resource, name: string): string {
  const cut = name.lastIndexOf('_')
  const base = name.slice(0, Math.max(cut, 0))
  if (fieldOf(resource, name) || fieldOf(resource, base)) return name
  const named = (column: string): Field | undefined =>
    [...resource.fields, ...systemFields].find(field => field.column === column)
  const whole = named(name)
  const part = named(base)
  return whole?.name ?? (part ? part.name + name.slice(cut) : name)
}

function readSort(ctx: RequestContext, resource: Resource, access: Access, given: unknown): ViewInput['sort'] {
  if (given === null) return null
  const { field, descending } = objectOf(given, 'sort', ['field', 'descending'])
  if (typeof field !== 'string' || !fieldOf(resource, field)) throw wrong('sort', notThis)
  readQuery(ctx, resource, access, { ascs: field })
  return { field, descending: descending === true }
}

function readColumns(resource: Resource, access: Access, given: unknown): string[] | null {
  if (given === null) return null
  if (!Array.isArray(given) || given.length === 0 || given.length > most.columns) throw wrong('columns', notThis)
  const names = given.map(name => {
    if (typeof name !== 'string' || !isShowable(resource, access, name)) throw wrong('columns', notThis)
    return name
  })
  return [...new Set(names)]
}

function readKind(given: unknown): string | null {
  if (
    given !== null &&
    (typeof given !== 'string' || !/^[a-z][A-Za-z0-9]{0,39}(\?[\w.,=&%()+*-]{0,300})?$/.test(given))
  )
    throw wrong('kind', notThis)
  return given
}

function readWidths(resource: Resource, access: Access, given: unknown): Record<string, number> {
  const entries = Object.entries(objectOf(given, 'widths'))
  if (entries.length > most.columns) throw wrong('widths', tooMany)
  return Object.fromEntries(
    entries.map(([name, width]) => {
      const isWidth = typeof width === 'number' && Number.isInteger(width) && width >= 40 && width <= 2000
      if (!isWidth || !isShowable(resource, access, name)) throw wrong('widths', notThis)
      return [name, width]
    }),
  )
}

function readRoles(given: unknown): string[] {
  if (!Array.isArray(given) || given.length > most.roles || !given.every(id => typeof id === 'string' && isId(id)))
    throw wrong('roleIds', notThis)
  return [...new Set(given)]
}

function objectOf(given: unknown, what: string, known?: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw wrong(what, notThis)
  if (known) assureKnownNames(given, known)
  return given as Readonly<Record<string, unknown>>
}

const wrong = (name: string, message: Bilingual) => refuse.input({ [name]: message })
const notThis: Bilingual = { zh: '内容不正确', en: 'Invalid value' }
const tooMany: Bilingual = { zh: '内容过多', en: 'Too many values' }
