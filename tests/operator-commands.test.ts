import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decrypted, encrypted, factorSecrets, fieldSecrets, withFormerKey } from '../engine/server/auth/seal.ts'
import { run as runSql } from '../engine/server/database/run.ts'
import { rotateKeys } from '../engine/server/operator/rotate-keys.ts'
import { exportTenant, removeTenant } from '../engine/server/operator/tenant-command.ts'
import { filesIn } from '../engine/server/services/files/storage.ts'
import { databasesUnderTest } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { refused } from './support/store.ts'
import { addTenant, addUser } from './support/tenants.ts'

const app = { 'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n' }
const keyOf = (text: string) => new TextEncoder().encode(text)

describe.each(databasesUnderTest())('commands of the operator, on $kind', kind => {
  let server: ServerUnderTest
  let folder: string
  const run = async (text: string, values: readonly unknown[] = []) =>
    (await runSql(server.engine.database.kysely, text, values)) as Readonly<Record<string, string>>[]

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'operator-'))
    server = await startServer(kind, app, { settings: { tokenSecret: 'a'.repeat(20) + 'z'.repeat(20) } })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  it('encrypt every stored secret with the present key, and read those of the former one meanwhile', async () => {
    const token = await server.signIn('admin', adminPassword)
    const oss = {
      ...{ ossCode: 'main', category: '1', endpoint: 'https://oss.example.cn', bucketName: 'b' },
      ...{ accessKey: 'me', secretKey: 'Geheim#2026' },
    }
    const { body } = await server.call('POST', '/api/blade/v1/bladeOss/save', { token, body: oss })
    expect(body).toMatchObject({ code: 200 })
    const former = keyOf('a'.repeat(20) + 'z'.repeat(20))
    await run('insert into engine_second_factor (tenant_id, user_id, secret) values ($1, 1, $2), ($1, 2, $3)', [
      '000000',
      encrypted(former, factorSecrets, 'TOTP'),
      encrypted(keyOf('lost'), factorSecrets, 'TOTP'),
    ])
    const key = withFormerKey(keyOf('b'.repeat(40)), former)
    const secrets = async () => [
      (await run('select secret_key as text from blade_oss'))[0]?.['text'] ?? '',
      (await run('select secret as text from engine_second_factor where user_id = 1'))[0]?.['text'] ?? '',
    ]
    const read = ([own = '', factor = '']: string[], by: Uint8Array) => [
      decrypted(by, fieldSecrets, own),
      decrypted(by, factorSecrets, factor),
    ]
    const before = await secrets()
    expect(read(before, key)).toEqual(['Geheim#2026', 'TOTP'])
    const { database, model } = server.engine
    expect(await rotateKeys(database, model(), key)).toEqual({
      rotated: 2,
      unreadable: ['engine_second_factor.secret'],
    })
    const after = await secrets()
    expect(read(after, keyOf('b'.repeat(40)))).toEqual(['Geheim#2026', 'TOTP'])
    expect(() => read(after, former)).toThrow()
    expect((await rotateKeys(database, model(), key)).rotated).toBe(0)
    expect(await run(`select kind, names from engine_audit where kind = 'keys' order by n`)).toMatchObject([
      { names: '2, engine_second_factor.secret' },
      {},
    ])
  })

  it('semantics 40: export and remove a tenant, whose audit log stays', async () => {
    await addTenant(run, '100001')
    await addUser(run, '100001', 'keeper', 'user_view')
    await server.signIn('keeper', adminPassword, '100001')
    const { database } = server.engine
    const files = filesIn(folder)
    const target = join(folder, 'export')
    const key = '100001/u1/图.png'
    writeFileSync(join(folder, 'image'), 'x')
    await files.put(key, join(folder, 'image'))
    await run(
      `insert into engine_upload (link, tenant_id, user_id, name, content_type, size, at)
       values ($1, '100001', 72, '图.png', 'image/png', 1, now())`,
      [`/image-api/100001/u1/${encodeURIComponent('图.png')}`],
    )
    await run(`insert into engine_import (tenant_id, id, resource, file, digest, user_id, state, at)
      values ('100001', 5, 'bladeUser', 'a.csv', 'd', 72, 'written', now())`)
    await run(`insert into engine_import_row (import_id, row, record_id, record) values (5, 1, 1, '{"name": "x"}')`)
    const exported = await exportTenant(database, files, '100001', target)
    const lines = readFileSync(join(target, 'rows.ndjson'), 'utf8').trim().split('\n')
    expect(lines).toHaveLength(exported.rows)
    expect([exported.files, readFileSync(join(target, 'files', key), 'utf8')]).toEqual([1, 'x'])
    expect(lines.map(line => JSON.parse(line).row.account)).toContain('keeper')
    expect(await refused(exportTenant(database, files, '100001', target))).toMatchObject({ status: 409 })
    expect(existsSync(`${target}.unfinished`)).toBe(false)
    expect(await removeTenant(database, files, '100001')).toMatchObject({ files: 1 })
    expect([await files.get(key), await run('select * from engine_import_row')]).toEqual([undefined, []])
    const { rows } = await sql<{ name: string }>`select c.table_name as name from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.column_name = 'tenant_id'`.execute(
      database.kysely,
    )
    const left: string[] = []
    for (const { name } of rows)
      if ((await run(`select 1 from "${name}" where tenant_id = '100001' limit 1`)).length > 0) left.push(name)
    expect(left.toSorted()).toEqual(['engine_audit', 'engine_audit_chain'])
    expect(await run(`select detail, names from engine_audit where kind = 'tenant' order by n`)).toEqual([
      { detail: 'exported', names: '100001' },
      { detail: 'deleted', names: '100001' },
    ])
    const token = await server.signIn('admin', adminPassword)
    const body = { tenantId: '100001', tenantName: '新' }
    expect(await server.call('POST', '/api/blade/v1/bladeTenant/save', { token, body })).toMatchObject({ status: 400 })
  })

  it("semantics 40: refuse to remove the platform's own tenant, and an unknown one", async () => {
    const remove = (tenant: string) => refused(removeTenant(server.engine.database, filesIn(folder), tenant))
    expect(await remove('000000')).toMatchObject({ status: 409 })
    expect(await remove('999999')).toMatchObject({ status: 404 })
  })

  it('semantics 40: a resource of the platform does not exist in another tenant', async () => {
    await addTenant(run, '100002')
    const token = await server.signIn('admin', adminPassword, '100002')
    const page = (name: string) => server.call('GET', `/api/blade/v1/${name}/page`, { token })
    expect(await page('bladeOss')).toMatchObject({ status: 404 })
    expect(await page('bladeUser')).toMatchObject({ status: 200 })
  })
})
