import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type DatabaseUnderTest, databasesUnderTest, type Place, roundsOf } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { writeApp, writeIn } from './support/server.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const [postgres] = databasesUnderTest().filter(({ kind }) => kind === 'postgres')
const rounds = roundsOf(2, 2, 20)
const writers = 200
/** Milliseconds between two records of a writer: the two processes are busy, not overloaded. */
const pause = 500

/** The field of each meaning: values of `warm` begin with `w`, those of `cold` with `c`. */
interface Names {
  readonly warm: string
  readonly cold: string
}

const file = 'resources/city/reading.yaml'

/** The descriptor with the fields of these names, and of a rename with their former ones. */
function reading(names: Names, former?: Names): string {
  const field = (meaning: keyof Names) => {
    const was = former && former[meaning] !== names[meaning] ? `, renamedFrom: ${former[meaning]}` : ''
    return `  ${names[meaning]}: { type: text, pattern: "${meaning[0]} .*", title: { zh: ${meaning}, en: ${meaning} }${was} }\n`
  }
  return `title: { zh: 读数, en: Reading }\nmenu: { under: work, icon: map, order: 30 }\nfields:\n${field('warm')}${field('cold')}display: id\n`
}

/** A chain and back, a swap and back. */
const steps: readonly Names[] = [
  { warm: 'b', cold: 'c' },
  { warm: 'a', cold: 'b' },
  { warm: 'b', cold: 'a' },
  { warm: 'a', cold: 'b' },
]

describe.runIf(postgres)('semantics 11: two processes and chains and swaps of names', () => {
  it(`keep every value of ${writers} writers in the column of its meaning, ${rounds} times`, async () => {
    const place: Place = await (postgres as DatabaseUnderTest).place()
    let names: Names = { warm: 'a', cold: 'b' }
    const appDir = writeApp({ ...sampleApp, [file]: reading(names) })
    const running: ServerProcess[] = []
    const database = new pg.Client({ connectionString: place.url })
    const load: Promise<void>[] = []
    let isStopped = false
    try {
      await database.connect()
      running.push(await startServerProcess(place, appDir, 'on'))
      running.push(await startServerProcess(place, appDir))
      const [author] = running as [ServerProcess]
      const state = async () => (await (await author.send('GET', '/api/engine/revision')).json()).data
      const applied = async (text: string) => {
        const { revision } = await state()
        writeIn(appDir, file, text)
        await expect
          .poll(
            async () => {
              const now = await state()
              return now.isApplied && now.of === 2 && now.revision !== revision
            },
            { timeout: 60_000, interval: 100 },
          )
          .toBe(true)
      }
      const tally: Record<string, number> = {}
      const count = (what: string) => {
        tally[what] = (tally[what] ?? 0) + 1
      }
      const failures: string[] = []
      const write = async (server: ServerProcess, n: number) => {
        let known: Names = names
        for (let turn = 0; !isStopped; turn++) {
          const values = (text: string) => ({ [known.warm]: `w ${text}`, [known.cold]: `c ${text}` })
          const saved = await server.send('POST', '/api/city/v1/reading/save', values(`${n} ${turn}`))
          const { data, msg } = await saved.json()
          const answers = [{ status: saved.status, msg }]
          if (saved.status === 200) {
            count('saved')
            const changed = await server.send('PUT', '/api/city/v1/reading/update', {
              id: data.id,
              ...values(`${n} ${turn} changed`),
            })
            if (changed.status === 200) count('changed')
            answers.push({ status: changed.status, msg: (await changed.json()).msg })
          }
          // Names and patterns of another revision than the writer's are refused, and a rename that is under way.
          for (const { status, msg } of answers) if (status !== 200) count(`${status} ${msg}`)
          for (const { status, msg } of answers)
            if (![200, 400, 503].includes(status)) failures.push(`${status} ${msg}`)
          known = names
          await sleep(pause)
        }
      }
      load.push(...Array.from({ length: writers }, (_, n) => write(running[n % 2] as ServerProcess, n)))
      for (let round = 0; round < rounds; round++) {
        const next = steps[round % steps.length] as Names
        const former = names
        names = next
        await applied(reading(next, former))
        // The columns have the names with which they were created.
        const { rows } = await database.query(
          `select count(*)::integer as total, count(*) filter (where a like 'w %' and b like 'c %')::integer as right from reading`,
        )
        expect(rows[0].right, `round ${round}`).toBe(rows[0].total)
        // Without former names, so that the next rename of the same names is another one.
        await applied(reading(next))
      }
      isStopped = true
      await Promise.all(load)
      const { rows } = await database.query(
        `select count(*)::integer as total, count(*) filter (where a like 'w %' and b like 'c %')::integer as right from reading`,
      )
      console.log(`${rounds} rounds: ${JSON.stringify(tally)}`)
      expect(failures).toEqual([])
      expect(rows[0].right).toBe(rows[0].total)
      expect(rows[0].total).toBe(tally['saved'])
      expect(tally['changed']).toBeGreaterThan(rounds * 10)
    } finally {
      isStopped = true
      await Promise.allSettled(load)
      await database.end()
      await Promise.all(running.map(server => server.stop()))
      await place.remove()
      rmSync(appDir, { recursive: true, force: true })
    }
  }, 600_000)
})
