import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { builtServer, shortLived } from './support/built.ts'
import { type DatabaseUnderTest, databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { writeApp, writeIn } from './support/server.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const [embedded] = databasesUnderTest().filter(({ kind }) => kind === 'embedded')
if (!embedded) throw new Error('There is no embedded database to test on.')
const [postgres] = databasesUnderTest().filter(({ kind }) => kind === 'postgres')

/** The time limit of a test that starts several processes, in milliseconds. */
const severalStarts = 180_000

const folders: string[] = []
const emptyFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'mingchu-start-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** The output and exit code of the product's server where its start must fail. */
async function startInVain(environment: Readonly<Record<string, string>>): Promise<{ code: number; printed: string }> {
  const child = spawn(process.execPath, [...shortLived, join(await builtServer(), 'main.js')], {
    env: { PATH: process.env['PATH'], PORT: '0', CAPTCHA: 'off', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => printed.push(String(chunk)))
  const late = setTimeout(() => child.kill('SIGKILL'), 100_000)
  const [code] = await once(child, 'close')
  clearTimeout(late)
  return { code, printed: printed.join('') }
}

describe('a start with an invalid seed', () => {
  it(
    'is refused with one sentence in a new database, and lists the seed in another',
    async () => {
      const [place, appDir] = [await embedded.place(), writeApp(sampleApp)]
      folders.push(appDir)
      await (await startServerProcess(place, appDir)).stop()
      writeIn(appDir, 'seeds/ward.csv', 'name,people\nA,-1\n')
      const fault = expect.stringContaining('seeds/ward.csv:2: people: ')
      const { code, printed } = await startInVain({ APP_DIR: appDir, DATA_DIR: emptyFolder() })
      expect([code, printed.trim().split('\n')]).toEqual([1, [fault]])
      const server = await startServerProcess(place, appDir)
      try {
        const { data } = await (await server.send('GET', '/api/engine/problems')).json()
        expect(data).toContainEqual(
          expect.objectContaining({ code: 'seed.invalid', message: expect.objectContaining({ en: fault }) }),
        )
        expect((await server.send('GET', '/api/city/v1/ward/page')).status).toBe(200)
      } finally {
        await server.stop()
      }
    },
    severalStarts,
  )
})

describe('second process on the folder of an embedded database', () => {
  it(
    'is refused with one sentence that names the first, and starts after that was killed',
    async () => {
      const [place, appDir] = [await embedded.place(), writeApp(sampleApp)]
      folders.push(appDir)
      const first = await startServerProcess(place, appDir)
      const saved = await first.send('POST', '/api/city/v1/ward/save', { name: '甲街', people: 3 })
      const { id } = (await saved.json()).data
      const { code, printed } = await startInVain({ APP_DIR: appDir, DATA_DIR: String(place.dataDir) })
      expect(printed.trim().split('\n')).toEqual([expect.stringContaining(` is in use by process ${first.pid}, `)])
      expect(code).toBe(1)
      // The first one is unaffected.
      expect((await first.send('GET', `/api/city/v1/ward/getById?id=${id}`)).status).toBe(200)
      await first.kill()
      const next = await startServerProcess(place, appDir)
      try {
        const read = await next.send('GET', `/api/city/v1/ward/getById?id=${id}`)
        expect((await read.json()).data).toMatchObject({ name: '甲街', people: 3 })
      } finally {
        await next.stop()
        await place.remove()
      }
    },
    severalStarts,
  )
})

describe.runIf(postgres)('semantics 10: two processes, of which one lacks a handler', () => {
  it('serve a revision with a handler that one lacks, which refuses only its step', async () => {
    const [place, appDir] = [await (postgres as DatabaseUnderTest).place(), writeSample()]
    const running: ServerProcess[] = []
    try {
      running.push(await startServerProcess(place, appDir, 'on', { HANDLER: 'census' }))
      running.push(await startServerProcess(place, appDir))
      const [author, other] = running as [ServerProcess, ServerProcess]
      const state = async () => (await (await author.send('GET', '/api/engine/revision')).json()).data
      await expect.poll(state).toMatchObject({ isApplied: true, appliedOn: 2, of: 2 })
      const { revision } = await state()
      const census = 'actions:\n  census: { handler: census, title: { zh: 普查, en: Take census } }\n'
      writeIn(appDir, 'resources/city/ward.yaml', `${sampleApp['resources/city/ward.yaml']}${census}`)
      await expect.poll(async () => (await state()).revision, { timeout: 5000 }).not.toBe(revision)
      await expect.poll(state, { timeout: 10_000 }).toMatchObject({ isApplied: true, appliedOn: 2, of: 2 })
      const saved = await (await author.send('POST', '/api/city/v1/ward/save', { name: '乙街' })).json()
      const taken = async (of: ServerProcess) =>
        (await of.send('POST', '/api/city/v1/ward/census', { id: saved.data.id })).status
      expect([await taken(author), await taken(other)]).toEqual([200, 409])
      expect((await other.send('GET', '/api/city/v1/ward/page')).status).toBe(200)
    } finally {
      await Promise.all(running.map(server => server.stop()))
      await place.remove()
    }
  })
})

describe('failing start', () => {
  it(
    'ends with one sentence that names the port in use, the host, or another time zone',
    async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as { readonly port: number }
      const place = await embedded.place()
      // An existing database starts faster than a new one.
      await (await startServerProcess(place, writeSample())).stop()
      const end = await startInVain({ APP_DIR: writeSample(), DATA_DIR: String(place.dataDir), PORT: String(port) })
      expect(end).toEqual({
        code: 1,
        printed: `PORT is ${port}; another program already listens on it at 127.0.0.1.\n`,
      })
      const host = { APP_DIR: writeSample(), DATA_DIR: String(place.dataDir), HOST: '192.0.2.1' }
      expect(await startInVain(host)).toEqual({
        code: 1,
        printed: 'HOST is "192.0.2.1"; this machine has no such address (EADDRNOTAVAIL).\n',
      })
      // Semantics 36: another process would write other days, serial periods and due dates.
      const zone = { APP_DIR: writeSample(), DATA_DIR: String(place.dataDir), APP_TZ: 'UTC' }
      expect(await startInVain(zone)).toEqual({
        code: 1,
        printed:
          'APP_TZ is "UTC", but the database was created with "Asia/Shanghai": set APP_TZ=Asia/Shanghai, or change the zone of the database with "npm run plan -- --apply --allow zone".\n',
      })
      other.close()
      await place.remove()
    },
    severalStarts,
  )

  const file = join(emptyFolder(), 'file')
  writeFileSync(file, '')
  const missing = join(emptyFolder(), 'missing')
  it.each<[what: string, environment: Record<string, string>, sentence: string]>([
    ['APP_TZ', { APP_TZ: 'Moon/Sea' }, 'APP_TZ is "Moon/Sea"; it must be a time zone\'s name such as Asia/Shanghai.\n'],
    ['DATA_DIR', { DATA_DIR: file }, `DATA_DIR is "${file}"; it cannot be used (EEXIST).\n`],
    [
      'DATABASE_URL',
      { DATABASE_URL: 'postgres://u:very-secret@127.0.0.1:1/x' },
      'DATABASE_URL names a database that cannot be used: connect ECONNREFUSED 127.0.0.1:1.\n',
    ],
  ])('ends with one sentence that names %s', async (_what, environment, sentence) => {
    const end = await startInVain({ APP_DIR: writeSample(), DATA_DIR: emptyFolder(), ...environment })
    expect(end).toEqual({ code: 1, printed: sentence })
  })

  it.runIf(postgres)('ends with one sentence where APP_DIR or the database does not exist', async () => {
    const place = await postgres?.place()
    const end = await startInVain({ APP_DIR: missing, DATA_DIR: emptyFolder(), DATABASE_URL: String(place?.url) })
    expect(end).toEqual({ code: 1, printed: `APP_DIR is "${missing}"; it must be an existing folder.\n` })
    await place?.remove()
    const gone = await startInVain({
      APP_DIR: writeSample(),
      DATA_DIR: emptyFolder(),
      DATABASE_URL: String(place?.url),
    })
    expect(gone).toEqual({
      code: 1,
      printed: expect.stringMatching(
        /^DATABASE_URL names a database that cannot be used: database "\w+" does not exist\.\n$/,
      ),
    })
  })

  it.runIf(postgres)('ends with every problem of its descriptors, and without a stack trace', async () => {
    const [place, appDir] = [await postgres?.place(), writeSample()]
    writeIn(appDir, 'resources/city/ward.yaml', 'title: { zh: 街区 }\nfields:\n  name: { type: txt }\n')
    writeIn(appDir, 'dictionaries/letter_state.yaml', 'title: [\n')
    const { code, printed } = await startInVain({
      APP_DIR: appDir,
      DATA_DIR: emptyFolder(),
      DATABASE_URL: String(place?.url),
    })
    await place?.remove()
    expect(code).toBe(1)
    expect(printed).toMatch(/^resources\/city\/ward\.yaml:1:\d+ \S+$/m)
    expect(printed).toMatch(/^resources\/city\/ward\.yaml:3:\d+ field\.type-unknown$/m)
    expect(printed).toMatch(/^dictionaries\/letter_state\.yaml:\d+:\d+ \S+$/m)
    expect(printed).not.toMatch(/\n\s+at /)
  })
})

function writeSample(): string {
  const appDir = writeApp(sampleApp)
  folders.push(appDir)
  return appDir
}
