import { describe, expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import { resourceOf } from '../../model/names.ts'
import type { EvaluationContext } from '../../record/expressions.ts'
import { recordCheck } from './record-check.ts'
import { submittedRecord } from './written-record.ts'

const text = `title: { zh: 走访, en: Visit }
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
  isFull: { type: boolean, title: { zh: 全面, en: Full } }
  note: { type: text, when: isFull, title: { zh: 备注, en: Note } }
  umbrella: { type: text, when: "note == '雨'", title: { zh: 雨具, en: Umbrella } }
  lines: { type: children, of: visitLine, title: { zh: 明细, en: Lines } }
`
const lineText = `title: { zh: 明细, en: Line }
menu: false
partOf: visitId
fields:
  visitId: { type: reference, of: visit, required: true }
  item: { type: text, title: { zh: 事项, en: Item } }
  isDone: { type: boolean, title: { zh: 完成, en: Done } }
  result: { type: text, when: isDone, title: { zh: 结果, en: Result } }
`
const { model, problems } = compile([
  { file: 'resources/field/visit.yaml', text, origin: 'app' },
  { file: 'resources/field/visitLine.yaml', text: lineText, origin: 'app' },
])
const unread = { unread: '看不懂', message: { zh: '错', en: 'Wrong' }, candidates: [] }
const around = (): EvaluationContext => ({
  me: { id: '1', tenantId: '000000', deptId: null, roleIds: [], sourceType: null, ownerIds: [], regionId: null },
  clock: { now: new Date('2026-11-21T04:00:00Z'), zone: 'Asia/Shanghai' },
})

describe('the body of a save', () => {
  if (!model) throw new Error('The resource does not compile.')
  const resource = resourceOf(model, 'visit')
  const check = recordCheck(model, resource, 'zh', around)
  const bodyOf = (values: object, initial: object = {}) =>
    submittedRecord(model, resource, check.shown({ ...values }, { ...initial }))

  it('has no value of a field that is not shown, be it typed, stored or unreadable', () => {
    expect(problems).toEqual([])
    const values = { name: '一', isFull: false }
    for (const note of ['备注', null, unread]) expect(bodyOf({ ...values, note })).toEqual(values)
    const stored = { id: '7', version: 2, name: '一', isFull: false, note: '先前' }
    expect(bodyOf({ ...stored, note: '改' }, stored)).toEqual({ id: '7', version: 2, ...values })
    expect(bodyOf({ ...stored, isFull: true, note: '改' }, stored)).toEqual({ ...stored, isFull: true, note: '改' })
  })

  it('reads a field that is not shown as it is stored, where another one depends on it', () => {
    const typed = { isFull: false, note: '雨', umbrella: '伞' }
    expect(bodyOf(typed)).toEqual({ isFull: false })
    expect(check.visible(typed, {})).not.toContain('umbrella')
    const stored = { id: '7', isFull: true, note: '雨' }
    expect(bodyOf({ ...stored, ...typed, note: '雪' }, stored)).toEqual({ id: '7', isFull: false, umbrella: '伞' })
  })

  it('has no such value of a line', () => {
    const stored = { id: '7', lines: [{ id: '8', item: '甲', isDone: true, result: '好' }] }
    const lines = [
      { id: '8', item: '甲', isDone: false, result: '坏' },
      { item: '乙', isDone: true, result: '新' },
      { item: '丙', result: '新' },
    ]
    expect(bodyOf({ ...stored, lines }, stored)).toEqual({
      id: '7',
      lines: [{ id: '8', item: '甲', isDone: false }, { item: '乙', isDone: true, result: '新' }, { item: '丙' }],
    })
  })
})
