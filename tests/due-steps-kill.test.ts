import { describe, expect, it } from 'vitest'
import { idOfCode } from '../engine/server/storage/derived-id.ts'
import { writeDemoRecords } from '../scripts/demo-records.ts'
import { callsAs } from '../scripts/server-calls.ts'
import { databasesUnderTest, isThorough } from './support/databases.ts'
import { adminPassword } from './support/server.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const letters = 200
const product = { PRODUCT: '1' }
const [postgres] = databasesUnderTest().filter(({ kind }) => kind === 'postgres')

describe.runIf(postgres && isThorough)('semantics 23: letters of the product whose deadline has passed', () => {
  it('become overdue exactly once, with two processes of which the one that makes the steps is killed', {
    timeout: 120_000,
  }, async () => {
    const place = await postgres?.place()
    if (!place) throw new Error('There is no server.')
    const started: ServerProcess[] = []
    const start = async (more: Readonly<Record<string, string>>) => {
      const server = await startServerProcess(place, '.', 'off', { ...product, ...more })
      started.push(server)
      return server
    }
    const read = async (server: ServerProcess, path: string) =>
      (await (await server.send('GET', `/api/${path}`)).json()).data
    try {
      const first = await start({})
      const call = await callsAs(first.address, 'admin', adminPassword)
      const { enterprises } = await writeDemoRecords(call)
      const deadline = dayAfter(1)
      const saved = await Promise.all(
        Array.from({ length: letters }, (_, n) =>
          call('POST', '/api/ent/v1/entNoticeLetter/save', {
            entId: Object.values(enterprises)[0],
            problem: `问题 ${n}`,
            deadline,
          }),
        ),
      )
      const ids = (saved as readonly { readonly id: string }[]).map(({ id }) => id)
      await Promise.all(ids.map(id => call('POST', '/api/ent/v1/entNoticeLetter/issue', { id })))
      // The step acts before a letter is due, so that it skips none.
      const runs = `sys/v1/sysTaskLog/page?taskId_equal=${idOfCode('due-steps')}&taskResult_equal=done`
      await expect.poll(async () => (await read(first, runs)).total, { timeout: 20_000 }).toBeGreaterThan(0)
      await first.stop()
      // Two days later, after a weekend without a server.
      const later = { CLOCK_SHIFT_HOURS: '72' }
      // The demonstration has letters of its own.
      const own = `letterStatus_equal=5&problem_likeright=${encodeURIComponent('问题')}`
      const overdue = async (server: ServerProcess) =>
        (await read(server, `ent/v1/entNoticeLetter/page?size=1&${own}`)).total
      const both = await Promise.all([start(later), start(later)])
      let atKill = 0
      const [one, other] = both
      const someOverdue = async () => (atKill = await overdue(one))
      await expect.poll(someOverdue, { timeout: 40_000, interval: 10 }).toBeGreaterThan(0)
      const [run] = (await read(one, `sys/v1/sysTaskLog/page?taskId_equal=${idOfCode('due-steps')}`)).records
      const [running, waiting] = run.server.includes(`:${one.pid}:`) ? [one, other] : [other, one]
      await running.kill()
      expect([run.taskResult, atKill < letters, (await overdue(waiting)) < letters]).toEqual(['running', true, true])
      await expect.poll(() => overdue(waiting), { timeout: 60_000 }).toBe(letters)
      const histories = await Promise.all(ids.map(id => read(waiting, `engine/history/entNoticeLetter/${id}`)))
      const operations = histories.map((entries: { operation: string }[]) => entries.map(({ operation }) => operation))
      expect(operations).toEqual(ids.map(() => ['lapse', 'issue', 'save']))
      expect(histories[0][0]).toMatchObject({ actorKind: 'system', userId: null, version: 3 })
    } finally {
      for (const server of started) await server.kill()
      await place.remove()
    }
  })
})

/** A day after today in the zone of the system. */
const dayAfter = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
