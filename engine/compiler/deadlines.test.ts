import { expect, it } from 'vitest'
import { modelOf } from '../../tests/support/store.ts'

const due = (condition: string, colour: string) => {
  const model = modelOf({
    'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
    'dictionaries/loan_state.yaml':
      'title: { zh: 状态, en: State }\nentries:\n  open: { key: "1", title: { zh: 借出, en: Lent } }\n  late: { key: "2", colour: ' +
      colour +
      ', title: { zh: 逾期, en: Late } }\n',
    'resources/lib/loan.yaml': `
title: { zh: 借阅, en: Loan }
fields:
  name: { type: text, required: true, title: { zh: 书名, en: Book } }
  lentOn: { type: date, title: { zh: 借出日, en: Lent on } }
  backBy: { type: date, title: { zh: 应还日, en: Back by } }
  renewals: { type: integer, title: { zh: 续借次数, en: Renewals } }
  state: { type: dictionary, of: loan_state, title: { zh: 状态, en: State } }
lifecycle:
  field: state
  initial: open
  final: [late]
  transitions:
    lapse: { from: open, to: late, if: "${condition}", title: { zh: 标记逾期, en: Mark late } }
`,
  })
  const { loan } = model.resources
  if (!loan) throw new Error("The test's resource was not built.")
  return loan.lifecycle?.dues
}

it.each([
  [
    'a deadline, held against today',
    'backBy < today()',
    'red',
    [{ field: 'backBy', from: ['open'], to: 'late', isDeadline: true }],
  ],
  [
    'the day among other conditions',
    'renewals > 2 && backBy < today()',
    'red',
    [{ field: 'backBy', from: ['open'], to: 'late', isDeadline: true }],
  ],
  [
    'a day from which something may be done',
    'backBy <= today()',
    'green',
    [{ field: 'backBy', from: ['open'], to: 'late', isDeadline: false }],
  ],
  ['none where the clock is not asked', 'lentOn < backBy', 'red', []],
  [
    'the day on the other side',
    'today() > backBy',
    'red',
    [{ field: 'backBy', from: ['open'], to: 'late', isDeadline: true }],
  ],
  ['none where it is some days from the day', 'backBy + 3 < today()', 'red', []],
  ['none where the clock is some days off', 'today() - 3 > backBy', 'red', []],
  ['none where there is no day', 'renewals > 2', 'red', []],
])('finds %s', (_what, condition, colour, expected) => {
  expect(due(condition, colour)).toEqual(expected)
})
