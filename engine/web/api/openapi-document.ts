import { foldedText } from '../../fields/text-value.ts'
import type { Bilingual } from '../../model/model.ts'

/** A text of the document by language. Standard members have both languages in one text. */
interface Titled {
  readonly 'x-title'?: Bilingual
}

/** A JSON Schema of the document; only the members that the page shows. */
export interface SchemaPart extends Titled {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, SchemaPart>>
  readonly items?: SchemaPart
  readonly allOf?: readonly SchemaPart[]
  readonly oneOf?: readonly SchemaPart[]
}

interface DeclaredParameter extends Titled {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: SchemaPart
}

interface Content {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema?: SchemaPart }>>
}

interface DeclaredOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly 'x-title': Bilingual
  readonly description?: string
  readonly parameters?: readonly DeclaredParameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

/** The OpenAPI document of the server. */
export interface ApiDocument {
  readonly tags: readonly { readonly name: string; readonly 'x-title': Bilingual }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DeclaredOperation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** An endpoint of the document. */
export interface ApiOperation extends DeclaredOperation {
  readonly title: Bilingual
  readonly path: string
  /** `GET`. */
  readonly method: string
}

/** The endpoints of one tag. */
export interface ApiGroup {
  readonly name: string
  readonly title: Bilingual
  readonly operations: readonly ApiOperation[]
}

/** A parameter or a property, with its type in a few words. */
export interface ApiValue {
  readonly name: string
  readonly place: 'path' | 'query' | 'header' | 'body'
  readonly required: boolean
  readonly type: string
  /** Absent where the document has none in both languages. */
  readonly title?: Bilingual
  readonly schema: SchemaPart
}

/** The endpoints by tag, in the order of the document, without empty groups. */
export function groupsOf({ tags, paths }: ApiDocument): ApiGroup[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      title: operation['x-title'],
      path,
      method: method.toUpperCase(),
    })),
  )
  return tags
    .map(({ name, 'x-title': title }) => ({
      name,
      title,
      operations: all.filter(operation => operation.tags[0] === name),
    }))
    .filter(({ operations }) => operations.length > 0)
}

/** The groups whose endpoints contain a text in title, name or path. */
export function groupsWith(groups: readonly ApiGroup[], text: string): readonly ApiGroup[] {
  const sought = foldedText(text)
  if (sought === '') return groups
  const has = (...texts: string[]) => texts.some(one => foldedText(one).includes(sought))
  return groups.flatMap(group => {
    if (has(group.name, group.title.zh, group.title.en)) return [group]
    const operations = group.operations.filter(({ path, title }) => has(path, title.zh, title.en))
    return operations.length > 0 ? [{ ...group, operations }] : []
  })
}

/** Titles of the fields of a group's records, which parameters and input have in common. */
export function fieldTitlesOf(document: ApiDocument, group: string): Readonly<Record<string, Bilingual>> {
  const $ref = `#/components/schemas/${group.charAt(0).toUpperCase()}${group.slice(1)}`
  const fields = Object.entries(propertiesOf(document, { $ref }))
  return Object.fromEntries(fields.flatMap(([name, { 'x-title': title }]) => (title ? [[name, title]] : [])))
}

/** What a local reference names; anything else is returned unchanged. */
export function resolved<Part extends { readonly $ref?: string }>(document: ApiDocument, part: Part): Part {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(part.$ref ?? '') ?? []
  const found = document.components[kind]?.[name]
  return found === undefined ? part : resolved(document, found as Part)
}

/** The properties of a schema, with those of `allOf`. */
export function propertiesOf(document: ApiDocument, part: SchemaPart): Readonly<Record<string, SchemaPart>> {
  const schema = resolved(document, part)
  const inherited = (schema.allOf ?? []).map(one => propertiesOf(document, one))
  return Object.assign({}, ...inherited, schema.properties)
}

const requiredOf = (document: ApiDocument, part: SchemaPart): readonly string[] => {
  const schema = resolved(document, part)
  return [...(schema.allOf ?? []).flatMap(one => requiredOf(document, one)), ...(schema.required ?? [])]
}

