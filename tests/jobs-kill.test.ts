import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { writeApp } from './support/server.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const letters = 240
const kills = process.env['LONG'] ? 8 : 2

describe.each(databasesWalked('embedded'))('a job whose process is killed between its steps ($kind)', kind => {
  it(`makes each effect exactly once, after ${kills} kills`, { timeout: kills * 60_000 }, async () => {
    const [place, appDir] = [await kind.place(), writeApp(sampleApp)]
    // On PostgreSQL a second process continues the run; an embedded database is opened again.
    const processes = kind.kind === 'postgres' ? 2 : 1
    const started: ServerProcess[] = []
    const start = async () => {
      started.push(await startServerProcess(place, appDir, 'off', { LETTERS: String(letters) }))
    }
    const read = async (path: string) =>
      (await (await started.at(-1)?.send('GET', `/api/city/v1/${path}`))?.json())?.data
    const count = (): Promise<number> => read('letter/exactTotal')
    try {
      for (let n = 0; n < processes; n++) await start()
      const counts: number[] = []
      for (let n = 0; n < kills; n++) {
        const least = n === 0 ? 1 : (await count()) + 1
        let atKill = 0
        const counted = async () => (atKill = await count())
        await expect.poll(counted, { timeout: 40_000, interval: 30 }).toBeGreaterThanOrEqual(least)
        // On PostgreSQL the older process has the run, unless the younger one continued it already.
        await Promise.all(started.splice(0, n === 0 ? 1 : started.length).map(server => server.kill()))
        while (started.length < processes) await start()
        counts.push(atKill)
      }
      // Without the kills in the midst of a run, this would prove nothing.
      expect(counts[0]).toBeLessThan(letters)
      // A further run may begin at any time, so wards and letters are compared until both are of completed runs.
      const subjectsOf = async (written: number) => {
        const pages = Math.ceil(written / 200)
        const read200 = (at: number) => read(`letter/page?size=200&current=${at + 1}`)
        const found = await Promise.all(Array.from({ length: pages }, (_, at) => read200(at)))
        return found.flatMap(({ records }) => records.map(({ subject }: { readonly subject: string }) => subject))
      }
      const difference = async () => {
        const wards = await read('ward/page?size=50')
        const names: string[] = wards.records.map(({ name }: { readonly name: string }) => name)
        const wanted = names.flatMap(name => Array.from({ length: letters }, (_, n) => `${name} ${n}`))
        const subjects = await subjectsOf(await count())
        const surplus = subjects.filter((subject, at) => subjects.indexOf(subject) !== at || !wanted.includes(subject))
        return { missing: wanted.filter(subject => !subjects.includes(subject)).length, surplus }
      }
      await expect.poll(difference, { timeout: 60_000, interval: 500 }).toEqual({ missing: 0, surplus: [] })
    } finally {
      for (const server of started) await server.stop()
      await place.remove()
      rmSync(appDir, { recursive: true, force: true })
    }
  })
})
