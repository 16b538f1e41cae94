import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { refuse } from '../engine/server/errors/refuse.ts'
import {
  type EmailMessage,
  type EmailMessages,
  MessageRefused,
  type TextMessage,
  type TextMessages,
} from '../engine/server/services/ports.ts'
import type { ActionCall, Handler, OutsideCall, StepContext } from '../engine/server/store/action.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape and fail where they differ
type Any = any

const app = {
  ...sampleApp,
  'dictionaries/msg_send_obj.yaml': `title: { zh: 接收对象, en: Receivers }
entries:
  ward: { key: "1", title: { zh: 街区, en: Ward } }
  office: { key: "2", title: { zh: 机关, en: Office } }
`,
  'dictionaries/report_state.yaml': `title: { zh: 举报状态, en: Report state }
entries:
  open: { key: "0", title: { zh: 待处理, en: Open } }
  raised: { key: "1", title: { zh: 已立案, en: Raised } }
`,
  'resources/city/report.yaml': `title: { zh: 举报, en: Report }
owner: wardId
display: title
fields:
  wardId: { type: reference, of: ward, required: true }
  title: { type: text, required: true, max: 60, title: { zh: 标题, en: Title } }
  secret: { type: text, title: { zh: 内情, en: Secret } }
  phone: { type: phone, title: { zh: 电话, en: Phone } }
  mail: { type: email, title: { zh: 邮箱, en: E-mail } }
  person: { type: text, personal: name, title: { zh: 举报人, en: Person } }
  day: { type: date, title: { zh: 日期, en: Day } }
  other: { type: reference, of: report, title: { zh: 关联举报, en: Other } }
  witness: { type: reference, of: witness, title: { zh: 证人, en: Witness } }
  heard: { type: text, compute: witness.called, title: { zh: 证人称呼, en: Witness called } }
  handler: { type: reference, of: bladeUser, title: { zh: 经办人, en: Handler } }
  state: { type: dictionary, of: report_state }
lifecycle:
  field: state
  initial: open
  final: [raised]
  transitions:
    raise:
      from: open
      to: raised
      set: { day: "date('2026-07-01')" }
      sends: [{ message: reportRaised }, { message: reportMailed, if: "mail != null" }]
      title: { zh: 立案, en: Raise }
    inspect: { from: open, to: raised, handler: look, outside: before, if: "title != '坏'", title: { zh: 勘查, en: Inspect } }
actions:
  look: { handler: look, outside: before, if: "title != '坏'", title: { zh: 查询, en: Look up } }
  lookAll:
    on: collection
    handler: lookAll
    outside: before
    input: { title: { type: text, required: true, title: { zh: 标题, en: Title } } }
    if: "input.title != '坏'"
    returns: { day: { type: date, title: { zh: 日期, en: Day } } }
    title: { zh: 全部查询, en: Look all up }
  call: { handler: call, title: { zh: 电话, en: Call } }
  post: { handler: post, title: { zh: 寄信, en: Post } }
  brief: { title: { zh: 通报, en: Brief }, sends: { message: reportRaised, text: "title + '：' + secret" } }
  quote: { title: { zh: 引述, en: Quote }, sends: { message: reportShort, text: "'证人' + witness.name" } }
  testify: { title: { zh: 作证, en: Testify }, sends: { message: reportWitness } }
  write: { title: { zh: 写信, en: Write }, sends: { message: reportMailed, preview: getMail } }
  found:
    title: { zh: 设区, en: Found }
    updates: { record: other, transition: raise }
    creates: { of: ward, with: { name: title } }
  alarm: { title: { zh: 告警, en: Raise the alarm }, sends: { message: reportShort, if: "title == '急'" } }
  remind:
    title: { zh: 提醒, en: Remind }
    input:
      sendObj: { type: dictionary, of: msg_send_obj, many: true, required: true }
      content: { type: text, title: { zh: 内容, en: Text } }
    sends: { message: [reportRaised, reportShort], to: input.sendObj, text: input.content, preview: getMsgTemplate }
  choose: { title: { zh: 选发, en: Choose }, sends: { preview: getMessages } }
access:
  - { role: keeper, allow: [view, raise, remind, unmask], hide: [secret] }
  - { role: chief, allow: [view, unmask], where: "title != '机密'" }
`,
  'messages/reportRaised.yaml': `title: { zh: 立案通知, en: Report raised }
of: report
text:
  zh: "{wardId.name}：{title} {day} {state} {secret}"
  en: "{wardId.name}: {title} {day} {state} {secret}"
to: { ward: [phone, owners], office: [handler, chief] }
channels: [sms, inApp]
`,
  'resources/city/witness.yaml': `title: { zh: 证人, en: Witness }
display: name
fields:
  name: { type: text, required: true, personal: name, title: { zh: 姓名, en: Name } }
  called: { type: text, compute: "name + '同志'", stored: true, title: { zh: 称呼, en: Called } }
  place: { type: text, title: { zh: 地点, en: Place } }
`,
  'messages/reportWitness.yaml': `title: { zh: 证人通知, en: Witness }
of: report
text: { zh: "{title}{witness}{witness.name}{witness.called}{heard}{witness.place}", en: "{witness}" }
to: { ward: [phone] }
`,
  'messages/reportMailed.yaml': `title: { zh: 邮件通知, en: Report by mail }
of: report
text: { zh: "{title} {phone} {person} {other.phone}", en: "{title} {phone} {person} {other.phone}" }
to: { ward: [mail, phone, other.mail, handler] }
channels: [email, sms]
`,
  'messages/wardNotice.yaml': `title: { zh: 街区通知, en: Notice of the ward }
of: ward
text: { zh: "{name}", en: "{name}" }
to: { ward: [owners] }
channels: [inApp]
`,
  'messages/reportShort.yaml': `title: { zh: 简短通知, en: Short notice }
of: report
text: { zh: "{title}", en: "{title}" }
to: { ward: [phone] }
`,
}

