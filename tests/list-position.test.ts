import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { typeOf } from '../engine/fields/index.ts'
import { isMany } from '../engine/fields/options.ts'
import type { Field, Model, Resource } from '../engine/model/model.ts'
import { systemFields } from '../engine/model/system-fields.ts'
import type { Database } from '../engine/server/database/database.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import type { QueryInput } from '../engine/server/store/query.ts'
import { databasesWalked } from './support/databases.ts'
import { dropUniqueness, fillRows } from './support/filled-rows.ts'
import { representative } from './support/representative.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from './support/store.ts'
import { trialApp } from './support/trial-app.ts'

const product = compile(await readSources('.')).model
if (!product) throw new Error('The product does not compile.')
/** The number of sorts that are tested of each resource: all where every type is present. */
const apps: readonly (readonly [string, Model, number])[] = [
  ['the product', product, 4],
  ['an app with every type', modelOf(trialApp), 100],
]
const rowsEach = 7

/** The resources whose rows users write. */
const written = (model: Model) => Object.values(model.resources).filter(({ readOnly }) => !readOnly)

describe.each(databasesWalked('postgres'))('neighbours of a record in its list, on $kind', ({ open }) => {
  describe.each(apps)('in every list of %s', (_app, model, maxOrders) => {
    let database: Database
    let under: StoreUnderTest

    beforeAll(async () => {
      database = await open()
      under = await storeOn(database, model)
      const first = await fillRows(under, model)
      for (const resource of written(model)) await copyRows(under, model, resource, first)
    })
    afterAll(async () => {
      await under.close()
      await database.close()
    })

    const tested = representative(model, written(model))
    it.each(tested.map(resource => [resource.name, resource] as const))(
      'are in the order of the list: %s',
      async (name, resource) => {
        for (const query of ordersOf(resource, maxOrders)) {
          const { records } = await under.store.page(under.ctx(administrator), name, { ...query, size: '200' })
          const ids = records.map(({ id }) => String(id))
          expect(ids.length).toBeGreaterThanOrEqual(rowsEach)
          const answers = await Promise.all(
            ids.map(id => under.store.listPosition(under.ctx(administrator), name, id, query)),
          )
          expect([query, answers]).toEqual([
            query,
            ids.map((_id, index) => ({
              previous: ids[index - 1] ?? null,
              next: ids[index + 1] ?? null,
              isFound: true,
              at: index + 1,
              total: ids.length,
              capped: false,
            })),
          ])
        }
      },
    )
  })

  describe('in a list that changes meanwhile', () => {
    let database: Database
    let under: StoreUnderTest
    const walk = async (query: QueryInput, at?: (id: string) => Promise<unknown>): Promise<string[]> => {
      const { records } = await under.store.page(under.ctx(administrator), 'visit', { ...query, size: '1' })
      const names: string[] = []
      for (let id = records[0]?.['id'] ? String(records[0]['id']) : null; id !== null; ) {
        const { title } = (await under.store.get(under.ctx(administrator), 'visit', id)) as { readonly title: string }
        names.push(title)
        await at?.(title)
        id = (await under.store.listPosition(under.ctx(administrator), 'visit', id, query)).next
      }
      return names
    }
    const save = async (title: string, rank: number | null, state = 'a') =>
      String((await under.store.save(under.ctx(administrator), 'visit', { title, rank, state, secret: title }))['id'])
    const ids: Record<string, string> = {}
    const idOf = (title: string): string => ids[title] ?? ''

    beforeAll(async () => {
      database = await open()
      under = await storeOn(database, modelOf(visits))
      for (const [index, title] of [...'abcdef'].entries()) ids[title] = await save(title, index * 10)
      ids['none'] = await save('none', null)
    })
    afterAll(async () => {
      await under.close()
      await database.close()
    })

    it('skips a deleted record, and includes an added one', async () => {
      const names = await walk({ ascs: 'rank' }, async title => {
        if (title === 'b') {
          await under.store.remove(under.ctx(administrator), 'visit', [idOf('a'), idOf('c')])
          ids['d2'] = await save('d2', 35)
        }
      })
      expect(names).toEqual(['a', 'b', 'd', 'd2', 'e', 'f', 'none'])
      await under.store.restore(under.ctx(administrator), 'visit', [idOf('a'), idOf('c')])
      await under.store.remove(under.ctx(administrator), 'visit', [idOf('d2')])
    })

    it("continues from the record's current position", async () => {
      const names = await walk({ ascs: 'rank' }, async title => {
        if (title === 'b') await under.store.update(under.ctx(administrator), 'visit', { id: idOf('d'), rank: 45 })
      })
      expect(names).toEqual(['a', 'b', 'c', 'e', 'd', 'f', 'none'])
      await under.store.update(under.ctx(administrator), 'visit', { id: idOf('d'), rank: 30 })
    })

    it('continues from a record that the list no longer contains', async () => {
      const query = { ascs: 'rank', state: 'a' }
      const names = await walk(query, async title => {
        if (title === 'b' || title === 'c')
          await under.store.update(under.ctx(administrator), 'visit', { id: idOf(title), state: 'b' })
      })
      expect(names).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'none'])
      expect(await under.store.listPosition(under.ctx(administrator), 'visit', idOf('c'), query)).toEqual({
        previous: idOf('a'),
        next: idOf('d'),
        isFound: false,
        at: null,
        total: 5,
        capped: false,
      })
      for (const title of ['b', 'c'])
        await under.store.update(under.ctx(administrator), 'visit', { id: idOf(title), state: 'a' })
    })

    it('returns nothing for a missing or invisible record, or one of another tenant', async () => {
      const other = actor({ administrator: true, tenantId: '000001', userId: '7' })
      const few = actor({ codes: ['visit_view'], roles: ['few'] })
      const missing = { code: 'not-found', status: 404, fields: [] }
      const ask = (who: typeof few, id: string) => refused(under.store.listPosition(under.ctx(who), 'visit', id, {}))
      expect(await ask(administrator, '999')).toEqual(missing)
      expect(await ask(other, idOf('a'))).toEqual(missing)
      expect(await ask(few, idOf('none'))).toEqual(missing)
      await under.store.remove(under.ctx(administrator), 'visit', [idOf('f')])
      expect(await ask(administrator, idOf('f'))).toEqual(missing)
      await under.store.restore(under.ctx(administrator), 'visit', [idOf('f')])
    })

    it('leads to no invisible record', async () => {
      const few = actor({ codes: ['visit_view'], roles: ['few'] })
      const last = await under.store.listPosition(under.ctx(few), 'visit', idOf('f'), { ascs: 'rank' })
      expect(last).toMatchObject({ previous: idOf('e'), next: null, at: 6, total: 6 })
    })

    it('uses the first of two sorts by one field', async () => {
      for (const query of [{ ascs: 'state,rank,state' }, { ascs: 'rank', descs: 'rank' }]) {
        expect(await walk(query)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'none'])
        expect(await under.store.listPosition(under.ctx(administrator), 'visit', idOf('b'), query)).toMatchObject({
          at: 2,
          total: 7,
        })
      }
    })

    it('refuses sorts and filters by unreadable fields, and requests without the permission', async () => {
      const few = actor({ codes: ['visit_view'], roles: ['few'] })
      const by = (query: QueryInput) => refused(under.store.listPosition(under.ctx(few), 'visit', idOf('a'), query))
      expect(await by({ ascs: 'secret' })).toMatchObject({ code: 'unknown-name' })
      expect(await by({ secret_like: 'a' })).toMatchObject({ code: 'unknown-name' })
      expect(await by({ descs: 'marks' })).toMatchObject({ code: 'input', fields: ['marks'] })
      expect(await refused(under.store.listPosition(under.ctx(actor()), 'visit', idOf('a'), {}))).toMatchObject({
        status: 403,
      })
    })

    it('counts positions up to ten thousand, and continues beyond in an order of an index', async () => {
      const head = 'insert into "visit" ("id", "tenant_id", "title", "rank", "state", "create_time")'
      await under.run(
        `${head} select 1000000 + n, '000000', 'many', 100 + n, 'a', '2026-11-21 10:00:00' from generate_series(1, 10001) n`,
      )
      const far = await under.store.listPosition(under.ctx(administrator), 'visit', '1010000', { ascs: 'rank' })
      expect(far).toEqual({
        previous: '1009999',
        next: '1010001',
        isFound: true,
        at: null,
        total: 10_000,
        capped: true,
      })
      const near = await under.store.listPosition(under.ctx(administrator), 'visit', '1010000', { descs: 'rank' })
      expect(near).toMatchObject({ previous: '1010001', next: '1009999', at: 3 })
      expect(
        await refused(under.store.listPosition(under.ctx(administrator), 'visit', '1010000', { ascs: 'secret' })),
      ).toMatchObject({
        code: 'input',
        fields: ['secret'],
      })
    })
  })
})

