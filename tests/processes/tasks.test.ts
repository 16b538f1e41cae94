import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from '../support/server.ts'
import { boundary, bpmn, end, flows, timer } from './models.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and fail where they differ
type Any = any

const path = '/api/engine/flow'
const form = (required: string, properties: object) =>
  `<extensionElements><app:form>${JSON.stringify({ type: 'object', required: [required], properties }).replaceAll('<', '&lt;')}</app:form></extensionElements>`
const task = (attributes: string, inside = '') => `<userTask id="a" ${attributes}>${inside}</userTask>`
const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'menus.yaml': 'city: { title: { zh: 城市, en: City }, icon: store, order: 10 }\n',
  'roles.yaml': `clerk: { title: { zh: 职员, en: Clerk }, allow: [visit_view, visit_add, visit_edit] }
guest: { title: { zh: 客人, en: Guest } }
keeper: { title: { zh: 保管员, en: Keeper }, allow: [note_view] }
`,
  'resources/city/visit.yaml': `title: { zh: 走访, en: Visit }
display: name
approval: visit
fields:
  name: { type: text, required: true, max: 10, title: { zh: 名称, en: Name } }
  secret: { type: text, title: { zh: 秘密, en: Secret } }
access:
  - { role: clerk, allow: [view, add, edit], hide: [secret] }
`,
  'processes/visit.bpmn': bpmn(
    '<startEvent id="s"/>',
    task('flowable:candidateGroups="clerk" app:edit="name"'),
    end('e'),
    flows('s>a a>e'),
  )
    .replaceAll('"p"', '"visit"')
    .replace('isExecutable', 'app:resource="visit" isExecutable'),
  'resources/city/report.yaml': `title: { zh: 报告, en: Report }
display: name
approval: missing
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
`,
  'resources/city/note.yaml': `title: { zh: 单据, en: Note }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  total: { type: integer, title: { zh: 金额, en: Total } }
  processInstanceId: { type: text, readOnly: true, title: { zh: 流程, en: Process } }
  cost: { type: integer, title: { zh: 成本, en: Cost } }
  items: { type: children, of: noteItem, title: { zh: 明细, en: Items } }
actions:
  ask: { title: { zh: 送审, en: Ask }, starts: { process: expense, with: { amount: total } } }
  pay: { title: { zh: 付款, en: Pay }, set: { name: "'已付'" }, starts: payment }
access:
  - { role: keeper, allow: [view], hide: [cost] }
`,
  'resources/city/noteItem.yaml': `title: { zh: 明细, en: Item }
menu: false
partOf: noteId
fields:
  noteId: { type: reference, of: note, required: true, title: { zh: 单据, en: Note } }
  thing: { type: text, title: { zh: 物品, en: Thing } }
`,
  'processes/order.bpmn': bpmn(
    '<startEvent id="s"/>',
    task(`flowable:candidateGroups="clerk@starter" flowable:dueDate="\${addWorkdays(today(), 3)}"`),
    boundary('late', 'a', timer('PT24H'), false),
    '<sendTask id="n" app:sends="taskReminder"/>',
    end('reminded'),
    end('e'),
    flows('s>a a>e late>n n>reminded'),
  ).replaceAll('"p"', '"order"'),
  'processes/payment.bpmn': bpmn(
    '<startEvent id="s"/>',
    '<receiveTask id="r" messageRef="paid"/>',
    end('e'),
    flows('s>r r>e'),
  ).replaceAll('"p"', '"payment"'),
  'processes/dated.bpmn': bpmn(
    '<startEvent id="s"/>',
    '<intermediateCatchEvent id="w"><timerEventDefinition><timeDate>2099-01-02 08:30</timeDate></timerEventDefinition></intermediateCatchEvent>',
    end('e'),
    flows('s>w w>e'),
  ).replaceAll('"p"', '"dated"'),
  'processes/expense.bpmn': bpmn(
    `<startEvent id="s">${form('amount', { amount: { minimum: 1, type: 'integer' } })}</startEvent>`,
    task('flowable:candidateGroups="clerk"', form('people', { people: { type: 'array', items: { type: 'string' } } })),
    end('e'),
    flows('s>a a>e'),
  ).replaceAll('"p"', '"expense"'),
}

