import { expect, it } from 'vitest'
import { modelOf } from '../../tests/support/store.ts'
import { timeRemainingOf, timeRemainingText } from './time-remaining.ts'

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'dictionaries/loan_state.yaml': `
title: { zh: 状态, en: State }
entries:
  asked: { key: "0", title: { zh: 预约, en: Asked for } }
  open: { key: "1", title: { zh: 借出, en: Lent } }
  late: { key: "2", colour: red, title: { zh: 超期, en: Late } }
  checked: { key: "4", title: { zh: 待核对, en: To check } }
  back: { key: "3", title: { zh: 已还, en: Back } }
`,
  'resources/lib/loan.yaml': `
title: { zh: 借阅, en: Loan }
fields:
  name: { type: text, required: true, title: { zh: 书名, en: Book } }
  from: { type: date, title: { zh: 起借日, en: From } }
  backBy: { type: date, title: { zh: 应还日, en: Back by } }
  takenAt: { type: datetime, title: { zh: 收回时间, en: Taken at } }
  state: { type: dictionary, of: loan_state, title: { zh: 状态, en: State } }
lifecycle:
  field: state
  initial: asked
  final: [back]
  due: { open: backBy, late: backBy, checked: "takenAt + hours(2)" }
  opens: { at: from, in: [asked] }
  transitions:
    lend: { from: asked, to: open, if: "from <= today()", title: { zh: 借出, en: Lend } }
    lapse: { from: open, to: late, if: "backBy < today()", title: { zh: 标记超期, en: Mark late } }
    take: { from: [open, late], to: checked, title: { zh: 归还, en: Take back } }
    check: { from: checked, to: back, title: { zh: 核对, en: Check } }
`,
})
const { loan } = model.resources
if (!loan) throw new Error('The test lost its resource.')

const contextAt = (time: string) => ({
  model,
  me: { id: null, tenantId: '000000', deptId: null, roleIds: [], sourceType: null, ownerIds: [], regionId: null },
  clock: { now: new Date(`${time.replace(' ', 'T')}+08:00`), zone: 'Asia/Shanghai' },
})

const dates = { from: '2026-11-25', backBy: '2026-11-24' }
it.each([
  ['a deadline that is not soon', '1', '2026-11-20', ['剩 4 天', '4 days left', 'none']],
  ['a deadline that is soon', '1', '2026-11-21', ['剩 3 天', '3 days left', 'soon']],
  ['a deadline of the next day', '1', '2026-11-23', ['剩 1 天', '1 day left', 'soon']],
  ['a deadline of the current day', '1', '2026-11-24', ['今天到期', 'due today', 'soon']],
  ['a deadline of the day before', '1', '2026-11-25', ['逾期 1 天', '1 day overdue', 'late']],
  ['the delay of a state after a due transition', '2', '2026-12-01', ['逾期 7 天', '7 days overdue', 'late']],
  ['the day of its own state before the days of others', '0', '2026-11-22', ['3 天后', 'in 3 days', 'none']],
  ['that a transition is open from today', '0', '2026-11-25', ['今天起', 'from today', 'none']],
  ['nothing once a transition is open', '0', '2026-11-26', undefined],
  ['nothing in a final state', '3', '2026-12-01', undefined],
  ['nothing in an unknown state', '9', '2026-11-20', undefined],
])('shows %s', (_what, state, today, expected) => {
  const left = timeRemainingOf(contextAt(`${today} 10:00:00`), loan, { ...dates, state })
  const shown = left && timeRemainingText(left)
  expect(shown && [shown.zh, shown.en, left.urgency]).toEqual(expected)
})

it('is undefined without a day', () => {
  expect(timeRemainingOf(contextAt('2026-11-20 10:00:00'), loan, { state: '1', backBy: null })).toBeUndefined()
})

it.each([
  ['a time of the current day', '2026-11-24 13:59:59', ['今天 14:30 到期', 'due today 14:30', 'soon']],
  ['a time one minute ago', '2026-11-24 14:31:00', ['刚刚逾期', 'just overdue', 'late']],
  ['hours since a time of the current day', '2026-11-24 16:30:00', ['逾期 2 小时', '2 hours overdue', 'late']],
  ['days since a time of an earlier day', '2026-11-26 09:00:00', ['逾期 2 天', '2 days overdue', 'late']],
  ['days until a time', '2026-11-22 09:00:00', ['剩 2 天', '2 days left', 'soon']],
])('counts to a computed time: %s', (_what, now, expected) => {
  const left = timeRemainingOf(contextAt(now), loan, { state: '4', takenAt: '2026-11-24 12:30:00' })
  const shown = left && timeRemainingText(left)
  expect(shown && [shown.zh, shown.en, left.urgency]).toEqual(expected)
})

it('is a default list column after the day that it counts to', () => {
  expect(loan.list.columns).toEqual(['name', 'from', 'backBy', 'timeRemaining', 'takenAt', 'state'])
})
