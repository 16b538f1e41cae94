import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionCall, Handlers, OutsideCall, QueryHandlerCall } from '../engine/server/store/action.ts'
import type { Store } from '../engine/server/store/operations.ts'
import { databasesWalked } from './support/databases.ts'
import { libraryApp } from './support/library-app.ts'
import { adminPassword, type CallOptions, type ServerUnderTest, startServer } from './support/server.ts'

const loans = '/api/lib/v1/loan'
const english = { 'accept-language': 'en' }

interface Balance {
  readonly branchId: string | null
  readonly way: string | null
}

interface Renewal {
  readonly branchId: string
  readonly day: string
  readonly reason: string | null
}

/** A handler of a query: it counts, tries to write, or returns what is not declared. */
async function balance({ input: { branchId, way }, context }: QueryHandlerCall<Balance>) {
  const { ctx, store } = context
  if (way === 'save') await (store as Store).save(ctx, 'loan', { branchId, reader: '写' })
  const where = branchId === null ? {} : { branchId }
  const [{ records }, loans] = [
    await store.page(ctx, 'loan', { ...where, descs: 'day', size: '1' }),
    await store.count(ctx, 'loan', where),
  ]
  const branchIds = (await store.list(ctx, 'branch', {})).map(({ id }) => String(id))
  return { loans: way === 'wrong' ? -1 : loans, latest: records[0]?.['day'] ?? null, branchIds }
}

/** Handlers of the loans; `weigh` returns what the name of its reader specifies. */
const handlers: Handlers = {
  loan: {
    async lend({ input, context }: ActionCall<null, { branchId: string; readers: string }>) {
      const names = input.readers.split(' ')
      for (const reader of names) await context.store.save(context.ctx, 'loan', { branchId: input.branchId, reader })
      context.answer({ added: names.length, day: null })
      return {}
    },
    async weigh({ record, context }: ActionCall<{ reader: string }, object>) {
      context.answer({ grams: Number(record.reader) })
      return {}
    },
    balance,
    balanceAt: async ({ input }: QueryHandlerCall<{ branchId: string }>) => ({ branch: input.branchId }),
    renew: {
      before: async ({ record, input }: OutsideCall<null, { day: string }>) => ({
        record,
        seal: input.day.slice(5, 7),
      }),
      async handle({ input, outside, context }: ActionCall<null, Renewal> & { readonly outside: { seal: string } }) {
        const { ctx, store } = context
        const ofBranch = await store.list(ctx, 'loan', { branchId: input.branchId, day_le: '2026-03-31' })
        for (const { id } of ofBranch) await store.update(ctx, 'loan', { id, note: outside.seal })
        context.answer({ renewed: ofBranch.length, seal: input.reason === '错' ? 'long' : outside.seal })
        return {}
      },
    },
    recall: async () => ({}),
    async balanceOf({ record, input, context }: ActionCall<{ branchId: string }, { way: string | null }>) {
      const { ctx, store } = context
      const asked = { branchId: record.branchId, ...(input.way !== null && { way: input.way }) }
      const found = await store.query(ctx, 'loan', 'balance', asked).catch(error => ({ data: String(error.code) }))
      context.answer({ result: JSON.stringify(found.data) })
      return { note: 'reconciled' }
    },
  } as Handlers['loan'],
}

