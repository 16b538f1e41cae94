import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest, databasesWalked, type PlaceHere, roundsOf } from '../support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from '../support/server.ts'
import { type StatementCuts, statementCuts } from '../support/statement-cuts.ts'
import { visitApp } from '../support/visit-app.ts'
import { boundary, bpmn, flows, timer } from './models.ts'

const task = '<userTask id="a" flowable:candidateGroups="clerk"/>'
const app = {
  ...visitApp(
    bpmn(
      '<startEvent id="s"/>',
      task,
      boundary('late', 'a', timer('PT1H'), false),
      '<sendTask id="remind" app:sends="taskReminder"/>',
      '<serviceTask id="t" app:step="finish"/>',
      '<endEvent id="e"/>',
      '<endEvent id="reminded"/>',
      flows('s>a a>t t>e late>remind remind>reminded'),
    ),
    'actions:\n  ask: { title: { zh: 催款, en: Ask }, starts: waiting }\n',
  ),
  'dictionaries/flow.yaml':
    'title: { zh: 流程分类, en: Category }\nentries: { visits: { key: "1", title: { zh: 走访, en: Visits } } }\n',
  'roles.yaml': 'clerk: { title: { zh: 职员, en: Clerk }, allow: [visit_view, visit_finish] }\n',
  'processes/waiting.bpmn': bpmn(
    '<startEvent id="s"/>',
    '<receiveTask id="r" messageRef="paid"/>',
    '<endEvent id="e"/>',
    flows('s>r r>e'),
  ).replaceAll('"p"', '"waiting"'),
}

