import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../../../../tests/support/databases.ts'
import { type ImportWork, openImportWork } from '../../../../tests/support/import-work.ts'
import { modelOf } from '../../../../tests/support/store.ts'
import { splitList } from '../../../fields/one-or-many.ts'
import type { Queries } from '../../database/database.ts'
import { References } from './resolve-references.ts'
import type { CellProblem } from './row-problems.ts'

const unique = (type: string) => `{ type: ${type}, unique: true, title: { zh: 值, en: Value } }`

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'resources/wit/market.yaml': `
title: { zh: 市场, en: Market }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  city: { type: text, required: true, title: { zh: 城市, en: City } }
`,
  'resources/wit/shift.yaml': `
title: { zh: 班次, en: Shift }
fields:
  number: ${unique('integer')}
  startDay: ${unique('date')}
  startTime: ${unique('time')}
  checkedAt: ${unique('datetime')}
  fee: ${unique('decimal')}
`,
  'resources/wit/guard.yaml': `
title: { zh: 保安, en: Guard }
fields:
  shiftId: { type: reference, of: shift }
`,
  'resources/wit/stall.yaml': `
title: { zh: 摊位, en: Stall }
fields:
  city: { type: text, title: { zh: 城市, en: City } }
  marketId: { type: reference, of: market, where: "it.city == city" }
`,
})

describe.each(databasesWalked('postgres'))('references restricted by the rest of a row, on $kind', ({ open }) => {
  let under: ImportWork
  beforeAll(async () => {
    under = await openImportWork(open, model)
    await under.run(
      `insert into market (tenant_id, id, name, city) values ('000000', 1, '夜市', '银川'), ('000000', 2, '夜市', '吴忠')`,
    )
  })
  afterAll(() => under.close())

  it('are looked up once for rows with the same text', async () => {
    const { queries, ctx } = under.work
    let count = 0
    const counting = new Proxy(queries, {
      get(target, name) {
        if (name !== 'executeQuery') return Reflect.get(target, name)
        return (...query: Parameters<Queries['executeQuery']>) => {
          count += 1
          return target.executeQuery(...query)
        }
      },
    })
    const { stall } = model.resources
    const field = stall?.fields.find(({ name }) => name === 'marketId')
    if (!stall || !field) throw new Error('There is no stall with a market.')
    const cities = Array.from({ length: 300 }, (_, n) => ['银川', '吴忠', '固原'][n % 3])
    const references = new References(splitList)
    const found: unknown[] = []
    for (const some of [cities.slice(0, 150), cities.slice(150)]) {
      const rows = some.map(city => ({
        values: { city } as Record<string, unknown>,
        texts: new Map([[field, '夜市']]),
        errors: new Map<string, CellProblem>(),
      }))
      await references.resolve(counting, ctx, stall, rows)
      found.push(...rows.map(({ values, errors }) => [values['city'], values['marketId'] ?? null, errors.size]))
    }
    const expected = { 银川: ['1', 0], 吴忠: ['2', 0], 固原: [null, 1] } as Readonly<Record<string, unknown[]>>
    expect(found).toEqual(cities.map(city => [city, ...(expected[String(city)] ?? [])]))
    // Once more for the city without one.
    expect(count).toBe(4)
  })

  it('that exist but do not fit the row are not reported as missing', async () => {
    const { queries, ctx } = under.work
    const { stall } = model.resources
    const field = stall?.fields.find(({ name }) => name === 'marketId')
    if (!stall || !field) throw new Error('There is no stall with a market.')
    const rows = ['夜市', '早市'].map(text => ({
      values: { city: '固原' } as Record<string, unknown>,
      texts: new Map([[field, text]]),
      errors: new Map<string, CellProblem>(),
    }))
    await new References(splitList).resolve(queries, ctx, stall, rows)
    expect(rows.map(({ errors }) => errors.get('marketId')?.message.en)).toEqual([
      'Market "夜市" exists, but does not fit the other values of this row',
      'No market with name "早市"; add it first, or enter an existing one',
    ])
  })
})

describe.each(databasesWalked('postgres'))('references by unique values, on $kind', ({ open }) => {
  let under: ImportWork
  beforeAll(async () => {
    under = await openImportWork(open, model)
    await under.run(
      `insert into shift (tenant_id, id, number, start_day, start_time, checked_at, fee) values
        ('000000', 1, 2, '2026-03-01', '09:05', '2026-03-01 10:20:30', 1.5), ('000000', 2, 1, null, null, null, null)`,
    )
  })
  afterAll(() => under.close())

  it.each([
    ['an integer, before an id', '2', '1'],
    ['a day', '2026年3月1日', '1'],
    ['a time', '9:05', '1'],
    ['a moment', '2026/3/1 10:20:30', '1'],
    ['a decimal', '1.50', '1'],
    ['no value', '9:06', undefined],
  ])('are found by %s', async (_kind, text, id) => {
    const { guard } = model.resources
    const field = guard?.fields.find(({ name }) => name === 'shiftId')
    if (!guard || !field) throw new Error('There is no guard with a shift.')
    const row = { values: {} as Record<string, unknown>, texts: new Map([[field, text]]), errors: new Map() }
    await new References(splitList).resolve(under.work.queries, under.work.ctx, guard, [row])
    expect([row.values['shiftId'], row.errors.size]).toEqual([id, id === undefined ? 1 : 0])
  })
})