describe.each(databasesUnderTest())('messages of steps, on $kind', kind => {
  let server: ServerUnderTest
  let admin: string
  let keeper: string
  let ward: string
  let sent: TextMessage[] = []
  let failure: Error | undefined
  const users: Record<string, string> = {}
  const sms: TextMessages = {
    name: 'test',
    async send(message) {
      sent.push(message)
      if (failure) throw failure
    },
  }

  let mails: EmailMessage[] = []
  const email: EmailMessages = {
    name: 'post office',
    async send(message) {
      mails.push(message)
      if (failure) throw failure
    },
  }

  /** Errors of the database that the next calls of the handler raise. */
  let raised: string[] = []
  const raiseNext = async ({ ctx, store }: StepContext) => {
    const name = raised.shift()
    // A trigger raises the error whose code is the name of a ward.
    if (name !== undefined) await store.save(ctx, 'ward', { name })
  }
  const callBack: Handler = async ({ record, context }: ActionCall<Any, Any>) => {
    await context.send('sms', { phone: '13800000009', content: record.title })
    await raiseNext(context)
    return { day: record.title === '坏' ? '不是日期' : '2026-08-01' }
  }

  const post: Handler = async ({ record, context }: ActionCall<Any, Any>) => {
    await context.send('email', { address: 'clerk@example.cn', subject: '来信', content: record.title })
    return { day: record.title === '坏' ? '不是日期' : '2026-08-02' }
  }

  /** A step whose port never answers, which is begun first: it takes ten seconds. */
  let unanswered: Promise<{ readonly id: string; readonly ms: number; readonly answer: Any; readonly english: Any }>
  /** Questions to a service outside the server. */
  let asked: string[] = []
  const look: Handler = {
    async before({ record }: OutsideCall<Any, Any>) {
      asked.push(record.title)
      if (record.title === '断') throw refuse.unavailable(5)
      if (record.title === '停') await new Promise(() => undefined)
      return { day: '2026-09-01' }
    },
    async handle({ context, outside }: ActionCall<Any, Any> & { readonly outside: Any }) {
      await raiseNext(context)
      return { day: outside.day }
    },
  }

  /** The same question about no record. */
  const lookAll: Handler = {
    async before({ input }: OutsideCall<Any, Any>) {
      asked.push(input.title)
      if (input.title === '断') throw refuse.unavailable(5)
      return { day: '2026-09-01' }
    },
    async handle({ context, outside }: ActionCall<Any, Any> & { readonly outside: Any }) {
      context.answer({ day: outside.day })
      return {}
    },
  }

  const call = (method: string, path: string, body?: unknown, by = admin) =>
    server.call(method, `/api/${path}`, { token: by, ...(body !== undefined && { body }) })
  const data = async (...asked: Parameters<typeof call>): Promise<Any> => dataOf(await call(...asked))
  const report = async (record: object = {}): Promise<string> =>
    (await data('POST', 'city/v1/report/save', { wardId: ward, title: '噪声', phone: '13800000001', ...record })).id
  const take = (id: string, step: string, input: object = {}, by = admin) =>
    call('POST', `city/v1/report/${step}`, { id, ...input }, by)
  const log = async (id: string): Promise<Any[]> =>
    (await data('GET', `msg/v1/msgSendLog/page?size=50&sourceId=${id}&ascs=id`)).records
  const delivered = (id: string) =>
    vi.waitFor(
      async () => {
        const rows = await log(id)
        if (rows.some(({ sendStatus }) => ['0', '3'].includes(sendStatus))) throw new Error('Some messages wait.')
        return rows
      },
      { timeout: 5_000, interval: 100 },
    )
  const user = async (alias: string, person: object, codes: readonly string[]): Promise<string> => {
    const role = { roleName: alias, roleAlias: alias, tenantId: '000000' }
    const roleId = (await data('POST', 'blade/v1/bladeRole/save', role)).id
    for (const code of codes)
      await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${roleId}::bigint, ${code})`.execute(
        server.engine.database.kysely,
      )
    const { deptId } = await data('GET', 'blade-user/info')
    const own = { deptId, account: alias, name: alias, realName: alias, password: 'Keeper-26', roleId: [roleId] }
    users[alias] = (await data('POST', 'blade/v1/bladeUser/save', { ...own, ...person })).id
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    return server.signIn(alias, 'Keeper-26')
  }

  beforeAll(async () => {
    server = await startServer(kind, app, {
      ports: { sms, email },
      handlers: { report: { call: callBack, look, lookAll, post } },
    })
    await server.engine.app.ready()
    admin = await server.signIn('admin', adminPassword)
    const { kysely } = server.engine.database
    await sql`create function raise_code() returns trigger language plpgsql as $$ begin
      raise exception 'forced' using errcode = new.name; end $$`.execute(kysely)
    await sql`create trigger raise_code before insert on ward
      for each row when (new.name ~ '^[0-9P]{5}$') execute function raise_code()`.execute(kysely)
    ward = (await data('POST', 'city/v1/ward/save', { name: '东区' })).id
    keeper = await user('keeper', { ownerIds: [ward], phone: '13800000002' }, [
      'report_view',
      'report_raise',
      'report_remind',
      'report_unmask',
    ])
    const begun = performance.now()
    unanswered = report({ title: '停' }).then(async id => {
      const inEnglish = { token: admin, headers: { 'accept-language': 'en' }, body: { id } }
      const [answer, english] = await Promise.all([
        take(id, 'look'),
        server.call('POST', '/api/city/v1/report/look', inEnglish),
      ])
      return { id, ms: performance.now() - begun, answer, english }
    })
    await user('chief', { phone: '13800000003', email: 'chief@example.cn' }, ['report_view', 'report_unmask'])
    await user('stranger', { phone: '13800000004' }, [])
  })
  afterAll(() => server.close())

  describe('semantics C6: a message is rendered with the values at commit, stored in the transaction', () => {
    it('sends the values that the step wrote to each receiver once, without the fields hidden from the receiver', async () => {
      sent = []
      const id = await report({ secret: '内情', handler: users['chief'] })
      expect((await take(id, 'raise')).status).toBe(200)
      const rows = await delivered(id)
      const of = (row: Any) => [row.receiver, row.sendObj, row.channel, row.content, row.sendStatus]
      const whole = '东区：噪声 2026-07-01 已立案 内情'
      expect(rows.map(of)).toEqual([
        ['13800000001', '1', '1', whole, '1'],
        ['13800000002', '1', '1', '东区：噪声 2026-07-01 已立案 ', '1'],
        ['keeper', '1', '2', '东区：噪声 2026-07-01 已立案 ', '1'],
        ['13800000003', '2', '1', whole, '1'],
        ['chief', '2', '2', whole, '1'],
      ])
      expect(rows[0]).toMatchObject({
        sourceResource: 'report',
        sourceStep: 'raise',
        templateId: 'reportRaised',
        provider: 'test',
        attempts: 1,
        createUserName: expect.any(String),
        contentEnglish: '东区: 噪声 2026-07-01 Raised 内情',
      })
      expect(sent.map(({ key, phone }) => [key, phone]).sort()).toEqual(
        rows
          .filter(({ channel }) => channel === '1')
          .map(({ id, receiver }) => [id, receiver])
          .sort(),
      )
    })

    it('leaves out users of a role who may not view the record, and reports this for a named user', async () => {
      const id = await report({ title: '机密', handler: users['stranger'], phone: null })
      await take(id, 'raise')
      const rows = await delivered(id)
      expect(rows.map(({ receiver, sendObj, sendStatus, fault }) => [receiver, sendObj, sendStatus, fault])).toEqual([
        ['13800000002', '1', '1', null],
        ['keeper', '1', '1', null],
        ['stranger', '2', '2', 'hidden'],
      ])
      expect(JSON.stringify(rows.at(-1))).not.toContain('机密')
    })

    it('stores a row where there is no receiver', async () => {
      const id = await report({ phone: null })
      await take(id, 'remind', { sendObj: ['1'], templateId: 'reportShort' })
      expect(await delivered(id)).toMatchObject([
        { receiver: null, sendStatus: '2', fault: 'noReceiver', content: '噪声' },
      ])
    })

    it('sends nothing if the step is rolled back', async () => {
      sent = []
      mails = []
      const other = await report({ mail: 'a@example.cn' })
      const id = await report({ title: '东区', other })
      const refused = await take(id, 'found')
      expect([refused.status, refused.body.errors]).toEqual([409, { 'creates.name': '名称已存在' }])
      expect([await log(other), sent, mails]).toEqual([[], [], []])
      expect((await take(await report({ title: '南区', other }), 'found')).status).toBe(200)
      await delivered(other)
      expect([sent.length > 0, mails.map(({ address }) => address)]).toEqual([true, ['a@example.cn']])
    })

    describe('by e-mail', () => {
      const mailed = async (record: object = {}) =>
        report({ mail: 'a@example.cn', other: await report({ mail: 'b@example.cn', phone: '13800000008' }), ...record })

      it('reach phone numbers and addresses, with personal values of the record that has the address only', async () => {
        mails = []
        const id = await mailed({ handler: users['chief'], person: '张三' })
        expect((await take(id, 'write')).status).toBe(200)
        const rows = await delivered(id)
        const of = (row: Any) => [row.receiver, row.sendObj, row.channel, row.content, row.sendStatus, row.provider]
        expect(rows.map(of)).toEqual([
          ['a@example.cn', '1', '3', '噪声 13800000001 张三 ', '1', 'post office'],
          ['13800000001', '1', '1', '噪声 13800000001 张三 ', '1', 'test'],
          ['b@example.cn', '1', '3', '噪声   13800000008', '1', 'post office'],
          // A user reads what the user may view.
          ['chief@example.cn', '1', '3', '噪声 13800000001 张三 13800000008', '1', 'post office'],
          ['13800000003', '1', '1', '噪声 13800000001 张三 13800000008', '1', 'test'],
        ])
        const [{ id: key, content }] = rows
        expect(mails.find(mail => mail.key === key)).toEqual({
          key,
          address: 'a@example.cn',
          subject: '邮件通知',
          content,
        })
      })

      it('lack the name of another person, also as the label of a reference and in computed values', async () => {
        const { id: witness } = await data('POST', 'city/v1/witness/save', { name: '李四', place: '桥头' })
        const id = await report({ witness })
        await take(id, 'testify')
        expect(await delivered(id)).toMatchObject([{ receiver: '13800000001', content: '噪声桥头' }])
      })

      it('show a user without an address', async () => {
        const id = await report({ mail: 'a@example.cn', phone: null, handler: users['keeper'] })
        await take(id, 'write')
        expect((await delivered(id)).map(({ receiver, channel, fault }) => [receiver, channel, fault])).toEqual([
          ['a@example.cn', '3', null],
          ['keeper', '3', 'noEmail'],
          ['13800000002', '1', null],
        ])
      })

      it('are sent for a handler after the commit only', async () => {
        mails = []
        const [good, bad] = [await report(), await report({ title: '坏' })]
        expect((await take(bad, 'post')).status).not.toBe(200)
        expect([await log(bad), mails]).toEqual([[], []])
        expect((await take(good, 'post')).status).toBe(200)
        expect(await delivered(good)).toMatchObject([{ receiver: 'clerk@example.cn', channel: '3', sendStatus: '1' }])
        expect(mails).toMatchObject([{ address: 'clerk@example.cn', subject: '来信', content: '噪声' }])
      })

      it('are previewed with their addresses masked', async () => {
        const id = await mailed({ handler: users['chief'] })
        const [{ receivers }] = await data('GET', `city/v1/report/getMail?id=${id}`)
        expect(receivers).toEqual([
          { sendObj: '1', name: 'a***@example.cn', channel: 'email' },
          { sendObj: '1', name: '138****0001', channel: 'sms' },
          { sendObj: '1', name: 'b***@example.cn', channel: 'email' },
          { sendObj: '1', name: 'c***@example.cn', channel: 'email' },
          { sendObj: '1', name: '138****0003', channel: 'sms' },
        ])
        expect(await log(id)).toEqual([])
      })
    })

    it.each([
      { name: 'refused by the provider', error: new MessageRefused('Unknown number'), state: '2', fault: 'refused' },
      { name: 'of unknown outcome', error: new Error('Connection lost'), state: '4', fault: 'noAnswer' },
    ])('keeps the step and shows a message $name, which is not repeated', async ({ error, state, fault }) => {
      sent = []
      failure = error
      const id = await report()
      expect((await take(id, 'remind', { sendObj: ['1'], templateId: 'reportShort' })).status).toBe(200)
      const rows = await delivered(id)
      // A repeated message would be sent with the next run of the job, after a second.
      await new Promise(done => setTimeout(done, 1_500))
      failure = undefined
      expect(rows).toMatchObject([{ sendStatus: state, fault, detail: error.message, attempts: 1 }])
      expect(sent).toHaveLength(1)
    })
  })

  describe('semantics 6: ports are unreachable inside a transaction, handlers send through the outbox', () => {
    it('sends one message with one history entry for a handler that runs four times', async () => {
      sent = []
      raised = ['40001', '40001', '42703']
      const id = await report()
      const { status, body } = await take(id, 'call')
      expect([status, body.data.day, raised]).toEqual([200, '2026-08-01', []])
      expect(await delivered(id)).toMatchObject([{ receiver: '13800000009', content: '噪声', sendStatus: '1' }])
      expect(sent).toHaveLength(1)
      const history = await data('GET', `engine/history/report/${id}`)
      expect(history.map(({ operation }: Any) => operation)).toEqual(['call', 'save'])
    })

    it('calls the service once before the transaction, and passes the response to a handler that runs three times', async () => {
      asked = []
      raised = ['40001', '40001']
      const id = await report()
      const { status, body } = await take(id, 'look')
      expect([status, body.data.day, asked, raised]).toEqual([200, '2026-09-01', ['噪声'], []])
    })

    it.each(['inspect', 'look'])(
      'does not call the service for %s that is refused, and writes nothing without a response',
      async step => {
        asked = []
        const [refused, failed] = [await report({ title: '坏' }), await report({ title: '断' })]
        expect([(await take(refused, step)).status, asked]).toEqual([409, []])
        expect([(await take(failed, step)).status, asked]).toEqual([503, ['断']])
        const stored = await data('GET', `city/v1/report/getById?id=${failed}`)
        expect(stored).toMatchObject({ day: null, state: '0', version: 1 })
        const id = await report()
        expect((await take(id, step)).body.data).toMatchObject({ day: '2026-09-01' })
      },
    )

    it('does not call the service for a refused action on the collection, and ends the action without a response', async () => {
      asked = []
      const make = (title: string) => call('POST', 'city/v1/report/lookAll', { title })
      expect([(await make('坏')).status, asked]).toEqual([409, []])
      expect([(await make('断')).status, asked]).toEqual([503, ['断']])
      expect((await make('甲')).body.data).toEqual({ day: '2026-09-01' })
    })

    it('offers a handler no port', () => {
      expectTypeOf<keyof StepContext>().toEqualTypeOf<'ctx' | 'store' | 'send' | 'answer'>()
      expectTypeOf<StepContext['send']>().returns.resolves.toBeVoid()
    })
  })

  it('sends the text that the request contains to the groups that it chooses', async () => {
    const id = await report({ handler: users['chief'] })
    const choice = { sendObj: ['2'], content: '请速办', templateId: 'reportRaised' }
    expect((await take(id, 'remind', choice, keeper)).status).toBe(200)
    expect((await delivered(id)).map(({ receiver, content }) => [receiver, content])).toEqual([
      ['13800000003', '请速办'],
      ['chief', '请速办'],
    ])
  })

  it('sends the text of the message to receivers who may not view what its replacement reads', async () => {
    const { id: witness } = await data('POST', 'city/v1/witness/save', { name: '李四', place: '桥头' })
    const id = await report({ secret: '内情', handler: users['chief'], witness })
    for (const step of ['brief', 'quote']) expect((await take(id, step)).status).toBe(200)
    expect((await delivered(id)).map(({ receiver, content }) => [receiver, content])).toEqual([
      ['13800000001', '噪声：内情'],
      ['13800000002', '东区：噪声  待处理 '],
      ['keeper', '东区：噪声  待处理 '],
      ['13800000003', '噪声：内情'],
      ['chief', '噪声：内情'],
      ['13800000001', '噪声'],
    ])
  })

  it('sends only if the condition is true', async () => {
    const [urgent, other] = [await report({ title: '急' }), await report({ title: '缓' })]
    for (const id of [urgent, other]) expect((await take(id, 'alarm')).status).toBe(200)
    expect(await delivered(urgent)).toMatchObject([{ receiver: '13800000001', content: '急' }])
    expect(await log(other)).toEqual([])
  })

  it('sends only messages of the resource where the request chooses among all', async () => {
    const id = await report()
    const refused = await take(id, 'choose', { templateId: 'wardNotice' })
    const known = 'reportMailed、reportRaised、reportShort、reportWitness'
    expect([refused.status, refused.body.errors, await log(id)]).toEqual([
      400,
      { templateId: `没有这条消息，可用：${known}` },
      [],
    ])
    expect((await take(id, 'choose', { templateId: 'reportShort' })).status).toBe(200)
    expect(await delivered(id)).toMatchObject([{ receiver: '13800000001', content: '噪声' }])
  })

  describe('templates that operators add', () => {
    const templates = 'msg/v1/msgTemplate'
    const rowOf = async (code: string) => (await data('GET', `${templates}/page?templateCode=${code}`)).records[0]
    const added = async (more: object = {}) => ({
      templateName: '限期答复',
      englishName: 'Reply in time',
      templateCode: 'reportReply',
      basedOn: (await rowOf('reportRaised')).id,
      sendObj: ['1'],
      channels: ['1'],
      textZh: '请答复：{title} {person}',
      textEn: 'Please reply: {title}',
      ...more,
    })

    it('are offered beside those of files, sent with their text, and deleted', async () => {
      const { id: template } = await data('POST', `${templates}/save`, await added())
      const stored = { isBuiltIn: false, sourceResource: 'report', enabled: true }
      expect(await rowOf('reportReply')).toMatchObject(stored)
      const id = await report({ person: '张三' })
      const codes = async () =>
        (await data('GET', `city/v1/report/getMessages?id=${id}`)).map(({ templateId }: Any) => templateId)
      const ofFiles = ['reportMailed', 'reportRaised', 'reportShort', 'reportWitness']
      expect(await codes()).toEqual([...ofFiles, 'reportReply'])
      const send = () => take(id, 'choose', { templateId: 'reportReply' })
      expect((await send()).status).toBe(200)
      await data('PUT', `${templates}/update`, { id: template, textZh: '速答复：{title}' })
      expect((await send()).status).toBe(200)
      const rows = await delivered(id)
      const of = { templateId: 'reportReply', sendObj: '1', channel: '1', sendStatus: '1', fault: null, attempts: 1 }
      expect(rows).toMatchObject([
        { ...of, receiver: '13800000001', content: '请答复：噪声 张三' },
        { ...of, receiver: '13800000002', content: '请答复：噪声 张三' },
        { ...of, receiver: '13800000001', content: '速答复：噪声', sendTime: expect.any(String) },
        { ...of, receiver: '13800000002', content: '速答复：噪声' },
      ])
      await data('PUT', `${templates}/update`, { id: template, enabled: false })
      expect([(await send()).status, await codes()]).toEqual([400, ofFiles])
      await data('PUT', `${templates}/update`, { id: template, enabled: true })
      expect((await call('DELETE', `${templates}/removeByIds?ids=${template}`)).status).toBe(200)
      expect([(await send()).status, await codes()]).toEqual([400, ofFiles])
      const ofFile = (await rowOf('reportRaised')).id
      expect((await call('DELETE', `${templates}/removeByIds?ids=${ofFile}`)).status).toBe(409)
    })

    it.each<[string, () => Promise<object> | object, readonly string[]]>([
      ['an unknown placeholder', () => ({ textZh: '{titel}' }), ['textZh']],
      ['a group and a channel that its base lacks', () => ({ sendObj: ['1'], channels: ['3'] }), ['channels']],
      ['no base', () => ({ basedOn: null }), ['basedOn']],
      [
        'a base whose resource lets no user choose',
        async () => ({ basedOn: (await rowOf('wardNotice')).id, textZh: 'x', textEn: 'x' }),
        ['basedOn'],
      ],
      ['the code of a file', () => ({ templateCode: 'reportShort' }), ['templateCode']],
    ])('are refused with %s', async (_what, more, fields) => {
      const { status, body } = await call(
        'POST',
        `${templates}/save`,
        await added({ templateCode: 'other', ...(await more()) }),
      )
      expect([status, Object.keys(body.errors ?? {})]).toEqual([fields[0] === 'templateCode' ? 409 : 400, fields])
    })

    it('have parameters that follow from their texts', async () => {
      const { id } = await rowOf('reportWitness')
      const params = async () =>
        (await data('GET', `msg/v1/msgTemplateParam/page?templateId=${id}`)).records.map((row: Any) => [
          row.paramKey,
          row.paramName,
          row.englishName,
          row.isPersonal,
        ])
      expect(await params()).toEqual([
        ['title', '标题', 'Title', false],
        ['witness', '证人', 'Witness', true],
        ['witness.name', '证人 › 姓名', 'Witness › Name', true],
        ['witness.called', '证人 › 称呼', 'Witness › Called', true],
        ['heard', '证人称呼', 'Witness called', true],
        ['witness.place', '证人 › 地点', 'Witness › Place', false],
      ])
      await data('PUT', `${templates}/update`, { id, textZh: '{day}', textEn: '{day}{title}' })
      expect((await params()).map(([key]: Any) => key)).toEqual(['day', 'title'])
      const { id: one } = (await data('GET', `msg/v1/msgTemplateParam/listByQuery?templateId=${id}`))[0]
      const first = { paramKey: 'day', example: expect.stringMatching(/^\d{4}-/) }
      expect(await data('GET', `msg/v1/msgTemplateParam/getById?id=${one}`)).toMatchObject(first)
      await data('POST', `${templates}/reset`, { id })
      expect(await params()).toHaveLength(6)
    })
  })

  it('reports each field of a request to send that is wrong', async () => {
    const id = await report()
    const { status, body } = await take(id, 'remind', { sendObj: ['9'], templateId: 'none', content: 'x'.repeat(300) })
    expect([status, Object.keys(body.errors).sort()]).toEqual([400, ['content', 'sendObj', 'templateId']])
  })

  it('previews texts and receivers without sending, as the user may read them', async () => {
    const id = await report({ secret: '内情' })
    const preview = await data('GET', `city/v1/report/getMsgTemplate?id=${id}`, undefined, keeper)
    expect(preview).toMatchObject([
      {
        templateId: 'reportRaised',
        templateName: '立案通知',
        content: '东区：噪声  待处理 ',
        receivers: [
          { sendObj: '1', name: '138****0001', channel: 'sms' },
          { sendObj: '1', name: '138****0002', channel: 'sms' },
          { sendObj: '1', name: 'keeper', channel: 'inApp' },
          // Of a user without owners the keeper of a ward reads the name only.
          { sendObj: '2', name: 'chief', channel: 'sms' },
          { sendObj: '2', name: 'chief', channel: 'inApp' },
        ],
      },
      { templateId: 'reportShort', content: '噪声', receivers: [{ name: '138****0001' }] },
    ])
    expect(await log(id)).toEqual([])
    const stranger = await server.signIn('stranger', 'Keeper-26')
    expect((await call('GET', `city/v1/report/getMsgTemplate?id=${id}`, undefined, stranger)).status).toBe(403)
  })

  it('keeps the send log from users without its code, and from writes', async () => {
    expect((await call('GET', 'msg/v1/msgSendLog/page', undefined, keeper)).status).toBe(403)
    expect((await call('POST', 'msg/v1/msgSendLog/save', {})).status).toBe(405)
  })

  it('semantics 6: waits ten seconds for a port that never answers, and writes nothing', async () => {
    const { id, ms, answer, english } = await unanswered
    expect(english.body.msg).toBe('The service that "Look up" requires did not respond; try again later')
    expect(answer).toMatchObject({ status: 503, body: { msg: '“查询”所需的外部服务没有响应，请稍后再试' } })
    expect(ms).toBeGreaterThan(9_900)
    expect(await data('GET', `city/v1/report/getById?id=${id}`)).toMatchObject({ day: null, version: 1 })
    const history = await data('GET', `engine/history/report/${id}`)
    expect([history.map(({ operation }: Any) => operation), await log(id)]).toEqual([['save'], []])
  }, 20_000)
})

describe.each(databasesUnderTest())('messages without a service, on $kind', kind => {
  let server: ServerUnderTest

  beforeAll(async () => {
    const handlers = {
      report: Object.fromEntries(['call', 'look', 'lookAll', 'post'].map(name => [name, async () => ({})])),
    }
    server = await startServer(kind, app, { handlers })
    await server.engine.app.ready()
  })
  afterAll(() => server.close())

  it('are in the send log with the reason', async () => {
    const token = await server.signIn('admin', adminPassword)
    const data = async (method: string, path: string, body?: unknown): Promise<Any> =>
      dataOf(await server.call(method, `/api/${path}`, { token, ...(body !== undefined && { body }) }))
    const { id: wardId } = await data('POST', 'city/v1/ward/save', { name: '东区' })
    const record = { wardId, title: '噪声', phone: '13800000001', mail: 'a@example.cn' }
    const { id } = await data('POST', 'city/v1/report/save', record)
    await data('POST', 'city/v1/report/write', { id })
    await vi.waitFor(
      async () => {
        const { records } = await data('GET', `msg/v1/msgSendLog/page?sourceId=${id}&ascs=id`)
        expect(records).toMatchObject([
          { receiver: 'a@example.cn', channel: '3', sendStatus: '2', fault: 'noService' },
          { receiver: '13800000001', channel: '1', sendStatus: '2', fault: 'noService' },
        ])
      },
      { timeout: 5_000, interval: 100 },
    )
  })
})
