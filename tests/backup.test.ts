import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { greyPng } from '../engine/server/auth/png.ts'
import type { Database } from '../engine/server/database/database.ts'
import { openDatabase } from '../engine/server/database/open-database.ts'
import { BackupRefused, backUp, type Manifest, restore } from '../engine/server/operator/backup.ts'
import { runInServer } from '../engine/server/operator/run-in-server.ts'
import { diskStorage, filesIn } from '../engine/server/services/files/storage.ts'
import { databasesUnderTest, testZone } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { writeApp } from './support/server.ts'
import { startServerProcess } from './support/server-process.ts'

/** A machine may have a server of PostgreSQL and no client programs. */
const hasPrograms = ['pg_dump', 'psql'].every(program => spawnSync(program, ['--version']).status === 0)
const scratch = mkdtempSync(join(tmpdir(), 'mingchu-backup-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const kinds = databasesUnderTest().filter(({ kind }) => kind === 'embedded' || hasPrograms)

describe.each(kinds)('a backup of $kind', under => {
  it('restores rows and files as they were, ends sessions and holds back messages', async () => {
    const [place, appDir] = [await under.place(), writeApp(sampleApp)]
    const dataDir = place.dataDir ?? join(appDir, 'data')
    const settings = { dataDir, zone: testZone, ...(place.url !== undefined && { databaseUrl: place.url }) }
    const opened = async <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => {
      const database = await openDatabase({
        ...(place.url !== undefined && { url: place.url }),
        dataDir,
        zone: testZone,
      })
      return work(database).finally(() => database.close())
    }
    const folder = join(scratch, under.kind)
    try {
      await (await startServerProcess(place, appDir)).stop()
      await opened(({ kysely }) =>
        sql`insert into engine_message (tenant_id, id, resource, step, channel, content, state, at, next_at)
          values ('000000', 1, 'ward', 's', 'sms', 'x', 'queued', now(), now() + interval '1 day')`.execute(kysely),
      )
      const server = await startServerProcess(place, appDir)
      const save = async (name: string) =>
        (await (await server.send('POST', '/api/city/v1/ward/save', { name, people: 3 })).json()).data.id
      const id = await save('甲街')
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(greyPng(3, 3, new Uint8Array(9)))]), 'a.png')
      const uploaded = await fetch(`${server.address}/api/blade-resource/oss/endpoint/put-file`, {
        method: 'POST',
        headers: { 'blade-auth': `bearer ${server.token}` },
        body: form,
      })
      const { link } = (await uploaded.json()).data
      expect(link).toMatch(/\.png$/)
      const inServer = { name: 'backup', input: folder, language: 'en' } as const
      const manifest: Manifest =
        under.kind === 'embedded'
          ? ((await runInServer(dataDir, inServer))?.result as Manifest)
          : await opened(database => backUp(database, filesIn(dataDir), settings, folder))
      expect([manifest.rows['ward'], Object.keys(manifest.files).length]).toEqual([1, 1])
      if (under.kind === 'embedded') await expect(runInServer(dataDir, inServer)).rejects.toMatchObject({ status: 409 })
      const later = await save('乙街')
      await expect(restore(settings, folder, true)).rejects.toThrow(/use/)
      await server.stop()
      const [file = ''] = Object.keys(manifest.files)
      writeFileSync(join(dataDir, 'files', file), 'altered')
      await expect(restore(settings, folder, false)).rejects.toThrow('--replace')
      const dump = join(folder, under.kind === 'embedded' ? 'database.tar.gz' : 'database.sql.gz')
      const whole = readFileSync(dump)
      writeFileSync(dump, whole.subarray(0, whole.length / 2))
      await expect(restore(settings, folder, true)).rejects.toThrow(BackupRefused)
      if (under.kind === 'postgres') {
        const { dump: _, ...ofOlderVersion } = manifest
        writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...ofOlderVersion, auditOwner: 'other' }))
        await expect(restore(settings, folder, true)).rejects.toThrow(BackupRefused)
      }
      const wards = sql<object>`select count(*)::int as wards from ward`
      expect((await opened(({ kysely }) => wards.execute(kysely))).rows).toEqual([{ wards: 2 }])
      const ofNewerProgram = () =>
        gzipSync(String(gunzipSync(whole)).replace(/^SET /m, 'SET transaction_timeout = 0;\nSET '))
      writeFileSync(dump, under.kind === 'postgres' ? ofNewerProgram() : whole)
      const warnings: string[] = []
      expect(await restore(settings, folder, true, warning => warnings.push(warning))).toEqual([])
      expect(warnings).toHaveLength(under.kind === 'postgres' ? 1 : 0)
      expect(readFileSync(join(dataDir, 'files', file))).toEqual(readFileSync(join(folder, 'files', file)))
      const state = sql<object>`select (select count(*)::int from engine_session) as sessions,
        (select concat(state, ' ', fault) from engine_message) as message,
        (select count(*)::int from engine_job where lease_until > now()) as leases`
      expect((await opened(({ kysely }) => state.execute(kysely))).rows).toEqual([
        { sessions: 0, message: 'unknown noAnswer', leases: 0 },
      ])
      const restored = await startServerProcess(place, appDir)
      const read = async (one: string) => (await restored.send('GET', `/api/city/v1/ward/getById?id=${one}`)).status
      expect([await read(id), await read(later)]).toEqual([200, 404])
      const former = { headers: { 'blade-auth': `bearer ${server.token}` } }
      expect((await fetch(`${restored.address}/api/city/v1/ward/page`, former)).status).toBe(401)
      await restored.stop()
    } finally {
      await place.remove()
      rmSync(appDir, { recursive: true, force: true })
    }
  }, 120_000)

  it('contains the files of the storage, wherever it is, and is refused for a database without tables', async () => {
    const place = await under.place()
    const dataDir = place.dataDir ?? join(scratch, 'data')
    const of = { dataDir, zone: testZone }
    const database = await openDatabase({ ...of, ...(place.url !== undefined && { url: place.url }) })
    const bucket = join(scratch, `bucket-${under.kind}`)
    mkdirSync(join(bucket, '000000/1'), { recursive: true })
    writeFileSync(join(bucket, '000000/1/图.png'), 'x')
    const folder = join(scratch, `of-bucket-${under.kind}`)
    const settings = { ...of, ...(place.url !== undefined && { databaseUrl: place.url }) }
    const backedUp = () => backUp(database, diskStorage(bucket), settings, folder)
    await expect(backedUp()).rejects.toThrow(BackupRefused)
    await sql`create table kept (id bigint)`.execute(database.kysely)
    expect(Object.keys((await backedUp()).files)).toEqual(['000000/1/图.png'])
    expect(readFileSync(join(folder, 'files/000000/1/图.png'), 'utf8')).toBe('x')
    await database.close()
    await place.remove()
  })

  it('is refused where its folder is incomplete, and changes nothing', async () => {
    const dataDir = join(scratch, `none-${under.kind}`)
    const settings = {
      dataDir,
      zone: testZone,
      ...(under.kind === 'postgres' && { databaseUrl: 'postgres://x@127.0.0.1:1/x' }),
    }
    await expect(restore(settings, join(scratch, 'absent'), true)).rejects.toThrow('manifest.json')
    expect(existsSync(dataDir)).toBe(false)
  })
})

it('is refused, and creates no database, where there is none', () => {
  const dataDir = join(scratch, 'no-database')
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir }
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/backup.ts'], { env })
  expect([status, existsSync(dataDir)]).toEqual([1, false])
})
