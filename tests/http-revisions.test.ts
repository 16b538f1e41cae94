import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedPassword } from '../engine/server/auth/password.ts'
import { bpmn, end, flows } from './processes/models.ts'
import { databasesUnderTest } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'

const field = (name: string, more = '') => `  ${name}: { type: text, title: { zh: ${name}, en: ${name} }${more} }\n`
const visit = (fields: string) =>
  `title: { zh: 走访, en: Visit }\nmenu: false\ndisplay: name\nfields:\n${field('name')}${fields}`
const file = 'resources/a/visit.yaml'
const note = 'resources/a/note.yaml'

describe.each(databasesUnderTest())('revisions of the descriptors ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  /** The revision of the descriptors at the start. */
  let first: string

  const revision = () => server.engine.model().revision
  const save = async (at: string, text: string) => {
    const before = revision()
    writeIn(server.appDir, at, text)
    await expect.poll(revision, { timeout: 10_000, interval: 10 }).not.toBe(before)
  }
  const onDisk = (at: string) => readFileSync(join(server.appDir, at), 'utf8')
  const get = async (path: string) => (await server.call('GET', `/api/engine/${path}`, { token })).body.data
  const formerRevisions = async () => {
    const { records } = (await server.call('GET', '/api/sys/v1/sysRevision/page?size=200', { token })).body.data
    return records.filter((one: { isCurrent: boolean }) => !one.isCurrent)
  }
  const difference = (of: string) => get(`revision/${of}`)
  const restore = (of: string, discard: readonly string[] = [], by = token) =>
    server.call('POST', `/api/engine/revision/${of}/restore`, { token: by, body: { discard } })

  beforeAll(async () => {
    const app = { 'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n', [file]: visit(field('fax')) }
    server = await startServer(kind, app, { settings: { live: true } })
    token = await server.signIn('admin', adminPassword)
    first = revision()
  })
  afterAll(() => server.close())

  it('have their difference in words and by file, and the first has none', async () => {
    await save(file, visit(field('fax') + field('room')))
    await save(note, visit('').replace('走访, en: Visit', '便条, en: Note'))
    const [{ number }, former] = [await get('revision'), await formerRevisions()]
    expect(former.map((one: { revision: string }) => one.revision)).toContain(first)
    expect([number, ...former.map((one: { number: number }) => one.number)]).toEqual([3, 2, 1])
    expect(await difference(revision())).toMatchObject({
      before: 2,
      changes: [{ zh: '便条 已新增', en: 'Note added' }],
      files: [{ file: note, change: 'added' }],
      unapplied: [],
    })
    const second = await difference(former[0].revision)
    expect(second).toMatchObject({
      before: 1,
      changes: [{ zh: '走访：字段 room 已新增', en: 'Visit: field room added' }],
    })
    const { lines } = second.files[0]
    expect(lines.filter(({ mark }: { mark: string }) => mark !== 'same')).toEqual([
      { mark: 'gap', text: '' },
      { mark: 'added', text: field('room').trimEnd() },
    ])
    expect(await difference(first)).toMatchObject({ before: null, changes: [], files: [] })
    expect((await server.call('GET', '/api/engine/revision/none', { token })).status).toBe(404)
  })

  it('are restored by writing their files, under the name of the user', async () => {
    const saved = revision()
    const { status, body } = await restore(first)
    expect([status, body.data]).toEqual([200, { outcome: 'served' }])
    expect([revision(), onDisk(file), existsSync(join(server.appDir, note))]).toEqual([
      first,
      visit(field('fax')),
      false,
    ])
    const state = await get('revision')
    expect([state.author, (await formerRevisions())[0].author]).toEqual(['admin', null])
    expect((await restore(saved)).body.data).toEqual({ outcome: 'served' })
    expect([revision(), onDisk(file)]).toEqual([saved, visit(field('fax') + field('room'))])
  })

  it('wait for a confirmation where restoring would lose values, and keep their author', async () => {
    await server.call('POST', '/api/a/v1/visit/save', { token, body: { name: '甲', room: '101' } })
    expect((await restore(first)).body.data).toEqual({ outcome: 'pending' })
    // The file without a loss is removed.
    expect(existsSync(join(server.appDir, note))).toBe(false)
    expect(server.engine.model().resources).not.toHaveProperty('note')
    expect(server.engine.model().resources['visit']?.fields.map(({ name }) => name)).toContain('room')
    const [pending] = (await get('pending')).pending
    const losses = pending.losses.map(({ loss, count }: { loss: string; count: number }) => ({ loss, count }))
    expect([pending.files, losses]).toEqual([
      [file],
      expect.arrayContaining([{ loss: 'drop:visit.room__2', count: 1 }]),
    ])
    const confirm = { token, body: { revision: pending.revision, allow: losses } }
    expect((await server.call('POST', '/api/engine/pending', confirm)).status).toBe(200)
    const state = await get('revision')
    expect([state.revision, state.author, state.confirmed.account]).toEqual([first, 'admin', 'admin'])
  })

  it('are restored over texts that were never applied only if each file is named', async () => {
    const former = await formerRevisions()
    const broken = visit(field('fax')).replace('type: text', 'type: txt')
    writeIn(server.appDir, file, broken)
    await expect.poll(async () => (await get('problems')).length, { timeout: 10_000 }).toBeGreaterThan(0)
    expect((await difference(first)).unapplied).toEqual([file])
    for (const to of [first, former[0].revision]) {
      const refused = await restore(to)
      expect([refused.status, refused.body.msg]).toEqual([
        409,
        `这些文件有尚未生效的内容，恢复会覆盖它们，须逐个写在 discard 中：${file}`,
      ])
    }
    const inEnglish = { token, headers: { 'accept-language': 'en' }, body: { discard: [] } }
    const english = await server.call('POST', `/api/engine/revision/${first}/restore`, inEnglish)
    expect(english.body.msg).toBe(
      `Restoring would replace texts that were never applied. Name these files in discard: ${file}`,
    )
    expect(onDisk(file)).toBe(broken)
    expect((await restore(first, [file])).body.data).toEqual({ outcome: 'served' })
    expect([onDisk(file), (await get('problems')).filter(isError)]).toEqual([visit(field('fax')), []])
    expect((await restore(first, [1] as never)).status).toBe(400)
  })

  it('are restored only if each of the files can be written, and these keep their modes', async () => {
    const former = await formerRevisions()
    const of = former.find(({ number }: { number: number }) => number === 5)?.revision
    const before = onDisk(file)
    const path = join(server.appDir, file)
    chmodSync(path, 0o444)
    expect(await restore(of)).toMatchObject({
      status: 409,
      body: { msg: `文件 ${file} 不能写入（EACCES），没有改动任何文件` },
    })
    const inEnglish = { token, headers: { 'accept-language': 'en' }, body: { discard: [] } }
    expect((await server.call('POST', `/api/engine/revision/${of}/restore`, inEnglish)).body.msg).toBe(
      `The file ${file} cannot be written (EACCES). No file was changed.`,
    )
    expect([onDisk(file), existsSync(`${path}.next`)]).toEqual([before, false])
    chmodSync(path, 0o640)
    expect((await restore(of)).status).toBe(200)
    expect([onDisk(file) === before, statSync(path).mode & 0o777]).toEqual([false, 0o640])
  })

  it('are not restored if their descriptors are invalid by now', async () => {
    const former = await formerRevisions()
    const of = former[0].revision
    const run = (statement: ReturnType<typeof sql>) => statement.execute(server.engine.database.kysely)
    await run(sql`create table kept as select * from engine_former_revision where revision = ${of}`)
    await run(sql`update engine_former_revision
      set sources = replace(sources::text, 'type: text', 'type: txt')::jsonb where revision = ${of}`)
    const before = onDisk(file)
    const message = { zh: '没有名为“txt”的字段类型。', en: 'There is no field type "txt".' }
    expect(await restore(of)).toMatchObject({
      status: 409,
      body: { msg: expect.stringMatching(new RegExp(`^配置无法使用：${message.zh}`)) },
    })
    const inEnglish = { token, headers: { 'accept-language': 'en' }, body: { discard: [] } }
    expect((await server.call('POST', `/api/engine/revision/${of}/restore`, inEnglish)).body.msg).toMatch(
      new RegExp(`^The descriptors are invalid: ${message.en}`),
    )
    expect(onDisk(file)).toBe(before)
    await run(sql`update engine_former_revision f set sources = k.sources from kept k where f.revision = k.revision`)
    await run(sql`drop table kept`)
  })

  it('from before processes were descriptors are restored without removing any', async () => {
    const process = 'processes/p.bpmn'
    await save(process, bpmn('<startEvent id="s"/>', end('e'), flows('s>e')))
    expect((await restore(first)).status).toBe(200)
    expect([onDisk(file), existsSync(join(server.appDir, process))]).toEqual([visit(field('fax')), true])
  })

  it('are neither shown to nor restored by users who may not edit descriptors', async () => {
    const tenantId = '100200'
    const tenant = { tenantId, tenantName: '分局' }
    expect((await server.call('POST', '/api/blade/v1/bladeTenant/save', { token, body: tenant })).status).toBe(200)
    await sql`insert into blade_user (tenant_id, id, account, name, real_name, role_id, password)
      select ${tenantId}, 72, 'a', 'a', 'a', array[id], ${await storedPassword('Keeper-26')}
      from blade_role where tenant_id = ${tenantId} and role_alias = 'administrator'`.execute(
      server.engine.database.kysely,
    )
    const other = await server.signIn('a', 'Keeper-26', tenantId)
    const before = onDisk(file)
    const shown = await server.call('GET', `/api/engine/revision/${first}`, { token: other })
    expect([shown.status, (await restore(first, [], other)).status]).toEqual([403, 403])
    expect(onDisk(file)).toBe(before)
  })
})

const isError = ({ severity }: { severity: string }) => severity === 'error'
