import { expect, it } from 'vitest'
import { brokenRules } from '../record/broken-rules.ts'
import { compile } from './compile.ts'

const bill = (examples: string) => `title: { zh: 账单, en: Bill }
display: name
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
  amount: { type: money, title: { zh: 金额, en: Amount } }
  day: { type: date, title: { zh: 日期, en: Day } }
rules:
  - rule: "amount <= parameter('bill.limit') && amount <= parameter('bill.rate', day)"
    message: { zh: 金额太大, en: The amount is too large }
${examples}`
const parameters = `bill.limit: { title: { zh: 限额, en: Limit }, type: money, value: 100 }
bill.rate: { title: { zh: 日限额, en: Daily limit }, type: money, values: [{ from: 2026-01-01, value: 50 }] }
bill.word: { title: { zh: 前缀, en: Prefix }, value: A }
`
const problemsOf = (examples: string) =>
  compile([
    { file: 'resources/shop/bill.yaml', text: bill(examples), origin: 'app' },
    { file: 'parameters.yaml', text: parameters, origin: 'app' },
  ]).problems.map(({ code, at }) => `${at.line} ${code}`)

it('reads the parameters that an example gives, and those of parameters.yaml otherwise', () => {
  const valid =
    '    valid: [{ amount: 50, day: 2026-02-01 }, { amount: 90, day: 2025-01-01, parameter.bill.rate: 90 }]\n'
  const invalid =
    '    invalid: [{ amount: 51, day: 2026-02-01 }, { amount: 9, day: 2026-02-01, parameter.bill.limit: 8 }]\n'
  expect(problemsOf(valid + invalid)).toEqual([])
})

it('reports an example that the given parameter makes wrong, and one that the rule does not read', () => {
  const valid =
    '    valid: [{ amount: 50, day: 2026-02-01, parameter.bill.limit: 8 }, { amount: 1, parameter.bill.word: B }]\n'
  const invalid = '    invalid: [{ amount: 9, day: 2026-02-01 }]\n'
  expect(problemsOf(valid + invalid)).toEqual(['10 rule.example-fails', '10 field.unknown', '11 rule.example-holds'])
})

it('shows the message of a rule at the field that it names, and reports one that does not exist', () => {
  const examples = `    valid: [{ amount: 1, day: 2026-02-01 }]
    invalid: [{ amount: 51, day: 2026-02-01 }]
`
  expect(problemsOf(`    at: dy\n${examples}`)).toEqual(['10 field.unknown'])
  const { model } = compile([
    { file: 'resources/shop/bill.yaml', text: bill(`    at: day\n${examples}`), origin: 'app' },
    { file: 'parameters.yaml', text: parameters, origin: 'app' },
  ])
  const resource = model?.resources['bill']
  if (!model || !resource) throw new Error('The example does not compile.')
  const context = { model, clock: { now: new Date(), zone: 'Asia/Shanghai' } }
  const record = { amount: 51, day: '2026-02-01' }
  expect(Object.keys(brokenRules(context as never, resource, record, name => name === 'amount'))).toEqual(['day'])
})
