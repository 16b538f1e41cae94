import { expect, it } from 'vitest'
import { modelOf } from '../../tests/support/store.ts'
import { recordStepsOf } from './steps-of.ts'

it('has no button for a question that programs ask by GET', () => {
  const { loan } = modelOf({
    'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
    'resources/lib/loan.yaml': `
title: { zh: 借阅, en: Loan }
fields:
  name: { type: text, required: true, title: { zh: 书名, en: Book } }
actions:
  fine: { http: GET fine, handler: fine, title: { zh: 罚金, en: Fine } }
  remind: { handler: remind, title: { zh: 提醒, en: Remind } }
`,
  }).resources
  expect(loan?.actions.map(({ name }) => name)).toEqual(['fine', 'remind'])
  expect(loan && recordStepsOf(loan).map(({ name }) => name)).toEqual(['remind'])
})
