import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Dialect } from '../engine/server/http/dialect.ts'
import type { Job } from '../engine/server/jobs/job.ts'
import type { ActionCall, Handlers, OutsideCall, QueryHandlerCall } from '../engine/server/store/action.ts'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: handlers of every shape
type Any = any

const title = 'title: { zh: 甲, en: A }'
const app = {
  'app.yaml': `language: 2\n${title}\n`,
  'dictionaries/visit_state.yaml': `${title}\nentries: { open: { ${title} }, closed: { ${title} } }\n`,
  'resources/a/visit.yaml': `${title}
menu: false
display: name
fields:
  name: { type: text, required: true, ${title} }
  seen: { type: integer, ${title} }
  state: { type: dictionary, of: visit_state, ${title} }
lifecycle:
  field: state
  initial: open
  final: [closed]
  transitions:
    close: { from: open, to: closed, handler: close, ${title} }
actions:
  see: { handler: see, ${title} }
  all: { on: collection, handler: all, ${title} }
  ask: { handler: ask, outside: before, ${title} }
  follow: { auto: true, if: "seen == 1", handler: follow, ${title} }
queries:
  number: { handler: number, returns: { count: { type: integer, ${title} } } }
`,
}

const reads = [
  ...['branchCounts', 'count', 'displays', 'find', 'get', 'history', 'labels', 'list', 'page', 'query', 'related'],
  ...['relatedPage', 'selection', 'tree', 'wholeBelow'],
]

/** All objects and functions that code can reach by the properties of a value, inherited ones included. */
function reachable(from: unknown, seen = new Set<unknown>()): ReadonlySet<unknown> {
  const isReached = (typeof from === 'object' && from !== null) || typeof from === 'function'
  if (!isReached || seen.has(from) || from === Object.prototype || from === Function.prototype) return seen
  seen.add(from)
  for (const key of Reflect.ownKeys(from as object)) {
    const { value } = Reflect.getOwnPropertyDescriptor(from as object, key) ?? {}
    reachable(value, seen)
  }
  return reachable(Object.getPrototypeOf(from), seen)
}

