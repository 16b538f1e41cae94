import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const text = (name: string) => `  ${name}: { type: text, title: { zh: ${name}, en: ${name} } }\n`
const resource = (...fields: string[]) =>
  `title: { zh: 表, en: Table }\nmenu: false\ndisplay: name\nfields:\n${['name', ...fields].map(text).join('')}`
const firmFile = 'resources/city/firm.yaml'
const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  [firmFile]: resource('fax', 'phone', 'note'),
}

describe.each(databasesWalked('embedded'))('a migration that is saved while the server runs ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  let id: string
  const save = (file: string, content: string) => writeIn(server.appDir, file, content)
  const remove = (file: string) => rmSync(join(server.appDir, file))
  const faults = async () =>
    (await calls.data('GET', 'engine/problems')).flatMap(({ code, severity, at }: Fault) =>
      code.startsWith('migration.') ? [`${severity} ${at ? `${at.file}:${at.line} ` : ''}${code}`] : [],
    )
  const firm = () => calls.data('GET', `city/v1/firm/getById?id=${id}`)
  const soon = { timeout: 10_000 }

  beforeAll(async () => {
    server = await startServer(kind, app, { settings: { live: true } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    id = await calls.save('firm', { name: '甲', fax: '1', phone: '2', note: '3' })
  })
  afterAll(() => server.close())

  it('semantics 48: waits for the next start with all that is saved after it, and is no longer listed where it is removed', async () => {
    const { revision } = server.engine.model()
    save('migrations/0001-note.sql', "update firm set note = note || 'x'")
    await expect.poll(faults, soon).toEqual(['error migrations/0001-note.sql:1 migration.waiting'])
    expect((await calls.data('GET', 'engine/pending')).migrations).toEqual(['0001-note.sql'])
    save(firmFile, resource('fax', 'phone', 'note', 'code'))
    await new Promise(done => setTimeout(done, 500))
    expect([server.engine.model().revision, (await firm()).note]).toEqual([revision, '3'])
    remove('migrations/0001-note.sql')
    await expect.poll(() => server.engine.model().revision, soon).not.toBe(revision)
    expect(await faults()).toEqual([])
  })

  it('semantics 48: that is no SQL or has no number refuses what is saved with its place, until it is corrected', async () => {
    const { revision } = server.engine.model()
    save('migrations/0005-merge.yaml', 'move: { from: firm, to: contact, fields: [phone] }\n')
    const wrong = ['error migrations/0005-merge.yaml:1 migration.invalid']
    await expect.poll(faults, soon).toEqual(wrong)
    save(firmFile, resource('fax', 'phone', 'note'))
    save('migrations/last.sql', 'select 1')
    await expect.poll(faults, soon).toEqual([...wrong, 'error migration.invalid'])
    expect(server.engine.model().revision).toBe(revision)
    remove('migrations/last.sql')
    remove('migrations/0005-merge.yaml')
    await expect.poll(() => server.engine.model().revision, soon).not.toBe(revision)
    expect(await faults()).toEqual([])
  })
})

interface Fault {
  readonly code: string
  readonly severity: string
  readonly at?: { readonly file: string; readonly line: number }
}
