import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { renameQuestion } from '../engine/server/storage/print-plan.ts'
import { databasesUnderTest, type Place } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { writeApp, writeIn } from './support/server.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const file = 'resources/city/ward.yaml'
const former = sampleApp[file] ?? ''
/** Without a field that has a value, and with a new one of another type. */
const withoutNote = former
  .replace(/ {2}secretNote: .*\n/, '  remark: { type: longtext, title: { zh: 备注, en: Remark } }\n')
  .replace(', hide: [secretNote]', '')

describe.each(databasesUnderTest())('a start with descriptors that would lose values ($kind)', kind => {
  let place: Place
  let appDir: string
  let server: ServerProcess
  const data = async (path: string) => (await (await server.send('GET', `/api/${path}`)).json()).data
  const start = async (live: 'on' | 'off', more: Readonly<Record<string, string>> = {}) => {
    server = await startServerProcess(place, appDir, live, more)
  }
  const ward = async () => (await data('city/v1/ward/page')).records[0]
  const pending = async () => (await data('engine/pending')).pending[0] ?? null
  const losses = [
    {
      loss: 'drop:ward.secret_note',
      count: 1,
      resource: 'ward',
      hint: renameQuestion,
    },
  ]

  beforeAll(async () => {
    place = await kind.place()
    appDir = writeApp(sampleApp)
    await start('off')
    await server.send('POST', '/api/city/v1/ward/save', { name: 'A', people: 7, secretNote: '旧' })
    await server.stop()
  }, 60_000)
  afterEach(() => server.stop())
  afterAll(async () => {
    await place.remove()
    rmSync(appDir, { recursive: true })
  })

  it('serves the stored revision and shows what waits, also with LIVE=off and at the next start', async () => {
    writeIn(appDir, file, withoutNote)
    for (const live of ['off', 'on'] as const) {
      await start(live)
      expect(await ward()).toMatchObject({ name: 'A', people: 7, secretNote: '旧' })
      expect((await server.send('POST', '/api/city/v1/ward/save', { name: `B ${live}`, remark: '新' })).status).toBe(
        400,
      )
      expect(await pending()).toMatchObject({ losses })
      expect(await data('engine/problems')).toContainEqual(
        expect.objectContaining({ code: 'plan.data-losing', severity: 'error', at: expect.objectContaining({ file }) }),
      )
      if (live === 'off') await server.stop()
    }
  }, 60_000)

  it('shows nothing any more where the change was undone before the next start', async () => {
    writeIn(appDir, file, former)
    await start('off')
    expect(await pending()).toBeNull()
    expect(await ward()).toMatchObject({ secretNote: '旧' })
    writeIn(appDir, file, withoutNote)
  }, 60_000)

  it('serves the new ones after the confirmation, and after that start', async () => {
    // The program was built for these descriptors: a handler of their resource does not prevent them.
    const handler = 'actions: { census: { handler: census, title: { zh: 普查, en: Census } } }\n'
    writeIn(appDir, file, withoutNote + handler)
    await start('off', { HANDLER: 'census' })
    const found = await pending()
    expect(found).toMatchObject({ losses })
    const confirm = (allow: readonly object[]) =>
      server.send('POST', '/api/engine/pending', { revision: found.revision, allow })
    expect((await confirm([{ loss: 'drop:ward.people', count: 1 }])).status).toBe(400)
    expect(await ward()).toMatchObject({ secretNote: '旧' })
    expect(
      (await confirm(found.losses.map(({ loss, count }: { loss: string; count: number }) => ({ loss, count })))).status,
    ).toBe(200)
    expect(await pending()).toBeNull()
    const problems: readonly { readonly code: string }[] = await data('engine/problems')
    expect(problems.filter(({ code }) => code.startsWith('plan.'))).toEqual([])
    expect(await ward()).toMatchObject({ name: 'A', people: 7 })
    expect(await ward()).not.toHaveProperty('secretNote')
    expect((await server.send('POST', '/api/city/v1/ward/save', { name: 'C', remark: '新' })).status).toBe(200)
    await server.stop()
    await start('off', { HANDLER: 'census' })
    expect(await pending()).toBeNull()
    expect((await data('city/v1/ward/page?name=C')).records).toMatchObject([{ name: 'C', remark: '新' }])
  }, 60_000)
})
