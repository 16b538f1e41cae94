import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteOldImports } from '../engine/server/services/import/delete-imports.ts'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { sheetsFile } from './support/import-work.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const app = {
  ...sampleApp,
  'resources/city/gate.yaml': `title: { zh: 门, en: Gate }
menu: { under: work, icon: map, order: 40 }
display: name
fields:
  name: { type: text, required: true, unique: true, title: { zh: 名称, en: Name } }
  secret: { type: password, title: { zh: 口令, en: Password } }
  locks: { type: children, of: gateLock, title: { zh: 锁, en: Locks } }
`,
  'resources/city/gateLock.yaml': `title: { zh: 锁, en: Lock }
partOf: gateId
display: place
fields:
  gateId: { type: reference, of: gate, required: true }
  place: { type: text, required: true, title: { zh: 位置, en: Place } }
  code: { type: password, title: { zh: 密码, en: Code } }
`,
}

const [secret, code, short] = ['Zhang-San-26', 'Lock-Code-26', 'no']
const file = `名称,口令,锁：位置,锁：密码\n东门,${secret},上,${code}\n西门,${short},下,${code}\n`
const tables = ['engine_import', 'engine_import_row', 'engine_import_line']

describe.each(databasesWalked('postgres'))('passwords in an imported file, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls

  /** All stored data of imports, as text. */
  const staged = async () => {
    const texts = tables.map(table => `select x::text as text from ${table} x`)
    const { rows } = await calls.run(texts.join(' union all '))
    return rows.map(({ text }) => text).join('\n')
  }
  const answersOf = async (id: string) => {
    const path = `engine/import/gate/${id}`
    const all = ['', '/problems', '/additions', '/changes', '/report?of=problems', '/report?of=rows']
    const answers = await Promise.all(all.map(rest => calls.call('GET', `${path}${rest}`)))
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200))
    return answers.map(({ body }) => (typeof body === 'string' ? body : JSON.stringify(body))).join('\n')
  }

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = await importCallsOn(server, 'gate')
  })
  afterAll(() => server.close())
  beforeEach(() => calls.run(`truncate gate, gate_lock, ${tables.join(', ')}`))

  it('of stored lines are stored as digests when they change', async () => {
    const saved = await calls.call('POST', 'city/v1/gate/save', { name: '南门', locks: [{ place: '上', code }] })
    const { id, version, locks } = saved.body.data
    const body = { id, version, locks: [{ id: locks[0].id, place: '上', code: `${code}-2` }] }
    expect((await calls.call('PUT', 'city/v1/gate/update', body)).status).toBe(200)
    const { rows } = await calls.run('select code as text from gate_lock')
    expect(rows).toMatchObject([{ text: expect.stringMatching(/^\$argon2id\$/) }])
  })

  it('are never shown again: not in a sample, a problem, a row to add, or a report', async () => {
    const { id, columns } = await calls.take(file)
    expect(await answersOf(id)).not.toContain(secret)
    await calls.step(id, 'check', { columns })
    const before = await answersOf(id)
    for (const text of [secret, code]) expect(before).not.toContain(text)
    expect(await calls.problemsOf(id)).toMatchObject([[3, '口令', expect.any(String)]])
    expect(before).toContain('"••••••"')
    await calls.step(id, 'write', { goodRows: true })
    const after = await answersOf(id)
    for (const text of [secret, code]) expect(after).not.toContain(text)
  })

  it('are deleted once they are written, those of wrong rows too', async () => {
    const { id, columns } = await calls.take(file)
    await calls.step(id, 'check', { columns })
    expect(await staged()).toContain(secret)
    await calls.step(id, 'write', { goodRows: true })
    const left = await staged()
    for (const text of [secret, code, `"${short}"`]) expect(left).not.toContain(text)
    expect(left).toContain('西门')
    const { rows } = await calls.run('select secret from gate union all select code from gate_lock')
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row['secret']).toMatch(/^\$argon2id\$/)
  })

  it('are deleted too where lines have a sheet of their own', async () => {
    const sheets = await sheetsFile({
      门: ['名称', '东门', '西门'],
      锁: ['门,位置,密码', `东门,上,${code}`, `南门,下,${code}`],
    })
    const { id, columns } = await calls.take(sheets, { name: '门.xlsx' })
    expect(await answersOf(id)).not.toContain(code)
    await calls.step(id, 'check', { columns })
    expect(await answersOf(id)).not.toContain(code)
    expect(await staged()).toContain(code)
    await calls.step(id, 'write', { goodRows: true })
    expect(await staged()).not.toContain(code)
  })

  it('are deleted after a partial write, unless a rollback is pending', async () => {
    const { id } = await calls.take(file)
    const left = async (goodRows: boolean) => {
      const half = `state = 'writing', details = details || '{"goodRows": ${goodRows}}'`
      await calls.run(`update engine_import set at = now() - interval '61 minutes', ${half}`)
      await deleteOldImports(server.engine.database.kysely, new Date())
      return (await calls.run('select id::text as id from engine_import')).rows
    }
    expect(await left(false)).toEqual([{ id }])
    await calls.run(`update engine_import set turn = 'mine', turn_at = now()`)
    expect(await left(true)).toEqual([{ id }])
    await calls.run('update engine_import set turn = null')
    expect(await left(true)).toEqual([])
    expect(await staged()).toBe('')
  })

  it('are stored for an hour, other files for a day', async () => {
    const ids = [await calls.take(file), await calls.take('名称\n南门\n')].map(({ id }) => id)
    const left = async (minutes: number) => {
      await calls.run(`update engine_import set at = now() - interval '${minutes} minutes'`)
      await deleteOldImports(server.engine.database.kysely, new Date())
      const { rows } = await calls.run('select id::text as id from engine_import order by id')
      return rows.map(({ id }) => id)
    }
    expect(await left(59)).toEqual(ids)
    expect(await left(61)).toEqual(ids.slice(1))
    expect(await staged()).not.toContain(secret)
    expect(await left(23 * 60)).toEqual(ids.slice(1))
    expect(await left(25 * 60)).toEqual([])
    expect(await staged()).toBe('')
  })
})
