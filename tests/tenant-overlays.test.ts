import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../engine/server/database/run.ts'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf, linesOf } from './support/server-calls.ts'
import { addTenant } from './support/tenants.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape and fail where they differ
type Any = any

const app = {
  ...sampleApp,
  'dictionaries/ward_kind.yaml': `title: { zh: 种类, en: Kind }
entries:
  plain: { key: "1", title: { zh: 普通, en: Plain } }
  rare: { key: "2", title: { zh: 少见, en: Rare }, colour: blue }
  lost: { key: "3", title: { zh: 消失, en: Lost } }
`,
  'resources/city/ward.yaml': String(
    sampleApp['resources/city/ward.yaml']
      ?.replace(
        '\nlist:',
        '\n  kind: { type: dictionary, of: ward_kind, default: plain, title: { zh: 种类, en: Kind } }\nlist:',
      )
      .replace('columns: [name, people]', 'columns: [name, kind]'),
  ),
  'resources/city/letter.yaml': String(
    sampleApp['resources/city/letter.yaml']?.replace(
      'issue: { from: draft, to: issued,',
      'issue: { from: draft, to: issued, sends: { message: letterIssued },',
    ),
  ),
  'dictionaries/msg_send_obj.yaml':
    'title: { zh: 接收对象, en: Receivers }\nentries:\n  staff: { title: { zh: 工作人员, en: Staff } }\n',
  'dictionaries/msg_obj_type.yaml':
    'title: { zh: 事项, en: Subject }\nentries:\n  call: { key: "7", title: { zh: 通知, en: Call } }\n',
  'messages/letterIssued.yaml': `title: { zh: 下发通知, en: Letter issued }
of: letter
kind: call
text: { zh: "{wardId.name}：{subject}", en: "{wardId.name}: {subject}" }
to: { staff: [keeper] }
channels: [inApp]
`,
}

const [a, b] = ['900001', '900002'] as const

