import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseUnderTest, databasesUnderTest, type Place } from './support/databases.ts'
import { type EventListener, listenToEvents } from './support/event-listener.ts'
import { sampleApp } from './support/sample-app.ts'
import { writeApp } from './support/server.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

// An embedded database has one process.
const [postgres] = databasesUnderTest().filter(({ kind }) => kind === 'postgres')

describe.runIf(postgres)('edited rows of dictionaries and of the menu in another process', () => {
  let place: Place
  let appDir: string
  let one: ServerProcess
  let other: ServerProcess
  let listener: EventListener | undefined

  beforeAll(async () => {
    ;[place, appDir] = [await (postgres as DatabaseUnderTest).place(), writeApp(sampleApp)]
    one = await startServerProcess(place, appDir)
    other = await startServerProcess(place, appDir)
  }, 90_000)
  afterAll(async () => {
    await listener?.stop()
    await Promise.all([one.stop(), other.stop()])
    await place.remove()
    rmSync(appDir, { recursive: true, force: true })
  })

  const data = async (server: ServerProcess, path: string) => (await (await server.send('GET', path)).json()).data
  const rowOf = async (resource: string, filter: string) =>
    (await data(one, `/api/blade/v1/${resource}/getByQuery?${filter}`)) as { readonly id: string }
  const update = async (resource: string, body: object) =>
    expect((await one.send('PUT', `/api/blade/v1/${resource}/update`, body)).status).toBe(200)
  const revision = async (server: ServerProcess): Promise<string> => (await data(server, '/api/engine/index')).revision
  const isReported = async (text: string) => {
    const open = listener
    await open?.until(() => open.text().includes(`"revision":"${text}"`))
  }

  it('change a dictionary, its validation, and the revision that open pages learn', async () => {
    listener = await listenToEvents(other.address, other.token, 'topics=notices')
    const before = await revision(other)
    const { id } = await rowOf('bladeDict', 'code_in=letter_state&dictKey_in=1')
    await update('bladeDict', { id, dictValue: '已发出', colour: 'red' })
    const entries = async () =>
      (await data(other, '/api/engine/resource/letter')).model.dictionaries.letter_state.entries
    await expect
      .poll(entries, { timeout: 10_000 })
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ key: '1', title: { zh: '已发出', en: 'Issued' }, colour: 'red' }),
        ]),
      )
    const after = await revision(other)
    expect(after).not.toBe(before)
    expect(after).toBe(await revision(one))
    await isReported(after)
  })

  it('change the menu', async () => {
    const { id } = await rowOf('bladeMenu', 'code_in=letter')
    await update('bladeMenu', { id, name: '函件', englishName: 'Mail' })
    const titles = async () =>
      (await data(other, '/api/engine/index')).resources.find(({ name }: { name: string }) => name === 'letter').titles
    await expect.poll(titles, { timeout: 10_000 }).toEqual({ zh: '函件', en: 'Mail' })
    await isReported(await revision(other))
    expect(await revision(one)).toBe(await revision(other))
  })
})
