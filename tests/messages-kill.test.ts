import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { databasesUnderTest, isThorough } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { writeApp } from './support/server.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const app = {
  ...sampleApp,
  'dictionaries/msg_send_obj.yaml':
    'title: { zh: 接收对象, en: Receivers }\nentries:\n  ward: { title: { zh: 街区, en: Ward } }\n',
  'resources/city/report.yaml': `title: { zh: 举报, en: Report }
fields:
  title: { type: text, required: true, title: { zh: 标题, en: Title } }
  phone: { type: phone, title: { zh: 电话, en: Phone } }
actions:
  alarm: { title: { zh: 告警, en: Raise the alarm }, sends: { message: reportAlarm } }
`,
  'messages/reportAlarm.yaml': `title: { zh: 告警, en: Alarm }
of: report
text: { zh: "{title}", en: "{title}" }
to: { ward: [phone] }
`,
}
const messages = 60
const [postgres] = databasesUnderTest().filter(({ kind }) => kind === 'postgres')

describe.runIf(postgres && isThorough)(
  'semantics 12: messages of two processes, of which one is killed while it sends',
  () => {
    it.concurrent.each([
      ['are all sent, and repeated with the same key, if the provider ignores a repeated key', 'once'],
      ['are sent once or have an unknown outcome if the provider does not ignore a repeated key', 'each'],
    ])('%s', { timeout: 90_000 }, async (_name, equalKeys) => {
      const place = await postgres?.place()
      if (!place) throw new Error('There is no server.')
      const [appDir, folder] = [writeApp(app), mkdtempSync(join(tmpdir(), 'mingchu-calls-'))]
      const file = join(folder, 'calls')
      writeFileSync(file, '')
      /** The key of each call to the provider, with the process that made it. */
      const calls = () => {
        const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
        return lines.map(line => line.split(' ')).map(([pid, key = '']) => ({ pid: Number(pid), key }))
      }
      const database = new pg.Client({ connectionString: String(place.url) })
      const rows = async (condition: string): Promise<string[]> => {
        const found = await database.query(`select id::text from engine_message where ${condition} order by id`)
        return found.rows.map(({ id }) => id)
      }
      const started: ServerProcess[] = []
      const start = async () => {
        const server = await startServerProcess(place, appDir, 'off', { SMS_CALLS: file, SMS_EQUAL_KEYS: equalKeys })
        started.push(server)
        return server
      }
      try {
        await database.connect()
        const [killed, other] = [await start(), await start()]
        await Promise.all(
          Array.from({ length: messages }, async (_, n) => {
            const report = { title: `举报 ${n}`, phone: `1380000${1000 + n}` }
            const { data } = await (await other.send('POST', '/api/city/v1/report/save', report)).json()
            expect((await other.send('POST', '/api/city/v1/report/alarm', { id: data.id })).status).toBe(200)
          }),
        )
        const ofKilled = `claim like '%:${killed.pid}:%'`
        await expect
          .poll(() => rows(`state = 'sending' and ${ofKilled}`), { timeout: 20_000, interval: 10 })
          .not.toEqual([])
        await killed.kill()
        const underWay = await rows(`state = 'sending' and ${ofKilled}`)
        expect(underWay).not.toEqual([])
        // The claims of the process end after half a minute, which the test does not wait for.
        await database.query(`update engine_message set claimed_until = clock_timestamp() where ${ofKilled}`)
        await expect.poll(() => rows(`state in ('queued', 'sending')`), { timeout: 40_000, interval: 200 }).toEqual([])

        const all = await rows('true')
        const keysOf = (pid: number) => calls().flatMap(call => (call.pid === pid ? [call.key] : []))
        const keys = [...keysOf(killed.pid), ...keysOf(other.pid)]
        expect(all).toHaveLength(messages)
        expect(keysOf(other.pid)).toHaveLength(new Set(keysOf(other.pid)).size)
        if (equalKeys === 'once') {
          expect(await rows(`state = 'sent'`)).toEqual(all)
          expect(new Set(keys)).toEqual(new Set(all))
          expect(keysOf(other.pid)).toEqual(expect.arrayContaining(underWay))
          const repeated = keysOf(killed.pid).filter(key => keysOf(other.pid).includes(key))
          expect(underWay).toEqual(expect.arrayContaining(repeated))
        } else {
          expect(await rows(`state = 'unknown' and fault = 'noAnswer'`)).toEqual(underWay)
          expect(await rows(`state = 'sent'`)).toEqual(all.filter(key => !underWay.includes(key)))
          expect(keys).toHaveLength(new Set(keys).size)
        }
      } finally {
        for (const server of started) await server.kill()
        await database.end()
        await place.remove()
        for (const one of [appDir, folder]) rmSync(one, { recursive: true, force: true })
      }
    })
  },
)
