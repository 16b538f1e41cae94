import { expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import { resourceOf } from '../../model/names.ts'
import { submittedRecord } from './written-record.ts'

const text = `title: { zh: 走访, en: Visit }
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
  isFull: { type: boolean, title: { zh: 全面, en: Full } }
  note: { type: text, when: isFull, title: { zh: 备注, en: Note } }
`
const { model, problems } = compile([{ file: 'resources/field/visit.yaml', text, origin: 'app' }])
const unread = { unread: '看不懂', message: { zh: '错', en: 'Wrong' }, candidates: [] }

it('keeps the value that a hidden field had before a text that was not read', () => {
  expect(problems).toEqual([])
  if (!model) throw new Error('The resource does not compile.')
  const resource = resourceOf(model, 'visit')
  expect(submittedRecord(model, resource, { name: '一', isFull: false, note: { ...unread, before: '先前' } })).toEqual({
    name: '一',
    isFull: false,
    note: '先前',
  })
  expect(submittedRecord(model, resource, { name: '一', note: unread })).toEqual({ name: '一' })
})