const visits = {
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'dictionaries/visit_state.yaml': `
title: { zh: 状态, en: State }
entries:
  open: { key: a, title: { zh: 开, en: Open } }
  done: { key: b, title: { zh: 毕, en: Done } }
`,
  'resources/shop/visit.yaml': `
title: { zh: 走访, en: Visit }
display: title
fields:
  title: { type: text, required: true, title: { zh: 标题, en: Title } }
  rank: { type: integer, index: true, title: { zh: 次序, en: Rank } }
  state: { type: dictionary, of: visit_state, title: { zh: 状态, en: State } }
  marks: { type: dictionary, of: visit_state, many: true, title: { zh: 标记, en: Marks } }
  secret: { type: text, title: { zh: 密, en: Secret } }
access:
  - { role: few, allow: [view], hide: [secret], where: "title != 'none'" }
`,
}

const isSortable = (field: Field): boolean =>
  field.column !== undefined && typeOf(field).sortable === true && !isMany(field) && !typeOf(field).secret

/** The list's own order, and some fields alone or before another one in the same or opposite direction. */
function ordersOf(resource: Resource, most: number): QueryInput[] {
  const fields = [...resource.fields, ...systemFields].filter(isSortable)
  const step = Math.ceil(fields.length / most)
  return [
    {},
    ...fields.flatMap((field, index): QueryInput[] => {
      if (index % step > 0) return []
      const other = fields[(index * 7 + 3) % fields.length] ?? field
      const kind = Math.floor(index / step) % 4
      if (kind === 0) return [{ descs: [field.name, other.name] }]
      if (kind === 1) return [{ descs: field.name }]
      return [kind === 2 ? { ascs: field.name, descs: other.name } : { ascs: field.name }]
    }),
  ]
}

