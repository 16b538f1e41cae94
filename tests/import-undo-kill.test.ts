import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtServer, shortLived } from './support/built.ts'
import { databasesWalked, type Place, testZone } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { writeApp } from './support/server.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const rows = 20_000
/** Changes take longer. */
const changed = 1500
/** The machine may be busy: what counts is the state. */
const poll = { timeout: 120_000, interval: 10 }
const timeout = 600_000

describe.each(databasesWalked('embedded'))('npm run import -- --undo next to a server ($kind)', kind => {
  let place: Place
  let appDir: string
  let server: ServerProcess

  beforeEach(async () => {
    ;[place, appDir] = [await kind.place(), writeApp(sampleApp)]
    server = await startServerProcess(place, appDir)
  })
  afterEach(async () => {
    await server.stop()
    await place.remove()
    rmSync(appDir, { recursive: true, force: true })
  })

  const data = async (path: string) => (await (await server.send('GET', `/api/${path}`))?.json())?.data
  const havingPeople = (people: number) => data(`city/v1/ward/exactTotal?people=${people}`)
  const operations = async () => (await data('engine/operations')).operations
  const operation = async () => (await operations())[0]
  const fileOf = (people: number, length = rows) => {
    const file = join(appDir, `${people}.csv`)
    writeFileSync(file, `名称,人口\n${Array.from({ length }, (_, n) => `街区${n},${people}`).join('\n')}\n`)
    return file
  }

  /** Starts the command; `ended` is its code and output. */
  const command = async (...flags: readonly string[]) => {
    const child: ChildProcess = spawn(
      process.execPath,
      [...shortLived, join(await builtServer(), 'import.js'), ...flags],
      {
        env: {
          PATH: process.env['PATH'],
          APP_DIR: appDir,
          DATABASE_URL: place.url,
          DATA_DIR: place.dataDir ?? `${appDir}/data`,
          APP_TZ: testZone,
        },
      },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', part => {
        output += part
      })
    const ended = new Promise<{ readonly code: number | null; readonly output: string }>(done => {
      child.once('close', code => done({ code, output }))
    })
    return { child, ended }
  }
  const run = async (...flags: readonly string[]) => (await command(...flags)).ended

  /** Imports until some rows are written, then kills the process that writes them. Returns the id of the import. */
  const interrupted = async (file: string, people: number, ...flags: readonly string[]) => {
    const { child, ended } = await command('ward', file, ...flags)
    await expect.poll(async () => (await operation())?.state, poll).toBe('running')
    if (flags.length > 0) await expect.poll(() => havingPeople(people), poll).toBeGreaterThan(0)
    else await someWritten()
    if (kind.kind === 'postgres') child.kill('SIGKILL')
    else await server.kill()
    await ended
    if (kind.kind === 'embedded') server = await startServerProcess(place, appDir)
    const other = fileOf(people + 7)
    let id = ''
    // The database may still have connections of the killed process.
    const isRefused = async () => {
      const { code, output } = await run('ward', other)
      id = /--undo (\d+)/.exec(output)?.[1] ?? ''
      return [code, id !== '']
    }
    await expect.poll(isRefused, poll).toEqual([1, true])
    return id
  }

  /** Waits until an import of all or none has written rows, which are not visible before its end. */
  const someWritten = async () => {
    // An embedded server answers a request between two chunks.
    if (kind.kind === 'embedded') return void (await Promise.all([operation(), operation()]).then(operation))
    const client = new pg.Client({ connectionString: place.url })
    await client.connect()
    const written = async () => (await client.query('select from ward where is_deleted = 3 limit 1')).rowCount
    await expect.poll(written, poll).toBe(1)
    await client.end()
  }

  it.each([[[]], [['--good-rows']]])(
    'removes what an import had written whose process was killed: %j',
    { timeout },
    async flags => {
      const id = await interrupted(fileOf(1), 1, ...flags)
      const undone = await run('--undo', id, '--lang', 'en')
      expect(undone).toEqual({ code: 0, output: expect.stringMatching(/^[1-9]\d* rows rolled back\.\n$/) })
      expect([await data('city/v1/ward/exactTotal'), await operations()]).toEqual([0, []])
      expect(await run('--undo', id, '--lang', 'en')).toMatchObject({ code: 1 })
      expect(await run('ward', fileOf(1), ...flags)).toMatchObject({ code: 0 })
      expect(await havingPeople(1)).toBe(rows)
    },
  )

  it('restores the values that an import had changed whose process was killed', { timeout }, async () => {
    expect(await run('ward', fileOf(1, changed))).toMatchObject({ code: 0 })
    const id = await interrupted(fileOf(2, changed), 2, '--match', 'name', '--only-update')
    expect(await run('--undo', id, '--lang', 'en')).toMatchObject({ code: 0 })
    expect([await havingPeople(1), await havingPeople(2)]).toEqual([changed, 0])
    expect(await run('ward', fileOf(2, changed), '--match', 'name', '--only-update')).toMatchObject({ code: 0 })
    expect([await havingPeople(1), await havingPeople(2)]).toEqual([0, changed])
  })
})
