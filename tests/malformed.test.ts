import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiPath } from '../engine/model/names.ts'
import type { Handlers } from '../engine/server/store/action.ts'
import { databasesUnderTest, roundsOf } from './support/databases.ts'
import { goodRecord } from './support/good-records.ts'
import { faultsOfAnswer, type Layer, layerOf } from './support/judge-answer.ts'
import type { Attempt, Ground } from './support/malformed/attempt.ts'
import { malformedRequest } from './support/malformed/malformed-request.ts'
import { randomOf } from './support/random.ts'
import { type RawAnswer, requestBytes, sendRaw } from './support/raw-http.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'
import { trialApp, trialHandlers } from './support/trial-app.ts'
import { layGround } from './support/trial-ground.ts'
import { type WatchedCalls, watchCalls } from './support/watched-calls.ts'
import { halves, rowCounts, rowsBy } from './support/wholeness.ts'

const kinds = databasesUnderTest()
const total = roundsOf(1_500, 2_500, 25_000) * kinds.length
/** `MALFORMED=12` uses another seed; `MALFORMED=12:345` sends only its request 345 and prints the result. */
const [seed = 20_261_121, alone] = (process.env['MALFORMED']?.split(':') ?? []).map(Number)
const callers = 12

describe.each(kinds)('malformed requests ($kind)', kind => {
  let server: ServerUnderTest
  let ground: Ground
  let countsBefore: Map<string, number>
  let calls: WatchedCalls

  beforeAll(async () => {
    calls = watchCalls()
    server = await startServer(kind, trialApp, { handlers: trialHandlers, settings: { port: 0 } })
    calls.enough()
    ground = await layGround(server, [...calls.known])
    countsBefore = await rowCounts(server)
  })
  afterAll(() => server.close())

  it('are all answered correctly, most of them by the store', { timeout: total * 60 }, async () => {
    const share = { length: Math.ceil(total / kinds.length) }
    const mine = Array.from(share, (_, index) => index * kinds.length + kinds.indexOf(kind))
    calls.forget()
    const came = await sendAll(server, ground, alone === undefined ? mine : [alone], countsBefore)
    console.log(`${kind.kind}: ${came.sent} malformed requests of seed ${seed}\n${came.histogram.join('\n')}`)
    expect(came.failures.slice(0, 5).join('\n\n'), `${came.failures.length} were answered wrongly`).toBe('')
    expect(bugsIn(server.log)).toEqual([])
    if (alone !== undefined) return
    expect([...calls.known].filter(one => !calls.asked.has(one))).toEqual([])
    expect((came.layers.get('store') ?? 0) / came.sent).toBeGreaterThanOrEqual(0.6)
  })

  it('leave every record whole: acknowledged saves exist, and nothing else or partial', async () => {
    expect(await halves(server)).toEqual([])
    const counts = await rowCounts(server)
    for (const { name, partOf, readOnly } of Object.values(ground.model.resources)) {
      // Lines are saved with their masters, and users by platform endpoints, too.
      if (!partOf && !readOnly && name !== 'bladeUser')
        expect([name, counts.get(name)]).toEqual([name, countsBefore.get(name)])
    }
  })

  it('leave the server fully usable', async () => {
    const [token] = ground.tokens
    const known: Record<string, readonly string[]> = { bladeMenu: ground.known['bladeMenu'] ?? [] }
    // References: the known rows may have been deleted.
    const ofBlade = ['Role', 'Dept', 'User', 'Datasource', 'IdentitySource'].map(name => `blade/v1/blade${name}`)
    for (const path of ['city/v1/ward', 'city/v1/place', ...ofBlade]) {
      const { body } = await server.call('GET', `/api/${path}/page?size=1`, { token })
      known[path.split('/').at(-1) ?? ''] = body.data.records.map(({ id }: { id: string }) => id)
    }
    const added = Object.values(ground.model.resources).filter(
      ({ partOf, guard, readOnly }) => !partOf && !readOnly && guard !== 'descriptors',
    )
    for (const resource of added) {
      const body = goodRecord(ground.model, resource, known, 9_000_000)
      const answer = await server.call('POST', `${apiPath(resource)}/save`, { token, body })
      expect([resource.name, answer.status, answer.body.errors]).toEqual([resource.name, 200, undefined])
      const read = await server.call('GET', `${apiPath(resource)}/getById?id=${answer.body.data.id}`, { token })
      expect(read.status).toBe(200)
    }
    expect((await server.call('GET', '/health/ready')).status).toBe(200)
  })
})

