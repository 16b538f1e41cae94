import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { planningContext } from '../engine/server/open-work.ts'
import { planByCommand } from '../engine/server/operator/plan-command.ts'
import { StepFault } from '../engine/server/storage/step-fault.ts'
import { databasesWalked, testZone } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { startServer, writeApp, writeIn } from './support/server.ts'

const nothingWaits = () => Promise.reject(new Error('Nothing waits.'))

describe.each(databasesWalked('postgres'))('database steps of an app ($kind)', kind => {
  it('run at the start, after the tables were created', async () => {
    const server = await startServer(kind, {
      ...sampleApp,
      'migrations/0001-note.sql': "comment on column ward.name is 'as on the sign'; create table note (text text)",
      'migrations/0002-fill.sql': "insert into note values ('once')",
    })
    try {
      const { rows } = await sql`select text from note`.execute(server.engine.database.kysely)
      expect(rows).toEqual([{ text: 'once' }])
      expect(server.log.filter(line => line.includes('migration step executed'))).toHaveLength(2)
    } finally {
      await server.close()
    }
  })

  it("stop the start with their name and the database's error", async () => {
    const start = (text: string) => startServer(kind, { ...sampleApp, 'migrations/0001-wrong.sql': text })
    await expect(start('select 1 / 0')).rejects.toThrow(StepFault)
    await expect(start('select 1 / 0')).rejects.toThrow(
      'migrations/0001-wrong.sql failed and was rolled back: a number is divided by zero. Message of the database: "division by zero".',
    )
  })

  it.each([
    ['select 1;\n-- 备注😀\nupdate nowhere set x = 1', '3:8', 'the table does not exist', '没有这张表'],
    ["select '甲';\n\nselekt 1", '3:1', 'the SQL is not valid', 'SQL 语法有误'],
    ['create table note (text text);\nselect people from note', '2:8', 'the column does not exist', '没有这一列'],
  ])('name the line and the cause of the error in %j', async (text, place, en, zh) => {
    const start = startServer(kind, { ...sampleApp, 'migrations/0001-wrong.sql': text })
    const fault = await start.then(
      () => undefined,
      error => error as StepFault,
    )
    const placed = `migrations/0001-wrong.sql:${place}`
    expect(fault).toBeInstanceOf(StepFault)
    expect(fault?.placed.en).toContain(
      `${placed}: The file failed and was rolled back: ${en}. Message of the database: "`,
    )
    expect(fault?.placed.zh).toContain(`${placed}：执行失败，未作任何改动：${zh}。数据库的消息：“`)
  })

  it('move values by command before their columns are dropped, without a loss to confirm', async () => {
    const file = (fields: string) => `title: { zh: 表, en: Table }\nmenu: false\ndisplay: name\nfields:\n${fields}`
    const text = (name: string) => `  ${name}: { type: text, title: { zh: ${name}, en: ${name} } }\n`
    const app = writeApp({
      'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
      'resources/sales/customer.yaml': file(text('name') + text('phone') + text('fax')),
    })
    const database = await kind.open()
    const plan = (apply: boolean, ...allow: string[]) =>
      planByCommand(
        database,
        { appDir: app, zone: testZone, contextOf: model => planningContext(model, testZone), confirm: nothingWaits },
        { apply, allow },
      )
    try {
      expect(await plan(true)).toMatchObject({ code: 0 })
      await sql`insert into customer (tenant_id, id, name, phone, fax) values ('000000', 1, 'A', '110', '111')`.execute(
        database.kysely,
      )
      writeIn(app, 'resources/sales/customer.yaml', file(text('name')))
      writeIn(app, 'resources/sales/contact.yaml', file(text('name') + text('phone')))
      writeIn(
        app,
        'migrations/0001-split.sql',
        'insert into contact (tenant_id, id, name, phone) select tenant_id, id, name, phone from customer; update customer set phone = null',
      )
      expect(await plan(false)).toMatchObject({ code: 2, text: expect.stringContaining('-- step: 0001-split.sql') })
      // The fax was not moved: it waits for its name.
      const applied = await plan(true)
      expect(applied).toMatchObject({ code: 3, text: expect.stringContaining('--allow drop:customer.fax') })
      expect(applied.text.split('-- Applied.')[1]).not.toContain('drop:customer.phone')
      expect(await plan(true, 'drop:customer.fax')).toMatchObject({ code: 0 })
      expect(await plan(false)).toMatchObject({ code: 0 })
      const { rows } = await sql`select id::int, phone from contact`.execute(database.kysely)
      expect(rows).toEqual([{ id: 1, phone: '110' }])
    } finally {
      await database.close()
      rmSync(app, { recursive: true, force: true })
    }
  })
})