/** Copies of a resource's first row, with some equal and some missing values. */
async function copyRows(
  under: StoreUnderTest,
  model: Model,
  resource: Resource,
  first: ReadonlyMap<string, string>,
): Promise<void> {
  const id = String(first.get(resource.name))
  const held = await under.run('select column_name as name from information_schema.columns where table_name = $1', [
    resource.table,
  ])
  await dropUniqueness(under, resource)
  const varied = resource.fields.filter(
    field => isSortable(field) && field.type !== 'reference' && field.name !== resource.partOf?.field,
  )
  for (let n = 1; n < rowsEach; n++) {
    const values = new Map<string, unknown>([
      ['id', String(Number(id) * 100 + n)],
      ['create_time', `2026-11-2${n % 3} 10:00:00`],
      ...varied.map((field): [string, unknown] => [String(field.column), cellFor(model, field, n)]),
    ])
    const columns = held.map(({ name }) => String(name))
    const texts = columns.map(column => {
      const place = [...values.keys()].indexOf(column)
      return place < 0 ? `"${column}"` : `$${place + 2}`
    })
    await under.run(
      `insert into "${resource.table}" (${columns.map(column => `"${column}"`).join()}) select ${texts.join()} from "${resource.table}" where "id" = $1`,
      [id, ...values.values()],
    )
  }
}

function cellFor(model: Model, field: Field, n: number): unknown {
  const type = typeOf(field)
  if (n % 4 === 0) return null
  return type.toColumn(type.example(field, model, field.unique || field.type === 'serial' ? n + 1 : n % 3), field)
}
