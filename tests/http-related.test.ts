import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 检查, en: Checks }\nowner: firm\n',
  'dictionaries/result.yaml': `title: { zh: 结果, en: Result }
entries:
  good: { key: "1", title: { zh: 合格, en: Good } }
  bad: { key: "2", title: { zh: 不合格, en: Bad } }
`,
  'resources/city/firm.yaml': `title: { zh: 单位, en: Firm }
menu: false
owner: id
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  limit: { type: integer, title: { zh: 上限, en: Limit } }
  checks: { type: related, of: check, by: firmId, sort: -score, columns: [result, score], title: { zh: 检查记录, en: Checks }, help: { zh: 全部检查, en: All checks } }
  fines: { type: related, of: check, by: firmId, where: "it.result == 'bad' && it.score < limit", title: { zh: 处罚, en: Fines } }
  checkCount: { type: integer, compute: "size(checks)", title: { zh: 检查次数, en: Number of checks } }
  hasBad: { type: boolean, compute: "checks.exists(c, c.result == 'bad')", title: { zh: 有不合格, en: Any bad } }
  cost: { type: money, compute: "checks.sum(c, c.cost)", title: { zh: 费用, en: Cost } }
  best: { type: integer, compute: "fines.max(f, f.score)", title: { zh: 最高分, en: Best } }
  lastDay: { type: date, compute: "checks.max(c, c.day)", title: { zh: 最近检查, en: Last check } }
  notes: { type: text, compute: "checks.join(c, c.note, '; ')", title: { zh: 备注, en: Notes } }
  isOver: { type: boolean, compute: "checks.all(c, c.score <= limit) && size(checks) > 0", title: { zh: 未超限, en: Within limit } }
  budgetId: { type: reference, of: budget, title: { zh: 预算, en: Budget } }
  rest: { type: money, compute: "budgetId.amount - checks.sum(c, c.cost)", title: { zh: 余额, en: Rest } }
  formerChecks: { type: related, of: check, by: formerId, title: { zh: 原单位的检查, en: Former checks } }
actions:
  praise: { if: "!checks.exists(c, c.result == 'bad')", set: { limit: limit + 1 }, title: { zh: 表扬, en: Praise } }
queries:
  bad: { where: "checks.exists(c, c.result == 'bad')", small: true, returns: list, title: { zh: 不合格单位, en: Bad firms } }
  costly: { where: "checks.exists(c, c.cost > input.least)", small: true, input: { least: { type: money, title: { zh: 至少, en: Least } } }, returns: count, title: { zh: 费用高的单位, en: Costly firms } }
  fined: { where: "size(fines) > 0", small: true, returns: count, title: { zh: 处罚过的单位, en: Fined firms } }
access:
  - { role: checked, allow: [view], where: "size(checks) > 1" }
  - { role: partial, allow: [view], where: "true" }
  - { role: blind, allow: [view], where: "true", hide: [checks, limit] }
`,
  'resources/city/budget.yaml': `title: { zh: 预算, en: Budget }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  amount: { type: money, title: { zh: 金额, en: Amount } }
`,
  'resources/city/check.yaml': `title: { zh: 检查, en: Check }
menu: false
owner: firmId
fields:
  firmId: { type: reference, of: firm, required: true }
  formerId: { type: reference, of: firm, title: { zh: 原单位, en: Former firm } }
  result: { type: dictionary, of: result }
  score: { type: integer, title: { zh: 分数, en: Score } }
  cost: { type: money, title: { zh: 费用, en: Cost } }
  day: { type: date, title: { zh: 日期, en: Day } }
  note: { type: text, title: { zh: 备注, en: Note } }
access:
  - { role: checked, allow: [view], where: "result == 'good'" }
  - { role: partial, allow: [view], hide: [cost, score] }
`,
}

const compiled = (change: (firm: string) => string) =>
  compile(
    Object.entries({ ...app, 'resources/city/firm.yaml': change(app['resources/city/firm.yaml']) }).map(
      ([file, text]) => ({ file, text, origin: 'app' as const }),
    ),
  ).problems.map(({ code, at, message }) => `${at.line}:${at.column} ${code}: ${message.en} ${message.zh}`)

