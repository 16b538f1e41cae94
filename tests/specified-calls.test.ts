import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { type ProductServer, startProduct } from './support/product-server.ts'
import type { ServerCalls } from './support/server-calls.ts'
import {
  callsIn,
  figureCalls,
  namedCalls,
  readingCalls,
  specifiedEntities,
  writingCalls,
  writtenByServer,
} from './support/specified-calls.ts'

const entities = Object.entries(specifiedEntities).flatMap(([module, names]) =>
  names.split(/\s+/).map(name => [module, name] as const),
)
const generic = entities.flatMap(([module, name]) =>
  [...readingCalls, ...(writtenByServer.includes(name) ? [] : writingCalls)]
    .flatMap(callsIn)
    .map(([method, path]) => [method, `${module}/v1/${name}`, path] as const),
)
const named = Object.entries({ ...namedCalls, ...figureCalls }).flatMap(([resource, calls]) =>
  callsIn(calls).map(([method, path]) => [method, resource, path.replace(/\{\w+\}/, '1')] as const),
)
/** Selections, which answer without input, of many rows or of one. */
const isPage = (path: string) => /page$|listDelivery$/i.test(path)
/** The keys of a record that a call names, before rights are checked. */
const keysOf = (method: string, path: string): Readonly<Record<string, unknown>> => {
  if (path === 'removeByIds') return { ids: ['1'] }
  const [, self] = /(?:bind|By)(TemplateId|ThirdOrgId|CompanyId|RoleId|EntType)/.exec(path) ?? []
  if (self)
    return {
      [self === 'EntType' ? 'roleId' : self[0]?.toLowerCase() + self.slice(1)]: '1',
      ...(method === 'POST' && { ids: [] }),
    }
  if (method === 'GET') return /getById|getMsgTemplate/.test(path) ? { id: '1' } : {}
  return { id: '1' }
}

describe.each(databasesWalked('embedded'))('the calls of the specification on $kind', kind => {
  let product: ProductServer
  let stranger: ServerCalls
  const ask = ({ call }: ServerCalls, method: string, resource: string, path: string, given: object = {}) =>
    method === 'GET'
      ? call(method, `${resource}/${path}?${new URLSearchParams(Object.entries(given))}`)
      : call(method, `${resource}/${path}`, given)

  beforeAll(async () => {
    product = await startProduct(kind)
    await product.keep('visitor', 'blade/bladeRole', { roleName: '访客', roleAlias: 'visitor' })
    stranger = await product.signInAs('stranger', 'visitor')
  }, 60_000)
  afterAll(() => product.server.close())

  it('exist for an administrator, with the envelope, and with records and total in pages', async () => {
    const wrong: unknown[] = []
    for (const [method, resource, path] of [...generic, ...named]) {
      const { status, body } = await ask(product.admin, method, resource, path)
      const isEnveloped = body.code === status && body.success === (status === 200) && typeof body.msg === 'string'
      const isFound = [200, 400, 409].includes(status) && isEnveloped
      const isFile = path === 'exportContent' && status === 200
      const isShaped = !isPage(path) || status !== 200 || (Array.isArray(body.data.records) && 'total' in body.data)
      if (!isFile && (!isFound || !isShaped)) wrong.push([method, resource, path, status, body])
    }
    expect(wrong).toEqual([])
  })

  it('are refused to a user without the code', async () => {
    const wrong: unknown[] = []
    for (const [method, resource, path] of [...generic, ...named]) {
      const { status, body } = await ask(stranger, method, resource, path, keysOf(method, path))
      if (status !== 403) wrong.push([method, resource, path, status, body.msg])
    }
    expect(wrong).toEqual([])
  })
})
