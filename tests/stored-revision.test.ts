import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Source } from '../engine/compiler/source.ts'
import { engineHandlers } from '../engine/model/engine-handlers.ts'
import type { Database } from '../engine/server/database/database.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { startLiveModel } from '../engine/server/live/live-model.ts'
import { databasesUnderTest } from './support/databases.ts'
import { writeApp } from './support/server.ts'
import { serverWork } from './support/server-work.ts'

const missing = '/no/such/folder'
const log = pino({ level: 'silent' })

/** The descriptors of the example as an engine of version 1 stored them. */
const version1: readonly Source[] = (['base', 'inspections'] as const).flatMap(name => {
  const folder = join('tests/version-1', name)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.yaml'))
  const origin = name === 'base' ? 'base' : 'app'
  return files.map(file => ({ file, text: readFileSync(join(folder, file), 'utf8'), origin }))
})

/** The files of the app in these descriptors. */
const filesOf = (sources: readonly Source[]) =>
  Object.fromEntries(sources.flatMap(({ file, text, origin }) => (origin === 'app' ? [[file, text]] : [])))

describe.each(databasesUnderTest())('stored revision ($kind)', ({ open }) => {
  let database: Database
  const folders: string[] = []
  const appWith = (files: Readonly<Record<string, string>>) => {
    const folder = writeApp(files)
    folders.push(folder)
    return folder
  }
  const start = (appDir: string) =>
    startLiveModel({
      database,
      appDir,
      handlers: engineHandlers,
      watch: false,
      openSteps: async () => ({ steps: [], faults: [] }),
      workOf: model => serverWork(database, model, 'descriptors'),
      log,
    })
  const storeVersion1 = () =>
    sql`update engine_revision set revision = 'of version 1', sources = ${JSON.stringify(version1)}::jsonb`.execute(
      database.kysely,
    )
  const stored = async () => {
    const { rows } = await sql<{ revision: string; language: number; sources: readonly Source[] }>`
      select revision, language, sources from engine_revision`.execute(database.kysely)
    return rows[0]
  }

  beforeAll(async () => {
    database = await open()
  })
  afterAll(async () => {
    await database.close()
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  it('is required where there is no folder', async () => {
    await expect(start(missing)).rejects.toThrow(missing)
  })

  describe('semantics 44: stored descriptors are migrated by the same codemod', () => {
    it('at the start without a folder, in a database of version 1', async () => {
      await (await start('examples/inspections')).close()
      await sql`alter table engine_revision drop column language`.execute(database.kysely)
      await storeVersion1()
      const live = await start(missing)
      // A folder of version 1 declares no roles.
      expect(live.problems().filter(({ code }) => code !== 'role.unknown')).toEqual([])
      expect(live.current().language).toBe(2)
      expect(live.current().resources['inspection']?.title.en).toBe('Inspection')
      const row = await stored()
      expect(row).toMatchObject({ revision: live.described().revision, language: 2 })
      expect(row?.sources.find(({ file }) => file === 'app.yaml')?.text).toContain('language: 2\n')
      await live.close()
    })

    it('but not overwritten while a process of version 1 is live, and kept afterwards', async () => {
      await (await start('examples/inspections')).close()
      await storeVersion1()
      const older = (until: string) =>
        sql`insert into engine_worker (id, holder, until, high) values (900, 'older', ${sql.raw(until)}, 0)
          on conflict (id) do update set until = excluded.until`.execute(database.kysely)
      await older(`now() + interval '1 minute'`)
      await sql`update engine_revision set language = null`.execute(database.kysely)
      const live = await start(missing)
      expect(live.current().resources['inspection']?.title.en).toBe('Inspection')
      expect(live.served()).toMatchObject({ revision: 'of version 1', language: 2 })
      expect(await stored()).toMatchObject({ revision: 'of version 1', language: null, sources: version1 })
      await older('now()')
      await expect.poll(async () => (await stored())?.language).toBe(2)
      const { rows } = await sql`select language, sources from engine_former_revision
        where revision = 'of version 1'`.execute(database.kysely)
      expect(rows).toEqual([{ language: null, sources: version1 }])
      await live.close()
    })

    it('while an engine of version 1 stores them in the same database', async () => {
      const live = await start(missing)
      await storeVersion1()
      await live.catchUp()
      expect(live.current().resources['inspection']?.title.en).toBe('Inspection')
      expect((await stored())?.revision).toBe('of version 1')
      await live.close()
    })

    it('and served where the folder is of version 1, which one problem with the command reports', async () => {
      const folder = appWith(filesOf(version1))
      const live = await start(folder)
      expect(live.current().resources['inspection']?.title.en).toBe('Inspection')
      expect(live.problems()).toEqual([
        {
          code: 'app.version-1',
          severity: 'error',
          at: { file: 'app.yaml', line: 2, column: 1 },
          message: {
            zh: '描述文件还是语言版本 1 的写法（language: 1）。',
            en: 'The descriptors are written in version 1 of the language (language: 1).',
          },
          hint: {
            zh: '运行 npm run migrate，把它们改写成版本 2，注释和排版不变。',
            en: 'Run npm run migrate, which rewrites them to version 2 and keeps comments and layout.',
          },
        },
      ])
      await live.close()
    })
  })

  it.each([
    ['without a folder', () => missing],
    ['with an empty folder', () => appWith({})],
  ])('is served %s', async (_name, folder) => {
    const first = await start('examples/inspections')
    const { revision } = first.current()
    await first.close()
    const next = await start(folder())
    expect(next.current().revision).toBe(revision)
    expect(next.current().resources['inspection']?.title.en).toBe('Inspection')
    await next.close()
  })

  it('is served while the descriptors on disk are invalid, which are reported', async () => {
    const files = filesOf(await readSources('examples/inspections'))
    const live = await start(appWith({ ...files, 'resources/inspection/violation.yaml': 'title: [' }))
    expect(live.current().resources['violation']?.title.en).toBe('Violation')
    expect(live.problems().map(({ code }) => code)).toContain('yaml.bracket-open')
    await live.close()
  })
})