describe('a list of related records', () => {
  it.each([
    [
      'in a rule, which reads what is saved',
      (firm: string) =>
        `${firm}rules:\n  - { rule: "size(checks) < 3", message: { zh: 过多, en: Too many }, valid: {}, invalid: {} }\n`,
      'rule.server-only: Other records cannot be read here: size(checks). 这里不能读取别的记录：size(checks)。',
    ],
    [
      'in a condition of the form, through a computed field',
      (firm: string) => firm.replace('limit: { type: integer,', 'limit: { type: integer, when: "checkCount > 1",'),
      'rule.server-only: Other records cannot be read here: checkCount. ',
    ],
    [
      'in a stored value of the record, too',
      (firm: string) => firm.replace('compute: "size(checks)"', 'stored: true, compute: "size(checks) + limit"'),
      'compute.related-only: "checkCount" stores a value of related records',
    ],
    [
      'narrowed by a field without a column',
      (firm: string) => firm.replace('it.score < limit', 'it.score < checkCount'),
      'rule.no-column: "checkCount" is not stored, so rows cannot be filtered by it. ',
    ],
    [
      'narrowed by its reader',
      (firm: string) => firm.replace('it.score < limit', 'it.createUser == me.id'),
      'rule.name-not-here: ',
    ],
    [
      'with an unknown column',
      (firm: string) => firm.replace('[result, score]', '[result, grade]'),
      '8:83 field.unknown: ',
    ],
    ['sorted by an unknown field', (firm: string) => firm.replace('-score', '-scores'), 'field.unknown: '],
  ])('is a problem %s', (_name, change, expected) => {
    expect(compiled(change).join('\n')).toContain(expected)
  })
})

