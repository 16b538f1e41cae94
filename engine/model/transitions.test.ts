import { describe, expect, it } from 'vitest'
import { modelOf } from '../../tests/support/store.ts'
import { resourceOf } from './names.ts'
import { isIrreversible, primarySteps } from './transitions.ts'

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'dictionaries/letter_state.yaml': `title: { zh: 状态, en: State }
entries:
  draft: { title: { zh: 草稿, en: Draft } }
  issued: { title: { zh: 已下发, en: Issued } }
  overdue: { title: { zh: 已超期, en: Overdue } }
  handled: { title: { zh: 待审核, en: In review } }
  closed: { title: { zh: 已结案, en: Closed } }
`,
  'resources/lib/letter.yaml': `title: { zh: 文书, en: Letter }
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  state: { type: dictionary, of: letter_state, title: { zh: 状态, en: State } }
lifecycle:
  field: state
  initial: draft
  final: [closed]
  transitions:
    issue: { from: draft, to: issued, title: { zh: 下发, en: Issue } }
    handle: { from: [issued, overdue], to: handled, title: { zh: 回复, en: Reply } }
    lapse: { from: issued, to: overdue, title: { zh: 超期, en: Lapse } }
    reject: { from: handled, to: issued, title: { zh: 退回, en: Return } }
    waive: { from: [issued, handled], to: closed, primary: false, title: { zh: 免除, en: Waive } }
    adopt: { from: handled, to: closed, primary: [leader], title: { zh: 通过, en: Approve } }
access:
  - { role: merchant, allow: [view, handle] }
`,
})
const letter = resourceOf(model, 'letter')

it.each([
  [['merchant'], ['issue', 'handle', 'lapse']],
  [['officer'], ['issue', 'lapse']],
  [['leader'], ['adopt', 'issue', 'lapse']],
] as const)('offers the roles %j the transitions for them first', (roles, names) => {
  expect(primarySteps(model, letter, roles)).toEqual(names)
})

describe('a transition', () => {
  it.each([
    ['issue', ['draft'], true],
    ['handle', ['issued'], false],
    ['handle', ['issued', 'overdue'], false],
    ['lapse', ['issued'], false],
    ['reject', ['handled'], false],
    ['adopt', ['handled'], true],
  ] as const)('%s from %j is irreversible: %s', (name, from, expected) => {
    const transition = letter.lifecycle?.transitions.find(one => one.name === name)
    expect(letter.lifecycle && transition && isIrreversible(letter.lifecycle, transition, from)).toBe(expected)
  })
})
