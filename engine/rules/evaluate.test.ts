import { Environment } from '@marcbachmann/cel-js'
import { describe, expect, it } from 'vitest'
import { compileExpression } from './compile-expression.ts'
import { evaluate, test } from './evaluate.ts'
import type { Scope } from './scope.ts'
import type { JsonTarget } from './transmitted-value.ts'

const clock = { now: new Date('2026-03-01T16:30:00Z'), zone: 'Asia/Shanghai' }
const scope: Scope = {
  fields: {
    s: 'string',
    z: 'string',
    i: 'int',
    j: 'int',
    n: 'decimal',
    b: 'bool',
    c: 'bool',
    d: 'date',
    t: 'google.protobuf.Timestamp',
    state: 'string',
    tags: 'list<string>',
    refs: 'list<int>',
  },
  lists: { lines: { price: 'decimal', quantity: 'int', name: 'string' } },
  it: { entId: 'int' },
  input: { reply: 'string' },
  me: true,
  entries: { state: { draft: '0', issued: '1' }, tags: { hot: 'h' } },
  titles: { state: { '0': '草稿', '1': '已下发' }, tags: { h: '热', c: '冷' } },
}
const me = {
  id: '1893456789012345678',
  tenantId: '000000',
  deptId: null,
  roleIds: ['1', '2'],
  sourceType: null,
  ownerIds: [],
  regionId: null,
}

function result(text: string, record: Record<string, unknown> = {}, target?: JsonTarget, into?: string): unknown {
  const made = compileExpression(text, scope, into ? { type: 'string', into } : undefined)
  if ('fault' in made) throw new Error(`${text}: ${made.fault.code}`)
  return evaluate(made.expression, { record, it: { entId: '7' }, input: { reply: 'ok' }, me }, clock, target)
}

describe('a value', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['today()', {}, '2026-03-02'],
    ['now()', {}, '2026-03-02 00:30:00'],
    ['timestamp(today() - days(1))', {}, '2026-03-01 00:00:00'],
    ['day(t)', { t: '2026-03-01 23:59:59' }, '2026-03-01'],
    ['d + days(3)', { d: '2026-02-27' }, '2026-03-02'],
    ['d - days(1)', { d: '0001-01-01' }, null],
    ['d + months(1)', { d: '2026-01-31' }, '2026-02-28'],
    ['d + months(1)', { d: '2024-01-31' }, '2024-02-29'],
    ['d - months(13)', { d: '2025-03-31' }, '2024-02-29'],
    ['d + months(1)', { d: '0050-12-31' }, '0051-01-31'],
    ['d + months(999999)', { d: '2026-01-31' }, null],
    ['t + days(3)', { t: '2026-02-27 18:30:00' }, '2026-03-02 18:30:00'],
    ['t + months(1)', { t: '2026-01-31 23:59:59' }, '2026-02-28 23:59:59'],
    ['i ?? 4', {}, 4],
    ['i ?? 4', { i: 3 }, 3],
    ['n ?? i ?? 1', { i: 3 }, 3],
    ['s ?? "??"', {}, '??'],
    ['(b ?? c) || (c ?? true)', {}, true],
    ['label(state)', { state: '1' }, '已下发'],
    ['label(state)', { state: 'gone' }, 'gone'],
    ['label(state)', {}, null],
    ['label(tags)', { tags: ['h', 'c'] }, '热、冷'],
    ['t + hours(25)', { t: '2026-03-01 23:00:00' }, '2026-03-03 00:00:00'],
    ['t + hours(1.5) - minutes(i)', { t: '2026-03-01 23:00:00', i: 45 }, '2026-03-01 23:45:00'],
    ['t + hours(i / 60.0)', { t: '2026-03-01 23:00:00', i: 30 }, '2026-03-01 23:30:00'],
    ['n / 3', { n: -2 }, -0.6666666666],
    ['n / i', { n: 2, i: 0 }, null],
    ['(i - i % 60) / 60 + n', { i: 119, n: 0.5 }, 1.5],
    ['d + 30', { d: '2024-02-29' }, '2024-03-30'],
    ['d - 1', { d: '0001-01-01' }, null],
    ['daysBetween(d, today())', { d: '2026-02-28' }, 2],
    ['n + 0.2', { n: 0.1 }, 0.3],
    ['i * n', { i: 3, n: 1.1 }, 3.3],
    ['-i / 2', { i: 7 }, -3],
    ['-i % 4', { i: 7 }, -3],
    ['i / j', { i: 1, j: 0 }, null],
    ['i * i', { i: 9_007_199_254_740_991 }, Number(9007199254740991n ** 2n)],
    ['i * i / i', { i: 9_007_199_254_740_991 }, 9_007_199_254_740_991],
    ['size("中文😀")', {}, 3],
    ['"a" < "😀" && "\\uFF5E" < "😀"', {}, true],
    [
      'lines.sum(l, l.price * l.quantity)',
      {
        lines: [
          { price: 0.1, quantity: 3 },
          { price: 2, quantity: 1 },
        ],
      },
      2.3,
    ],
    ['lines.sum(l, l.price)', { lines: [] }, 0],
    ['lines.sum(l, l.price)', { lines: [{ price: 1 }, {}] }, 1],
    ['lines.sum(l, l.price)', {}, null],
    ['lines.sum(l, l.price ?? 0)', { lines: [{ price: 1 }, {}] }, 1],
    ['lines.exists(l, l.price > i)', { i: 1, lines: [{ price: 1 }, {}, { price: 2 }] }, true],
    ['lines.exists(l, l.price > i)', { i: 1, lines: [{ price: 1 }, {}] }, null],
    ['lines.exists(l, l.price > i)', { i: 1, lines: [{ price: 1 }] }, false],
    ['lines.exists(l, l.price > i)', { i: 1, lines: [] }, false],
    ['lines.all(l, l.price > i)', { i: 1, lines: [{ price: 2 }, {}, { price: 1 }] }, false],
    ['lines.all(l, l.price > i)', { i: 1, lines: [{ price: 2 }, {}] }, null],
    ['lines.all(l, l.price > i)', { i: 1, lines: [] }, true],
    ['lines.max(l, l.price)', { lines: [{ price: 1.5 }, { price: 10 }, { price: 9.99 }] }, 10],
    ['lines.min(l, l.quantity)', { lines: [{ quantity: 3 }, { quantity: -2 }] }, -2],
    ['lines.max(l, l.price)', { lines: [{ price: 1.5 }, {}] }, 1.5],
    ['lines.min(l, l.price)', { lines: [{}, { price: 1.5 }] }, 1.5],
    ['lines.min(l, l.price)', { lines: [{}] }, null],
    ['lines.max(l, l.price)', { lines: [] }, null],
    ['lines.max(l, l.name)', { lines: [{ name: '\uff5e' }, { name: '😀' }] }, '😀'],
    ['lines.join(l, l.name, "、")', { lines: [{ name: '米' }, { name: '油' }] }, '米、油'],
    ['lines.join(l, l.name, s)', { lines: [{ name: '米' }, { name: '油' }] }, null],
    ['lines.join(l, l.name, "")', { lines: [] }, null],
    ['size(lines)', { lines: [{}, {}] }, 2],
    ['it.entId == 7 && input.reply == "ok"', {}, true],
    ['tags', { tags: ['h'] }, ['h']],
    ['me.roleIds', {}, ['1', '2']],
    ['"hot" in tags', { tags: ['h'] }, true],
    ['state in ["draft", "issued"]', { state: '1' }, true],
    ['state == "draft"', { state: '1' }, false],
    ['(b ? "draft" : "issued") == state', { b: false, state: '1' }, true],
  ])('%s of %j is %j', (text, record, value) => {
    expect(result(text, record)).toEqual(value)
  })

  it('is rounded to the digits of its field, half away from zero', () => {
    expect(result('n * 1.0', { n: 1.005 }, { scale: 2 })).toBe(1.01)
    expect(result('n * 1.0', { n: -1.005 }, { scale: 2 })).toBe(-1.01)
  })

  it('is an id as text for a reference field', () => {
    expect(result('me.id', {}, { id: true })).toBe('1893456789012345678')
  })

  it('is the key of an entry for a dictionary field', () => {
    expect(result('b ? "draft" : "issued"', { b: true }, {}, 'state')).toBe('0')
  })
})

