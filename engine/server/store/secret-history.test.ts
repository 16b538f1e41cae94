import { expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { actor, administrator, modelOf, storeOn } from '../../../tests/support/store.ts'

const withCode = (type: string) =>
  modelOf({
    'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
    'resources/shop/shopSheet.yaml': `
title: { zh: 表, en: Sheet }
display: title
fields:
  title: { type: text, title: { zh: 标题, en: Title } }
  code: { type: ${type}, title: { zh: 口令, en: Code } }
  lines: { type: children, of: shopMark, title: { zh: 明细, en: Lines } }
`,
    'resources/shop/shopMark.yaml': `
title: { zh: 明细, en: Line }
partOf: sheetId
display: name
fields:
  sheetId: { type: reference, of: shopSheet, required: true }
  name: { type: text, title: { zh: 名称, en: Name } }
  code: { type: ${type}, title: { zh: 口令, en: Code } }
`,
  })

it.each(databasesUnderTest())(
  'does not show the former texts of a field that is a password by now, on $kind',
  async kind => {
    const database = await kind.open()
    const { store, ctx, close } = await storeOn(database, withCode('text'))
    try {
      const values = { title: 'sheet', code: 'plain', lines: [{ name: 'line', code: 'plain' }] }
      const { id } = await store.save(ctx(administrator), 'shopSheet', values)
      const reader = actor({ codes: ['shopSheet_view'] })
      const read = async (by: typeof reader, type: string) =>
        JSON.stringify(await store.history(ctx(by, withCode(type)), 'shopSheet', String(id)))
      for (const one of [administrator, reader]) {
        expect((await read(one, 'text')).match(/plain/g)).toHaveLength(2)
        expect(await read(one, 'password')).not.toContain('plain')
        expect(await read(one, 'password')).toContain('sheet')
      }
    } finally {
      await close()
      await database.close()
    }
  },
)
