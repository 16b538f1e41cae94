import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Calls, connect, type Records, type StepCall } from './connect.ts'
import { Failure } from './failure.ts'

interface Heard {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Row = Record<string, unknown>
interface Client {
  readonly visit: Records<Row, Row, Row, Row> & { close: StepCall<Row, Row>; inspect: StepCall<Row, unknown> }
}
const calls: Calls = {
  visit: { path: '/api/ent/v1/visit', steps: { close: ['PUT', 'close'], inspect: ['GET', 'inspect/{entId}'] } },
}

let heard: Heard[] = []
let answer = { status: 200, body: '{"code":200,"success":true,"data":null,"msg":""}' }
const server = createServer((request, response) => {
  let body = ''
  request.on('data', chunk => {
    body += chunk
  })
  request.on('end', () => {
    heard.push({ method: request.method, url: request.url, headers: request.headers, body })
    response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' }).end(answer.body)
  })
})
let client: Client

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = connect<Client>({ baseUrl, token: () => 'abc', language: 'zh' }, calls)
})
afterAll(() => new Promise(resolve => server.close(resolve)))
beforeEach(() => {
  heard = []
  answer = { status: 200, body: '{"code":200,"success":true,"data":{"id":"7"},"msg":""}' }
})

it.each<[string, () => Promise<unknown>, string, string, string]>([
  [
    'a page',
    () => client.visit.page({ current: 2, name_like: '小学', kind_in: ['1', '2'], day: undefined, note_null: true }),
    'GET',
    '/api/ent/v1/visit/page?current=2&name_like=%E5%B0%8F%E5%AD%A6&kind_in=1%2C2&note_null=true',
    '',
  ],
  ['a list of all records', () => client.visit.list(), 'GET', '/api/ent/v1/visit/listByQuery', ''],
  ['one record', () => client.visit.get('7'), 'GET', '/api/ent/v1/visit/getById?id=7', ''],
  ['a save', () => client.visit.save({ name: 'x' }), 'POST', '/api/ent/v1/visit/save', '{"name":"x"}'],
  ['a removal', () => client.visit.remove('7'), 'DELETE', '/api/ent/v1/visit/removeByIds', '{"ids":["7"]}'],
  ['a transition', () => client.visit.close({ id: '7' }), 'PUT', '/api/ent/v1/visit/close', '{"id":"7"}'],
  [
    'an action with a name in its path',
    () => client.visit.inspect({ entId: '1/2', deep: true }),
    'GET',
    '/api/ent/v1/visit/inspect/1%2F2?deep=true',
    '',
  ],
])('sends the request for %s', async (_name, ask, method, url, body) => {
  expect(await ask()).toEqual({ id: '7' })
  expect(heard).toMatchObject([{ method, url, body, headers: { 'blade-auth': 'bearer abc', 'accept-language': 'zh' } }])
})

it('sends no request when a parameter of the path is missing', () => {
  expect(() => client.visit.inspect({})).toThrow('needs "entId"')
  expect(heard).toEqual([])
})

it('sends the idempotency key of a save or a step', async () => {
  await client.visit.save({ name: 'x' }, 'k-1')
  await client.visit.close({ id: '7' }, 'k-2')
  expect(heard.map(({ headers }) => headers['idempotency-key'])).toEqual(['k-1', 'k-2'])
})

it('throws the refusal of the server, with its errors by field', async () => {
  answer = {
    status: 400,
    body: '{"code":400,"success":false,"data":null,"msg":"请输入名称","errors":{"name":"请输入名称"}}',
  }
  const refused = await client.visit.save({}).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Failure)
  expect(refused).toMatchObject({ status: 400, message: '请输入名称', errors: { name: '请输入名称' } })
})
