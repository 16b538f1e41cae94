import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../engine/server/database/database.ts'
import { displayKeyOf } from '../engine/server/storage/display-key.ts'
import type { Wanted } from '../engine/server/store/operations.ts'
import { databasesByCollation } from './support/databases.ts'
import { administrator, modelOf, type StoreUnderTest, storeOn } from './support/store.ts'

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'resources/shop/shopPlace.yaml': `
title: { zh: 地点, en: Place }
tree: parentId
sort: name
fields:
  parentId: { type: reference, of: shopPlace, title: { zh: 上级, en: Parent } }
  name: { type: text, title: { zh: 名称, en: Name } }
  code: { type: text, max: 40, index: true, title: { zh: 编号, en: Code } }
display: name
`,
  'resources/shop/shopVisit.yaml': `
title: { zh: 走访, en: Visit }
fields:
  placeId: { type: reference, of: shopPlace }
`,
})

const syllables = '张李王阿陈刘赵黄周吴徐孙马朱胡郭何高林罗小明第一三中学Aab王-2 10é·食'
const nameOf = (index: number) => [1, 7, 31, 101].map(step => syllables[(index * step) % syllables.length]).join('')
const places = Array.from({ length: 10_000 }, (_, index) => ({
  id: index + 1,
  name: nameOf(index),
  code: nameOf(index * 3),
}))
const bytewise = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

describe.each(databasesByCollation())('semantics 37: the order of texts does not depend on $collation', ({ open }) => {
  let database: Database
  let under: StoreUnderTest

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    await under.run(
      `insert into shop_place (tenant_id, id, name, code, display_key)
       select '000000', r.* from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) r`,
      [
        places.map(({ id }) => id),
        places.map(({ name }) => name),
        places.map(({ code }) => code),
        places.map(({ name }) => displayKeyOf(name)),
      ],
    )
    await under.run('analyze shop_place')
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const paged = async (query: Readonly<Record<string, string>>): Promise<string[]> => {
    const ids: string[] = []
    for (const current of Array.from({ length: 50 }, (_, index) => String(index * 4 + 1))) {
      const { records } = await under.store.page(under.ctx(administrator), 'shopPlace', {
        ...query,
        current,
        size: '50',
      })
      ids.push(...records.map(({ id }) => String(id)))
    }
    return ids
  }
  const sorted = (key: (place: (typeof places)[number]) => string, some = places) =>
    some.toSorted((a, b) => bytewise(key(a), key(b)) || a.id - b.id).map(({ id }) => String(id))
  /** Every fourth page of a sorted list. */
  const expected = (key: (place: (typeof places)[number]) => string) =>
    sorted(key).filter((_, index) => Math.floor(index / 50) % 4 === 0)

  it('names by pinyin, other texts by code point', async () => {
    expect(await paged({ ascs: 'name' })).toEqual(expected(({ name }) => displayKeyOf(name)))
    expect(await paged({ ascs: 'code' })).toEqual(expected(({ code }) => code))
  })

  it('candidates of a reference by pinyin, those of a level in pages of a thousand', async () => {
    const candidates = async (wanted: Wanted) =>
      (await under.store.options(under.ctx(administrator), 'shopVisit', 'placeId', wanted)).map(({ id }) => id)
    const byName = sorted(({ name }) => displayKeyOf(name))
    for (const from of [0, 1000, 9000])
      expect(await candidates({ parentId: null, from })).toEqual(byName.slice(from, from + 1000))
    const found = places.filter(({ name }) => name.includes('张'))
    expect(found.length).toBeGreaterThan(100)
    expect(await candidates({ text: '张' })).toEqual(sorted(({ name }) => displayKeyOf(name), found).slice(0, 100))
  })
})
