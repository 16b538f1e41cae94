import { describe, expect, it } from 'vitest'
import { compile } from '../compile.ts'

const title = 'title: { zh: 值, en: Value }'
const thing = (name: string, more: string) => ({
  file: `resources/a/${name}.yaml`,
  text: `${title}\ndisplay: name\nfields:\n  name: { type: text, ${title} }\n${more}`,
  origin: 'app' as const,
})
const problemsOf = (...sources: ReturnType<typeof thing>[]) =>
  compile(sources).problems.map(({ at, code, message }) => `${at.file}:${at.line}:${at.column} ${code} ${message.en}`)

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
      'resources/a/item.yaml:6:34 compute.cycle These computed fields depend on each other: item.price → sale.cost → item.price.',
      'resources/a/sale.yaml:6:33 compute.cycle These computed fields depend on each other: sale.cost → item.price → sale.cost.',
    ])
    const node = `  parentId: { type: reference, of: node, ${title} }\n  depth: { type: integer, compute: "parentId.depth + 1", stored: true, ${title} }\n`
    expect(problemsOf(thing('node', node))).toEqual([
      'resources/a/node.yaml:6:36 compute.cycle These computed fields depend on each other: node.depth → node.depth.',
    ])
  })
})
