import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf, linesOf } from './support/server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape and fail where they differ
type Any = any

const app = {
  ...sampleApp,
  'dictionaries/check_state.yaml': `title: { zh: 检查状态, en: Check state }
entries:
  open: { key: "0", title: { zh: 进行中, en: Open } }
  passed: { key: "1", title: { zh: 合格, en: Passed } }
  failed: { key: "2", title: { zh: 不合格, en: Failed } }
  closed: { key: "3", title: { zh: 已结束, en: Closed } }
`,
  'resources/city/check.yaml': `title: { zh: 检查, en: Check }
owner: wardId
display: title
fields:
  wardId: { type: reference, of: ward, required: true }
  title: { type: text, required: true, max: 40, title: { zh: 标题, en: Title } }
  points: { type: integer, max: 100, title: { zh: 分值, en: Points } }
  lines: { type: children, of: checkLine, title: { zh: 项目, en: Items } }
  alerts: { type: integer, default: 0, readOnly: true, title: { zh: 告警次数, en: Alerts } }
  remark: { type: text, max: 40, editableBy: [keeper], title: { zh: 备注, en: Remark } }
  other: { type: reference, of: check, title: { zh: 另一检查, en: Other check } }
  state: { type: dictionary, of: check_state }
rules:
  - rule: "title != '禁' || alerts == 0"
    message: { zh: 此检查不能告警, en: This check cannot have alerts }
    valid: { title: 可, alerts: 1 }
    invalid: { title: 禁, alerts: 1 }
lifecycle:
  field: state
  initial: open
  final: [closed]
  transitions:
    pass: { from: open, to: passed, auto: true, if: "points >= 60 && title != '来回'", title: { zh: 判为合格, en: Pass } }
    fail: { from: [open, passed], to: failed, auto: true, if: "points < 60 || title == '来回'", title: { zh: 判为不合格, en: Fail } }
    again: { from: failed, to: passed, auto: true, if: "title == '来回'", title: { zh: 重新判定, en: Judge again } }
    close: { from: [passed, failed], to: closed, title: { zh: 结束, en: Close } }
    review: { from: failed, to: open, set: { points: "80" }, title: { zh: 复查, en: Review } }
actions:
  alert:
    auto: true
    if: "points < 20 || size(lines) > 1"
    set: { alerts: "alerts + 1", remark: "'已告警'" }
    creates: { of: letter, with: { wardId: wardId, subject: "'告警：' + title" } }
    title: { zh: 告警, en: Alert }
  lower: { set: { remark: "'已降低'" }, updates: { record: other, with: { points: "10" } }, title: { zh: 降低另一检查, en: Lower the other } }
access:
  - { role: keeper, allow: [view, edit], where: "wardId in me.ownerIds" }
`,
  'resources/city/checkLine.yaml': `title: { zh: 检查项, en: Item of a check }
partOf: checkId
fields:
  checkId: { type: reference, of: check, required: true }
  item: { type: text, required: true, title: { zh: 项目, en: Item } }
`,
}

