import { beforeEach, describe, expect, it, vi } from 'vitest'
import { resourceOf } from '../engine/model/names.ts'
import type { EvaluationContext } from '../engine/record/expressions.ts'
import { formDraftOf, resumed } from '../engine/web/form/draft-of.ts'
import { createFormState, type FormState } from '../engine/web/form/form-state.ts'
import { copyOfRecord } from '../engine/web/form/new-record.ts'
import { recordCheck } from '../engine/web/form/record-check.ts'
import { askedResource, checkOfStep } from '../engine/web/transitions/dialog-check.ts'
import { modelOf } from './support/store.ts'

const files = {
  'dictionaries/visit_state.yaml': `title: { zh: 走访状态, en: State }
entries:
  open: { key: "0", title: { zh: 未办, en: Open } }
  done: { key: "1", title: { zh: 已办, en: Done } }
`,
  'resources/field/visit.yaml': `title: { zh: 走访, en: Visit }
fields:
  no: { type: serial, pattern: "V{0000}", title: { zh: 编号, en: No. } }
  name: { type: text, required: true, max: 5, title: { zh: 名称, en: Name } }
  code: { type: text, unique: true, title: { zh: 编码, en: Code } }
  phone: { type: phone, title: { zh: 电话, en: Phone } }
  urgent: { type: boolean, title: { zh: 紧急, en: Urgent } }
  reason: { type: text, required: true, max: 4, when: "urgent", title: { zh: 原因, en: Reason } }
  state: { type: dictionary, of: visit_state, title: { zh: 状态, en: State } }
  of: { type: reference, of: visit, title: { zh: 上次, en: Before } }
  lines: { type: children, of: visitLine, title: { zh: 明细, en: Lines } }
  total: { type: money, compute: "lines.sum(l, l.amount)", title: { zh: 合计, en: Total } }
lifecycle:
  field: state
  initial: open
  final: [done]
  transitions:
    finish: { from: open, to: done, title: { zh: 办结, en: Finish } }
actions:
  warn:
    title: { zh: 预警, en: Warn }
    input:
      note: { type: text, required: true, when: "urgent", title: { zh: 说明, en: Note } }
      why: { type: text, required: true, when: "input.note == '其他'", title: { zh: 详情, en: Details } }
    set: { reason: input.note }
`,
  'resources/field/visitLine.yaml': `title: { zh: 走访明细, en: Visit line }
menu: false
partOf: visitId
fields:
  visitId: { type: reference, of: visit, required: true }
  item: { type: text, required: true, title: { zh: 事项, en: Item } }
  price: { type: money, title: { zh: 单价, en: Price } }
  amount: { type: money, compute: "price * 2.0", title: { zh: 金额, en: Amount } }
`,
}
const model = modelOf(files)
const visit = resourceOf(model, 'visit')
const around = (): EvaluationContext => ({
  me: { id: '1', tenantId: '000000', deptId: null, roleIds: [], sourceType: null, ownerIds: [], regionId: null },
  clock: { now: new Date('2026-11-21T04:00:00Z'), zone: 'Asia/Shanghai' },
})
const check = recordCheck(model, visit, 'zh', around)
const messages = (state: FormState) => state.errors().map(({ path, message }) => `${path.join('.')} ${message}`)

