import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { adminPassword, writeApp, writeIn } from '../../tests/support/server.ts'
import { buildDatabase, builtDatabase } from './built-database.ts'
import { run } from './database/run.ts'
import { createEngine } from './engine.ts'
import { readSettings } from './settings.ts'
import { planChanges } from './storage/plan.ts'

const files = {
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'migrations/0001-note-the-time.sql':
    'create table step_ran (rows bigint); insert into step_ran select count(*) from place',
  'resources/geo/place.yaml': `title: { zh: 地点, en: Place }
shared: true
fields: { name: { type: text, title: { zh: 名称, en: Name } } }
`,
}

describe('the embedded database of a build', () => {
  const dist = mkdtempSync(join(tmpdir(), 'mingchu-dist-'))
  const appDir = writeApp(files)
  const build = () => buildDatabase(dist, appDir, 'code', inject('embeddedTemplate'))
  const built = () => readdirSync(dist).filter(name => name.startsWith('database-'))
  beforeAll(async () => {
    writeIn(appDir, 'seeds/README.md', 'Places.')
    writeFileSync(join(appDir, 'seeds/place.csv.gz'), gzipSync('id,name\n1,Alley\n2,Bridge\n'))
    await build()
    writeFileSync(join(dist, 'digest'), 'code')
  })
  afterAll(() => {
    for (const folder of [dist, appDir]) rmSync(folder, { recursive: true })
  })

  it('contains for a first start the tables and seeds of the app, and no account, zone or worker', async () => {
    const dataDir = join(appDir, 'data')
    const settings = { ...readSettings({ APP_DIR: appDir, ADMIN_PASSWORD: adminPassword, LIVE: 'off' }), dataDir }
    const start = (zone: string) =>
      createEngine({
        settings: { ...settings, zone },
        log: pino({ level: 'silent' }),
        prepared: () => builtDatabase(appDir, dist),
      })
    const first = await start('Europe/Paris')
    expect(first.newAccounts).toMatchObject([{ account: 'admin' }])
    const read = (statement: string) => run(first.database.kysely, statement, [])
    expect(await read('select id, name from place order by id')).toEqual([
      { id: '1', name: 'Alley' },
      { id: '2', name: 'Bridge' },
    ])
    // The SQL file ran once, before the seeds.
    expect(await read('select rows from step_ran')).toEqual([{ rows: '0' }])
    expect(await read('select id from engine_worker')).toEqual([{ id: 0 }])
    expect((await planChanges(first.database, first.model())).changes).toEqual([])
    await run(first.database.kysely, "update place set name = 'Canal' where id = 1", [])
    await first.close()
    const second = await start('Europe/Paris')
    expect(second.newAccounts).toEqual([])
    expect(await run(second.database.kysely, 'select name from place where id = 1', [])).toEqual([{ name: 'Canal' }])
    await second.close()
  })

  it('is not used once a descriptor, a seed, an SQL file or the code has changed, and is replaced by the next build', async () => {
    const [name = ''] = built()
    const used = async () => (await builtDatabase(appDir, dist)) === join(dist, name, 'postgres')
    const changed: Readonly<Record<string, () => void>> = {
      descriptor: () => writeIn(appDir, 'titles.yaml', 'name: { zh: 名字, en: Name }\n'),
      seed: () => writeIn(appDir, 'seeds/road.csv.gz', ''),
      'SQL file': () => writeIn(appDir, 'migrations/0002-more.sql', 'select 1'),
      code: () => writeFileSync(join(dist, 'digest'), 'other code'),
    }
    const restored = ['titles.yaml', 'seeds/road.csv.gz', 'migrations/0002-more.sql']
    for (const [what, change] of Object.entries(changed)) {
      expect(await used(), `before a change of the ${what}`).toBe(true)
      change()
      expect(await used(), `after a change of the ${what}`).toBe(false)
      for (const file of restored) rmSync(join(appDir, file), { force: true })
      writeFileSync(join(dist, 'digest'), 'code')
    }
    changed['descriptor']?.()
    await build()
    expect(built()).toHaveLength(1)
    expect([built()[0] !== name, await used()]).toEqual([true, false])
  })

  it('is not built from invalid descriptors', async () => {
    writeIn(appDir, 'resources/geo/place.yaml', 'title: 1\n')
    await expect(build()).rejects.toThrow('resources/geo/place.yaml:1:8')
    expect(built()).toEqual([])
  })
})
