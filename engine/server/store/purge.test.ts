import { expect, it } from 'vitest'
import { databasesWalked } from '../../../tests/support/databases.ts'
import { serverWork } from '../../../tests/support/server-work.ts'
import { administrator, modelOf, refused, storeOn } from '../../../tests/support/store.ts'
import { transact } from '../database/transaction.ts'
import { purge } from './purge.ts'
import { workOn } from './work.ts'

const title = 'title: { zh: 名, en: Name }'
const model = modelOf({
  'app.yaml': `language: 2\n${title}\n`,
  'resources/a/firm.yaml': `${title}\ndisplay: name\nfields: { name: { type: text, ${title} } }\n`,
  'resources/a/notice.yaml': `${title}\nshared: true\ndisplay: name\nfields: { name: { type: text, ${title} }, firmId: { type: reference, of: firm, onDelete: refuse, ${title} } }\n`,
})

it.each(databasesWalked('postgres'))(
  'a record to which a row of all tenants refers is neither purged nor missing when the row is written ($kind)',
  async ({ open }) => {
    const database = await open()
    const under = await storeOn(database, model)
    const ctx = under.ctx(administrator)
    const firm = model.resources['firm']
    if (!firm) throw new Error('There is no firm.')
    const removed = (id: unknown) =>
      database.patiently(patient =>
        transact(patient, queries =>
          purge(workOn(serverWork(database, model, 'descriptors'), queries), firm, [String(id)]),
        ),
      )
    try {
      const [first, second] = [
        await under.store.save(ctx, 'firm', { name: 'A' }),
        await under.store.save(ctx, 'firm', { name: 'B' }),
      ]
      await under.store.save(ctx, 'notice', { name: 'A', firmId: first['id'] })
      expect(await refused(removed(first['id']))).toMatchObject({ code: 'referred', status: 409 })
      expect(await refused(under.store.remove(ctx, 'firm', [String(first['id'])]))).toMatchObject({ status: 409 })
      await removed(second['id'])
      expect(await under.run('select name from firm')).toEqual([{ name: 'A' }])
      const missing = { name: 'B', firmId: second['id'] }
      expect(await refused(under.store.save(ctx, 'notice', missing))).toMatchObject({ fields: ['firmId'] })
    } finally {
      await under.close()
      await database.close()
    }
  },
)