describe.each(databasesWalked('postgres'))('operations that descriptors declare ($kind)', kind => {
  let server: ServerUnderTest
  let admin: string
  let east: string
  let west: string
  let keeper: string
  let clerk: string
  let renewer: string

  const call = async (method: string, url: string, body?: unknown, options: CallOptions = {}) =>
    server.call(method, url, { token: admin, headers: english, ...(body !== undefined && { body }), ...options })
  const save = async (resource: string, record: object) =>
    (await call('POST', `/api/lib/v1/${resource}/save`, record)).body.data.id as string
  const loanOf = (reader: string, more: object = {}) => save('loan', { branchId: east, reader, ...more })

  const get = (path: string, token = admin, headers = english) =>
    server.call('GET', path.startsWith('/') ? path : `${loans}/${path}`, { token, headers })
  /** Signs in a new user with a role of the same name and the codes. */
  const userOf = async (name: string, codes: readonly string[], ownerIds: readonly string[]) => {
    const role = { roleName: name, roleAlias: name }
    const roleId = (await call('POST', '/api/blade/v1/bladeRole/save', role)).body.data.id
    for (const code of codes)
      await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${roleId}, ${code})`.execute(
        server.engine.database.kysely,
      )
    const { deptId } = (await call('GET', '/api/blade-user/info')).body.data
    const user = { account: name, name, realName: name, password: 'Person-2026', deptId, roleId, ownerIds }
    const { body } = await call('POST', '/api/blade/v1/bladeUser/save', user)
    if (!body.success) throw new Error(JSON.stringify(body))
    return server.signIn(name, 'Person-2026')
  }

  beforeAll(async () => {
    server = await startServer(kind, libraryApp, { handlers })
    admin = await server.signIn('admin', adminPassword)
    east = await save('branch', { name: '东馆' })
    west = await save('branch', { name: '西馆' })
    const books = [
      ['赵一', '2026-01-01', 5],
      ['赵二', '2026-02-01', 50],
      ['钱三', '2026-03-01', null],
    ] as const
    for (const [reader, day, price] of books) await save('loan', { branchId: west, reader, day, price })
    keeper = await userOf('keeper', ['loan_view', 'loan_add', 'loan_lend', 'branch_view'], [west])
    clerk = await userOf('clerk', ['loan_noted', 'loan_short'], [west])
    renewer = await userOf('renewer', ['loan_view', 'loan_edit', 'loan_renew', 'branch_view'], [west])
  })
  afterAll(() => server.close())

  describe('semantics 28: GET never writes, and names of operations and of v1 paths are reserved', () => {
    it('a transition has a path whose name is reserved, where the engine has no such endpoint', async () => {
      const id = await loanOf('甲')
      await call('POST', `${loans}/close`, { id })
      expect((await call('POST', `${loans}/restore`, { id })).body.data).toMatchObject({ id, state: '0' })
      expect(await call('POST', `${loans}/reinstate`, { id })).toMatchObject({ status: 404 })
    })

    it('no transition or action is made by GET', async () => {
      const id = await loanOf('乙')
      const refused = await call('GET', `${loans}/close?id=${id}`)
      expect(refused).toMatchObject({ status: 405, headers: { allow: 'POST' } })
      expect((await call('GET', `${loans}/getById?id=${id}`)).body.data).toMatchObject({ state: '0', version: 1 })
    })

    it.each([
      ['PUT', '/api/lib/v1/branch/loans/annotate/', 'below another resource', 'annotate'],
      ['POST', '/api/desk/stamps/', 'of its own', 'stamp'],
    ])('%s %s… is an absolute path, %s, with a required input', async (method, path, _where, name) => {
      const id = await loanOf('丙')
      expect((await call(method, `${path}read`, { id })).body.data).toMatchObject({ id, note: 'read' })
      expect(await call(method, `${path}${'x'.repeat(51)}`, { id })).toMatchObject({
        status: 400,
        body: { errors: { note: 'Note length cannot exceed 50' } },
      })
      expect((await call(method, path, { id })).status).toBe(404)
      expect((await call('POST', `${loans}/${name}`, { id, note: 'read' })).status).toBe(404)
      expect((await call('DELETE', `${path}read`, { id })).status).toBe(405)
      expect((await call(method, `${path}read`, { id }, { token: 'none' })).status).toBe(401)
    })
  })

  describe('semantics 27: a conjunct that reads an absent optional input is left out, and a query is bounded', () => {
    const readers = (answer: { readonly body: { readonly data: readonly { readonly name: string }[] } }) =>
      answer.body.data.map(({ name }) => name)

    it('a list has declared columns, of rows that fit the conditions whose inputs are given', async () => {
      const all = await get('ofReader?from=2026-01-01')
      expect(readers(all)).toEqual(['赵一', '赵二', '钱三'])
      expect(all.body.data[1]).toEqual({ name: '赵二', due: '2026-03-03', branch: west, rich: true })
      expect(all.body.data[2]).toMatchObject({ rich: null })
      expect(readers(await get('ofReader?likeName=赵'))).toEqual(['赵一', '赵二'])
      expect(readers(await get('ofReader?likeName=赵&from=2026-01-02'))).toEqual(['赵二'])
      expect(readers(await get('ofReader?likeName=赵&from='))).toEqual(['赵一', '赵二'])
      expect((await get('ofReader')).body.data.length).toBeGreaterThan(3)
    })

    it('a page has the paging, sorting and filters of lists, and its own order', async () => {
      const page = (await get(`openPage?size=2&branchId=${west}`)).body.data
      expect(page).toMatchObject({ total: 3, current: 1, size: 2, pages: 2, capped: false })
      expect(page.records.map((row: { reader: string }) => row.reader)).toEqual(['钱三', '赵二'])
      expect((await get(`openPage?branchId=${west}&ascs=day&size=1`)).body.data.records[0]).toMatchObject({
        reader: '赵一',
        branchIdName: '西馆',
      })
      expect((await get('openPage?reader=赵一&branchId_in=1')).body.data.total).toBe(0)
    })

    it('one is the first row by the declared order, or null', async () => {
      expect((await get(`latest/${west}`)).body.data).toEqual({
        reader: '钱三',
        branchId: west,
        branchIdName: '西馆',
        day: '2026-03-01',
      })
      expect((await get('latest/1')).body.data).toBeNull()
    })

    it('a count needs its required input', async () => {
      expect((await get('since?day=2026-02-01')).body.data).toBe(2)
      expect(await get('since')).toMatchObject({ status: 400, body: { errors: { day: 'Please select day' } } })
      expect(await get('since?day=soon')).toMatchObject({ status: 400, body: { errors: { day: expect.any(String) } } })
    })

    it.each(['ofReader?size=5', 'since?day=2026-01-01&reader=x', 'latest/1?current=2', 'openPage?nothing=1'])(
      'GET %s has an unknown parameter',
      async path => expect((await get(path)).status).toBe(400),
    )

    it('rows are those that the user may view', async () => {
      expect((await get('openPage', keeper)).body.data.total).toBe(3)
      expect((await get('since?day=2026-01-01', keeper)).body.data).toBe(3)
      await loanOf('吴四', { day: '2026-09-01' })
      for (const [token, names, count] of [
        [admin, ['吴四'], 1],
        [keeper, [], 0],
      ] as const) {
        expect(readers(await get('ofReader?likeName=吴', token))).toEqual(names)
        expect((await get('since?day=2026-09-01', token)).body.data).toBe(count)
      }
      // Of a branch that the user does not see, one is answered as that of a missing branch.
      expect((await get(`latest/${east}`)).body.data).toMatchObject({ branchId: east })
      const invisible = await get(`latest/${east}`, keeper)
      const missing = await get('latest/1', keeper)
      expect([invisible.status, invisible.body.data]).toEqual([missing.status, missing.body.data])
      expect(invisible.body.data).toBeNull()
      expect((await get('since?day=2026-01-01', clerk)).status).toBe(403)
      expect((await get('since?day=2026-01-01', 'none')).status).toBe(401)
    })

    it('rows are never deleted ones', async () => {
      const branchId = await save('branch', { name: '北馆' })
      const id = await loanOf('吴五', { branchId, day: '2026-10-01' })
      const found = async () => ({
        list: readers(await get('ofReader?likeName=吴五')),
        page: (await get('openPage?reader=吴五')).body.data.total,
        count: (await get('since?day=2026-10-01')).body.data,
        one: (await get(`latest/${branchId}`)).body.data?.reader,
      })
      expect(await found()).toEqual({ list: ['吴五'], page: 1, count: 1, one: '吴五' })
      expect((await call('DELETE', `${loans}/removeById`, { id })).status).toBe(200)
      expect(await found()).toEqual({ list: [], page: 0, count: 0, one: undefined })
      expect((await call('DELETE', '/api/lib/v1/branch/removeById', { id: branchId })).status).toBe(200)
    })

    it('a code of its own replaces that of viewing, and a condition on a hidden field is refused', async () => {
      const { id } = (await get('openPage?reader=赵一')).body.data.records[0]
      await call('POST', `/api/desk/stamps/seen`, { id })
      expect((await get('noted', clerk)).body.data.map((row: { reader: string }) => row.reader)).toEqual(['赵一'])
      expect(await get('noted', keeper)).toMatchObject({
        status: 403,
        body: { msg: 'You do not have the permission "Loan: With a note". Contact an administrator.' },
      })
      expect((await get('openPage', clerk)).status).toBe(403)
      await sql`insert into engine_grant (tenant_id, role_id, code)
        select '000000', id, 'loan_noted' from blade_role where role_alias = 'keeper'`.execute(
        server.engine.database.kysely,
      )
      const both = await server.signIn('keeper', 'Person-2026')
      expect((await get('noted', both)).status).toBe(403)
    })

    // The embedded database ignores the time limit of statements.
    const timed = kind.kind === 'postgres' ? it : () => undefined
    timed('a statement ends after 4 seconds, of every kind of query and for a user who views some rows', async () => {
      const run = (statements: string) => sql.raw(statements).execute(server.engine.database.kysely)
      await run('alter table loan rename to loan_rows; create view loan as select l.* from loan_rows l, pg_sleep(60)')
      const paths = ['/api/desk/loans', 'openPage', 'since?day=2026-01-01', `latest/${west}`, 'balance']
      const [slow, inChinese, ...ofKeeper] = await Promise.all([
        get('/api/desk/loans'),
        get('/api/desk/loans', admin, { 'accept-language': 'zh' }),
        ...paths.map(path => get(path, keeper)),
      ])
      expect(ofKeeper.map(({ status, headers }, at) => [paths[at], status, headers['retry-after']])).toEqual(
        paths.map(path => [path, 503, '5']),
      )
      expect(inChinese?.body.msg).toBe('“借阅”的查询超过 4 秒，请缩小范围后重试')
      await run('drop view loan; alter table loan_rows rename to loan')
      expect(slow).toMatchObject({
        status: 503,
        headers: { 'retry-after': '5' },
        body: { msg: 'The query "Loan" took more than 4 seconds; narrow it, then retry' },
      })
    })

    it('a list has at most 1,000 rows, and reports if more exist', async () => {
      const few = await get('/api/desk/loans')
      expect(few.body).not.toHaveProperty('more')
      await sql`insert into loan (tenant_id, id, branch_id, owner_id, reader, state, day)
        select '000000', 100 + n, ${east}::bigint, ${east}::bigint, 'r' || n, '1', date '2020-01-01' + n
        from generate_series(1, 1000) n`.execute(server.engine.database.kysely)
      const many = await get('/api/desk/loans')
      expect(many.body).toMatchObject({ more: true })
      expect(many.body.data).toHaveLength(1000)
    })
  })

  describe('semantics 27: a query of each kind has its endpoint, code, title, input, order and columns', () => {
    it.each<[string, () => string, string, () => unknown]>([
      [
        'shortPage',
        () => 'short/2026-02-01',
        'Short page',
        () => [
          { reader: '钱三', day: '2026-03-01' },
          { reader: '赵二', day: '2026-02-01' },
        ],
      ],
      ['tally', () => 'tally/2026-02-01', 'Tally', () => 2],
      ['balanceAt', () => `balance/${west}`, 'Balance of a branch', () => ({ branch: west })],
    ])('%s: at its path, with its code', async (name, path, title, expected) => {
      const at = `/api/desk/${path()}`
      const { data } = (await get(at, clerk)).body
      expect(data.records ?? data).toEqual(expected())
      // Without its code: who may view the rows, who may not, and who is not signed in.
      const msg = `You do not have the permission "Loan: ${title}". Contact an administrator.`
      expect(await get(at, keeper)).toMatchObject({ status: 403, body: { msg } })
      expect((await get(at, 'none')).status).toBe(401)
      expect((await get(`${at}?other=1`, clerk)).status).toBe(400)
      expect((await get(`${at.slice(0, at.lastIndexOf('/'))}/soon`, clerk)).status).toBe(400)
      expect((await call('POST', at, {})).status).toBe(405)
      expect((await get(name, clerk)).status).toBe(404)
    })
  })

  describe('semantics 28: a query with a handler reads in a transaction that cannot write', () => {
    const writes = async () =>
      (await sql`select count(*)::int as n, max(version) as v from loan`.execute(server.engine.database.kysely)).rows

    it('its response has the declared values, of rows that the user may view', async () => {
      const all = await get(`balance?branchId=${west}`)
      expect(all.body.data).toMatchObject({ loans: expect.any(Number), branchIds: [west, east] })
      const own = await get('balance', keeper)
      expect(own.body.data).toEqual({ ...all.body.data, branchIds: [west] })
      const { paths } = (await get('/api/engine/openapi')).body
      const { schema } = paths['/api/lib/v1/loan/balance'].get.responses[200].content['application/json']
      expect(schema.properties.data).toMatchObject({
        properties: { loans: { type: 'integer', minimum: 0 } },
        required: ['loans', 'latest', 'branchIds'],
      })
      expect((await get('balance', clerk)).status).toBe(403)
      expect((await get('balance?other=1')).status).toBe(400)
      expect((await call('POST', `${loans}/balance`, {})).status).toBe(405)
    })

    it('a handler that writes is refused by the database, and nothing is written', async () => {
      const before = await writes()
      expect(await get(`balance?branchId=${east}&way=save`)).toMatchObject({ status: 500, body: { success: false } })
      expect(await writes()).toEqual(before)
      expect(server.log.join()).toContain('read-only transaction')
    })

    it('a result that is not the declared one is an error of the server', async () => {
      expect((await get('balance?way=wrong')).status).toBe(500)
    })

    it('within a step it cannot write either, and the step continues to write', async () => {
      const id = await loanOf('尚')
      const reconcile = async (way?: string) => (await call('POST', `${loans}/balanceOf`, { id, way })).body.data.result
      expect(JSON.parse(await reconcile())).toMatchObject({ loans: expect.any(Number) })
      const { loans: before } = (await get(`balance?branchId=${east}`)).body.data
      expect(await reconcile('save')).toBe('"25006"')
      expect((await call('GET', `${loans}/getById?id=${id}`)).body.data.note).toBe('reconciled')
      expect((await get(`balance?branchId=${east}`)).body.data.loans).toBe(before)
    })
  })

  describe('semantics 28: a collection action has no row, and every row that it touches is checked by the store', () => {
    const lend = (body: object, token = admin) => call('POST', `${loans}/lend`, body, { token })

    it('has an endpoint, a port, a request to a service, input, a condition, rules, a handler and a response', async () => {
      const renew = (body: object, token = renewer, branch = west, headers = english) =>
        call('PUT', `/api/desk/renewals/${branch}`, body, { token, headers })
      expect((await renew({ day: '2026-08-01' })).body.data).toEqual({ renewed: 3, seal: '08' })
      expect((await get(`/api/desk/shorts/2026-01-01`, clerk)).body.data).toHaveLength(3)
      const errorsOf = async (...asked: Parameters<typeof renew>) => {
        const { status, body } = await renew(...asked)
        return [status, body.errors ?? body.msg]
      }
      // Input: required, of another type, unknown, and a reference that the user does not see.
      expect(await errorsOf({})).toEqual([400, { day: 'Please select day' }])
      expect(await errorsOf({ day: 'soon' })).toEqual([400, { day: expect.any(String) }])
      expect(await errorsOf({ day: '2026-08-01', other: 1 })).toEqual([400, expect.anything()])
      expect(await errorsOf({ day: '2026-08-01' }, renewer, east)).toEqual([400, { branchId: expect.any(String) }])
      // A rule on the input, in both languages.
      const chinese = { 'accept-language': 'zh' }
      expect(await errorsOf({ day: '2027-01-01' })).toEqual([400, { day: 'Renew until the end of this year only' }])
      expect(await errorsOf({ day: '2027-01-01' }, renewer, west, chinese)).toEqual([400, { day: '只能续到今年' }])
      // The response is checked, and nothing of a wrong one is written.
      expect((await renew({ day: '2026-09-01', reason: '错' })).status).toBe(500)
      expect((await get(`openPage?reader=赵一`)).body.data.records[0].note).toBe('08')
      // Without its code, and the default path.
      const msg = 'You do not have the permission "Loan: Renew all". Contact an administrator.'
      expect(await errorsOf({ day: '2026-08-01' }, keeper)).toEqual([403, msg])
      expect((await call('POST', `${loans}/renew`, { branchId: west, day: '2026-08-01' })).status).toBe(404)
    })

    it('is refused with its message where its condition is false, and where its port is missing', async () => {
      await sql`update blade_user set source_type = 'external' where account = 'renewer'`.execute(
        server.engine.database.kysely,
      )
      const external = await server.signIn('renewer', 'Person-2026')
      const texts = []
      for (const language of ['zh', 'en'])
        texts.push(
          (
            await call(
              'PUT',
              `/api/desk/renewals/${west}`,
              { day: '2026-08-01' },
              { token: external, headers: { 'accept-language': language } },
            )
          ).body,
        )
      await sql`update blade_user set source_type = null where account = 'renewer'`.execute(
        server.engine.database.kysely,
      )
      expect(texts).toMatchObject([
        { code: 409, msg: '外部账号不能续借' },
        { code: 409, msg: 'External accounts cannot renew' },
      ])
      expect(await call('POST', `${loans}/recall`, {})).toMatchObject({
        status: 409,
        body: { msg: '"Recall all" requires the service "sms", which is not configured. Contact an administrator.' },
      })
    })

    it('its response has the declared values', async () => {
      const lent = await lend({ branchId: east, readers: '孙 李' })
      expect(lent).toMatchObject({ status: 200, body: { data: { added: 2, day: null } } })
      expect((await get('openPage?reader=孙')).body.data.total).toBe(1)
    })

    it('it accepts no record, and its input and condition are checked', async () => {
      expect((await lend({ id: east, branchId: east, readers: '周' })).status).toBe(400)
      expect(await lend({ branchId: east })).toMatchObject({
        status: 400,
        body: { errors: { readers: expect.any(String) } },
      })
      expect((await lend({ branchId: east, readers: 'x'.repeat(20) })).status).toBe(409)
      expect((await call('PUT', `${loans}/weigh`, {})).body.errors).toEqual({ id: 'The record ID is missing' })
    })

    it('it needs its code, and writes rows of the user only', async () => {
      expect((await lend({ branchId: west, readers: '吴' }, clerk)).status).toBe(403)
      expect((await lend({ branchId: west, readers: '吴' }, keeper)).body.data).toMatchObject({ added: 1 })
      const refused = await lend({ branchId: east, readers: '郑' }, keeper)
      expect(refused.body.success).toBe(false)
      expect((await get('openPage?reader=郑')).body.data.total).toBe(0)
    })

    it('a result that is not the declared one is an error of the server, and nothing is written', async () => {
      const [heavy, wrong] = [await loanOf('7'), await loanOf('王')]
      expect((await call('PUT', `${loans}/weigh`, { id: heavy })).body.data).toEqual({ grams: 7 })
      expect((await call('PUT', `${loans}/weigh`, { id: wrong })).status).toBe(500)
      expect((await call('GET', `${loans}/getById?id=${wrong}`)).body.data).toMatchObject({ version: 1 })
    })
  })
})