describe.each(databasesWalked('postgres'))('edits of descriptors by tenants, on $kind', kind => {
  let server: ServerUnderTest
  const tokens: Record<string, string> = {}

  const call = (tenant: string, method: string, path: string, body?: unknown, headers = {}) =>
    server.call(method, `/api/${path}`, {
      token: String(tokens[tenant]),
      headers,
      ...(body !== undefined && { body }),
    })
  const data = async (...asked: Parameters<typeof call>): Promise<Any> => dataOf(await call(...asked))
  const edit = (tenant: string, row: object, acknowledged = 'all') =>
    call(tenant, 'POST', 'blade/v1/bladeDictBiz/save', row, { acknowledged })
  /** The process that wrote reads the edits after the response. */
  const applied = async (tenant: string, write: () => Promise<Any>): Promise<Any> => {
    const before = server.engine.model(tenant).revision
    const { status, body } = await write()
    expect([status, status === 200 ? '' : body]).toEqual([200, ''])
    await expect.poll(() => server.engine.model(tenant).revision).not.toBe(before)
    return body.data
  }
  const entriesOf = async (tenant: string) =>
    (await data(tenant, 'GET', 'engine/resource/ward')).model.dictionaries.ward_kind.entries.map(
      ({ key, title, colour, sealed }: Any) =>
        [key, title.zh, title.en, colour ?? '', sealed ? 'sealed' : ''].join(' '),
    )
  const dictionaryRow = async (code: string, key: string): Promise<Any> =>
    (await data('000000', 'GET', `blade/v1/bladeDict/page?code_in=${code}&dictKey_in=${key}`)).records[0]
  const described = ['1 普通 Plain  ', '2 少见 Rare blue ', '3 消失 Lost  ']

  let parentId: string
  let states: string
  beforeAll(async () => {
    server = await startServer(kind, app)
    const { kysely } = server.engine.database
    for (const tenant of [a, b]) await addTenant((text, values) => run(kysely, text, values), tenant)
    for (const tenant of ['000000', a, b]) tokens[tenant] = await server.signIn('admin', adminPassword, tenant)
    parentId = (await dictionaryRow('ward_kind', '-1')).id
    states = (await dictionaryRow('letter_state', '-1')).id
  }, 60_000)
  afterAll(() => server.close())

  it('semantics 13: titles, colours, order, disabling and added entries apply in their tenant alone', async () => {
    const path = 'engine/resource/ward'
    const before = await call(a, 'GET', path)
    const etagOfB = (await call(b, 'GET', path)).headers['etag']
    expect(etagOfB).not.toBe(before.headers['etag'])
    await applied(a, () => edit(a, { parentId, dictKey: '2', dictValue: '罕见', colour: 'red', sort: 0 }))
    await applied(a, () => edit(a, { parentId, dictKey: '3', isSealed: true }))
    await applied(a, () => edit(a, { parentId, dictKey: 'x-7', dictValue: '特殊', englishValue: 'Special', sort: 1 }))
    expect(await entriesOf(a)).toEqual([
      '2 罕见 Rare red ',
      '1 普通 Plain  ',
      'x-7 特殊 Special  ',
      '3 消失 Lost  sealed',
    ])
    expect(await entriesOf(b)).toEqual(described)
    expect(await entriesOf('000000')).toEqual(described)
    // Its own former ETag, and the one of another tenant.
    for (const etag of [before.headers['etag'], etagOfB])
      expect((await call(a, 'GET', path, undefined, { 'if-none-match': String(etag) })).status).toBe(200)
    expect((await call(b, 'GET', path, undefined, { 'if-none-match': String(etagOfB) })).status).toBe(304)
    const served = await data(a, 'GET', 'blade-system/dict-biz/dictionary?code=ward_kind')
    expect(served.map(({ dictKey }: Any) => dictKey)).toEqual(['2', '1', 'x-7'])
  })

  it("are read and edited in the platform's format under the ids of the system dictionary", async () => {
    const path = 'blade-system/dict-biz'
    const childrenOf = async (tenant: string): Promise<Any[]> =>
      data(tenant, 'GET', `${path}/child-list?parentId=${parentId}`)
    const titlesOf = async (tenant: string) => (await childrenOf(tenant)).map(({ dictValue }) => dictValue)
    const { records, total } = await data(b, 'GET', `${path}/parent-list?code=ward_kind&size=5`)
    expect([total, records]).toMatchObject([1, [{ id: parentId, parentId: '0', dictKey: '-1', dictValue: '种类' }]])
    expect((await childrenOf(a))[0]).toMatchObject({ parentId, dictKey: '2', dictValue: '罕见', isSealed: 0 })
    const [plain] = await childrenOf(b)
    expect(plain).toMatchObject({ code: 'ward_kind', dictKey: '1', dictValue: '普通', tenantId: b })
    expect(await data(b, 'GET', `${path}/detail?id=${plain.id}`)).toEqual(plain)
    expect(await data(b, 'GET', `${path}/child-list?parentId=-1`)).toEqual([])

    await applied(b, () => call(b, 'POST', `${path}/submit`, { ...plain, dictValue: '平常' }))
    await applied(b, () => call(b, 'POST', `${path}/submit`, { ...plain, dictValue: '平凡' }))
    expect(await titlesOf(b)).toEqual(['平凡', '少见', '消失'])
    expect((await titlesOf(a))[0]).toBe('罕见')
    const edits = await data(b, 'GET', 'blade/v1/bladeDictBiz/page?dictKey_in=1')
    expect(edits.records).toMatchObject([{ dictValue: '平凡', sort: null, isSealed: null }])
    await applied(b, () => call(b, 'POST', `${path}/submit`, { parentId, dictKey: 'x-5', dictValue: '另类' }))
    expect((await titlesOf(b)).toSorted()).toEqual(['平凡', '少见', '消失', '另类'].toSorted())
    const added = (await childrenOf(b)).find(({ dictKey }) => dictKey === 'x-5')
    for (const { id } of [plain, added]) await applied(b, () => call(b, 'POST', `${path}/remove?ids=${id}`))
    expect(await titlesOf(b)).toEqual(['普通', '少见', '消失'])

    expect((await call(b, 'POST', `${path}/remove?ids=${plain.id}`)).status).toBe(409)
    const [ofPlatform] = await childrenOf('000000')
    expect((await call('000000', 'POST', `${path}/submit`, { ...ofPlatform, dictValue: '平常' })).status).toBe(409)
    expect((await server.call('GET', `/api/${path}/parent-list`)).status).toBe(401)
  })

  it('semantics 42: validation, labels, exports and imports use the entries of the tenant', async () => {
    const save = (tenant: string, ward: object) => call(tenant, 'POST', 'city/v1/ward/save', ward)
    expect(await save(a, { name: '甲街', kind: 'x-7' })).toMatchObject({ status: 200 })
    expect((await save(b, { name: '甲街', kind: 'x-7' })).body.errors).toHaveProperty('kind')
    expect((await save(a, { name: '乙街', kind: '3' })).body.errors).toEqual({ kind: '种类“消失”已停用，不能选择' })
    expect(await save(b, { name: '乙街', kind: '3' })).toMatchObject({ status: 200 })
    await save(a, { name: '丙街', kind: '2' })
    const exported = async (tenant: string) =>
      String((await call(tenant, 'GET', 'engine/export/ward?format=csv&columns=name,kind&ascs=name')).body).split(
        '\r\n',
      )
    expect((await exported(a)).slice(1).sort()).toEqual(['', '丙街,罕见', '甲街,特殊'])
    expect((await exported(b)).slice(1)).toEqual(['乙街,消失', ''])
    const imported = async (tenant: string) => {
      const { id, columns } = dataOf(
        await server.call('POST', '/api/engine/import/ward?name=a.csv', {
          token: String(tokens[tenant]),
          headers: { 'content-type': 'application/octet-stream', 'accept-language': 'zh' },
          body: Buffer.from('名称,种类\n丁街,特殊\n'),
        }),
      ) as Any
      const lines: Any[] = linesOf(
        await call(tenant, 'POST', `engine/import/ward/${id}/check`, { columns, match: null }),
      )
      return lines.at(-1).import.counts
    }
    expect(await imported(a)).toMatchObject({ rows: 1, wrong: 0 })
    expect(await imported(b)).toMatchObject({ wrong: 1 })
  })

  it('semantics 42: entries with one title by an edit are both offered and reported, until one is disabled', async () => {
    const reported = async () =>
      (await data('000000', 'GET', 'engine/problems'))
        .filter(({ code }: Any) => code === 'dictionary.title-twice')
        .map(({ message }: Any) => message)
    expect(await reported()).toEqual([])
    const { id } = await applied(b, () => edit(b, { parentId, dictKey: 'x-8', dictValue: '少见', englishValue: 'Few' }))
    expect((await entriesOf(b)).filter((one: string) => one.includes('少见'))).toEqual([
      'x-8 少见 Few  ',
      '2 少见 Rare blue ',
    ])
    const message = {
      zh: '租户 900002 的字典“种类”（ward_kind）中，条目 x-8 和 2 的名称都是“少见”。',
      en: 'In tenant 900002, the entries x-8 and 2 of the dictionary "Kind" (ward_kind) have the title "少见".',
    }
    expect(await reported()).toEqual([message])
    const { version } = await data(b, 'GET', `blade/v1/bladeDictBiz/getById?id=${id}`)
    await applied(b, () => call(b, 'PUT', 'blade/v1/bladeDictBiz/update', { id, version, isSealed: true }))
    expect(await reported()).toEqual([])
    await applied(b, () => call(b, 'DELETE', `blade/v1/bladeDictBiz/removeByIds?ids=${id}`))
  })

  it('a deleted row restores the next lower value: of the platform, then of the descriptors', async () => {
    const plain = await dictionaryRow('ward_kind', '1')
    await applied(b, () =>
      call('000000', 'PUT', 'blade/v1/bladeDict/update', { id: plain.id, dictValue: '一般', englishValue: 'Usual' }),
    )
    const { id } = await applied(b, () => edit(b, { parentId, dictKey: '1', dictValue: '平常' }))
    expect((await entriesOf(b))[0]).toBe('1 平常 Usual  ')
    expect((await entriesOf(a))[1]).toBe('1 一般 Usual  ')
    await applied(b, () => call(b, 'DELETE', `blade/v1/bladeDictBiz/removeByIds?ids=${id}`))
    expect((await entriesOf(b))[0]).toBe('1 一般 Usual  ')
    await applied(b, () => call('000000', 'POST', 'blade/v1/bladeDict/reset', { id: plain.id }))
    expect(await entriesOf(b)).toEqual(described)
    expect(await dictionaryRow('ward_kind', '1')).toMatchObject({ dictValue: '普通', englishValue: 'Plain' })
    // The deleted row is in the bin; restored, it applies again.
    await applied(b, () => call(b, 'POST', 'engine/restore/bladeDictBiz', { ids: [id] }))
    expect((await entriesOf(b))[0]).toBe('1 平常 Plain  ')
    await applied(b, () => call(b, 'DELETE', `blade/v1/bladeDictBiz/removeByIds?ids=${id}`))
  })

  it('a value equal to the lower one is no edit', async () => {
    const saved = await edit(b, { parentId, dictKey: '2', dictValue: '少见', sort: 2 })
    expect(saved.body.data).toMatchObject({ code: 'ward_kind', dictValue: null, sort: null })
    expect(server.engine.model(b)).toBe(server.engine.model())
  })

  it.each([
    ['a key with a comma', () => ({ parentId, dictKey: '9,1', dictValue: '新' }), 'dictKey', '逗号'],
    ['a long key', () => ({ parentId, dictKey: '9'.repeat(64), dictValue: '新' }), 'dictKey', '63'],
    ['an entry without a title', () => ({ parentId, dictKey: 'x-1' }), 'dictValue', '请输入字典名称'],
    ['a missing dictionary', () => ({ parentId: '1', dictKey: '1' }), 'parentId', ''],
    ['a disabled default of a field', () => ({ parentId, dictKey: '1', isSealed: true }), 'isSealed', '默认值'],
    ['a disabled dictionary', () => ({ parentId, dictKey: '-1', isSealed: true }), 'isSealed', '整个字典'],
    ['a new state', () => ({ parentId: states, dictKey: 'x-1', dictValue: '新' }), 'parentId', '流程状态'],
    ['a new order of states', () => ({ parentId: states, dictKey: '1', sort: 9 }), 'sort', '流程状态'],
    ['a disabled state', () => ({ parentId: states, dictKey: '1', isSealed: true }), 'isSealed', '流程状态'],
  ])('refuses %s', async (_what, row, field, text) => {
    const { status, body } = await edit(b, row())
    expect([status, String(body.errors?.[field])]).toEqual([400, expect.stringContaining(text)])
  })

  it('semantics 42: a number is a key of its tenant; one that exists is refused, or edits the entry if that is meant', async () => {
    const nine = { parentId, dictKey: '9', dictValue: '第九', sort: 9 }
    await applied(a, () => edit(a, nine, ''))
    expect((await edit(a, nine)).status).toBe(409)
    const ward = { name: '九街', kind: '9' }
    expect((await call(a, 'POST', 'city/v1/ward/save', ward)).status).toBe(200)
    expect((await call(b, 'POST', 'city/v1/ward/save', ward)).body.errors).toHaveProperty('kind')
    const path = 'blade-system/dict-biz'
    const [root] = (await data(a, 'GET', `${path}/tree`)).filter(({ id }: Any) => id === parentId)
    expect(root.children.map(({ title }: Any) => title)).toContain('第九')
    for (const dictKey of ['1', '9'])
      expect((await call(a, 'POST', `${path}/submit`, { ...nine, dictKey })).status).toBe(409)
    const asked = await edit(b, { parentId, dictKey: '1', dictValue: '平常' }, '')
    expect([asked.status, asked.body.warnings[0].name]).toEqual([409, 'entry-exists'])
    expect((await entriesOf(b))[0]).toBe(described[0])
    const { id } = (await data(a, 'GET', 'blade/v1/bladeDictBiz/page?dictKey_in=9')).records[0]
    expect((await call(a, 'DELETE', `blade/v1/bladeDictBiz/removeByIds?ids=${id}`)).body.msg).toContain('1')
    await applied(a, () => call(a, 'PUT', 'blade/v1/bladeDictBiz/update', { id, isSealed: true }))
    expect((await call(a, 'POST', 'city/v1/ward/save', { ...ward, name: '十街' })).body.errors).toHaveProperty('kind')
  })

  it('semantics 42: a whole dictionary is of its tenant, and one of the platform of every tenant', async () => {
    const code = 'own_kind'
    const root = { parentId: '0', code, dictKey: -1, dictValue: '自有', sort: 1, isSealed: 0, remark: '' }
    for (const [by, other, path] of [
      [a, b, 'blade-system/dict-biz'],
      ['000000', '000000', 'blade-system/dict'],
    ] as const) {
      const submit = (row: object) => call(by, 'POST', `${path}/submit`, row)
      await applied(by, () => submit(root))
      expect((await submit(root)).status).toBe(409)
      expect((await submit({ ...root, code: 'own,kind' })).body.errors).toHaveProperty('code')
      const { records } = await data(by, 'GET', `${path}/parent-list?code=${code}`)
      expect(records).toMatchObject([{ code, dictValue: '自有', parentId: '0' }])
      const { id } = records[0]
      await applied(by, () => submit({ ...root, parentId: id, dictKey: 1, dictValue: '甲' }))
      const [entry] = await data(by, 'GET', `${path}/child-list?parentId=${id}`)
      expect(entry).toMatchObject({ dictKey: '1', dictValue: '甲' })
      const offered = async (tenant: string) => (await data(tenant, 'GET', `${path}/dictionary?code=${code}`)).length
      expect([await offered(by), await offered(other)]).toEqual([1, by === other ? 1 : 0])
      expect((await call(by, 'POST', `${path}/remove?ids=${id}`)).status).toBe(409)
      await applied(by, () => call(by, 'POST', `${path}/remove?ids=${entry.id}`))
      await applied(by, () => call(by, 'POST', `${path}/remove?ids=${id}`))
      expect(await offered(by)).toBe(0)
    }
  })

  it('refuses the deletion of an added entry in use, and the rows of tenants in the platform', async () => {
    const { records } = await data(a, 'GET', 'blade/v1/bladeDictBiz/page?dictKey_in=x-7')
    expect((await call(a, 'DELETE', `blade/v1/bladeDictBiz/removeByIds?ids=${records[0].id}`)).body.msg).toBe(
      '有 1 条记录使用该条目，不能删除；可以停用',
    )
    expect((await data(b, 'GET', 'blade/v1/bladeDictBiz/page?dictKey_in=x-7')).total).toBe(0)
    expect((await edit('000000', { parentId, dictKey: '2', sort: 9 })).status).toBe(409)
    expect((await data('000000', 'GET', 'engine/resource/bladeDictBiz')).may).toEqual(['view', 'export'])
    expect((await data(a, 'GET', 'engine/resource/bladeDictBiz')).may).toEqual(expect.arrayContaining(['add', 'edit']))
  })

  describe('semantics C6: texts of messages are edited', () => {
    const rowOf = async (): Promise<Any> =>
      (await data('000000', 'GET', 'msg/v1/msgTemplate/page?templateCode=letterIssued')).records[0]
    const update = async (row: object) =>
      call('000000', 'PUT', 'msg/v1/msgTemplate/update', { id: (await rowOf()).id, ...row })
    const sentBy = async (tenant: string) => {
      const ward = await data(tenant, 'POST', 'city/v1/ward/save', { name: `街${Math.random()}` })
      const letter = await data(tenant, 'POST', 'city/v1/letter/save', { wardId: ward.id, subject: '停水' })
      await data(tenant, 'POST', 'city/v1/letter/issue', { id: letter.id })
      const { records } = await data(tenant, 'GET', `msg/v1/msgSendLog/page?sourceId=${letter.id}`)
      return records.map(({ content, contentEnglish }: Any) => [content, contentEnglish])
    }

    it('in both languages, and used by the next message until the text is restored', async () => {
      const own = { templateName: '下发通知', englishName: 'Letter issued', textZh: '{wardId.name}：{subject}' }
      const ofFile = { objType: '7', sourceResource: 'letter', sendObj: ['staff'], channels: ['2'], isBuiltIn: true }
      expect(await rowOf()).toMatchObject({ ...own, ...ofFile, enabled: true, version: 1 })
      await applied('000000', () => update({ textZh: '请查收：{subject}', textEn: 'Please read: {subject}' }))
      expect(await sentBy(a)).toEqual([['请查收：停水', 'Please read: 停水']])
      const { id } = await rowOf()
      await applied('000000', () => call('000000', 'POST', 'msg/v1/msgTemplate/reset', { id }))
      expect((await sentBy('000000'))[0][0]).toMatch(/：停水$/)
      expect(await rowOf()).toMatchObject({ textZh: '{wardId.name}：{subject}', textEn: '{wardId.name}: {subject}' })
    })

    it('and are not sent while the template is disabled, in any tenant', async () => {
      await applied('000000', () => update({ enabled: false }))
      expect([await sentBy(a), await sentBy('000000')]).toEqual([[], []])
      await applied('000000', () => update({ enabled: true }))
      expect(await sentBy(a)).toHaveLength(1)
    })

    it.each([
      [{ textZh: '{subjet}' }, '没有名为“subjet”的字段。你是想写“subject”吗？'],
      [{ textZh: '{wardId.pictures}' }, '“wardId.pictures”的值不能写进文字。'],
      [{ textEn: '{subject.name}' }, '“subject.name”不能经过。'],
    ])('refuses %j as the compiler does', async (row, text) => {
      const { status, body } = await update(row)
      expect([status, Object.keys(body.errors), Object.values(body.errors)]).toEqual([
        400,
        Object.keys(row),
        [expect.stringContaining(text.slice(0, 12))],
      ])
    })

    it('refuses another tenant, another code, a message without a step that chooses it, and deletion', async () => {
      const { id } = await rowOf()
      expect((await call(a, 'PUT', 'msg/v1/msgTemplate/update', { id, textZh: 'x' })).status).toBe(404)
      expect((await update({ templateCode: 'other' })).body.errors).toHaveProperty('templateCode')
      const names = { templateName: '新', englishName: 'New', templateCode: 'fresh', textZh: 'x', textEn: 'x' }
      const row = { ...names, basedOn: id, sendObj: ['staff'], channels: ['2'] }
      expect((await call('000000', 'POST', 'msg/v1/msgTemplate/save', row)).body.errors).toHaveProperty('basedOn')
      expect((await call('000000', 'DELETE', `msg/v1/msgTemplate/removeByIds?ids=${id}`)).status).toBe(409)
    })
  })
})
