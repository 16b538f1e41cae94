import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest, roundsOf } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { recovered } from './support/recovered.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'
import { type StatementCuts, statementCuts } from './support/statement-cuts.ts'

const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'resources/city/basket.yaml': `title: { zh: 篮子, en: Basket }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  fruits: { type: children, of: fruit, title: { zh: 水果, en: Fruits } }
`,
  'resources/city/fruit.yaml': `title: { zh: 水果, en: Fruit }
menu: false
partOf: basketId
display: kind
fields:
  basketId: { type: reference, of: basket, required: true, title: { zh: 篮子, en: Basket } }
  kind: { type: text, required: true, title: { zh: 种类, en: Kind } }
`,
}

/** Records with a line each: 50 are written in one transaction, the others in a second. */
const rows = 52
const chunk = 50
const file = `名称,水果：种类\n${Array.from({ length: rows }, (_, n) => `篮${n},果${n}`).join('\n')}\n`
/** One in so many statements is cut off. */
const stride = roundsOf(20, 5, 1)

describe.each(databasesUnderTest())('semantics 15: an import that is interrupted at a statement, on $kind', kind => {
  let cuts: StatementCuts
  let server: ServerUnderTest
  let calls: ImportCalls

  beforeAll(async () => {
    cuts = statementCuts(kind)
    server = await startServer(cuts.kind, app)
    calls = await importCallsOn(server, 'basket')
  })
  afterAll(() => server.close())

  /** Waits until the server has no connection left that was cut off. */
  const reconnected = () => {
    const { database } = server.engine
    const each = [database, database.reserved, database.background].flatMap(one => Array<typeof one>(16).fill(one))
    return expect
      .poll(async () => {
        const answers = await Promise.allSettled(each.map(one => sql`select 1`.execute(one.kysely)))
        return answers.every(({ status }) => status === 'fulfilled')
      })
      .toBe(true)
  }
  const total = (): Promise<number> => calls.data('GET', 'city/v1/basket/exactTotal')
  const stored = async () => {
    const { rows } = await calls.run(`select
      (select count(*) from basket)::int as baskets, (select count(distinct name) from basket)::int as names,
      (select count(*) from fruit)::int as fruits,
      (select count(*) from basket where is_deleted = 3)::int as unpublished,
      (select count(*) from engine_history where resource = 'basket')::int as history`)
    return rows[0]
  }
  const all = (count: number) => ({ baskets: count, names: count, fruits: count, unpublished: 0, history: count })

  it.each([
    ['all or nothing', false, [0, rows]],
    ['of good rows', true, [0, chunk, rows]],
  ] as const)(
    '%s, shows no other rows than whole transactions, and can be continued or removed',
    async (what, goodRows, possible) => {
      const seen = new Set<number>()
      let wasCut = true
      let number = 1
      for (let round = 0; wasCut; round += 1, number += stride) {
        await calls.run(`truncate basket, fruit; delete from engine_history where resource = 'basket'`)
        const { id } = await calls.checked(file)
        cuts.cutAt(number)
        await calls.call('POST', `engine/import/basket/${id}/write`, { goodRows }).catch(() => undefined)
        wasCut = await cuts.restore()
        await reconnected()
        await calls.run(
          `update engine_import set turn = 'gone', turn_at = now() - interval '2 minutes' where turn is not null`,
        )
        const visible = await total()
        expect(possible).toContain(visible)
        seen.add(visible)
        expect((await recovered(server)).failed).toBe(0)
        const { state } = await calls.data('GET', `engine/import/basket/${id}`)
        const isWritten = state === 'written'
        if (isWritten) expect(visible).toBe(rows)
        expect(await total()).toBe(visible)
        expect(await stored()).toEqual(all(visible))
        if (!isWritten && round % 2 === 0) {
          const written = (await calls.step(id, 'write', { goodRows })).at(-1).import
          expect(written).toMatchObject({ state: 'written', counts: { rows, wrong: 0, written: rows } })
          expect(await total()).toBe(rows)
          expect(await stored()).toEqual(all(rows))
        } else {
          await calls.data('DELETE', `engine/import/basket/${id}`)
          expect((await calls.call('GET', `engine/import/basket/${id}`)).status).toBe(404)
          expect(await stored()).toEqual(all(visible))
        }
      }
      if (process.env['LONG'])
        console.log(`${kind.kind}: an import ${what} was interrupted at ${number - 2} statements`)
      expect([...seen]).toContain(0)
      expect(number).toBeGreaterThan(2 * stride)
    },
  )
})