/** The properties of an object as rows of a table. */
export function valuesOf(document: ApiDocument, schema: SchemaPart, place: ApiValue['place']): ApiValue[] {
  const required = new Set(requiredOf(document, schema))
  return Object.entries(propertiesOf(document, schema)).map(([name, part]) => ({
    name,
    place,
    required: required.has(name),
    type: typeOfPart(document, part),
    ...titleOf(part),
    schema: part,
  }))
}

const titleOf = ({ 'x-title': title }: Titled) => title && { title }

/** The parameters of an endpoint; an object in the query is its properties. */
export function parametersOf(document: ApiDocument, operation: ApiOperation): ApiValue[] {
  return (operation.parameters ?? []).flatMap(one => {
    const parameter = resolved(document, one)
    const { name, in: place, required = false, schema } = parameter
    if (place === 'query' && Object.keys(propertiesOf(document, schema)).length > 0)
      return valuesOf(document, schema, 'query')
    return [{ name, place, required, type: typeOfPart(document, schema), ...titleOf(parameter), schema }]
  })
}

/** The schema of a JSON body or response. */
export function jsonSchemaOf(document: ApiDocument, content: Content | undefined): SchemaPart | undefined {
  return content && resolved(document, content).content?.['application/json']?.schema
}

/** A type in a few words: `string (date)`, `EntInfo[]`. */
export function typeOfPart(document: ApiDocument, part: SchemaPart): string {
  const name = /^#\/components\/schemas\/(.+)$/.exec(part.$ref ?? '')?.[1]
  if (name !== undefined) return name
  if (part.items) return `${typeOfPart(document, part.items)}[]`
  if (part.const !== undefined) return JSON.stringify(part.const)
  if (part.enum) return part.enum.map(one => JSON.stringify(one)).join(' | ')
  const types = [part.type ?? (part.properties || part.allOf ? 'object' : 'any')].flat()
  return `${types.join(' | ')}${part.format === undefined ? '' : ` (${part.format})`}`
}

const formats: Readonly<Record<string, string>> = {
  id: '1990000000000000001',
  date: '2026-03-01',
  datetime: '2026-03-01 08:00:00',
  time: '08:00',
  email: 'name@example.cn',
}
const number = ({ minimum = 1 }: SchemaPart) => Math.max(1, minimum)
const plainExamples: Readonly<Record<string, (schema: SchemaPart) => unknown>> = {
  string: ({ format = '' }) => formats[format] ?? 'text',
  integer: number,
  number,
  boolean: () => true,
  object: () => ({}),
}
const deepest = 4

/** An example of a schema. Records within records end after some levels. */
export function exampleOfSchema(document: ApiDocument, part: SchemaPart, depth = 0): unknown {
  const schema = resolved(document, part)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.find(one => one !== null) ?? null
  if (schema.oneOf?.[0]) return exampleOfSchema(document, schema.oneOf[0], depth)
  if (schema.items) return depth >= deepest ? [] : [exampleOfSchema(document, schema.items, depth + 1)]
  const properties = Object.entries(propertiesOf(document, schema))
  if (properties.length > 0) {
    if (depth >= deepest) return {}
    return Object.fromEntries(properties.map(([name, one]) => [name, exampleOfSchema(document, one, depth + 1)]))
  }
  const [type = ''] = [schema.type ?? 'object'].flat()
  return plainExamples[type]?.(schema) ?? null
}

/** The address of a request: parameters of the path filled in, those of the query that have a value appended. */
export function requestPath(
  operation: Pick<ApiOperation, 'path'>,
  values: readonly ApiValue[],
  input: Readonly<Record<string, string>>,
  more = '',
): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(input[name] ?? ''))
  const query = new URLSearchParams(
    values.flatMap(({ name, place }) => {
      const value = (input[name] ?? '').trim()
      return place === 'query' && value !== '' ? [[name, value]] : []
    }),
  )
  for (const [name, value] of new URLSearchParams(more)) query.append(name, value)
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