describe('a missing value', () => {
  it.each<[string, Record<string, unknown>, boolean | null]>([
    ['s == "a"', {}, null],
    ['s != "a"', {}, null],
    ['s == null', {}, true],
    ['s != null', {}, false],
    ['null == s', { s: '' }, false],
    ['(i + 1) == null', {}, true],
    ['b && c', { b: false }, false],
    ['c && b', { b: false }, false],
    ['b && c', { b: true }, null],
    ['b || c', { b: true }, true],
    ['b || c', { b: false }, null],
    ['!b', {}, null],
    ['b ? true : true', {}, null],
    ['i in []', {}, false],
    ['i in [1]', {}, null],
    ['i in [1, j]', { i: 1 }, true],
    ['i in [1, j]', { i: 2 }, null],
    ['i in me.ownerIds', { i: 2 }, false],
    ['me.deptId == 1', {}, null],
    ['s == "a"', { s: 3 }, null],
    ['i == 1', { i: 'one' }, null],
    ['d == today()', { d: '2026-02-30' }, null],
    ['t == now()', { t: 'soon' }, null],
  ])('makes %s of %j %j', (text, record, answer) => {
    const made = compileExpression(text, scope, 'bool')
    if ('fault' in made) throw new Error(`${text}: ${made.fault.code}`)
    expect(test(made.expression, { record, me }, clock)).toBe(answer)
  })
})

it('returns the result of cel-js if no value is missing', () => {
  const cel = new Environment()
  for (const name of ['i', 'j']) cel.registerVariable(name, 'int')
  for (const name of ['s', 'z']) cel.registerVariable(name, 'string')
  for (const name of ['b', 'c']) cel.registerVariable(name, 'bool')
  const texts = [
    'i + j * 2 - 7 > i % 3',
    'i / 2 == j || s == z',
    'b ? i < j : !c',
    'b != c && (i >= 3 || z.contains(s))',
    's.startsWith(z) || z.endsWith("文")',
    'size(s) + size(z) > 3',
    's + z == "a中文"',
    'i in [1, 2, 3] == b',
    '-i < j',
    's in ["a", z]',
  ]
  for (const text of texts) {
    for (const [i, j, s, z] of [
      [1, 2, 'a', '中文'],
      [-7, 3, 'a', 'a'],
      [3, 3, '', '文'],
      [100, -1, '😀', 'a'],
    ] as const) {
      for (const b of [true, false]) {
        const record = { i, j, s, z, b, c: !b }
        const theirs = cel.evaluate(text, { ...record, i: BigInt(i), j: BigInt(j) })
        expect({ text, record, value: result(text, record) }).toEqual({ text, record, value: theirs })
      }
    }
  }
})
