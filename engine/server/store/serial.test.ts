import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { administrator, modelOf, type StoreUnderTest, storeOn } from '../../../tests/support/store.ts'
import { resourceOf } from '../../model/names.ts'
import type { Database, Queries } from '../database/database.ts'
import type { Row } from '../database/shape.ts'
import { Refusal } from '../errors/refuse.ts'
import { nextNumbers, reserveSerials } from './serial.ts'

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'resources/shop/shopDepot.yaml': `
title: { zh: 仓库, en: Depot }
display: code
fields:
  code: { type: text, required: true, title: { zh: 代号, en: Code } }
`,
  'resources/shop/shopTicket.yaml': `
title: { zh: 工单, en: Ticket }
display: no
fields:
  no: { type: serial, pattern: "T{yyyy}-{000}", title: { zh: 编号, en: No. } }
`,
  'resources/shop/shopSlip.yaml': `
title: { zh: 单据, en: Slip }
display: no
fields:
  no: { type: serial, pattern: "{depotId.code}-{00}", title: { zh: 编号, en: No. } }
  depotId: { type: reference, of: shopDepot, required: true, title: { zh: 仓库, en: Depot } }
`,
})

describe.each(databasesUnderTest())('serial numbers ($kind)', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  let north: string
  let south: string

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    const depot = async (code: string) =>
      String((await under.store.save(under.ctx(administrator), 'shopDepot', { code }))['id'])
    ;[north, south] = [await depot('N'), await depot('S')]
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  /** The numbers of records, and how many statements they took. */
  const reserved = async (name: string, records: readonly Row[], where: 'alone' | 'in-transaction') => {
    let statements = 0
    const queries = {
      executeQuery: (query: CompiledQuery) => {
        statements += 1
        return database.kysely.executeQuery(query)
      },
    } as unknown as Queries
    const serials = await reserveSerials(queries, under.ctx(administrator), resourceOf(model, name), records, where)
    return { statements, numbers: serials.map(({ no }) => no) }
  }

  it.each(['alone', 'in-transaction'] as const)(
    'take one statement, and one more for each reference (%s)',
    async where => {
      expect((await reserved('shopTicket', [{}, {}, {}], where)).statements).toBe(1)
      const slips = [north, south, north].map(depotId => ({ depotId }))
      expect((await reserved('shopSlip', slips, where)).statements).toBe(2)
      for (const name of ['shopTicket', 'shopSlip', 'shopDepot'])
        expect((await reserved(name, name === 'shopDepot' ? [{}] : [], where)).statements).toBe(0)
    },
  )

  it('have a counter for each text, also where two records have the same', async () => {
    const other = await under.store.save(under.ctx(administrator), 'shopDepot', { code: 'W' })
    const same = await under.store.save(under.ctx(administrator), 'shopDepot', { code: 'W' })
    const slips = [other, same, other].map(({ id }) => ({ depotId: id }))
    expect((await reserved('shopSlip', slips, 'alone')).numbers).toEqual(['W-01', 'W-02', 'W-03'])
  })

  it('are given to other records where one refers to none', async () => {
    const records = [{ depotId: north }, { depotId: null }, { depotId: '1' }, { depotId: north }]
    const resource = resourceOf(model, 'shopSlip')
    const [no] = resource.fields
    const ctx = under.ctx(administrator)
    const numbers = no && (await nextNumbers(database.kysely, ctx, resource, no, records, () => '2026-11-21'))
    const [first, none, unknown, last] = numbers ?? []
    expect([none, unknown].every(one => one instanceof Refusal)).toBe(true)
    expect([first, last].map(number => String(number).slice(0, 2))).toEqual(['N-', 'N-'])
    expect(Number(String(last).slice(2)) - Number(String(first).slice(2))).toBe(1)
  })
})
