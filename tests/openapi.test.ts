import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { emitOpenapi } from '../engine/compiler/emit/openapi.ts'
import { chartAddresses } from '../engine/model/chart-addresses.ts'
import type { Model } from '../engine/model/model.ts'
import { v1CallsOf } from '../engine/server/dialects/v1/v1-calls.ts'
import { readSources } from '../engine/server/live/app-files.ts'

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly object[]
  readonly security?: readonly object[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, unknown>>
}
interface OpenapiDocument {
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly security: readonly object[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<'schemas' | 'securitySchemes', Readonly<Record<string, object>>>>
}

const key = { $ref: '#/components/parameters/key' }

describe.each(['.', 'examples/inspections'])('the OpenAPI document of %s', async folder => {
  const model = await modelOf(folder)
  const document = JSON.parse(emitOpenapi(model)) as OpenapiDocument
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

  it('is valid', async () => {
    const validator = new Validator()
    expect(await validator.validate({ ...document })).toMatchObject({ valid: true })
    expect(validator.version).toBe('3.1')
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const [name, schema] of Object.entries(document.components.schemas))
      expect([name, ajv.validateSchema(schema), ajv.errors ?? null]).toEqual([name, true, null])
  })

  it('has references that all resolve', () => {
    const missing = [...JSON.stringify(document).matchAll(/"#\/([^"]+)"/g)].filter(
      ([, path = '']) => path.split('/').reduce<unknown>(memberOf, document) === undefined,
    )
    expect(missing.map(([reference]) => reference)).toEqual([])
  })

  it('lists every endpoint of the v1 dialect, and no other of its paths', () => {
    const { ofResources, absolute } = v1CallsOf(model)
    const served = [...ofResources.values(), absolute].flatMap(calls =>
      calls.map(({ method, path }) => `${method.toLowerCase()} ${path}`),
    )
    const listed = operations.filter(({ path }) => /^\/api\/\w+\/v1\//.test(path))
    const ofCharts = chartAddresses(model).map(([path]) => `get ${path}`)
    const all = [...served, ...ofCharts].filter(path => / \/api\/\w+\/v1\//.test(path))
    expect(listed.map(({ path, method }) => `${method} ${path}`).toSorted()).toEqual([...new Set(all)].toSorted())
  })

  it('has a server, and a summary and a declared tag for every operation', () => {
    expect(document.servers).toEqual([{ url: '/' }])
    const tags = new Set(document.tags.map(({ name }) => name))
    const without = operations.filter(({ operation: { summary, tags: [tag = ''] = [] } }) => !summary || !tags.has(tag))
    expect(without.map(({ path }) => path)).toEqual([])
  })

  it('satisfies the recommended rules of Redocly whose violation is an error', () => {
    expect(redoclyFaults(document)).toEqual([])
  })

  it('declares how tokens are requested', () => {
    expect(document.paths['/api/blade-auth/oauth/token']?.['post']).toMatchObject({ security: [{ client: [] }] })
  })

  it('declares ids, errors, security and the idempotency key of every operation', () => {
    expect(document.security).toEqual([{ token: [] }])
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, method, operation } of operations.filter(one => !one.path.includes('/oauth/'))) {
      expect([path, operation.responses['default']]).toEqual([path, { $ref: '#/components/responses/Failure' }])
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => expect.objectContaining({ name, in: 'path' }))
      expect(operation.parameters ?? []).toEqual(expect.arrayContaining(named))
      const isIdempotent = /^\/api\/\w+\/v1\//.test(path) && ['post', 'put', 'delete'].includes(method)
      if (isIdempotent) expect([path, operation.parameters]).toEqual([path, expect.arrayContaining([key])])
    }
  })
})

/**
 * The violations of the recommended rules of @redocly/openapi-core 2 that are errors, with the names of the rules. The
 * rules `struct` and `no-unresolved-refs` are tests of their own above; those of examples and of variables of servers
 * concern parts that the document does not have.
 */
function redoclyFaults({ servers, paths, security, components }: OpenapiDocument): string[] {
  const { securitySchemes } = components
  const faults = servers.length === 0 ? ['no-empty-servers'] : []
  const add = (rule: string, isBroken: boolean, ...where: readonly string[]) =>
    isBroken && faults.push([rule, ...where].join(' '))
  for (const { url } of servers) add('no-server-trailing-slash', url !== '/' && url.endsWith('/'), url)
  const seen = new Map<string, string>()
  const ids = new Set<string>()
  for (const [path, methods] of Object.entries(paths)) {
    const pattern = path.replaceAll(/\{[^}]*\}/g, '{}')
    add('no-identical-paths', seen.has(pattern), seen.get(pattern) ?? '', path)
    seen.set(pattern, path)
    add('no-path-trailing-slash', path.length > 1 && path.endsWith('/'), path)
    add('path-declaration-must-exist', path.includes('{}'), path)
    add('path-not-include-query', path.includes('?'), path)
    for (const [method, operation] of Object.entries(methods)) {
      const where = [method, path]
      const { operationId, summary } = operation
      const parameters = (operation.parameters ?? []).map(one => resolved(one, components))
      const keys = parameters.map(one => `${one.in} ${one.name}`)
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`)
      const inPath = keys.filter(key => key.startsWith('path '))
      const schemes = (operation.security ?? security).flatMap(one => Object.keys(one))
      add('operation-summary', !summary, ...where)
      add('operation-operationId-url-safe', !/^[\w\-._~:/?#[\]@!$&'()*+,;=]+$/.test(operationId), ...where)
      add('operation-operationId-unique', ids.has(operationId), ...where)
      ids.add(operationId)
      add('path-parameters-defined', named.toSorted().join() !== inPath.toSorted().join(), ...where)
      add('operation-parameters-unique', new Set(keys).size !== keys.length, ...where)
      add(
        'security-defined',
        schemes.length === 0 || schemes.some(name => !Object.hasOwn(securitySchemes, name)),
        ...where,
      )
    }
  }
  for (const kind of Object.values(components))
    for (const name of Object.keys(kind)) add('spec-components-invalid-map-name', !/^[\w.-]+$/.test(name), name)
  for (const schema of objectsIn({ paths, components })) {
    const types = [schema['type'] ?? []].flat()
    const values: unknown = schema['enum']
    if (types.length === 0 || !types.every(type => typeof type === 'string')) continue
    const isOther = Array.isArray(values) && !values.every(value => types.some(type => isOfType(value, type)))
    add('no-enum-type-mismatch', isOther, JSON.stringify(values))
    const isObject = typeof schema['properties'] === 'object' && !types.includes('object')
    const isList = typeof schema['items'] === 'object' && !types.includes('array')
    add('no-schema-type-mismatch', isObject || isList)
  }
  return faults
}

interface Parameter {
  readonly name: string
  readonly in: string
}

function resolved(parameter: object, components: OpenapiDocument['components']): Parameter {
  const reference = '$ref' in parameter ? String(parameter.$ref).replace('#/components/', '').split('/') : []
  return (reference.length > 0 ? reference.reduce<unknown>(memberOf, components) : parameter) as Parameter
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner]
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  return typeof value === type
}

async function modelOf(folder: string): Promise<Model> {
  const { model, problems } = compile(await readSources(folder))
  if (!model) throw new Error(problems[0]?.message.en)
  return model
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([one]) => one === name)?.[1] : undefined
