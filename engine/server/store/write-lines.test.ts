import { expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { serverWork } from '../../../tests/support/server-work.ts'
import { administrator, modelOf, storeOn } from '../../../tests/support/store.ts'
import { resourceOf } from '../../model/names.ts'
import { run } from '../database/run.ts'
import { partsOf } from './referring.ts'
import { storeChanged } from './write-lines.ts'

const wide = Array.from({ length: 150 }, (_, n) => `mark${n}`)

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'resources/shop/shopSheet.yaml': `
title: { zh: 表, en: Sheet }
display: title
fields:
  title: { type: text, required: true, title: { zh: 标题, en: Title } }
  lines: { type: children, of: shopMark, title: { zh: 明细, en: Lines } }
`,
  'resources/shop/shopList.yaml': `
title: { zh: 单, en: List }
display: title
fields:
  title: { type: text, required: true, title: { zh: 标题, en: Title } }
  lines: { type: children, of: shopItem, title: { zh: 明细, en: Lines } }
`,
  'resources/shop/shopItem.yaml': `
title: { zh: 项, en: Item }
partOf: listId
display: name
fields:
  listId: { type: reference, of: shopList, required: true }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
unique: [[name]]
`,
  'resources/shop/shopMark.yaml': `
title: { zh: 明细, en: Line }
partOf: sheetId
display: name
fields:
  sheetId: { type: reference, of: shopSheet, required: true }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
${wide.map(name => `  ${name}: { type: integer, title: { zh: ${name}, en: ${name} } }`).join('\n')}
`,
})

it.each(databasesUnderTest())(
  'stores as many wide lines as a record may have, in their order, on $kind',
  async kind => {
    const database = await kind.open()
    const { store, ctx, close } = await storeOn(database, model)
    try {
      const lines = Array.from({ length: 500 }, (_, n) => ({ name: `line ${n}`, mark149: n }))
      const { id } = await store.save(ctx(administrator), 'shopSheet', { title: 'wide', lines })
      const stored = (await store.get(ctx(administrator), 'shopSheet', String(id)))['lines']
      expect(stored).toMatchObject(lines)
    } finally {
      await close()
      await database.close()
    }
  },
)

it.each(databasesUnderTest())('leaves lines that are not published yet invisible, on $kind', async kind => {
  const database = await kind.open()
  const { store, ctx, close } = await storeOn(database, model)
  try {
    const items = [{ name: 'a' }, { name: 'b' }]
    await store.save(ctx(administrator), 'shopList', { title: 'list', lines: items })
    await run(database.kysely, 'update shop_item set is_deleted = 3', [])
    const work = serverWork(database, model, 'first-start')
    const part = partsOf(model, resourceOf(model, 'shopList'))[0]
    const rows = await run(database.kysely, 'select id::text as id, name from shop_item order by id', [])
    const lines = rows.map(row => ({
      before: row,
      after: { ...row, name: `${row['name']}2` },
      changed: new Set(['name']),
      path: '',
      unwritten: {},
      faults: {},
    }))
    if (!part) throw new Error('A list has no lines.')
    await storeChanged(work, { part, lines, removed: [], isReordered: false })
    expect(await run(database.kysely, 'select name, is_deleted::text as mark from shop_item order by id', [])).toEqual([
      { name: 'a2', mark: '3' },
      { name: 'b2', mark: '3' },
    ])
  } finally {
    await close()
    await database.close()
  }
})
