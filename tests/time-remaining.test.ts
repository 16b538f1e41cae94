import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partOf } from '../engine/server/http/model-part.ts'
import { exportFile } from '../engine/server/services/export/export-file.ts'
import { databasesWalked } from './support/databases.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from './support/store.ts'

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'dictionaries/loan_state.yaml': `
title: { zh: 状态, en: State }
entries:
  open: { key: "1", title: { zh: 借出, en: Lent } }
  late: { key: "2", colour: red, title: { zh: 超期, en: Late } }
`,
  'resources/lib/loan.yaml': `
title: { zh: 借阅, en: Loan }
sort: id
fields:
  name: { type: text, required: true, title: { zh: 书名, en: Book } }
  backBy: { type: date, title: { zh: 应还日, en: Back by } }
  state: { type: dictionary, of: loan_state, title: { zh: 状态, en: State } }
list: { columns: [name, timeRemaining] }
lifecycle:
  field: state
  initial: open
  final: [late]
  due: { open: backBy }
  opens: { at: backBy, in: [open] }
  transitions:
    lapse: { from: open, to: late, if: "backBy < today()", title: { zh: 标记超期, en: Mark late } }
access:
  - { role: guest, allow: [view, export], where: "true", hide: [backBy] }
`,
  'resources/lib/sample.yaml': `
title: { zh: 样本, en: Sample }
fields:
  name: { type: text, required: true, title: { zh: 样本, en: Sample } }
  takenAt: { type: datetime, title: { zh: 采样时间, en: Taken at } }
  hours: { type: integer, title: { zh: 小时, en: Hours } }
  state: { type: dictionary, of: loan_state, title: { zh: 状态, en: State } }
list: { columns: [name, timeRemaining] }
lifecycle:
  field: state
  initial: open
  final: [late]
  due: { open: "hours == null ? takenAt : takenAt + hours(24)" }
  transitions:
    close: { from: open, to: late, title: { zh: 结束, en: Close } }
access:
  - { role: guest, allow: [view, export], where: "true", hide: [hours] }
`,
})
const guest = actor({ roles: ['guest'], codes: ['loan_view', 'loan_export', 'sample_view', 'sample_export'] })

describe.each(databasesWalked('postgres'))('time remaining on $kind', ({ open }) => {
  let under: StoreUnderTest
  let close: () => Promise<void>

  beforeAll(async () => {
    const database = await open()
    under = await storeOn(database, model)
    close = async () => {
      await under.close()
      await database.close()
    }
    under.setNow('2026-11-21T02:00:00Z')
    const days = { 旧: '2026-11-09', 今: '2026-11-21', 新: '2026-11-30', 无: null }
    for (const [name, backBy] of Object.entries(days))
      await under.store.save(under.ctx(administrator), 'loan', { name, backBy })
  })
  afterAll(() => close())

  it('opens the transitions of a state on the day of opens, and not before or without it', async () => {
    const codeOf = async (day: string | null) => {
      const { id } = await under.store.save(under.ctx(administrator), 'loan', { name: '试', backBy: day })
      const lapse = under.store.transition(under.ctx(administrator), 'loan', String(id), 'lapse', {})
      const code = await refused(lapse).then(
        refusal => refusal.code,
        () => 'done',
      )
      await under.store.remove(under.ctx(administrator), 'loan', [String(id)])
      return code
    }
    const days = ['2026-11-22', null, '2026-11-21', '2026-11-20']
    expect(await Promise.all(days.map(codeOf))).toEqual(['not-open', 'not-open', 'guard', 'done'])
  })

  it.each([
    ['zh', '书名,剩余时限\r\n旧,逾期 12 天\r\n今,今天到期\r\n新,剩 9 天\r\n无,\r\n'],
    ['en', 'Book,Time remaining\r\n旧,12 days overdue\r\n今,due today\r\n新,9 days left\r\n无,\r\n'],
  ] as const)('is exported as text in %s', async (language, text) => {
    const stream = await under.store.stream(under.ctx(administrator), 'loan', { query: {} })
    expect(String(await buffer(exportFile(stream, language, 'csv').bytes))).toBe(`\ufeff${text}`)
  })

  it('counts to a time that is computed, and is hidden with a field that the time reads', async () => {
    await under.store.save(under.ctx(administrator), 'sample', {
      name: '样',
      takenAt: '2026-11-20 08:30:00',
      hours: 24,
    })
    const stream = await under.store.stream(under.ctx(administrator), 'sample', { query: {} })
    expect(String(await buffer(exportFile(stream, 'zh', 'csv').bytes))).toBe(
      '\ufeff样本,剩余时限\r\n样,逾期 1 小时\r\n',
    )
    const { fields } = await under.store.stream(under.ctx(guest), 'sample', { query: {} })
    expect(fields.map(({ name }) => name)).toEqual(['name'])
  })

  it('is empty for a hidden day', async () => {
    const asked = under.store.stream(under.ctx(guest), 'loan', { query: {}, columns: ['name', 'timeRemaining'] })
    expect(await refused(asked)).toMatchObject({ code: 'unknown-name' })
    const { fields } = await under.store.stream(under.ctx(guest), 'loan', { query: {} })
    expect(fields.map(({ name }) => name)).toEqual(['name'])
    const { loan } = model.resources
    if (!loan) throw new Error('The test lost its resource.')
    const shown = partOf(under.ctx(guest), loan)
    expect(shown.resources['loan']?.lifecycle?.dates).toEqual([])
    expect(shown.resources['loan']?.list.columns).toEqual(['name'])
  })
})