describe.each(databasesWalked('postgres'))('semantics C1: unstored values of related records ($kind)', kind => {
  let server: ServerUnderTest
  let admin: string
  let checked: string
  let blind: string
  let partial: string
  let one: string
  let two: string
  const call = async (method: string, path: string, body?: object, token = admin) =>
    server.call(method, path, { token, headers: { 'accept-language': 'en' }, ...(body && { body }) })
  const save = async (resource: string, record: object): Promise<string> =>
    (await call('POST', `/api/city/v1/${resource}/save`, record)).body.data.id
  const firm = async (id: string, token = admin) =>
    (await call('GET', `/api/city/v1/firm/getById?id=${id}`, undefined, token)).body.data
  const userOf = async (name: string) => {
    const { body } = await call('POST', '/api/blade/v1/bladeRole/save', { roleName: name, roleAlias: name })
    for (const code of ['firm_view', 'check_view'])
      await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${body.data.id}, ${code})`.execute(
        server.engine.database.kysely,
      )
    const { deptId } = (await call('GET', '/api/blade-user/info')).body.data
    const user = { account: name, name, realName: name, password: 'Person-2026', deptId, roleId: body.data.id }
    await call('POST', '/api/blade/v1/bladeUser/save', user)
    return server.signIn(name, 'Person-2026')
  }

  beforeAll(async () => {
    server = await startServer(kind, app)
    admin = await server.signIn('admin', adminPassword)
    const budgetId = await save('budget', { name: '年度', amount: 20 })
    one = await save('firm', { name: '甲', limit: 80, budgetId })
    two = await save('firm', { name: '乙', limit: 10 })
    const checks = [
      { result: '2', score: 60, cost: 10.5, day: '2026-01-02', note: 'late' },
      { result: '2', score: 90, cost: 1.25, day: '2026-01-01', note: 'dirty' },
      { result: '1', score: 70, cost: 0, day: '2026-02-01', note: 'fine', formerId: two },
    ]
    for (const check of checks) await save('check', { firmId: one, ...check })
    const gone = await save('check', { firmId: two, result: '2', score: 1, cost: 5 })
    await call('DELETE', '/api/city/v1/check/removeById', { ids: [gone] })
    checked = await userOf('checked')
    blind = await userOf('blind')
    partial = await userOf('partial')
  })
  afterAll(() => server.close())

  it('are computed when a record or a page is read, without deleted rows', async () => {
    const full = { checkCount: 3, hasBad: true, cost: 11.75, best: 60, lastDay: '2026-02-01', isOver: false }
    expect(await firm(one)).toMatchObject({ ...full, notes: 'dirty; fine; late' })
    const none = { checkCount: 0, hasBad: false, cost: 0, best: null, lastDay: null, notes: null, isOver: false }
    const page = (await call('GET', '/api/city/v1/firm/page?ascs=id')).body.data.records
    expect(page).toMatchObject([full, { ...none, notes: page[1].notes }])
    expect(page[1].notes ?? '').toBe('')
  })

  it('are in the response of a save and of a step', async () => {
    const saved = await call('PUT', '/api/city/v1/firm/update', { id: one, name: '甲' })
    expect(saved.body.data).toMatchObject({ checkCount: 3, cost: 11.75 })
    expect((await call('POST', '/api/city/v1/firm/save', { name: '丙' })).body.data).toMatchObject({ checkCount: 0 })
  })

  it('select rows of queries and of access rules, and permit steps', async () => {
    const bad = await call('GET', '/api/city/v1/firm/bad')
    expect(bad.body.data.map((row: { id: string }) => row.id)).toEqual([one])
    const page = await call('GET', '/api/city/v1/firm/page', undefined, checked)
    expect(page.body.data.records.map((row: { id: string }) => row.id)).toEqual([one])
    expect((await call('POST', '/api/city/v1/firm/praise', { id: one })).status).toBe(409)
    expect((await call('POST', '/api/city/v1/firm/praise', { id: two })).status).toBe(200)
    expect((await firm(two)).limit).toBe(11)
  })

  it('are of all rows of the tenant, but missing where a field that they read is hidden', async () => {
    expect(await firm(one, checked)).toMatchObject({ checkCount: 3, cost: 11.75 })
    const seen = await firm(one, blind)
    expect(seen).toMatchObject({ checkCount: null, isOver: null, best: null })
    expect(seen).not.toHaveProperty('limit')
    expect(await firm(one, partial)).toMatchObject({ checkCount: 3, cost: null, best: null, lastDay: '2026-02-01' })
  })

  it('are missing for users who may not read a field that they read through a reference', async () => {
    expect(await firm(one)).toMatchObject({ rest: 8.25 })
    const seen = await firm(one, checked)
    expect(seen).toMatchObject({ budgetIdName: '年度', cost: 11.75 })
    expect(seen.rest ?? null).toBe(null)
  })

  it('select no rows of queries for users from whom a field that these read is hidden', async () => {
    const statuses = async (token: string) =>
      Promise.all(
        ['bad', 'costly?least=1', 'fined'].map(
          async query => (await call('GET', `/api/city/v1/firm/${query}`, undefined, token)).status,
        ),
      )
    expect(await statuses(admin)).toEqual([200, 200, 200])
    expect(await statuses(checked)).toEqual([200, 200, 200])
    expect(await statuses(partial)).toEqual([200, 403, 403])
    expect(await statuses(blind)).toEqual([403, 403, 403])
  })

  const tabs = async (id: string, token = admin) => {
    const { body } = await call('GET', `/api/engine/related/firm/${id}`, undefined, token)
    return body.data.map(({ list, title, count }: { list?: string; title: { en: string }; count: number }) => [
      list,
      title.en,
      count,
    ])
  }
  const scores = async (path: string, token = admin) => {
    const { body } = await call('GET', `/api/engine/related/firm/${path}`, undefined, token)
    return body.data.records.map((row: { score: number }) => row.score)
  }

  it('are shown as tabs in the order of the fields, with the rows that the user may view', async () => {
    expect(await tabs(one)).toEqual([
      ['checks', 'Checks', 3],
      ['fines', 'Fines', 1],
      ['formerChecks', 'Former checks', 0],
    ])
    expect(await tabs(one, checked)).toEqual([
      ['checks', 'Checks', 1],
      ['fines', 'Fines', 0],
      ['formerChecks', 'Former checks', 0],
    ])
    expect(await tabs(one, blind)).toEqual([
      ['fines', 'Fines', 0],
      ['formerChecks', 'Former checks', 0],
    ])
    expect([await scores(`${two}/checks`), await scores(`${two}/formerChecks`)]).toEqual([[], [70]])
    expect(await scores(`${one}/checks`)).toEqual([90, 70, 60])
    expect(await scores(`${one}/checks?size=1&current=2`)).toEqual([70])
    expect(await scores(`${one}/checks?ascs=score`)).toEqual([60, 70, 90])
    expect(await scores(`${one}/fines`)).toEqual([60])
    expect(await scores(`${one}/checks`, checked)).toEqual([70])
  })

  it('are refused where the list is hidden or unknown, or the record is not visible', async () => {
    const status = async (path: string, token = admin) =>
      (await call('GET', `/api/engine/related/firm/${path}`, undefined, token)).status
    expect(await status(`${one}/checks`, blind)).toBe(400)
    expect(await status(`${one}/others`)).toBe(400)
    expect(await status(`${one}/checks?nothing=1`)).toBe(400)
    expect(await status(`${two}/checks`, checked)).toBe(404)
  })
})
