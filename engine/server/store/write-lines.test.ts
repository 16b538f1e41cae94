import { expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { administrator, modelOf, storeOn } from '../../../tests/support/store.ts'

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
