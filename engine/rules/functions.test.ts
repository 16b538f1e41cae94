import { describe, expect, it } from 'vitest'
import { compileExpression } from './compile-expression.ts'
import { dayOf } from './day.ts'
import { evaluate } from './evaluate.ts'
import { exampleNow, exampleRecord, functions } from './functions.ts'
import { listOperations } from './list-operations.ts'
import { ruleOperations } from './operations.ts'
import type { Lookups } from './run.ts'
import type { Scope } from './scope.ts'
import { raw } from './sql-text.ts'
import { faultInSql, type OtherTables } from './to-sql.ts'
import { addWorkdays, workdaysBetween } from './workdays.ts'

/** Of 2026. */
const springFestival = new Map([
  ...[15, 16, 17, 18, 19, 20, 21, 22, 23].map(date => [dayOf(`2026-02-${date}`) ?? 0, false] as const),
  ...[14, 28].map(date => [dayOf(`2026-02-${date}`) ?? 0, true] as const),
])
const scope: Scope = {
  fields: {
    name: 'string',
    kind: 'string',
    startDay: 'date',
    endDay: 'date',
    handledAt: 'google.protobuf.Timestamp',
    freight: 'decimal',
    regionId: 'int',
  },
  lists: { items: { product: 'string', amount: 'decimal', quantity: 'int' } },
  me: true,
  references: { regionId: 'region', 'me.regionId': 'region' },
  of: () => ({ fields: {}, isTree: true }),
  entries: { kind: { routine: '1' } },
  parameters: {
    'visit.limit': {
      type: 'int',
      values: [
        { from: '2024-01-01', value: 20 },
        { from: '2026-01-01', value: 50 },
      ],
    },
  },
  titles: { kind: { '1': '日常' } },
  calendar: springFestival,
}
const me = { id: '1', tenantId: '0', deptId: null, roleIds: [], sourceType: null, ownerIds: [], regionId: '1' }
/** Region 12 is below region 1. */
const lookups: Lookups = { record: () => undefined, isBelow: (_tree, node, root) => node === 12n && root === 1n }
const tables: OtherTables = {
  value: (_resource, _name, id) => id,
  branch: (_tree, root) => root,
  linked: (_resource, _bind, id) => id,
  related: (_resource, _list, _alias) => ({ from: id => id, column: name => name, order: raw('') }),
}
const clock = { now: new Date(exampleNow), zone: 'Asia/Shanghai' }

function compiled(text: string) {
  const made = compileExpression(text, scope)
  if ('fault' in made) throw new Error(`${text}: ${made.fault.code}`)
  return made.expression
}

describe('semantics 51: working days', () => {
  it.each([
    ['addWorkdays(startDay, 0)', '2026-01-31'],
    ['addWorkdays(startDay, 1)', '2026-02-02'],
    ['addWorkdays(date("2026-02-24"), -6)', '2026-02-09'],
    ['addWorkdays(date("2026-02-27"), 1)', '2026-02-28'],
    ['addWorkdays(date("2027-02-05"), 1)', '2027-02-08'],
    ['addWorkdays(startDay, size(items) * 501)', null],
    ['workdaysBetween(date("2026-02-13"), date("2026-03-02"))', 7],
    ['workdaysBetween(date("2026-02-24"), endDay)', -5],
    ['workdaysBetween(startDay, startDay)', 0],
  ])('%s is %j', (text, value) => {
    expect(evaluate(compiled(text), { record: exampleRecord }, clock)).toEqual(value)
  })

  it('are counted back by workdaysBetween', () => {
    const first = dayOf('2026-01-20') ?? 0
    for (let from = first; from < first + 50; from++)
      for (let n = -30n; n <= 30n; n++)
        expect(workdaysBetween(springFestival, from, addWorkdays(springFestival, from, n) ?? 0)).toBe(n)
  })
})

describe('the functions of the reference page', () => {
  it('are those of the language', () => {
    const implemented = [...ruleOperations, ...listOperations].map(({ name }) => name.replace('.', ''))
    const called = new Set([...implemented.filter(name => /^[a-z]/i.test(name)), 'label', 'below', 'parameter'])
    expect(functions.map(({ name }) => name).sort()).toEqual([...called].sort())
  })

  it.each(functions)('have an example with its value: $example', ({ example, value, name }) => {
    expect(example).toContain(`${name}(`)
    expect(evaluate(compiled(example), { record: exampleRecord, me, lookups }, clock)).toEqual(value)
  })

  it.each(functions)('may be called in a filter, or are marked: $name', ({ example, inFilters }) => {
    // A list of the example is one of lines; a list field may be counted.
    if (example.startsWith('size(')) return
    expect(faultInSql(compiled(`(${example}) != null`), { column: name => name, tables }) === undefined).toBe(inFilters)
  })
})
