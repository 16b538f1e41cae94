import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'dictionaries/item_tag.yaml': `title: { zh: 标签, en: Tag }
entries:
  red: { key: "1", title: { zh: 红, en: Red } }
  green: { key: "2", title: { zh: 绿, en: Green } }
  blue: { key: "3", title: { zh: 蓝, en: Blue } }
`,
  'resources/city/grade.yaml': `title: { zh: 等级, en: Grade }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Title } }
  level: { type: integer, unique: true, title: { zh: 级别, en: Step } }
  code: { type: text, unique: true, title: { zh: 代码, en: Sign } }
  rank: { type: integer, title: { zh: 排名, en: Place } }
`,
  'resources/city/item.yaml': `title: { zh: 物品, en: Item }
menu: false
display: name
fields:
  name: { type: text, required: true, unique: true, title: { zh: 名称, en: Called } }
  gradeId: { type: reference, of: grade, title: { zh: 等级, en: Quality } }
  dayOn: { type: date, title: { zh: 日子, en: Date } }
  seenAt: { type: datetime, title: { zh: 时刻, en: Moment } }
  tags: { type: dictionary, of: item_tag, many: true, title: { zh: 标签, en: Marks } }
  share: { type: decimal, scale: 2, unit: "%", title: { zh: 占比, en: Part } }
  nickName: { type: text, title: { zh: 别名, en: Alias } }
  keptTo: { type: date, default: dayOn + 30, title: { zh: 保存至, en: Kept to } }
  shown: { type: text, compute: "nickName ?? name", title: { zh: 显示, en: Shown } }
rules:
  - rule: "(nickName ?? name) != '坏'"
    message: { zh: 不能叫坏, en: It must not be called bad }
    valid: { name: 好, nickName: 优 }
    invalid: { name: 坏 }
`,
}

describe.each(databasesWalked('postgres'))('the cells of an imported file, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls

  const stored = async (name: string) => {
    const { records } = await calls.data('GET', `city/v1/item/page?name_equal=${encodeURIComponent(name)}`)
    return records[0]
  }

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = await importCallsOn(server, 'item')
    await calls.data('POST', 'city/v1/grade/save', { name: '一等', level: 7, code: 'G7', rank: 70 })
    await calls.data('POST', 'city/v1/grade/save', { name: '二等', level: 12, code: 'G12', rank: 120 })
  })
  afterAll(() => server.close())

  it.each<[column: string, cell: string, value: unknown]>([
    ['gradeId', '7', '一等'],
    ['gradeId', 'G12', '二等'],
    ['gradeId', '二等', '二等'],
    ['dayOn', '2020/1/6', '2020-01-06'],
    ['seenAt', '2020-01-06T23:30:00Z', '2020-01-07 07:30:00'],
    ['tags', '红、蓝', ['1', '3']],
    ['tags', '"红\n绿"', ['1', '2']],
    ['share', '12.5%', 12.5],
  ])('%s: %s is read', async (column, cell, value) => {
    const name = `${column} ${cell.replace(/["\n]/g, '')}`
    const { id, counts } = await calls.checked(`name,${column}\n${name},${cell}\n`)
    expect(counts).toMatchObject({ rows: 1, wrong: 0 })
    await calls.step(id, 'write', {})
    const record = await stored(name)
    expect(column === 'gradeId' ? record.gradeIdName : record[column]).toEqual(value)
  })

  it.each([
    ['gradeId', '70', 'noRecord'],
    ['dayOn', '6.1.2020', 'day.order'],
    ['tags', '红、黑', 'value.unknown-choice'],
    ['share', 'n/a', 'value.incorrect'],
  ])('%s: %s is refused', async (column, cell, code) => {
    const { id } = await calls.checked(`name,${column}\n拒,${cell}\n`)
    expect(await calls.codesOf(id)).toEqual([[2, column, code]])
    const { status, body } = await calls.call('POST', `engine/import/item/${id}/write`, { goodRows: true })
    expect([status, body.reason, await stored('拒')]).toEqual([409, 'import.no-right', undefined])
  })

  it('are rounded to the decimals of their field where that is accepted', async () => {
    const { id, counts } = await calls.checked('name,share\n圆一,12.3456\n圆二,-0.1250000000000001\n')
    expect(counts).toMatchObject({ wrong: 2, fixable: 2 })
    const { problems } = await calls.data('GET', `engine/import/item/${id}/problems`)
    expect(problems.map(({ proposal }: { proposal: { value: string } }) => proposal.value)).toEqual(['12.35', '-0.13'])
    const [checked] = (await calls.step(id, 'check', { proposals: true })).slice(-1)
    expect(checked.import.counts).toMatchObject({ wrong: 0 })
    await calls.step(id, 'write', {})
    expect([(await stored('圆一')).share, (await stored('圆二')).share]).toEqual([12.35, -0.13])
  })

  it('fill defaults from their own row, and are the first present value of `??`', async () => {
    const { id } = await calls.checked('name,dayOn,nickName\n全名,2020-01-06,\n坏,,别\n')
    await calls.step(id, 'write', {})
    expect(await stored('全名')).toMatchObject({ keptTo: '2020-02-05', shown: '全名' })
    expect(await stored('坏')).toMatchObject({ keptTo: null, shown: '别' })
    const wrong = await calls.checked('name,nickName\n新,坏\n')
    expect(await calls.problemsOf(wrong.id)).toEqual([[2, 'nickName', '不能叫坏']])
    const { status, body } = await calls.call('POST', 'city/v1/item/save', { name: '新', nickName: '坏' })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('不能叫坏')])
    const saved = await calls.data('POST', 'city/v1/item/save', { name: '新', dayOn: '2020-01-31' })
    expect(saved).toMatchObject({ keptTo: '2020-03-01', shown: '新' })
  })
})
