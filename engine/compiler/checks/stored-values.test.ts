import { describe, expect, it } from 'vitest'
import { compile } from '../compile.ts'

const title = 'title: { zh: 值, en: Value }'
const thing = (name: string, more: string) => ({
  file: `resources/a/${name}.yaml`,
  text: `${title}\ndisplay: name\nfields:\n  name: { type: text, ${title} }\n${more}`,
  origin: 'app' as const,
})
const problemsOf = (...sources: ReturnType<typeof thing>[]) =>
  compile(sources).problems.map(({ at, code }) => `${at.file}:${at.line}:${at.column} ${code}`)

describe('semantics 31: a stored value that reads another record', () => {
  const item = (compute: string) =>
    thing(
      'item',
      `  saleId: { type: reference, of: sale, ${title} }\n  price: { type: money, compute: ${compute}, stored: true, ${title} }\n`,
    )
  const sale = thing(
    'sale',
    `  itemId: { type: reference, of: item, ${title} }\n  cost: { type: money, compute: itemId.price, stored: true, ${title} }\n`,
  )

  it('is allowed', () => {
    expect(problemsOf(item('"2.0 * 3.0"'), sale)).toEqual([])
  })

  it('is refused if that reads it in turn, in two resources or in one tree', () => {
    expect(problemsOf(item('saleId.cost'), sale)).toEqual([
      'resources/a/item.yaml:6:34 compute.cycle',
      'resources/a/sale.yaml:6:33 compute.cycle',
    ])
    const node = `  parentId: { type: reference, of: node, ${title} }\n  depth: { type: integer, compute: "parentId.depth + 1", stored: true, ${title} }\n`
    expect(problemsOf(thing('node', node))).toEqual(['resources/a/node.yaml:6:36 compute.cycle'])
  })
})

describe('the limits of a computed value', () => {
  const kid = thing('kid', `  sumId: { type: reference, of: sum, ${title} }\n  size2: { type: integer, ${title} }\n`)
  const sum = (field: string, rule = '') =>
    thing(
      'sum',
      `  day: { type: date, ${title} }\n  kids: { type: related, of: kid, ${title} }\n  made: { ${field}, ${title} }\n${rule && `rules:\n  - { rule: "${rule}", message: { zh: 错, en: Wrong }, valid: { made: 1 }, invalid: { name: a } }\n`}`,
    )

  it.each([
    ['type: integer, compute: size(name), min: 1, max: 5'],
    ['type: integer, compute: size(kids), stored: true, max: 5'],
    ['type: text, compute: name, max: 5'],
  ])('are checked, so that %s is allowed', field => {
    expect(problemsOf(sum(field), kid)).toEqual([])
  })

  it.each([
    ['type: integer, compute: size(kids), max: 5', 'max', 52],
    ['type: integer, compute: size(name), default: 5', 'default', 56],
    ['type: date, compute: day + 1, past: true', 'past', 47],
    ['type: text, compute: name, pattern: "[a-z]"', 'pattern', 47],
  ])('are a problem where no write checks them: %s', (field, _key, column) => {
    expect(problemsOf(sum(field), kid)).toEqual([`resources/a/sum.yaml:7:${column} field.condition-unfit`])
  })

  it('are proposed in place of a rule, but not `required`', () => {
    const computed = 'type: integer, compute: size(name)'
    expect(problemsOf(sum(computed, 'made <= 5'), kid)).toEqual([expect.stringContaining('rule.restates')])
    expect(problemsOf(sum(computed, 'made != null'), kid)).not.toContainEqual(expect.stringContaining('rule.restates'))
  })
})
