import { rmSync } from 'node:fs'
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