describe('planted', () => {
  const [kind] = kinds
  let server: ServerUnderTest
  let known: readonly string[]

  beforeAll(async () => {
    if (!kind) throw new Error('There is no database to test on.')
    const { look } = trialHandlers['trial'] ?? {}
    const weigh = async () => {
      throw new TypeError('planted')
    }
    const handlers = { trial: { look, weigh } } as Handlers
    const watched = watchCalls()
    server = await startServer(kind, trialApp, { handlers, settings: { port: 0 } })
    watched.enough()
    known = [...watched.known]
  })
  afterAll(() => server.close())

  it('a throwing handler is detected by the requests', async () => {
    const ground = await layGround(server, known)
    // No steps of others, which would be as many.
    const resources = Object.fromEntries(
      Object.entries(ground.model.resources).map(([name, of]) => {
        const { lifecycle: _lifecycle, ...plain } = of
        return [name, name === 'trial' ? of : { ...plain, actions: [], binds: [] }]
      }),
    )
    const numbers = Array.from({ length: 2500 }, (_, n) => n)
    const narrow = { ...ground, model: { ...ground.model, resources } }
    const { failures } = await sendAll(server, narrow, numbers, new Map())
    expect(failures[0]).toMatch(
      /^MALFORMED=\d+:\d+ move or action: the status is 500\nPOST \/api\/city\/v1\/trial\/weigh/,
    )
    expect(bugsIn(server.log)[0]).toContain('planted')
  })

  it.each([
    [
      'a line deleted without its master',
      'delete from trial_part where id = (select max(id) from trial_part where is_deleted = 0)',
    ],
    [
      'lines of a master that is deleted',
      'update purchase set is_deleted = 1 where id = (select min(trial_id) from trial_part) or id = (select min(purchase_id) from purchase_line where is_deleted = 0)',
    ],
    [
      'a change without an entry in the history',
      'update ward set version = version + 1 where id = (select max(id) from ward)',
    ],
  ])('%s is detected in the database', async (_what, statement) => {
    const before = await halves(server)
    await rowsBy(server, statement)
    expect((await halves(server)).length).toBeGreaterThan(before.length)
  })
})

describe('judge of responses', () => {
  const attempt: Attempt = { kind: '', method: 'GET', target: '/api/x', headers: [], leaving: 'waits', language: 'en' }
  const answer = (status: number, body: unknown, headers: Record<string, string> = {}): RawAnswer => ({
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'x', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  })
  const failed = (status: number, msg: string) => ({ code: status, success: false, data: null, msg })

  it('accepts a correct refusal', () => {
    expect(faultsOfAnswer(attempt, answer(400, failed(400, 'There is no field or condition "甲".')))).toEqual([])
  })

  it.each<[what: string, answer: RawAnswer | undefined, fault: RegExp]>([
    ['a request without a response', undefined, /no answer/],
    ['an internal error', answer(500, failed(500, 'Something went wrong')), /status is 500/],
    ['a body without an envelope', answer(400, { error: 'Bad Request' }), /no envelope/],
    ['a message in the other language', answer(400, failed(400, '请输入名称')), /not English/],
    [
      'a message with an SQL error',
      answer(409, failed(409, 'duplicate key value violates unique constraint')),
      /betrays/,
    ],
    [
      'a stack trace',
      answer(400, { ...failed(400, 'No'), stack: 'x\n    at f (a.ts:1:2)' }),
      /reveals more than it should: stack/,
    ],
    [
      'a response 503 without the time of a retry',
      answer(503, failed(503, 'Please try again')),
      /Retry-After is missing/,
    ],
  ])('detects %s', (_what, given, fault) => {
    expect(faultsOfAnswer(attempt, given).join('\n')).toMatch(fault)
  })
})

interface Came {
  readonly sent: number
  readonly layers: ReadonlyMap<Layer, number>
  /** Statuses by layer, one per line. */
  readonly histogram: readonly string[]
  readonly failures: readonly string[]
}

/** Sends those requests over connections of their own, and counts acknowledged saves. */
async function sendAll(
  { engine }: ServerUnderTest,
  ground: Ground,
  numbers: readonly number[],
  saved: Map<string, number>,
): Promise<Came> {
  const port = Number(new URL(await engine.listen()).port)
  const layers = new Map<Layer, number>()
  const rows = new Map<string, number>()
  const failures: string[] = []
  const queue = numbers.values()
  const sendTheNext = async () => {
    for (const n of queue) {
      const attempt = malformedRequest(ground, randomOf(seed * 65_537 + n), n)
      const bytes = requestBytes(attempt.method, attempt.target, attempt.headers, attempt.body)
      const answer = await sendRaw(port, bytes, attempt.leaving)
      const faults = faultsOfAnswer(attempt, answer)
      const layer = layerOf(answer)
      layers.set(layer, (layers.get(layer) ?? 0) + 1)
      const row = `  ${layer.padEnd(10)} ${answer?.status ?? '—'}`
      rows.set(row, (rows.get(row) ?? 0) + 1)
      if (answer?.status === 200) countSaved(attempt, saved)
      if (faults.length > 0 || numbers.length === 1) failures.push(shown(n, attempt, answer, faults))
    }
  }
  await Promise.all(Array.from({ length: callers }, sendTheNext))
  const histogram = [...rows].sort().map(([row, count]) => `${row} ${String(count).padStart(6)}`)
  return { sent: numbers.length, layers, histogram, failures }
}

/** Records an acknowledged save, whose row must exist. */
function countSaved({ method, target }: Attempt, saved: Map<string, number>): void {
  const [, name] = /^\/api\/\w+\/v1\/(\w+)\/save$/.exec(target) ?? []
  if (method === 'POST' && name !== undefined) saved.set(name, (saved.get(name) ?? 0) + 1)
}

function shown(n: number, attempt: Attempt, answer: RawAnswer | undefined, faults: readonly string[]): string {
  const { kind, method, target, headers, body } = attempt
  return [
    `MALFORMED=${seed}:${n} ${kind}: ${faults.join('; ')}`,
    `${method} ${target.slice(0, 1000)}`,
    ...headers.map(([name, value]) => `${name}: ${name === 'Blade-Auth' ? '…' : String(value).slice(0, 200)}`),
    ...(body ? ['', body.toString().slice(0, 2000)] : []),
    `-> ${answer?.status} ${answer?.body.toString().slice(0, 500)}`,
  ].join('\n')
}

/** Log lines that report an internal error. */
const bugsIn = (log: readonly string[]): string[] => log.filter(line => JSON.parse(line).level >= 50).slice(0, 3)