describe.each(databasesWalked('postgres'))('what code of a product can reach ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  /** The arguments of each handler, job and dialect, by name. */
  const given = new Map<string, Any>()
  const other = '900001'

  const step = (name: string) => async (call: ActionCall<never, never>) => {
    given.set(name, call)
    return name === 'see' ? { seen: 1 } : {}
  }
  const handlers: Handlers = {
    visit: {
      close: step('close'),
      see: step('see'),
      all: step('all'),
      follow: async call => {
        given.set('follow', call)
        return { seen: 2 }
      },
      ask: {
        async before(call: OutsideCall<never, never>) {
          given.set('ask before', call)
          return 1
        },
        handle: step('ask'),
      },
      number: async (call: ActionCall<never, never>) => {
        given.set('number', call)
        const { context } = call as unknown as QueryHandlerCall<unknown>
        return { count: await context.store.count(context.ctx, 'visit', {}) }
      },
    },
  }
  const job: Job = {
    title: { zh: '巡查', en: 'Round' },
    schedule: { seconds: 86_400 },
    async run(work) {
      given.set('job', work)
      given.set('job elsewhere', work.inTenant(other))
      await work.step('here', async inside => {
        given.set('step', inside)
        await inside.store.save(inside.ctx, 'visit', { name: 'here' })
        return 1
      })
      await work.inTenant(other).step('elsewhere', async inside => {
        given.set('step elsewhere', inside)
        await inside.store.save(inside.ctx, 'visit', { name: 'elsewhere' })
        return 1
      })
      return undefined
    },
  }

  const dialect: Dialect = (_app, parts) => {
    given.set('dialect', parts)
  }

  const call = async (method: string, url: string, body?: object) => {
    const answer = await server.call(method, `/api/${url}`, { token, ...(body && { body }) })
    expect([url, answer.status, answer.body]).toMatchObject([url, 200, {}])
    return answer.body.data
  }

  beforeAll(async () => {
    // As from code that was compiled without these types.
    const wide = { ...job, dueIf: 'false' } as Job
    server = await startServer(kind, app, { handlers, jobs: { round: wide }, dialects: [dialect], jobInterval: 30 })
    await server.engine.app.ready()
    token = await server.signIn('admin', adminPassword)
    const { id } = await call('POST', 'a/v1/visit/save', { name: 'one' })
    await call('POST', 'a/v1/visit/see', { id })
    await call('POST', 'a/v1/visit/all', {})
    await call('POST', 'a/v1/visit/ask', { id })
    await call('POST', 'a/v1/visit/close', { id })
    await call('GET', 'a/v1/visit/number')
    const task = await call('GET', 'sys/v1/sysTask/getByQuery?code_equal=round')
    await call('POST', 'sys/v1/sysTask/run', { id: task.id })
    await vi.waitFor(() => expect(given.has('step elsewhere')).toBe(true), { timeout: 20_000 })
  })
  afterAll(() => server.close())

  it('is tried for every kind of handler, for jobs and dialects', () => {
    expect([...given.keys()].sort()).toEqual(
      [
        ...['all', 'ask', 'ask before', 'close', 'follow', 'number', 'see'],
        ...['dialect', 'job', 'job elsewhere', 'step', 'step elsewhere'],
      ].sort(),
    )
  })

  it.each([
    ...['see', 'all', 'close', 'follow', 'ask'].map(name => [name, ['answer', 'ctx', 'send', 'store']] as const),
    ['number', ['ctx', 'store']],
  ] as const)('handler %s: exactly these properties of its context', (name, names) => {
    expect(Object.keys(given.get(name).context).sort()).toEqual(names)
  })

  it('jobs, dialects and the first part of handlers with `outside`: exactly these properties', () => {
    const keys = (name: string) => Object.keys(given.get(name)).sort()
    expect(keys('ask before')).toEqual(['ctx', 'input', 'record', 'signal', 'store', 'storeFile'])
    expect(keys('dialect')).toEqual(['catchUp', 'nextId', 'program', 'receiveFile', 'store'])
    expect(keys('job')).toEqual(['ctx', 'inTenant', 'report', 'runId', 'signal', 'step', 'store', 'warn'])
    expect(keys('job elsewhere')).toEqual(['ctx', 'step', 'store'])
    for (const name of ['step', 'step elsewhere']) expect(keys(name)).toEqual(['ctx', 'own', 'store'])
  })

  // A handler of a query runs in a transaction that the database restricts to reading.
  it('outside the steps of jobs, the operations that only read', () => {
    for (const name of ['job', 'job elsewhere', 'ask before'])
      expect(Object.keys(given.get(name).store).sort()).toEqual(reads)
  })

  it('no connection of the database, and nothing that runs statements', () => {
    for (const [name, call] of given) {
      const found = [...reachable(call)].filter(
        (one: Any) =>
          one instanceof Kysely || typeof one.executeQuery === 'function' || typeof one.transaction === 'function',
      )
      expect([name, found]).toEqual([name, []])
    }
    // The walk finds a connection that is there.
    expect(
      [...reachable({ parts: { server: server.engine.database.kysely } })].some(one => one instanceof Kysely),
    ).toBe(true)
  })

  it('rows of each tenant in the context of that tenant, with the job as the recorded reason', async () => {
    const statement = sql<{ tenant: string; name: string; reason: string; actor: string }>`
      select v.tenant_id as tenant, v.name, h.reason, h.actor_kind as actor
      from visit v join engine_history h on h.record_id = v.id where v.name <> 'one' order by v.name desc`
    await expect
      .poll(async () => (await statement.execute(server.engine.database.kysely)).rows, { timeout: 20_000 })
      .toEqual([
        { tenant: '000000', name: 'here', reason: 'job.round', actor: 'system' },
        { tenant: other, name: 'elsewhere', reason: 'job.round', actor: 'system' },
      ])
    const { ctx, store } = given.get('job elsewhere')
    expect(await store.list(ctx, 'visit', {})).toMatchObject([{ name: 'elsewhere' }])
    expect(() => ctx.asSystem('undeclared')).toThrow(/reason "undeclared" is not declared/)
  })
})
