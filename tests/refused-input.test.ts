import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const app = {
  ...sampleApp,
  'resources/city/ward.yaml': `${sampleApp['resources/city/ward.yaml']}dialect: { blade: blade-city/ward }\n`
    .replace('allow: [view, edit]', 'allow: [view, edit, import]')
    .replace('hide: [secretNote]', 'hide: [secretNote, people, pictures]')
    .replace('  pictures:', '  remark: { type: text, title: { zh: 说明, en: Remark } }\n  pictures:'),
}

describe.each(databasesUnderTest())('semantics 4: input of fields that a client does not write, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  let keeper: string
  let id: string

  const read = (): Promise<Line> => calls.data('GET', `city/v1/ward/getById?id=${id}`)
  const shown = ({ status, body }: Line) => `${status} ${JSON.stringify(body)}`
  const linesOf = (answer: Line) => String(answer.body).trim().split('\n').slice(1)

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = await importCallsOn(server, 'ward')
    id = (await calls.data('POST', 'city/v1/ward/save', { name: '甲区', people: 7, secretNote: '真的' })).id
    keeper = await calls.person('keeper', ['ward_view', 'ward_edit', 'ward_add', 'ward_import'], { ownerIds: [id] })
    const { records } = await calls.data('GET', 'blade/v1/bladeRole/page?roleAlias=role-keeper')
    await calls.data('PUT', 'blade/v1/bladeRole/update', { id: records[0].id, roleAlias: 'keeper' })
    keeper = await server.signIn('keeper', 'Person-26')
  })
  afterAll(() => server.close())

  const hidden = { secretNote: ['真的', '假的', '', null], people: [7, 8, 'x', null], pictures: [[], null, ['/a.png']] }

  it.each(Object.entries(hidden))('answers alike whatever is sent for the hidden field %s', async (field, values) => {
    const before = await read()
    const update = (value: unknown) => calls.call('PUT', 'city/v1/ward/update', { id, [field]: value }, keeper)
    const together = (value: unknown) =>
      calls.call('PUT', 'city/v1/ward/update', { id, name: '乙区', [field]: value }, keeper)
    const preview = (value: unknown) =>
      calls.call(
        'POST',
        'engine/bulk/ward/preview',
        { select: { ids: [id] }, do: { kind: 'update', values: { [field]: value } } },
        keeper,
      )
    for (const way of [update, together, preview]) {
      const answers = await Promise.all(values.map(way))
      expect(new Set(answers.map(shown)).size).toBe(1)
      expect(answers[0]).toMatchObject({
        status: 403,
        body: { msg: `您没有填写“${field}”的权限`, errors: { [field]: `您没有填写“${field}”的权限` } },
      })
    }
    const bulk = (value: unknown) =>
      calls.call(
        'POST',
        'engine/bulk/ward',
        { select: { ids: [id] }, do: { kind: 'update', values: { [field]: value } } },
        keeper,
      )
    const lines = await Promise.all(values.map(async value => linesOf(await bulk(value)).join()))
    expect(new Set(lines).size).toBe(1)
    expect(await read()).toEqual(before)
    expect((await calls.call('PUT', 'city/v1/ward/update', { id, name: '甲区' }, keeper)).status).toBe(200)
  })

  it.each([
    ['secretNote', '内部备注', ['真的', '假的', '']],
    ['people', '人口', ['7', '8', 'x', '']],
  ])('imports a file alike whatever its column of the hidden field %s contains', async (field, title, values) => {
    const before = await read()
    const match = { by: 'name', mode: 'update', emptyClears: true }
    const imported = async (value: string, index: number) => {
      const uploaded = await calls.take(`名称,说明,${title}\n甲区,${title}${index},${value}\n`, { by: keeper })
      const { id: importId, columns, proposed, targets } = uploaded
      // The column may not be assigned to the field either.
      const path = `engine/import/ward/${importId}/check`
      const assigned = await calls.call('POST', path, { columns: { ...columns, 2: field }, match }, keeper)
      const checked = await calls.step(importId, 'check', { columns, match }, keeper)
      const problems = await calls.problemsOf(importId, keeper)
      const written = await calls.step(importId, 'write', {}, keeper)
      const outcomes = [checked, written].map(lines => {
        const { state, counts } = lines.at(-1).import
        return { state, counts }
      })
      expect(await read()).toMatchObject({ remark: `${title}${index}`, [field]: before[field] })
      return { columns, proposed, targets, assigned: shown(assigned), outcomes, problems }
    }
    const answers: unknown[] = []
    for (const [index, value] of values.entries()) answers.push(await imported(value, index))
    expect(answers[0]).toMatchObject({ columns: { 0: 'name', 1: 'remark' }, problems: [] })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it('drops a hidden field in the blade dialect, and writes the rest', async () => {
    const given = { id, name: '丙区', secretNote: '假的', people: 9 }
    expect((await calls.call('POST', 'blade-city/ward/submit', given, keeper)).status).toBe(200)
    expect(await read()).toMatchObject({ name: '丙区', secretNote: '真的', people: 7 })
    expect((await calls.call('POST', 'blade-city/ward/submit', given)).status).toBe(200)
    expect(await read()).toMatchObject({ name: '丙区', secretNote: '假的', people: 9 })
  })

  it('refuses control characters in a text of one line, in each language, and accepts them around it', async () => {
    const save = (name: string, language: string) => {
      const headers = { 'accept-language': language }
      return server.call('POST', '/api/city/v1/ward/save', { token: calls.token, headers, body: { name } })
    }
    expect((await save('甲\n乙', 'zh')).body.errors).toEqual({ name: '名称不能含有换行、制表符等控制字符或不可见字符' })
    expect(await save('甲\t乙', 'en')).toMatchObject({
      status: 400,
      body: { errors: { name: 'Name cannot contain line breaks, tabs or other control or invisible characters' } },
    })
    const { id: added } = (await save('\t丁区\r\n', 'zh')).body.data
    expect((await calls.data('GET', `city/v1/ward/getById?id=${added}`)).name).toBe('丁区')
  })

  it('accepts equal values of read-only and computed fields, and refuses others', async () => {
    const lines = [{ thing: '米', quantity: 2, price: 3 }]
    const order = await calls.data('POST', 'city/v1/purchase/save', { wardId: id, title: '甲', lines, total: 6 })
    const whole = await calls.data('GET', `city/v1/purchase/getById?id=${order.id}`)
    const update = (body: object) => calls.call('PUT', 'city/v1/purchase/update', body)
    expect((await update({ ...whole, title: '乙' })).status).toBe(200)
    const more = [{ ...whole.lines[0], quantity: 5, amount: 15 }]
    expect((await update({ id: order.id, lines: more, total: 15 })).status).toBe(200)
    const refused = await update({ id: order.id, total: 1 })
    expect([refused.status, refused.body.errors]).toEqual([400, { total: '合计由系统计算，不能填写' }])
    const line = await update({ id: order.id, lines: [{ ...whole.lines[0], amount: 1 }] })
    expect([line.status, line.body.errors]).toEqual([400, { 'lines.0.amount': '金额由系统计算，不能填写' }])
    const alone = await calls.call('PUT', 'city/v1/purchaseLine/update', { id: whole.lines[0].id, amount: 1 })
    expect([alone.status, alone.body.errors]).toEqual([400, { amount: '金额由系统计算，不能填写' }])
    const saved = await calls.call('POST', 'city/v1/purchase/save', { wardId: id, title: '丙', lines, total: 7 })
    expect([saved.status, saved.body.errors]).toEqual([400, { total: '合计由系统计算，不能填写' }])

    const letter = await calls.data('POST', 'city/v1/letter/save', { wardId: id, subject: '甲' })
    const reply = (value: unknown) => calls.call('PUT', 'city/v1/letter/update', { id: letter.id, reply: value })
    expect((await reply('')).status).toBe(200)
    expect((await reply('我的')).body.errors).toEqual({ reply: '回复是只读的，不能修改' })
  })
})