describe('form state while typing', () => {
  let state: FormState
  beforeEach(() => {
    vi.useFakeTimers()
    state = createFormState(visit, check, { name: '甲', version: 3, id: '9' })
    return () => vi.useRealTimers()
  })

  it('is dirty while a value differs, and clean once it is restored', () => {
    state.set('name', '乙')
    expect(state.isDirty()).toBe(true)
    state.set('name', '甲')
    expect(state.isDirty()).toBe(false)
    state.set('code', '')
    expect(state.isDirty(), 'nothing is nothing, however it is written').toBe(false)
  })

  it('computes values, and is not dirty because of them', () => {
    state.set('lines', [{ item: '米', price: 1.25 }])
    expect(state.values()['total']).toBe(2.5)
    state.set('lines', undefined)
    expect(state.isDirty()).toBe(false)
  })

  it('shows and requires a conditional field only while its condition is true', () => {
    expect(state.isShown('reason')).toBe(false)
    expect(state.attempt()).toEqual([])
    state.set('urgent', true)
    expect(state.isShown('reason')).toBe(true)
    vi.runAllTimers()
    expect(messages(state)).toEqual(['reason 请输入原因'])
  })

  it('shows the error of a field after it was left, and all errors after saving', () => {
    state.set('name', '')
    expect(state.errorsOf('name')).toEqual([])
    state.leave('phone')
    expect(state.errorsOf('name')).toEqual([])
    state.leave('name')
    expect(state.errorsOf('name').map(({ message }) => message)).toEqual(['请输入名称'])
    state.set('lines', [{ price: 1 }])
    expect(state.attempt().map(({ path }) => path.join('.'))).toEqual(['name', 'lines.0.item'])
    state.set('name', '丙')
    vi.runAllTimers()
    expect(messages(state)).toEqual(['lines.0.item 请输入事项'])
  })

  it('shows no error of an untouched field', () => {
    state = createFormState(visit, check, {})
    state.leave('name')
    state.set('name', null)
    state.leave('name')
    expect(state.errorsOf('name')).toEqual([])
    state.set('name', '乙')
    state.set('name', null)
    state.leave('name')
    expect(state.errorsOf('name')).toHaveLength(1)
    state.begin({}, { phone: '1' })
    state.leave('name')
    state.leave('phone')
    expect(state.errorsOf('name')).toEqual([])
    expect(state.errorsOf('phone'), 'a draft may begin with what is wrong').toHaveLength(1)
  })

  it('shows errors when the page may move', () => {
    const held: (() => void)[] = []
    state = createFormState(visit, check, {}, work => held.push(work))
    state.set('phone', '1')
    state.leave('phone')
    expect(state.errorsOf('phone')).toEqual([])
    for (const work of held.splice(0)) work()
    expect(state.errorsOf('phone')).toHaveLength(1)
    state.set('phone', '13800004210')
    vi.runAllTimers()
    expect(state.errorsOf('phone')).toHaveLength(1)
    for (const work of held) work()
    expect(state.errorsOf('phone')).toEqual([])
  })

  it("keeps the server's message at its field until that field changes", () => {
    state.setServerErrors({ code: '编码已存在', 'lines.0.item': '事项重复' })
    expect(messages(state)).toEqual(['code 编码已存在', 'lines.0.item 事项重复'])
    state.set('name', '丁')
    expect(messages(state)).toHaveLength(2)
    state.set('code', 'B')
    expect(messages(state)).toEqual(['lines.0.item 事项重复'])
  })

  it('notifies a watcher once per change, and returns the same array while the errors are unchanged', () => {
    const onChange = vi.fn()
    state.watch(onChange)
    state.set('phone', '1')
    expect(onChange).toHaveBeenCalledTimes(1)
    state.leave('phone')
    const before = state.errorsOf('phone')
    expect(before).toHaveLength(1)
    state.set('name', '戊')
    vi.runAllTimers()
    expect(state.errorsOf('phone')).toBe(before)
  })

  it('keeps typed values when the language changes', () => {
    state.set('name', '')
    state.attempt()
    state.follow(visit, recordCheck(model, visit, 'en', around))
    expect(messages(state)).toEqual(['name Please enter name'])
  })

  it('shows input of fields that became read-only to be copied, and submits the stored values', () => {
    const next = modelOf({
      ...files,
      'resources/field/visit.yaml': files['resources/field/visit.yaml']
        .replace('{ type: phone,', '{ type: phone, readOnly: true,')
        .replace('unique: true', 'unique: true, readOnly: "urgent"'),
    })
    const changed = resourceOf(next, 'visit')
    const stored = { id: '9', version: 1, name: '甲', code: 'A', phone: '13800004210', urgent: true }
    const of = (typed: object) => {
      const form = createFormState(visit, check, stored)
      for (const [name, value] of Object.entries({ name: '乙', ...typed })) form.set(name, value)
      form.follow(changed, recordCheck(next, changed, 'zh', around))
      return form
    }
    const typed = { code: 'B', phone: '13900004210' }
    const form = of(typed)
    expect(form.removed()).toEqual([
      { title: { zh: '编码', en: 'Code' }, text: { zh: 'B', en: 'B' }, isUnfit: true },
      { title: { zh: '电话', en: 'Phone' }, text: { zh: '13900004210', en: '13900004210' }, isUnfit: true },
    ])
    expect(form.values()).toMatchObject({ name: '乙', code: 'A', phone: '13800004210' })
    expect(of({}).removed()).toEqual([])
  })
})