describe.each(databasesWalked('postgres'))('semantics C5: auto steps, on $kind', kind => {
  let server: ServerUnderTest
  let token: string
  let wardId: string

  const call = (method: string, path: string, body?: unknown, by = token) =>
    server.call(method, `/api/${path}`, { token: by, ...(body !== undefined && { body }) })
  const data = async (...asked: Parameters<typeof call>): Promise<Any> => dataOf(await call(...asked))
  const save = (record: object): Promise<Any> =>
    data('POST', 'city/v1/check/save', { wardId, title: '检查', ...record })
  const update = (record: object): Promise<Any> => data('PUT', 'city/v1/check/update', record)
  const read = (id: string) => data('GET', `city/v1/check/getById?id=${id}`)
  const history = (id: string) => data('GET', `engine/history/check/${id}`)
  const steps = async (id: string) => (await history(id)).map((entry: Any) => entry.operation)

  beforeAll(async () => {
    server = await startServer(kind, app)
    token = await server.signIn('admin', adminPassword)
    wardId = (await data('POST', 'city/v1/ward/save', { name: '甲区' })).id
  })
  afterAll(() => server.close())

  it('are made in the transaction of a save or an update, and the response contains their result', async () => {
    const saved = await save({ points: 80 })
    expect(saved).toMatchObject({ state: '1', version: 2 })
    const cause = { resource: 'check', id: saved.id, operation: 'save' }
    expect((await history(saved.id))[0]).toMatchObject({ operation: 'pass', cause })
    const open = await save({})
    expect(open).toMatchObject({ state: '0', version: 1 })
    expect(await update({ id: open.id, points: 30, version: 1 })).toMatchObject({ state: '2', version: 3 })
    const [entry, before] = await history(open.id)
    expect(entry).toMatchObject({
      operation: 'fail',
      actorKind: 'system',
      reason: { zh: '条件成立时自动执行', en: 'Automatic step' },
      userName: before.userName,
      cause: { resource: 'check', id: open.id, operation: 'update' },
    })
  })

  it('make an action only when its condition was not true before, with its effects', async () => {
    const { id } = await save({ points: 10 })
    expect(await read(id)).toMatchObject({ alerts: 1, state: '2' })
    await update({ id, points: 5 })
    expect((await read(id)).alerts).toBe(1)
    await update({ id, points: 70 })
    await update({ id, points: 5 })
    expect((await read(id)).alerts).toBe(2)
    const letters = await data('GET', `city/v1/letter/page?subject_equal=${encodeURIComponent('告警：检查')}`)
    expect(letters.total).toBe(2)
  })

  it('follow lines that are written on their own, bulk updates and effects of other records', async () => {
    const { id } = await save({ points: 90 })
    for (const item of ['甲', '乙', '丙']) await data('POST', 'city/v1/checkLine/save', { checkId: id, item })
    expect((await read(id)).alerts).toBe(1)
    const alert = (await history(id)).find(({ operation }: Any) => operation === 'alert')
    expect(alert.cause).toMatchObject({ resource: 'check', id, operation: 'update' })
    const ids = await Promise.all([1, 2].map(async () => (await save({})).id))
    const bulk = { select: { ids }, do: { kind: 'update', values: { points: 10 } } }
    expect((await call('POST', 'engine/bulk/check', bulk)).status).toBe(200)
    for (const one of ids)
      await expect.poll(() => steps(one), { timeout: 10_000 }).toEqual(['alert', 'fail', 'update', 'save'])
    const source = await save({ other: id })
    expect((await call('POST', 'city/v1/check/lower', { id: source.id })).status).toBe(200)
    expect((await steps(id)).slice(0, 3)).toEqual(['fail', 'update', 'update'])
    expect(await read(id)).toMatchObject({ state: '2', alerts: 1, points: 10 })
  })

  it('run once each where two of them alternate', async () => {
    const { id, state } = await save({ title: '来回', points: 70 })
    expect([state, await steps(id)]).toEqual(['1', ['again', 'fail', 'save']])
  })

  it('refuse the whole write with both titles if they break a rule', async () => {
    const { id } = await save({ title: '禁', points: 70 })
    const refused = await call('PUT', 'city/v1/check/update', { id, points: 5 })
    expect([refused.status, refused.body.msg]).toEqual([400, '“编辑”引起自动步骤“告警”：此检查不能告警'])
    expect(await read(id)).toMatchObject({ points: 70, state: '1', version: 2 })
    expect(await steps(id)).toEqual(['pass', 'save'])
  })

  it('have no endpoint or code, and need no right', async () => {
    const { id } = await save({})
    expect((await call('POST', 'city/v1/check/fail', { id })).status).toBe(404)
    const { may } = await data('GET', 'engine/resource/check')
    expect([may.includes('fail'), may.includes('alert'), may.includes('close')]).toEqual([false, false, true])
  })

  describe('semantics 16: of an operation that is undone', () => {
    const bulk = async (id: string, bulkOperation: object, by?: string): Promise<string> => {
      const lines = linesOf(await call('POST', 'engine/bulk/check', { select: { ids: [id] }, do: bulkOperation }, by))
      expect(lines.at(-1)).toEqual({ done: 1, failed: 0 })
      return lines[0].operation
    }
    const undo = async (operation: string, by?: string): Promise<Any[]> =>
      linesOf(await call('POST', `engine/operations/${operation}/undo`, undefined, by))
    const valuesOf = async (id: string) => {
      const { points, state, alerts, remark } = await read(id)
      return { points, state, alerts, remark }
    }
    const lettersOf = async (title: string) =>
      (await data('GET', `city/v1/letter/page?subject_equal=${encodeURIComponent(`告警：${title}`)}`)).total

    it.each([
      {
        right: 'edit',
        record: {},
        bulkOperation: { kind: 'update', values: { points: 10 } },
        after: { points: 10, state: '2', alerts: 1, remark: '已告警' },
        letters: 1,
      },
      {
        right: 'review',
        record: { points: 40 },
        bulkOperation: { kind: 'transition', name: 'review', input: {} },
        after: { points: 80, state: '1', alerts: 0, remark: null },
        letters: 0,
      },
    ])('are undone with it, by the right to $right alone', async ({ right, record, bulkOperation, after, letters }) => {
      const calls = await importCallsOn(server, 'check')
      const person = await calls.person(right, ['check_view', `check_${right}`], { ownerIds: [wardId] })
      const title = `撤销${right}`
      const { id } = await save({ ...record, title })
      const before = await valuesOf(id)
      const operation = await bulk(id, bulkOperation, person)
      expect([await valuesOf(id), await lettersOf(title)]).toEqual([after, letters])
      expect((await data('GET', `engine/operations/${operation}`, undefined, person)).undo).toBe('possible')
      const counts = await data('GET', `engine/operations/${operation}/undo`, undefined, person)
      expect(counts).toEqual({ reverted: 1, leftOut: 0, capped: false })
      const undone = await undo(operation, person)
      expect(undone.at(-1)).toEqual({ done: 1, failed: 0 })
      expect([await valuesOf(id), await lettersOf(title)]).toEqual([before, 0])
      // The undo of the undo needs the same right, and makes the same letters visible.
      const again = await undo(undone[0].operation, person)
      expect([again.at(-1), await valuesOf(id)]).toEqual([{ done: 1, failed: 0 }, after])
      expect(await lettersOf(title)).toBe(letters)
      await calls.run(`delete from engine_grant where code = 'check_${right}'`)
      // Rights are read again.
      await data('POST', 'blade/v1/bladeRole/save', { roleName: `${right}2`, roleAlias: `${right}2` })
      const refused = await call('POST', `engine/operations/${again[0].operation}/undo`, undefined, person)
      expect([refused.status, await valuesOf(id)]).toEqual([200, after])
      expect(linesOf(refused).at(-1)).toEqual({ done: 0, failed: 1 })
    })

    it('are undone with the effect of a step that caused them', async () => {
      const calls = await importCallsOn(server, 'check')
      const person = await calls.person('lower', ['check_view', 'check_lower'], { ownerIds: [wardId] })
      const { id: other } = await save({ title: '被降低', points: 90 })
      const before = await valuesOf(other)
      const { id } = await save({ title: '来源', other })
      const operation = await bulk(id, { kind: 'action', name: 'lower', input: {} }, person)
      expect(await valuesOf(other)).toEqual({ points: 10, state: '2', alerts: 1, remark: '已告警' })
      expect((await data('GET', `engine/operations/${operation}`)).done).toBe(1)
      expect((await undo(operation, person)).at(-1)).toEqual({ done: 1, failed: 0 })
      expect([await valuesOf(other), await lettersOf('被降低')]).toEqual([before, 0])
    })

    it('are not made when its undo makes their condition true', async () => {
      const { id } = await save({ points: 5 })
      const operation = await bulk(id, { kind: 'update', values: { points: 70 } })
      expect((await undo(operation)).at(-1)).toEqual({ done: 1, failed: 0 })
      expect(await valuesOf(id)).toEqual({ points: 5, state: '2', alerts: 1, remark: '已告警' })
      expect(await steps(id)).toEqual(['undo', 'update', 'alert', 'fail', 'save'])
    })

    it.each([true, false])('are undone with an import, and made again by the undo of that (%s)', async goodRows => {
      const calls = await importCallsOn(server, 'check')
      const name = goodRows ? '单行' : '整批'
      const { id } = await calls.checked(`街区,标题,分值\n甲区,${name},10\n`)
      await calls.step(id, 'write', { goodRows })
      const counts = async () => [
        (await data('GET', `city/v1/check/page?title_equal=${encodeURIComponent(name)}`)).total,
        await lettersOf(name),
      ]
      expect(await counts()).toEqual([1, 1])
      const undone = await undo(id)
      expect([undone.at(-1), await counts()]).toEqual([{ done: 1, failed: 0 }, [0, 0]])
      const [record] = (await data('GET', 'engine/bin/check')).records
      const again = await undo(undone[0].operation)
      expect([again.at(-1), await counts()]).toEqual([{ done: 1, failed: 0 }, [1, 1]])
      const third = await undo(again[0].operation)
      expect([third.at(-1), await counts()]).toEqual([{ done: 1, failed: 0 }, [0, 0]])
      // A record that is restored from the bin comes without what its steps created.
      await data('POST', 'engine/restore/check', { ids: [record.id] })
      expect(await counts()).toEqual([1, 0])
    })
  })

  it.each([true, false])('follow imported rows, also those that become visible together (%s)', async goodRows => {
    const calls = await importCallsOn(server, 'check')
    const name = goodRows ? '逐行' : '整体'
    const { id } = await calls.checked(`街区,标题,分值\n甲区,${name}一,90\n甲区,${name}二,\n`)
    expect((await calls.step(id, 'write', { goodRows })).at(-1).import).toMatchObject({ state: 'written' })
    const { records } = await data('GET', `city/v1/check/page?title_like=${encodeURIComponent(name)}`)
    expect(Object.fromEntries(records.map((one: Any) => [one.title, one.state]))).toEqual({
      [`${name}一`]: '1',
      [`${name}二`]: '0',
    })
    const passed = records.find((one: Any) => one.state === '1').id
    expect(await steps(passed)).toEqual(['pass', 'save'])
    // Those of records that are published together have no single write as their cause.
    expect((await history(passed))[0].cause?.operation).toBe(goodRows ? 'save' : undefined)
  })

  it.each([
    [true, 1],
    [false, 0],
  ])('refuse an imported row whose automatic step breaks a rule (%s)', async (goodRows, stored) => {
    const calls = await importCallsOn(server, 'check')
    const others = async () =>
      (await data('GET', `city/v1/check/page?title_equal=${encodeURIComponent(`同批${goodRows}`)}`)).total
    const { id } = await calls.checked(`街区,标题,分值\n甲区,禁,5\n甲区,同批${goodRows},70\n`)
    if (goodRows) await calls.step(id, 'write', { goodRows })
    expect(await calls.problemsOf(id)).toEqual([[2, undefined, expect.stringContaining('此检查不能告警')]])
    expect(await others()).toBe(stored)
  })
})