describe.each(databasesWalked('postgres'))('tasks ($kind)', kind => {
  let server: ServerUnderTest
  const tokens: Record<string, string> = {}
  const ids: Record<string, string> = {}
  const answerTo = (method: string, url: string, as: string, body?: object) =>
    server.call(method, url, { token: tokens[as] ?? '', ...(body && { body }) })
  const call = async (method: string, url: string, as: string, body?: object): Promise<Any> => {
    const answer = await answerTo(method, url, as, body)
    return answer.status === 200 ? answer.body.data : answer.status
  }
  const visit = async (as: string) => (await call('POST', '/api/city/v1/visit/save', as, { name: '一' })).id as string
  const listOf = async (list: string, as: string): Promise<Any[]> =>
    (await call('GET', `${path}/lists/${list}`, as)).rows
  const upload = async (as: string, name: string) => {
    const parts = [
      '--x',
      `content-disposition: form-data; name="file"; filename="${name}"`,
      '',
      '%PDF-1.4\n%%EOF',
      '--x--',
    ]
    const answer = await server.call('POST', '/api/blade-resource/oss/endpoint/put-file', {
      token: tokens[as] ?? '',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: parts.join('\r\n'),
    })
    return answer.body.data.link as string
  }

  beforeAll(async () => {
    server = await startServer(kind, app, { jobInterval: 50 })
    await server.engine.app.ready()
    tokens['admin'] = await server.signIn('admin', adminPassword)
    const { deptId } = await call('GET', '/api/blade-user/info', 'admin')
    const dept = { deptName: '外', fullName: '外部', deptCategory: '1' }
    const { id: outside } = await call('POST', '/api/blade/v1/bladeDept/save', 'admin', dept)
    for (const [account, role] of Object.entries({ anna: 'clerk', ben: 'guest', carl: 'clerk', dora: 'guest' })) {
      const roles = (await call('GET', `/api/blade/v1/bladeRole/page?roleAlias_equal=${role}`, 'admin')).records
      const person = {
        account,
        name: account,
        realName: `某人${account}`,
        password: 'Person-26',
        roleId: [roles[0].id],
        deptId: account === 'carl' ? outside : deptId,
      }
      ids[account] = (await call('POST', '/api/blade/v1/bladeUser/save', 'admin', person)).id
      await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
      tokens[account] = await server.signIn(account, 'Person-26')
    }
  }, 120_000)
  afterAll(() => server?.close())

  it('are given to users whom the giver may not view', async () => {
    expect(await call('GET', '/api/blade/v1/bladeUser/page', 'ben')).toBe(403)
    const found = await call('GET', `${path}/people?q=`, 'ben')
    expect(found.map(({ account }: Any) => account).sort()).toEqual(['admin', 'anna', 'carl', 'dora'])
    const anna = [{ id: ids['anna'], account: 'anna' }]
    expect(await call('GET', `${path}/people?q=nn`, 'ben')).toMatchObject(anna)
    expect(await call('GET', `${path}/people?ids=${ids['anna']},7`, 'ben')).toMatchObject(anna)
  })

  it('of an absent user are offered to the substitute, who does them on behalf of that user', async () => {
    const [from, to] = ['2026-01-01', '2099-01-01']
    expect(await call('POST', `${path}/substitution`, 'anna', { userId: ids['anna'], from, to })).toBe(400)
    expect(await call('POST', `${path}/substitution`, 'anna', { userId: ids['ben'], from: to, to: from })).toBe(400)
    const first = await visit('carl')
    expect(await listOf('claim', 'ben')).toEqual([])
    expect(await call('POST', `${path}/substitution`, 'anna', { userId: ids['ben'], from, to })).toBeNull()
    expect(await call('GET', `${path}/substitution`, 'ben')).toMatchObject({
      of: [{ person: { name: 'anna' }, from, to }],
    })
    const second = await visit('carl')
    const [newer, older] = await listOf('claim', 'ben')
    expect([newer, older]).toMatchObject([
      { record: { id: second }, onBehalfOf: { name: 'anna' } },
      { record: { id: first }, onBehalfOf: { name: 'anna' } },
    ])
    expect(await call('POST', `${path}/tasks/${newer.id}/claim`, 'anna', {})).toBeNull()
    expect(await call('POST', `${path}/tasks/${older.id}/claim`, 'ben', {})).toBeNull()
    expect(await listOf('todo', 'ben')).toMatchObject([
      { id: newer.id, assignee: { name: 'anna' }, onBehalfOf: { name: 'anna' } },
      { id: older.id, assignee: { name: 'ben' }, onBehalfOf: { name: 'anna' } },
    ])
    expect(await call('GET', `${path}/counts`, 'ben')).toEqual({ claim: 0, todo: 2 })
    expect(await call('POST', `${path}/tasks/${newer.id}/complete`, 'dora', { pass: true })).toBe(403)
    expect((await call('GET', `${path}/tasks/${newer.id}`, 'ben')).may).toMatchObject({ claim: false, complete: true })
    expect(await call('POST', `${path}/tasks/${newer.id}/complete`, 'ben', { pass: true })).toBeNull()
    const { history } = await call('GET', `${path}/instances/${newer.instance}`, 'ben')
    expect(history[2]).toMatchObject({ element: 'a', person: { name: 'ben' }, onBehalfOf: { name: 'anna' } })
    expect(await call('POST', `${path}/substitution/remove`, 'anna', {})).toBeNull()
    // What was claimed stays.
    expect((await listOf('todo', 'ben')).map(({ id }) => id)).toEqual([older.id])
    expect(await call('POST', `${path}/tasks/${older.id}/complete`, 'ben', { pass: true })).toBeNull()
  })

  it('are not decided on behalf of another by the user who started the process', async () => {
    await call('POST', `${path}/substitution`, 'anna', { userId: ids['carl'], from: '2026-01-01', to: '2099-01-01' })
    await visit('carl')
    const [one] = await listOf('claim', 'anna')
    await call('POST', `${path}/tasks/${one.id}/claim`, 'anna', {})
    expect(await listOf('todo', 'carl')).toEqual([])
    expect(await call('POST', `${path}/tasks/${one.id}/complete`, 'carl', { pass: true })).toBe(403)
    await call('POST', `${path}/substitution/remove`, 'anna', {})
    expect(await call('POST', `${path}/tasks/${one.id}/complete`, 'anna', { pass: true })).toBeNull()
  })

  it('have attachments, which everyone may read who sees the process', async () => {
    await visit('carl')
    const [one] = await listOf('claim', 'anna')
    const link = await upload('carl', '说明.pdf')
    const comment = `${path}/tasks/${one.id}/comment`
    expect(await call('POST', comment, 'carl', {})).toBe(400)
    expect(await call('POST', comment, 'anna', { files: [link] })).toBe(400)
    expect((await answerTo('GET', link, 'anna')).status).toBe(404)
    expect(await call('POST', comment, 'carl', { files: [link] })).toBeNull()
    const { history } = await call('GET', `${path}/tasks/${one.id}`, 'anna')
    expect(history.at(-1)).toMatchObject({ kind: 'comment', files: [{ link, name: '说明.pdf', size: 14 }] })
    const statuses = await Promise.all(['anna', 'ben'].map(async as => (await answerTo('GET', link, as)).status))
    expect(statuses).toEqual([200, 404])
    await call('POST', `${path}/tasks/${one.id}/claim`, 'anna', {})
    expect(await call('POST', `${path}/tasks/${one.id}/complete`, 'anna', { pass: true, files: [link] })).toBe(400)
    const own = await upload('anna', '批复.pdf')
    expect(await call('POST', `${path}/tasks/${one.id}/complete`, 'anna', { pass: true, files: [own] })).toBeNull()
    expect((await answerTo('GET', own, 'carl')).status).toBe(200)
  })

  it('are not claimed by the starter, nor delegated to the starter', async () => {
    await visit('carl')
    const [one] = await listOf('claim', 'anna')
    expect(await listOf('claim', 'carl')).toEqual([])
    expect(await call('POST', `${path}/tasks/${one.id}/claim`, 'carl', {})).toBe(403)
    await call('POST', `${path}/tasks/${one.id}/claim`, 'anna', {})
    expect(await call('POST', `${path}/tasks/${one.id}/delegate`, 'anna', { userId: ids['carl'] })).toBe(400)
    expect(await call('POST', `${path}/tasks/${one.id}/complete`, 'anna', { pass: true })).toBeNull()
  })

  it('show no field of the record that is hidden from those who do them', async () => {
    const id = await visit('carl')
    await sql`update visit set secret = 'x' where id = ${id}`.execute(server.engine.database.kysely)
    const [one] = await listOf('claim', 'anna')
    await call('POST', `${path}/tasks/${one.id}/claim`, 'anna', {})
    await call('POST', `${path}/tasks/${one.id}/delegate`, 'anna', { userId: ids['ben'] })
    const detailFor = (as: string) => call('GET', `/api/blade-desk/process/visit/detail?businessId=${id}`, as)
    const details = await Promise.all(['admin', 'carl', 'ben', 'dora'].map(detailFor))
    expect(details.map(one => one.secret)).toEqual(['x', undefined, undefined, undefined])
    expect(details.map(one => one.name ?? one)).toEqual(['一', '一', '一', 404])
    expect(await call('GET', `${path}/tasks/${one.id}`, 'ben')).not.toHaveProperty('values')
    await call('POST', `${path}/tasks/${one.id}/complete`, 'ben', { pass: true })
    expect(await call('POST', `${path}/tasks/${one.id}/complete`, 'anna', { pass: true })).toBeNull()
  })

  it('write their record and complete in one transaction', async () => {
    const id = await visit('carl')
    const [one] = await listOf('claim', 'anna')
    await call('POST', `${path}/tasks/${one.id}/claim`, 'anna', {})
    const complete = (name: string, more: object = {}) =>
      call('POST', `${path}/tasks/${one.id}/complete`, 'anna', { pass: true, record: { name }, ...more })
    const nameOf = async () => (await call('GET', `/api/city/v1/visit/getById?id=${id}`, 'admin')).name
    expect(await complete('二', { variables: { other: 1 } })).toBe(400)
    expect(await complete('长长长长长长长长长长长')).toBe(400)
    expect(await nameOf()).toBe('一')
    expect(await complete('二')).toBeNull()
    expect(await nameOf()).toBe('二')
  })

  it('without a record have forms by schema', async () => {
    const [definition] = (await listOf('start', 'ben')).filter(({ key }) => key === 'expense')
    expect(definition).toMatchObject({ form: { required: ['amount'] } })
    // In the order of the file, which `jsonb` would lose.
    expect(Object.keys(definition.form.properties.amount)).toEqual(['minimum', 'type'])
    const start = (variables?: object) =>
      call('POST', `${path}/start`, 'ben', { definitionId: definition.id, ...(variables && { variables }) })
    const answers = [
      await start(),
      await start({ amount: 0 }),
      await start({ amount: 1.5 }),
      await start({ people: [] }),
    ]
    expect(answers).toEqual([400, 400, 400, 400])
    const { id } = await start({ amount: 5 })
    const [one] = await listOf('claim', 'anna')
    expect(one).toMatchObject({ instance: id, starter: { name: 'ben' } })
    await call('POST', `${path}/tasks/${one.id}/claim`, 'anna', {})
    expect(await call('GET', `${path}/tasks/${one.id}`, 'anna')).toMatchObject({
      form: { required: ['people'] },
      people: ['people'],
      formData: {},
      filled: { values: { amount: 5 } },
    })
    const complete = (variables: object) =>
      call('POST', `${path}/tasks/${one.id}/complete`, 'anna', { pass: true, variables })
    expect([await complete({}), await complete({ amount: 9 }), await complete({ people: 'x' })]).toEqual([
      400, 400, 400,
    ])
    await call('POST', `${path}/tasks/${one.id}/sign`, 'anna', { userId: ids['dora'] })
    const [opinion] = await listOf('todo', 'dora')
    const signing = await call('GET', `${path}/tasks/${opinion.id}`, 'dora')
    expect([signing.form, signing.may]).toMatchObject([undefined, { complete: true, return: false }])
    expect(await call('POST', `${path}/tasks/${opinion.id}/complete`, 'dora', { pass: true })).toBeNull()
    await call('POST', `${path}/tasks/${one.id}/delegate`, 'anna', { userId: ids['dora'] })
    const delegated = { pass: true, variables: { people: [ids['ben'], ids['dora']] } }
    expect(await call('POST', `${path}/tasks/${one.id}/complete`, 'dora', delegated)).toBeNull()
    expect(await complete({})).toBeNull()
    expect(await call('GET', `${path}/instances/${id}`, 'ben')).toMatchObject({
      instance: { state: 'ended' },
      filled: { values: { amount: 5, people: 'ben, dora' } },
    })
    expect(await call('GET', `${path}/instances/${id}`, 'carl')).toBe(404)
    const [own] = (await listOf('start', 'ben')).filter(({ key }) => key === 'visit')
    expect(await call('POST', `${path}/start`, 'carl', { definitionId: own.id })).toBe(403)
  })

  it("are due in working days, for a role in the starter's department, and remind those who may do them", async () => {
    const [definition] = (await listOf('start', 'ben')).filter(({ key }) => key === 'order')
    const { id } = await call('POST', `${path}/start`, 'ben', { definitionId: definition.id })
    expect(await listOf('claim', 'carl')).toEqual([])
    const [one] = await listOf('claim', 'anna')
    const due = new Date(`${one.createdAt.slice(0, 10)}T00:00:00Z`)
    for (let days = 0; days < 3; ) {
      due.setUTCDate(due.getUTCDate() + 1)
      if (due.getUTCDay() % 6 !== 0) days++
    }
    expect(one).toMatchObject({ instance: id, dueAt: `${due.toISOString().slice(0, 10)} 23:59:59`, isOverdue: false })
    const { kysely } = server.engine.database
    await sql`update engine_flow_timer set due = now() - interval '1 minute' where instance_id = ${id}`.execute(kysely)
    const notices = async () =>
      (
        await sql<{
          to: string
        }>`select notice->'to'->>'user' as to from engine_event where notice is not null`.execute(kysely)
      ).rows
    await expect.poll(notices).toEqual([{ to: ids['anna'] }])
  })

  it('remind the users of a role that is named by its id', async () => {
    const id = await visit('carl')
    const { kysely } = server.engine.database
    const [{ id: role }] = (await call('GET', '/api/blade/v1/bladeRole/page?roleAlias_equal=guest', 'admin')).records
    const { rows } = await sql<{ id: string }>`update engine_flow_task t set candidates = array['group:' || ${role}]
      from engine_flow_instance i where i.id = t.instance_id and i.record_id = ${id} returning t.id::text as id`.execute(
      kysely,
    )
    await sql`delete from engine_event`.execute(kysely)
    expect(await call('POST', `${path}/tasks/${rows[0]?.id}/urge`, 'carl', {})).toBeNull()
    const notices = await sql<{
      to: string
    }>`select notice->'to'->>'user' as to from engine_event where notice is not null order by 1`.execute(kysely)
    expect(notices.rows.map(({ to }) => to)).toEqual([ids['ben'], ids['dora']].toSorted())
  })

  it('that receive a message end when an administrator sends it', async () => {
    const pages = await Promise.all([1, 2].map(page => call('GET', `${path}/lists/start?size=1&page=${page}`, 'ben')))
    expect(new Set(pages.map(({ rows }) => rows[0].key)).size).toBe(2)
    const [definition] = (await listOf('start', 'ben')).filter(({ key }) => key === 'payment')
    const { id: instance } = await call('POST', `${path}/start`, 'ben', { definitionId: definition.id })
    const send = (as: string) => call('POST', `${path}/message`, as, { name: 'paid', instance })
    expect([await send('ben'), await send('admin'), await send('admin')]).toEqual([403, null, 409])
    expect(await call('GET', `${path}/instances/${instance}`, 'ben')).toMatchObject({ instance: { state: 'ended' } })
    expect(await call('POST', `${path}/check`, 'ben', { xml: app['processes/payment.bpmn'] })).toBe(403)
  })

  it('wait for a time of the zone of the server, and give a reason when a timer stops', async () => {
    const [definition] = (await listOf('start', 'ben')).filter(({ key }) => key === 'dated')
    const { id } = await call('POST', `${path}/start`, 'ben', { definitionId: definition.id })
    const { kysely } = server.engine.database
    const due = await sql`select to_char(due at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as due
      from engine_flow_timer where instance_id = ${id}`.execute(kysely)
    expect(due.rows).toEqual([{ due: '2099-01-02 08:30' }])
    // A token that is gone.
    await sql`insert into engine_flow_timer (instance_id, token, node, tenant_id, due, repeats, failures)
      select id, 99, 'w', tenant_id, now(), 0, 2 from engine_flow_instance where id = ${id}`.execute(kysely)
    const stateOf = async () => (await call('GET', `${path}/instances/${id}`, 'ben')).instance.state
    await expect.poll(stateOf).toBe('waiting')
    expect(await call('POST', `${path}/instances/${id}/retry`, 'admin', {})).toBeNull()
    expect(await stateOf()).toBe('running')
  })

  it('are opened by a step that starts a process about its record, unless the values are refused or one runs', async () => {
    const items = [{ thing: '纸' }]
    const note = async (total?: number) =>
      (await call('POST', '/api/city/v1/note/save', 'admin', { name: '一', items, ...(total && { total }) }))
        .id as string
    const ask = (id: string) => call('POST', '/api/city/v1/note/ask', 'admin', { id })
    const processesOf = (id: string) => call('GET', `${path}/of-record?resource=note&id=${id}`, 'admin')
    const [id, without] = [await note(3), await note()]
    expect([await ask(without), await processesOf(without)]).toEqual([400, []])
    const asked = await ask(id)
    expect(asked).toMatchObject({ id, items, version: 2 })
    const remove = (id: string) => call('DELETE', '/api/city/v1/note/removeById', 'admin', { id })
    expect([await ask(id), await remove(id), await remove(without)]).toEqual([409, 409, null])
    const [{ id: instance }, ...others] = await processesOf(id)
    expect([others, asked.processInstanceId]).toEqual([[], instance])
    const task = (await listOf('claim', 'anna')).find(one => one.instance === instance)
    expect(task?.record).toMatchObject({ resource: 'note', id })
    expect(await call('GET', `${path}/instances/${instance}`, 'anna')).toMatchObject({
      filled: { values: { amount: 3 } },
    })
    // A user without a right to the resource sees the record through the task.
    const modelOf = async (as: string) => (await call('GET', `${path}/tasks/${task?.id}`, as)).model
    const [ofAdmin, ofAnna] = [await modelOf('admin'), await modelOf('anna')]
    expect([ofAdmin, ofAnna.resources.note.fields.some(({ name }: Any) => name === 'cost')]).toEqual([undefined, false])
    expect(ofAnna.resources.note.fields.map(({ name }: Any) => name)).toContain('total')
    const detail = (as: string) => call('GET', `/api/blade-desk/process/note/detail?businessId=${id}`, as)
    expect([await detail('anna'), await detail('ben')]).toMatchObject([{ total: 3 }, 404])
  })

  it('are not undone with the step that started them: its undo is refused until they end', async () => {
    const { id } = await call('POST', '/api/city/v1/note/save', 'admin', { name: '二' })
    const linesOf = async (url: string, body: object): Promise<Any[]> =>
      String((await answerTo('POST', `/api/engine/${url}`, 'admin', body)).body)
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
    const pay = { select: { ids: [id] }, do: { kind: 'action', name: 'pay', input: {} } }
    const [{ operation }] = await linesOf('bulk/note', pay)
    const undo = async () => (await linesOf(`operations/${operation}/undo`, {})).at(-1)
    const nameOf = async () => (await call('GET', `/api/city/v1/note/getById?id=${id}`, 'admin')).name
    expect([await undo(), await nameOf()]).toEqual([{ done: 0, failed: 1 }, '已付'])
    const [{ id: instance }] = await call('GET', `${path}/of-record?resource=note&id=${id}`, 'admin')
    expect(await call('POST', `${path}/instances/${instance}/withdraw`, 'admin', {})).toBeNull()
    expect([await undo(), await nameOf()]).toEqual([{ done: 1, failed: 0 }, '二'])
  })

  it('name the users and the departments that may claim them', async () => {
    const id = await visit('carl')
    const [{ id: instance }] = await call('GET', `${path}/of-record?resource=visit&id=${id}`, 'admin')
    const { deptId } = await call('GET', '/api/blade-user/info', 'admin')
    const candidates = [`user:${ids['anna']}`, `group:${deptId}`]
    await sql`update engine_flow_task set candidates = ${candidates}::text[] where instance_id = ${instance}`.execute(
      server.engine.database.kysely,
    )
    const shown = (await call('GET', `${path}/instances/${instance}`, 'admin')).instance
    expect(shown.tasks[0].candidates).toEqual(['anna', expect.stringMatching(/^\D+$/)])
  })

  it('of a process that is not deployed are reported at the start', () => {
    expect(server.log.some(line => line.includes('"processes/missing.bpmn"') && line.includes('"missing"'))).toBe(true)
  })
})
