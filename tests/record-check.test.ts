import { describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import type { Source } from '../engine/compiler/source.ts'
import { resourceOf } from '../engine/model/names.ts'
import type { EvaluationContext } from '../engine/record/expressions.ts'
import { recordCheck } from '../engine/web/form/record-check.ts'

const files = {
  'resources/field/visit.yaml': `title: { zh: 走访, en: Visit }
fields:
  name: { type: text, required: true, max: 5, title: { zh: 名称, en: Name } }
  urgent: { type: boolean, title: { zh: 紧急, en: Urgent } }
  reason: { type: text, required: true, max: 4, when: "urgent", title: { zh: 原因, en: Reason } }
  begin: { type: date, title: { zh: 开始, en: Begin } }
  end: { type: date, when: "urgent", title: { zh: 结束, en: End } }
  limit: { type: money, title: { zh: 上限, en: Limit } }
  freight: { type: money, title: { zh: 运费, en: Freight } }
  lines: { type: children, of: visitLine, title: { zh: 明细, en: Lines } }
  total: { type: money, compute: "lines.sum(l, l.amount) + (freight == null ? 0.0 : freight)", title: { zh: 合计, en: Total } }
  half: { type: money, compute: "total * 0.5", title: { zh: 一半, en: Half } }
  tries: { type: integer, title: { zh: 次数, en: Tries } }
  twice: { type: integer, max: 9, compute: "tries * 2", title: { zh: 两倍, en: Twice } }
rules:
  - rule: "begin <= end"
    message: { zh: 结束不能早于开始, en: It cannot end before it begins }
    valid: { urgent: true, begin: 2026-11-01, end: 2026-11-02 }
    invalid: { urgent: true, begin: 2026-11-02, end: 2026-11-01 }
  - rule: "limit == null || total <= limit"
    message: { zh: 合计超过上限, en: The total is over the limit }
    valid: { limit: 5, total: 4 }
    invalid: { limit: 5, total: 6 }
`,
  'resources/field/visitLine.yaml': `title: { zh: 走访明细, en: Visit line }
menu: false
partOf: visitId
fields:
  visitId: { type: reference, of: visit, required: true }
  name: { type: text, required: true, title: { zh: 事项, en: Item } }
  quantity: { type: decimal, scale: 3, required: true, title: { zh: 数量, en: Quantity } }
  price: { type: money, required: true, title: { zh: 单价, en: Price } }
  amount: { type: money, compute: "quantity * price", title: { zh: 金额, en: Amount } }
  isGift: { type: boolean, title: { zh: 赠品, en: Gift } }
  giver: { type: text, required: true, max: 3, when: "isGift", title: { zh: 赠送人, en: Giver } }
  low: { type: integer, title: { zh: 低, en: Low } }
  high: { type: integer, title: { zh: 高, en: High } }
  seal: { type: text, title: { zh: 封签, en: Seal } }
unique: [{ fields: [seal], where: "seal != '无'" }]
rules:
  - rule: "low <= high"
    message: { zh: 高不能小于低, en: High cannot be less than low }
    valid: { low: 1, high: 2 }
    invalid: { low: 2, high: 1 }
`,
}
const sources = Object.entries(files).map(([file, text]): Source => ({ file, text, origin: 'app' }))
const { model, problems } = compile(sources)
if (!model) throw new Error(JSON.stringify(problems))
const around = (): EvaluationContext => ({
  me: { id: '1', tenantId: '000000', deptId: null, roleIds: [], sourceType: null, ownerIds: [], regionId: null },
  clock: { now: new Date('2026-11-21T04:00:00Z'), zone: 'Asia/Shanghai' },
})
const check = recordCheck(model, resourceOf(model, 'visit'), 'zh', around)
const line = { name: '米', quantity: 2, price: 1.5 }
const messagesOf = (values: object, initial: object = {}, only?: ReadonlySet<string>) =>
  check.errors({ ...values }, { ...initial }, only).map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('hidden field', () => {
  it('is shown only while its condition is true', () => {
    const isShown = (values: object) => check.visible({ ...values }, {}).includes('reason')
    expect([isShown({ urgent: true }), isShown({ urgent: false }), isShown({ urgent: null }), isShown({})]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('is not required, whatever its value', () => {
    expect(messagesOf({ name: '一', urgent: true })).toEqual(['reason: 请输入原因'])
    expect(messagesOf({ name: '一', urgent: false })).toEqual([])
    expect(messagesOf({ name: '一', urgent: true, reason: '比四个字长' })).toEqual(['reason: 原因长度不能超过 4'])
    expect(messagesOf({ name: '一', urgent: false, reason: '比四个字长' })).toEqual([])
  })

  it('keeps its value', () => {
    const values = { name: '一', urgent: false, reason: '先前写的' }
    expect(check.computed(values)).toMatchObject(values)
  })

  it('disables the rules that read it', () => {
    const dates = { name: '一', begin: '2026-11-02', end: '2026-11-01' }
    expect(messagesOf({ ...dates, urgent: true, reason: '急' })).toEqual(['begin: 结束不能早于开始'])
    expect(messagesOf({ ...dates, urgent: false })).toEqual([])
  })

  it('is hidden only in its own line', () => {
    const lines = [
      { ...line, isGift: true },
      { ...line, isGift: false, giver: '太长的名字' },
      { ...line, isGift: true, giver: '太长的名字' },
    ]
    expect(messagesOf({ name: '一', lines })).toEqual([
      'lines.0.giver: 请输入赠送人',
      'lines.2.giver: 赠送人长度不能超过 3',
    ])
  })
})

describe('rules', () => {
  it('are reported at the changed field', () => {
    const read = { id: '7', name: '一', urgent: true, reason: '急', begin: '2026-11-02', end: '2026-11-01' }
    expect(messagesOf(read, read)).toEqual([])
    expect(messagesOf({ ...read, end: '2026-10-01' }, read)).toEqual(['end: 结束不能早于开始'])
  })

  it('read values computed from the lines', () => {
    const values = check.computed({ name: '一', limit: 5, lines: [line, line] })
    expect(messagesOf(values)).toEqual(['limit: 合计超过上限'])
    expect(messagesOf({ ...values, limit: 6 })).toEqual([])
  })

  it('of a line are reported in that line, and only for changed lines', () => {
    const wrong = { ...line, low: 2, high: 1 }
    expect(messagesOf({ name: '一', lines: [line, wrong] })).toEqual(['lines.1.low: 高不能小于低'])
    const read = { id: '7', name: '一', lines: [{ id: '8', ...wrong }] }
    expect(messagesOf(read, read)).toEqual([])
    expect(messagesOf({ ...read, lines: [{ id: '8', ...wrong, high: 0 }] }, read)).toEqual([
      'lines.0.high: 高不能小于低',
    ])
  })
})

describe('check', () => {
  it('reports a text that is being typed into a number', () => {
    expect(messagesOf({ name: '一', limit: '36.2万' })).toHaveLength(1)
  })

  it('reports in the order of the form, and only requested fields', () => {
    const values = { name: '名称太长了吧', urgent: true, lines: [{ seal: '甲' }] }
    expect(messagesOf(values)).toEqual([
      'name: 名称长度不能超过 5',
      'reason: 请输入原因',
      'lines.0.name: 请输入事项',
      'lines.0.quantity: 请输入数量',
      'lines.0.price: 请输入单价',
    ])
    expect(messagesOf(values, {}, new Set(['reason']))).toEqual(['reason: 请输入原因'])
  })
})

describe('unread text', () => {
  const unread = (text: string) => ({ unread: text, message: { zh: `不认识${text}`, en: '' }, candidates: [] })

  it('is an error in the record or line, instead of that of a missing value', () => {
    const values = { name: '一', begin: unread('明日'), lines: [line, { ...line, price: unread('免费') }] }
    expect(messagesOf(values)).toEqual(['begin: 不认识明日', 'lines.1.price: 不认识免费'])
  })

  it('stays as it is, and values computed from it are empty', () => {
    const values = { name: '一', lines: [{ ...line, price: unread('免费'), amount: 3 }] }
    expect(check.computed(values)).toMatchObject({ lines: [{ price: { unread: '免费' }, amount: null }] })
  })
})

it('reports a line that repeats the unique values of another', () => {
  const lines = ['甲', '乙', '无', '无', undefined, undefined, '甲'].map(seal => ({ ...line, seal }))
  expect(messagesOf({ name: '一', lines })).toEqual(['lines.6.seal: 已有封签都相同的记录'])
})

it('checks the limits of a computed value that changed', () => {
  expect(messagesOf({ name: '一', tries: 5, twice: 10 })).toEqual(['twice: 两倍不能大于 9'])
  const stored = { id: '7', name: '一', tries: 5, twice: 10 }
  expect(messagesOf({ ...stored, name: '二' }, stored)).toEqual([])
  expect(messagesOf({ ...stored, tries: 6, twice: 12 }, stored)).toEqual(['twice: 两倍不能大于 9'])
})

describe('computed fields', () => {
  it('are computed from the lines upwards, in any order', () => {
    const worked = check.computed({ name: '一', freight: 0.3, lines: [line, { ...line, quantity: 0.1 }] })
    expect(worked).toMatchObject({ lines: [{ amount: 3 }, { amount: 0.15 }], total: 3.45, half: 1.73 })
  })

  it('and errors leave out new lines into which nothing was entered', () => {
    const values = { name: '一', lines: [{ ...line }, { name: '', isGift: null }] }
    const computed = check.computed(values)
    expect(computed).toMatchObject({ lines: [{ amount: 3 }, { name: '' }], total: 3 })
    expect(messagesOf(computed)).toEqual([])
    expect(check.entered(computed)).toMatchObject({ lines: [{ amount: 3 }] })
    expect(check.entered({ lines: [{ id: '8' }] })).toEqual({ lines: [{ id: '8' }] })
  })

  it('are empty while an operand is empty', () => {
    const worked = check.computed({ lines: [{ name: '米', quantity: 2 }] })
    expect((worked['lines'] as readonly object[])[0]).not.toHaveProperty('amount', expect.anything())
  })

  it('return the same record when nothing changed', () => {
    const once = check.computed({ name: '一', lines: [line] })
    expect(check.computed(once)).toBe(once)
  })
})