describe.each(databasesWalked('postgres'))('processes ($kind)', kind => {
  let server: ServerUnderTest
  let admin: string
  let cuts: StatementCuts
  const clerks: string[] = []
  const query = async (text: string) =>
    (await sql.raw<Record<string, unknown>>(text).execute(server.engine.database.kysely)).rows
  const call = async (method: string, url: string, body?: object, token = admin) => {
    const answer = await server.call(method, url, { token, ...(body && { body }) })
    return answer.status === 200 ? answer.body.data : answer.status
  }
  const visit = async () => (await call('POST', '/api/city/v1/visit/save', { name: '一' })).id as string
  const taskOf = async (id: string) => {
    const [row] = (await query(
      `select t.id::text as id from engine_flow_task t join engine_flow_instance i on i.id = t.instance_id where i.record_id = ${id}`,
    )) as { id: string }[]
    return String(row?.id)
  }

  beforeAll(async () => {
    cuts = statementCuts(kind)
    server = await startServer(cuts.kind, app, { jobInterval: 3_600_000 })
    admin = await server.signIn('admin', adminPassword)
  }, 120_000)
  afterAll(() => server?.close())

  it('give a task that 20 users claim at the same time to one of them', async () => {
    const [{ id: roleId }] = (await call('GET', '/api/blade/v1/bladeRole/page?roleAlias_equal=clerk')).records
    const { deptId } = await call('GET', '/api/blade-user/info')
    for (let n = 0; n < 20; n++) {
      const person = {
        account: `u${n}`,
        name: `u${n}`,
        realName: `某人${n}`,
        password: 'Person-26',
        roleId: [roleId],
        deptId,
      }
      await call('POST', '/api/blade/v1/bladeUser/save', person)
      await query('delete from engine_password_due')
      clerks.push(await server.signIn(`u${n}`, 'Person-26'))
    }
    const id = await visit()
    const task = await taskOf(id)
    const answers = await Promise.all(
      clerks.map(token => call('POST', `/api/engine/flow/tasks/${task}/claim`, {}, token)),
    )
    expect(answers.filter(one => one === 409)).toHaveLength(19)
    const winner = clerks[answers.findIndex(one => one !== 409)] ?? ''
    expect((await call('GET', '/api/engine/flow/lists/todo', undefined, winner)).rows).toMatchObject([
      { id: task, record: { resource: 'visit', id } },
    ])
    const detail = await call('GET', `/api/engine/flow/tasks/${task}`, undefined, winner)
    expect(detail).toMatchObject({ may: { claim: false, complete: true }, next: [{ name: 'e' }] })
    expect(await call('GET', `/api/engine/flow/of-record?resource=visit&id=${id}`)).toMatchObject([
      { state: 'running', tasks: [{ id: task, candidates: ['职员'] }] },
    ])
    const several = await call(
      'POST',
      '/api/engine/flow/tasks/complete',
      { ids: [task, '1'], pass: true, comment: '好' },
      winner,
    )
    expect(several.map(({ done }: { done: boolean }) => done)).toEqual([true, false])
    expect(await call('GET', `/api/city/v1/visit/getById?id=${id}`)).toMatchObject({ state: '1' })
  })

  it('lose nothing and do nothing twice when the server is killed between two statements of a step', async () => {
    for (let at = 1, isCut = true; isCut && at < 400; at += roundsOf(9, 3, 1)) {
      const id = await visit()
      const task = await taskOf(id)
      await call('POST', `/api/engine/flow/tasks/${task}/claim`, {}, clerks[0])
      cuts.cutAt(at)
      const complete = () =>
        call('POST', `/api/engine/flow/tasks/${task}/complete`, { pass: true, comment: '好' }, clerks[0])
      await complete().catch(() => 500)
      isCut = await cuts.restore()
      const state = async () =>
        (
          await query(`select t.outcome, v.state, v.version, i.outcome as ended,
          (select count(*)::integer from engine_flow_history h where h.instance_id = i.id and h.kind <> 'sequenceFlow') as entries
        from engine_flow_task t join engine_flow_instance i on i.id = t.instance_id join visit v on v.id = i.record_id where t.id = ${task}`)
        )[0]
      const [before, after] = [
        { outcome: null, state: '0', version: 1, ended: null, entries: 2 },
        { outcome: 'agreed', state: '1', version: 2, ended: 'done', entries: 4 },
      ]
      await expect.poll(() => call('GET', '/api/engine/flow/counts')).toHaveProperty('todo')
      const found = await state()
      expect([before, after]).toContainEqual(found)
      if (found?.['outcome'] === null) expect(await complete()).toBeNull()
      expect(await state()).toEqual(after)
    }
  }, 120_000)

  it('that a step started do not lock a record with an approval', async () => {
    const id = await visit()
    const change = (name: string) => call('PUT', '/api/city/v1/visit/update', { id, name })
    expect([await change('二'), await call('POST', '/api/city/v1/visit/ask', { id })]).toEqual([409, 409])
    const [{ id: approval }] = await call('GET', `/api/engine/flow/of-record?resource=visit&id=${id}`)
    await call('POST', `/api/engine/flow/instances/${approval}/withdraw`, {})
    expect(await call('POST', '/api/city/v1/visit/ask', { id })).toMatchObject({ id })
    expect(await change('三')).toMatchObject({ name: '三' })
    const others = [
      await call('POST', '/api/city/v1/visit/finish', { id }),
      await call('POST', '/api/engine/flow/start', { resource: 'visit', id }),
    ]
    expect(others).toEqual([409, 409])
  })

  it('are deployed again only when the file changed, and not deleted while an instance runs', async () => {
    const running = await visit()
    const [definition] = (await call('GET', '/api/blade-flow/manager/list')).records
    expect(definition).toMatchObject({ key: 'visit', version: 1, suspensionState: 1 })
    const { xml } = await call('GET', `/api/blade-flow/process/model-view?processDefinitionId=${definition.id}`)
    expect(xml).toContain('BPMNShape')
    expect(await call('POST', `/api/blade-flow/manager/delete-deployment?deploymentIds=${definition.id}`)).toBe(409)
    await call('POST', `/api/blade-flow/manager/change-state?processId=${definition.id}&state=suspend`)
    expect(await call('POST', '/api/city/v1/visit/save', { name: '二' })).toBe(409)
    await call('POST', `/api/blade-flow/manager/change-state?processId=${definition.id}&state=active`)
    const model = { modelKey: 'visit', name: '走访', description: '', modelEditorXml: app['processes/visit.bpmn'] }
    const { id } = await call('POST', '/api/blade-flow/model/submit', model)
    expect(await call('POST', '/api/blade-flow/model/submit', { ...model, id, xml: 'x' })).toMatchObject({ version: 2 })
    const deploy = (category: string) =>
      call('POST', `/api/blade-flow/model/deploy?modelId=${id}&category=${category}&tenantIds=`)
    expect([await deploy('flow_9'), await deploy('flow_1')]).toEqual([400, {}])
    expect((await call('GET', '/api/blade-flow/work/start-list')).records).toMatchObject([
      { key: 'visit', version: 2 },
      { key: 'waiting' },
    ])
    // Running instances stay on their version.
    const task = await taskOf(running)
    await call('POST', `/api/engine/flow/tasks/${task}/claim`, {}, clerks[0])
    expect(await call('POST', `/api/engine/flow/tasks/${task}/complete`, { pass: true }, clerks[0])).toBeNull()
    expect(await call('GET', `/api/engine/flow/of-record?resource=visit&id=${running}`)).toMatchObject([
      { state: 'ended', definition: { version: 1 } },
    ])
    const own = { ...model, modelKey: 'other', modelEditorXml: model.modelEditorXml.replaceAll('"visit"', '"other"') }
    const { id: other } = await call('POST', '/api/blade-flow/model/submit', {
      ...own,
      modelEditorXml: own.modelEditorXml.replace('app:resource="other"', 'app:resource="visit"'),
    })
    const deployTo = (tenants: string) =>
      call('POST', `/api/blade-flow/model/deploy?modelId=${other}&category=&tenantIds=${tenants}`)
    expect([await deployTo('000000,999999'), await deployTo('000000')]).toEqual([400, {}])
    expect((await call('GET', '/api/blade-flow/manager/list?key=other')).records).toMatchObject([
      { tenantId: '000000' },
    ])
    expect(await call('POST', '/api/engine/flow/check', { xml: bpmn('<startEvent id="s"/>') })).toMatchObject([
      { code: 'process.no-way-out', element: 's', line: 5 },
    ])
  })
})

