import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const text = (name: string) => `  ${name}: { type: text, title: { zh: ${name}, en: ${name} } }\n`
const resource = (...fields: string[]) =>
  `title: { zh: 表, en: Table }\nmenu: false\ndisplay: name\nfields:\n${['name', ...fields].map(text).join('')}`
const firmFile = 'resources/city/firm.yaml'
const contactFile = 'resources/city/contact.yaml'
const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  [firmFile]: resource('fax', 'phone', 'note'),
}

/** Moves a field of firms to new rows of contact with the same ids. */
const moving = (field: string) =>
  `insert into contact (tenant_id, id, create_time, update_time, name, ${field})
     select tenant_id, id, create_time, update_time, name, ${field} from firm where ${field} is not null;
   update firm set ${field} = null`

describe.each(databasesWalked('embedded'))('a migration that is saved while the server runs ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  let id: string
  const save = (file: string, content: string) => writeIn(server.appDir, file, content)
  const remove = (file: string) => rmSync(join(server.appDir, file))
  const pending = (by = calls) => by.data('GET', 'engine/pending').then(answer => answer.pending[0] ?? null)
  const losses = async () => (await pending())?.losses.map(({ loss, count }: Loss) => `${loss} ${count}`)
  const faults = async (by = calls) =>
    (await by.data('GET', 'engine/problems')).flatMap(({ code, severity, at, message }: Fault) =>
      ['migration.invalid', 'migration.failed'].includes(code)
        ? [`${severity} ${at ? `${at.file}:${at.line} ` : ''}${message.en}`]
        : [],
    )
  const confirm = async (by = calls, shown?: Shown) => {
    const { revision, losses: waiting } = shown ?? (await pending())
    const allow = waiting.map(({ loss, count }: Loss) => ({ loss, count }))
    return by.call('POST', 'engine/pending', { revision, allow })
  }
  const firm = () => calls.data('GET', `city/v1/firm/getById?id=${id}`)
  const soon = { timeout: 10_000 }

  beforeAll(async () => {
    server = await startServer(kind, app, { settings: { live: true } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    id = await calls.save('firm', { name: '甲', fax: '1', phone: '2', note: '3' })
  })
  afterAll(() => server.close())

  it('semantics 48: waits with the descriptors of its save, and runs with them before columns are dropped, which loses nothing', async () => {
    const { revision } = server.engine.model()
    save('migrations/0001-split.sql', moving('fax'))
    save(contactFile, resource('fax'))
    save(firmFile, resource('phone', 'note'))
    await expect.poll(losses, soon).toEqual(['migration:0001-split.sql 0'])
    expect(await pending()).toMatchObject({
      losses: [
        {
          mark: 'migration',
          step: { name: '0001-split.sql' },
        },
      ],
    })
    expect(await faults()).toEqual([])
    expect((await calls.data('GET', 'engine/pending')).migrations).toEqual([])
    expect([server.engine.model().revision, (await firm()).fax]).toEqual([revision, '1'])
    const { revision: waiting } = await pending()
    expect((await calls.call('POST', 'engine/pending', { revision: waiting, allow: [] })).status).toBe(400)
    const others = [{ loss: 'drop:firm.fax', count: 1 }]
    expect((await calls.call('POST', 'engine/pending', { revision: waiting, allow: others })).status).toBe(400)
    expect((await server.call('POST', '/api/engine/pending', { body: {} })).status).toBe(401)
    expect((await confirm()).status).toBe(200)
    expect(await pending()).toBe(null)
    expect(await firm()).not.toHaveProperty('fax')
    const moved = await calls.data('GET', `city/v1/contact/getById?id=${id}`)
    expect(moved).toMatchObject({ fax: '1' })
    const { rows } = await sql`select column_name from information_schema.columns
      where table_name = 'firm' and column_name = 'fax'`.execute(server.engine.database.kysely)
    expect(rows).toEqual([])
    expect((await calls.data('GET', 'engine/revision')).confirmed).toMatchObject({ account: 'admin' })
  })

  it('that fails leaves the served descriptors, the tables and the rows, and is shown until it is corrected', async () => {
    const { revision } = server.engine.model()
    save(firmFile, resource('phone', 'note', 'code'))
    await expect.poll(() => server.engine.model().revision, soon).not.toBe(revision)
    const served = server.engine.model().revision
    // The first one and the new column would be possible.
    save('migrations/0002-note.sql', "update firm set note = 'x'")
    save('migrations/0003-wrong.sql', 'select 1 / 0')
    save(firmFile, resource('phone', 'note', 'code', 'mark'))
    const both = ['migration:0002-note.sql 0', 'migration:0003-wrong.sql 0']
    await expect.poll(losses, soon).toEqual(both)
    await expect.poll(async () => (await pending()).losses[1].what.en, soon).toBe('Run migrations/0003-wrong.sql.')
    const shown = await pending()
    const reason =
      'migrations/0003-wrong.sql failed and was rolled back: a number is divided by zero. Message of the database: "division by zero".'
    const { status, body } = await confirm()
    const inChinese = 'migrations/0003-wrong.sql 执行失败，未作任何改动：除数为零。数据库的消息：“division by zero”。'
    expect([status, body.msg]).toEqual([409, inChinese])
    expect(await faults()).toEqual([`error ${reason}`])
    expect([server.engine.model().revision, (await firm()).note]).toEqual([served, '3'])
    const { rows } = await sql`select column_name from information_schema.columns
      where table_name = 'firm' and column_name = 'mark'`.execute(server.engine.database.kysely)
    expect([rows, await losses()]).toEqual([[], both])
    save('migrations/0003-wrong.sql', "update firm set note = note || 'y'")
    // Whether or not the process has read it yet.
    expect((await confirm(calls, shown)).status).toBe(409)
    const name = async () => (await pending()).revision
    await expect.poll(name, soon).not.toBe(shown.revision)
    expect(await faults()).toEqual([])
    expect((await confirm(calls, shown)).status).toBe(409)
    expect((await confirm()).status).toBe(200)
    expect(await firm()).toMatchObject({ note: 'xy' })
    expect(server.engine.model().resources['firm']?.fields.map(({ name }) => name)).toContain('mark')
  })

  it('without other changes waits too, runs once, and is no longer listed where it is removed', async () => {
    const { revision } = server.engine.model()
    save('migrations/0004-more.sql', "update firm set note = note || 'z'")
    await expect.poll(losses, soon).toEqual(['migration:0004-more.sql 0'])
    remove('migrations/0004-more.sql')
    await expect.poll(pending, soon).toBe(null)
    save('migrations/0004-more.sql', "update firm set note = note || 'z'")
    await expect.poll(losses, soon).toEqual(['migration:0004-more.sql 0'])
    const shown = await pending()
    expect((await confirm(calls, shown)).status).toBe(200)
    expect((await confirm(calls, shown)).status).toBe(409)
    expect([(await firm()).note, await pending()]).toEqual(['xyz', null])
    expect(server.engine.model().revision).toBe(revision)
  })

  it('semantics 48: that is no SQL or has no number refuses what is saved with its place, until it is corrected', async () => {
    const { revision } = server.engine.model()
    save('migrations/0005-merge.yaml', 'move: { from: firm, to: contact, fields: [phone] }\n')
    const wrong = [expect.stringContaining('error migrations/0005-merge.yaml:1 ')]
    await expect.poll(faults, soon).toEqual(wrong)
    save(firmFile, resource('phone', 'note'))
    save('migrations/last.sql', 'select 1')
    await expect.poll(faults, soon).toEqual([...wrong, expect.stringContaining('error migrations/last.sql: ')])
    expect(server.engine.model().revision).toBe(revision)
    remove('migrations/last.sql')
    remove('migrations/0005-merge.yaml')
    await expect.poll(() => server.engine.model().revision, soon).not.toBe(revision)
    expect(await faults()).toEqual([])
  })

  it('is rolled back where it leaves values that the descriptors saved with it do not permit', async () => {
    const { revision } = server.engine.model()
    const second = await calls.save('firm', { name: '乙', phone: '4', note: '5' })
    save(firmFile, resource('phone', 'note').replace('note: { type: text', 'note: { unique: true, type: text'))
    save('migrations/0005-same.sql', "update firm set note = 'same'")
    await expect.poll(losses, soon).toEqual(['migration:0005-same.sql 0'])
    const { status, body } = await confirm()
    expect([status, body.msg]).toEqual([409, expect.stringContaining('未作任何改动')])
    expect((await firm()).note).toBe('xyz')
    const { revision: refused } = await pending()
    save('migrations/0005-same.sql', "update firm set note = 'same' where name = '乙'")
    await expect.poll(async () => (await pending()).revision, soon).not.toBe(refused)
    expect((await confirm()).status).toBe(200)
    expect(server.engine.model().revision).not.toBe(revision)
    const again = await calls.call('POST', 'city/v1/firm/save', { name: '丙', phone: '4', note: 'same' })
    expect(again.status).toBe(409)
    expect((await calls.data('GET', `city/v1/firm/getById?id=${second}`)).note).toBe('same')
  })

  it('semantics 11: runs with a swap of names, by the names with which columns were created', async () => {
    const swapped = resource('phone', 'note')
      .replace('phone: {', 'phone: { renamedFrom: note,')
      .replace('note: {', 'note: { renamedFrom: phone,')
    save('migrations/0007-swap.sql', "update firm set phone = phone || '!'")
    save(firmFile, swapped)
    await expect.poll(losses, soon).toEqual(['migration:0007-swap.sql 0'])
    await expect.poll(async () => (await confirm()).status, soon).toBe(200)
    expect(await firm()).toMatchObject({ phone: 'xyz', note: '2!' })
  })

  // The embedded database has one process.
  it.runIf(kind.kind === 'postgres')('is confirmed in another process, which has no such file', async () => {
    const { databaseUrl = '' } = server
    const other = await startServer(kind, {}, { settings: { live: false, databaseUrl } })
    try {
      const byOther = serverCalls(other, await other.signIn('admin', adminPassword))
      const { revision } = server.engine.model()
      save(contactFile, resource('fax', 'phone'))
      save(
        'migrations/0008-more.sql',
        // The column of the field phone is note since the swap.
        'update contact t set phone = f.note from firm f where f.id = t.id; update firm set note = null',
      )
      save(firmFile, resource('note'))
      await expect.poll(losses, soon).toEqual(['migration:0008-more.sql 0'])
      expect((await confirm(byOther, await pending(byOther))).status).toBe(200)
      await expect.poll(() => server.engine.model().revision, soon).not.toBe(revision)
      expect(other.engine.model().revision).toBe(server.engine.model().revision)
      expect(await calls.data('GET', `city/v1/contact/getById?id=${id}`)).toMatchObject({ fax: '1', phone: 'xyz' })
      save('migrations/0009-last.sql', "update contact set phone = '9'")
      await expect.poll(losses, soon).toEqual(['migration:0009-last.sql 0'])
      expect((await confirm(byOther, await pending(byOther))).status).toBe(200)
      await expect.poll(async () => (await calls.data('GET', 'engine/problems')).length, soon).toBe(0)
      expect(await calls.data('GET', `city/v1/contact/getById?id=${id}`)).toMatchObject({ phone: '9' })
    } finally {
      await other.close()
    }
  })
})

interface Loss {
  readonly loss: string
  readonly count: number
}

interface Shown {
  readonly revision: string
  readonly losses: readonly Loss[]
}

interface Fault {
  readonly code: string
  readonly severity: string
  readonly at?: { readonly file: string; readonly line: number }
  readonly message: { readonly en: string }
}
