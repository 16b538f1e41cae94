import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { emitOpenapi } from '../engine/compiler/emit/openapi.ts'
import type { Model } from '../engine/model/model.ts'
import { v1CallsOf } from '../engine/server/dialects/v1/v1-calls.ts'
import { readSources } from '../engine/server/live/app-files.ts'

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly object[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, unknown>>
}
interface OpenapiDocument {
  readonly servers: readonly object[]
  readonly tags: readonly { readonly name: string }[]
  readonly security: readonly object[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
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
    const served = [...v1CallsOf(model).ofResources.values()].flatMap(calls =>
      calls.map(({ method, path }) => `${method.toLowerCase()} ${path}`),
    )
    const listed = operations.filter(({ path }) => /^\/api\/\w+\/v1\//.test(path))
    expect(listed.map(({ path, method }) => `${method} ${path}`).toSorted()).toEqual(served.toSorted())
  })

  it('has a server, and a summary and a declared tag for every operation', () => {
    expect(document.servers).toEqual([{ url: '/' }])
    const tags = new Set(document.tags.map(({ name }) => name))
    const without = operations.filter(({ operation: { summary, tags: [tag = ''] = [] } }) => !summary || !tags.has(tag))
    expect(without.map(({ path }) => path)).toEqual([])
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

async function modelOf(folder: string): Promise<Model> {
  const { model, problems } = compile(await readSources(folder))
  if (!model) throw new Error(problems[0]?.message.en)
  return model
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([one]) => one === name)?.[1] : undefined