describe.each(databasesWalked('postgres'))('a saved process ($kind)', kind => {
  it('is deployed without a restart', async () => {
    const server = await startServer(kind, app, { settings: { live: true } })
    try {
      const { kysely } = server.engine.database
      const versions = async () =>
        (await sql`select version, name from engine_flow_definition where key = 'visit' order by 1`.execute(kysely))
          .rows
      expect(await versions()).toEqual([{ version: 1, name: 'P' }])
      const next = app['processes/visit.bpmn'].replace('name="P"', 'name="Q"')
      writeIn(server.appDir, 'processes/visit.bpmn', next)
      const both = [
        { version: 1, name: 'P' },
        { version: 2, name: 'Q' },
      ]
      await expect.poll(versions, { timeout: 20_000 }).toEqual(both)
      const { revision } = server.engine.model()
      writeIn(server.appDir, 'processes/visit.bpmn', next.replaceAll('\n', '\r\n'))
      writeIn(server.appDir, 'menus.yaml', app['menus.yaml'].replace('City', 'Town'))
      await expect.poll(() => server.engine.model().revision, { timeout: 20_000 }).not.toBe(revision)
      expect(await versions()).toEqual(both)
    } finally {
      await server.close()
    }
  }, 120_000)
})

describe.each(databasesUnderTest().filter(({ kind }) => kind === 'postgres'))('timers of two servers ($kind)', kind => {
  it('are signalled once', async () => {
    const count = roundsOf(50, 500, 500)
    const place: PlaceHere = await kind.placeHere()
    const shared = { ...kind, placeHere: async () => ({ ...place, remove: async () => undefined }) }
    let shift = 0
    const more = { jobInterval: 20, clockShift: () => shift }
    const [first, second] = [await startServer(shared, app, more), await startServer(shared, app, more)]
    try {
      for (const one of [first, second]) await one.engine.app.ready()
      const token = await first.signIn('admin', adminPassword)
      for (let n = 0; n < count; n++)
        await first.call('POST', '/api/city/v1/visit/save', { token, body: { name: '一' } })
      const { kysely } = first.engine.database
      await sql`update engine_flow_timer set due = now()`.execute(kysely)
      shift = 1
      await expect
        .poll(async () => (await sql`select count(*)::integer as left from engine_flow_timer`.execute(kysely)).rows, {
          timeout: 30_000,
        })
        .toEqual([{ left: 0 }])
      const { rows } = await sql`select count(*)::integer as count, count(distinct instance_id)::integer as instances
        from engine_flow_history where element = 'remind'`.execute(kysely)
      expect(rows).toEqual([{ count, instances: count }])
    } finally {
      await second.close()
      await first.close()
      await place.remove()
    }
  }, 120_000)
})