describe('copy of a record', () => {
  it('contains input fields, but not those that identify the record', () => {
    const record = {
      id: '9',
      version: 4,
      createTime: '2026-01-01 00:00:00',
      no: 'V0001',
      name: '甲',
      code: 'A',
      phone: '13800004210',
      state: '1',
      of: '8',
      ofName: '乙',
      total: 5,
      lines: [{ id: '1', version: 2, visitId: '9', item: '米', price: 2.5, amount: 5 }],
    }
    expect(copyOfRecord(model, visit, record, around())).toEqual({
      name: '甲',
      phone: '13800004210',
      of: '8',
      ofName: '乙',
      lines: [{ item: '米', price: 2.5 }],
    })
  })

  it('begins with computed values, and so does the next new record', () => {
    const state = createFormState(visit, check, { name: '甲', lines: [{ item: '米', price: 2.5 }] })
    expect(state.values()['total']).toBe(5)
    expect(state.isDirty()).toBe(false)
    state.begin({ lines: [{ item: '面', price: 1.5 }] })
    expect(state.values()['total']).toBe(3)
    expect(state.isDirty()).toBe(false)
  })
})

describe('draft', () => {
  const record = { id: '9', version: 3, name: '甲', code: 'A', phone: '13800004210', of: '8', ofName: '乙' }

  it('contains changed values with their former ones, and no personal data', () => {
    const typed = { ...record, name: '丙', phone: '13800004211', total: 7 }
    expect(formDraftOf(model, visit, record, typed, 1)).toEqual({
      at: 1,
      version: 3,
      values: { name: '丙' },
      before: { name: '甲' },
      isPartial: true,
    })
    expect(formDraftOf(model, visit, record, { ...record, phone: '13800004211' }, 1)).toBeUndefined()
    expect(formDraftOf(model, visit, record, record, 1)).toBeUndefined()
  })

  it('is restored and continued', () => {
    const draft = formDraftOf(model, visit, record, { ...record, name: '丙', of: '7' }, 1)
    if (!draft) throw new Error('There is no draft.')
    const { initial, values } = resumed(visit, draft, record, { ...record, code: 'B' })
    expect(initial).toBe(record)
    expect(values, 'a name read with the old reference is not the new one').toEqual({
      id: '9',
      version: 3,
      name: '丙',
      code: 'B',
      phone: '13800004210',
      of: '7',
    })
  })

  it('is restored at its own version where the record was saved meanwhile, so that saving reports the conflict', () => {
    const draft = formDraftOf(model, visit, record, { ...record, name: '丙' }, 1)
    if (!draft) throw new Error('There is no draft.')
    const now = { ...record, version: 5, name: '丁', code: 'C' }
    const { initial, values } = resumed(visit, draft, now, now)
    expect(initial).toMatchObject({ version: 3, name: '甲', code: 'C' })
    expect(values).toMatchObject({ version: 3, name: '丙', code: 'C' })
  })
})

describe('the dialog of a step', () => {
  const step = visit.actions.find(({ name }) => name === 'warn')
  if (!step) throw new Error('The step is missing.')
  const asked = askedResource(visit, step)
  const part = { model, resource: visit, language: 'zh' } as const
  const [urgent, calm] = [
    { id: '1', urgent: true },
    { id: '2', urgent: false },
  ]
  const unknown = { id: '3' }

  it.each([
    ['a record for which it is true', [urgent], ['note']],
    ['a record for which it is false', [calm], []],
    ['several, if it is true for one of them', [calm, urgent, unknown], ['note']],
    ['several, for none of which it is true', [calm, unknown], []],
    ['none that is loaded', [], []],
  ])('shows and requires an input whose condition reads the record: %s', (_name, records, shown) => {
    const check = checkOfStep(part, asked, step, records.length === 1 ? (records[0] ?? {}) : {}, around, records)
    expect(check.visible({}, {})).toEqual(shown)
    expect(check.errors({}, {}).map(({ path }) => path.join('.'))).toEqual(shown)
    // What is entered counts for each of the records, where it is shown.
    expect(check.visible({ note: '其他' }, {})).toEqual(shown.length > 0 ? [...shown, 'why'] : [])
  })
})
