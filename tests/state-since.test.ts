import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyPlan } from '../engine/server/storage/apply.ts'
import { planChanges } from '../engine/server/storage/plan.ts'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { administrator, modelOf, storeOn } from './support/store.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape and fail where they differ
type Any = any

const errand = (lifecycle: string) => ({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'dictionaries/errand_state.yaml': `
title: { zh: 状态, en: State }
entries:
  open: { key: "0", title: { zh: 待办, en: Open } }
  done: { key: "1", title: { zh: 已办, en: Done } }
`,
  'resources/lib/errand.yaml': `
title: { zh: 事项, en: Errand }
fields:
  title: { type: text, required: true, title: { zh: 标题, en: Title } }
  late: { type: boolean, compute: "stateSince + hours(2) < now()", title: { zh: 超时, en: Late } }
  state: { type: dictionary, of: errand_state }
list: { columns: [title, stateSince, timeRemaining, state] }
${lifecycle}`,
})
const lifecycle = `lifecycle:
  field: state
  initial: open
  final: [done]
  due: { open: "stateSince + hours(2)" }
  transitions:
    finish: { from: open, to: done, title: { zh: 办结, en: Finish } }
    reopen: { from: done, to: open, title: { zh: 重开, en: Reopen } }
`
const model = modelOf(errand(lifecycle))

describe.each(databasesWalked('postgres'))('the time of the last change of state, on $kind', kind => {
  it('is written with the state, and readable in expressions, due dates and lists', async () => {
    const database = await kind.open()
    const under = await storeOn(database, model)
    const { store, ctx } = under
    const at = (time: string) => {
      under.setNow(`2026-11-21T${time}+08:00`)
      return ctx(administrator)
    }
    const since = async (id: string) => (await store.get(ctx(administrator), 'errand', id))['stateSince']
    const { id } = (await store.save(at('09:00:00'), 'errand', { title: '甲' })) as { id: string }
    expect(await since(id)).toBe('2026-11-21 09:00:00')
    await store.update(at('10:00:00'), 'errand', { id, title: '乙' })
    expect(await since(id)).toBe('2026-11-21 09:00:00')
    expect((await store.get(at('11:00:01'), 'errand', id))['late']).toBe(true)
    await store.transition(at('12:00:00'), 'errand', id, 'finish', {})
    await store.transition(at('13:00:00'), 'errand', id, 'reopen', {})
    expect(await store.get(at('13:30:00'), 'errand', id)).toMatchObject({
      stateSince: '2026-11-21 13:00:00',
      late: false,
    })
    const [entry] = await store.history(ctx(administrator), 'errand', id)
    expect(Object.keys(entry?.changes ?? {})).toEqual(['state'])
    const { records } = await store.page(ctx(administrator), 'errand', {
      stateSince_gt: '2026-11-21 12:30:00',
      ascs: 'stateSince',
    })
    expect(records.map(record => record.id)).toEqual([id])
    // What a client read may be sent again, another time may not.
    await store.update(ctx(administrator), 'errand', { id, title: '丙', stateSince: '2026-11-21 13:00:00' })
    await expect(store.update(ctx(administrator), 'errand', { id, stateSince: '2026-11-21 14:00:00' })).rejects.toThrow(
      'is read-only',
    )
    await under.close()
    await database.close()
  })

  it('is added to existing rows from their history, otherwise from their last change', async () => {
    const database = await kind.open()
    const under = await storeOn(database, model)
    const { store, ctx } = under
    const made: string[] = []
    for (const title of ['甲', '乙']) {
      under.setNow('2026-11-21T01:00:00Z')
      const { id } = (await store.save(ctx(administrator), 'errand', { title })) as { id: string }
      under.setNow('2026-11-21T02:00:00Z')
      await store.transition(ctx(administrator), 'errand', id, 'finish', {})
      under.setNow('2026-11-21T03:00:00Z')
      await store.update(ctx(administrator), 'errand', { id, title: `${title}2` })
      made.push(id)
    }
    await under.run('alter table errand drop column state_since')
    await under.run('delete from engine_history where record_id = $1', [made[1]])
    const plan = await planChanges(database, model)
    expect(plan.changes.map(({ what }) => what.en)).toEqual(['Add the column state_since to errand.'])
    await applyPlan(database, plan)
    const read = async (id = '') => (await store.get(ctx(administrator), 'errand', id))['stateSince']
    expect(await Promise.all(made.map(read))).toEqual(['2026-11-21 10:00:00', '2026-11-21 11:00:00'])
    await under.close()
    await database.close()
  })
})

describe.each(databasesWalked('postgres'))('a step after a time in a state, on $kind', kind => {
  let server: ServerUnderTest
  beforeAll(async () => {
    const files = errand(
      `${lifecycle}    lapse: { from: open, to: done, after: "stateSince + days(1)", title: { zh: 超时办结, en: Lapse } }\n`,
    )
    server = await startServer(
      kind,
      { ...sampleApp, ...files, 'app.yaml': String(sampleApp['app.yaml']) },
      { jobInterval: 30 },
    )
  })
  afterAll(() => server.close())

  it('is made by the job when the record has been in it as long', async () => {
    const token = await server.signIn('admin', adminPassword)
    const data = async (method: string, path: string, body?: unknown): Promise<Any> =>
      (await server.call(method, `/api/lib/v1/errand/${path}`, { token, ...(body !== undefined && { body }) })).body
        .data
    const tasks = async () =>
      (await server.call('GET', '/api/sys/v1/sysTask/getByQuery?code_equal=due-steps', { token })).body.data
    await expect.poll(async () => (await tasks()).lastResult, { timeout: 15_000 }).toBe('done')
    const [old, fresh] = [await data('POST', 'save', { title: '旧' }), await data('POST', 'save', { title: '新' })]
    const { id } = await tasks()
    await server.engine.database.kysely
      .updateTable('errand' as never)
      .set({ state_since: '2026-01-31T00:00:00Z' } as never)
      .where('id' as never, '=', old.id as never)
      .execute()
    await server.call('POST', '/api/sys/v1/sysTask/run', { token, body: { id } })
    const state = async (record: Any) => (await data('GET', `getById?id=${record.id}`)).state
    await expect.poll(() => state(old), { timeout: 15_000 }).toBe('1')
    expect(await state(fresh)).toBe('0')
  })
})
