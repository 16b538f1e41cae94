import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { databasesWalked, testZone } from '../../../tests/support/databases.ts'
import { writeApp, writeIn } from '../../../tests/support/server.ts'
import type { Database } from '../database/database.ts'
import { planningContext } from '../open-work.ts'
import { recordedZone } from '../storage/time-zone.ts'
import { planByCommand } from './plan-command.ts'

const item = (fields: string) => `title: { zh: 表, en: Table }\nmenu: false\ndisplay: name\nfields:\n${fields}`
const text = (name: string) => `  ${name}: { type: text, title: { zh: ${name}, en: ${name} } }\n`

it.each(databasesWalked('postgres'))(
  'a plan that is confirmed with a new time zone changes nothing where more rows are affected by then ($kind)',
  async ({ open }) => {
    const appDir = writeApp({
      'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
      'resources/a/item.yaml': item(text('name') + text('fax')),
    })
    const database = await open()
    const add = (id: number) =>
      sql`insert into item (tenant_id, id, fax) values ('000000', ${id}, '1')`.execute(database.kysely)
    let plans = 0
    /** A row is written between the plan that is shown and the one that is applied. */
    const written = (times: number): Database => ({
      ...database,
      patiently: async work => {
        if (++plans === times) await add(9)
        return database.patiently(work)
      },
    })
    const plan = (on: Database, zone: string, ...allow: string[]) =>
      planByCommand(
        on,
        {
          appDir,
          zone,
          contextOf: model => planningContext(model, zone),
          confirm: () => Promise.reject(new Error('Nothing waits.')),
        },
        { apply: true, allow },
      )
    try {
      expect(await plan(database, testZone)).toMatchObject({ code: 0 })
      await sql`insert into engine_setting (name, value) values ('zone', ${testZone})`.execute(database.kysely)
      await add(1)
      writeIn(appDir, 'resources/a/item.yaml', item(text('name')))
      expect(await plan(written(2), 'UTC', 'zone', 'drop:item.fax')).toMatchObject({
        code: 3,
        text: expect.stringContaining('-- Nothing was applied: More rows are affected than the plan showed.'),
      })
      expect(await recordedZone(database)).toBe(testZone)
      expect(await plan(database, 'UTC', 'zone', 'drop:item.fax')).toMatchObject({ code: 0 })
      expect(await recordedZone(database)).toBe('UTC')
    } finally {
      await database.close()
    }
  },
)
