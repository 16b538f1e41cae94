import { afterEach, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { type ServerUnderTest, startServer, writeIn } from './support/server.ts'

const title = 'title: { zh: 名, en: Name }'
const crateFile = 'resources/a/crate.yaml'
/** Crates with this rule, which no row of the tests satisfies, or without one. */
const crate = (rule = '') =>
  `${title}\nmenu: false\ndisplay: name\nfields:\n  name: { type: text, ${title} }\n  note: { type: text, ${title} }\n${rule}`
const changed = crate(
  `rules: [{ rule: "note == 'a'", message: { zh: 错, en: Wrong }, valid: { note: a }, invalid: { note: x } }]\n`,
)
const app = { 'app.yaml': `language: 2\n${title}\n`, [crateFile]: crate() }
const fast = { timeout: 30_000, interval: 10 }

describe.each(databasesWalked('postgres'))('semantics 22: takeovers during long work ($kind)', kind => {
  let server: ServerUnderTest
  let crates: ImportCalls
  afterEach(() => server.close())

  /** A server whose takeovers wait for this time, in which each write of a row takes some milliseconds. */
  const start = async (patience: number, pace: number) => {
    server = await startServer(kind, app, { settings: { live: true }, patience })
    crates = await importCallsOn(server, 'crate')
    await crates.run(`create function slow() returns trigger language plpgsql as $$
      declare began timestamptz := clock_timestamp();
      begin
        while clock_timestamp() < began + interval '${pace} milliseconds' loop end loop;
        return null;
      end $$`)
  }
  const slow = (event: string) =>
    crates.run(`create trigger slow after ${event} on crate for each row execute function slow()`)
  const number = async (statement: string) => Number((await crates.run(statement)).rows[0]?.n)
  const revision = () => server.engine.model().revision
  const save = (descriptor: string) => writeIn(server.appDir, crateFile, descriptor)

  /** The last line of a bulk operation in whose middle the rule is saved. */
  const bulkWith = async (rows: number): Promise<Line> => {
    await crates.run(
      `insert into crate (tenant_id, id, name, note) select '000000', n, 'crate ' || n, 'x' from generate_series(1, ${rows}) n`,
    )
    await slow('update')
    const before = revision()
    const order = { select: { query: {} }, do: { kind: 'update', values: { note: 'new' } } }
    const bulk = crates.call('POST', 'engine/bulk/crate', order)
    await expect.poll(() => number(`select count(*) as n from crate where note = 'new'`), fast).toBeGreaterThan(0)
    save(changed)
    const { body, text } = (await bulk) as Line
    await expect.poll(revision, fast).not.toBe(before)
    return JSON.parse(
      String(text ?? body)
        .trim()
        .split('\n')
        .at(-1) ?? '',
    )
  }

  it('applies a saved descriptor after the bulk operation, every unit of which is by the former one', async () => {
    await start(60_000, 5)
    expect(await bulkWith(200)).toEqual({ done: 200, failed: 0 })
  })

  // An embedded database runs in this process, so the slow trigger would keep the saved descriptor from being read.
  const itStops = it.skipIf(kind.kind === 'embedded')

  itStops('applies it after the limit, with the operation stopped between two transactions', async () => {
    await start(200, 10)
    const { done, failed, left, message } = await bulkWith(1_000)
    expect([done % 50, failed, done + left, typeof message]).toEqual([0, 0, 1_000, 'string'])
    expect(await number(`select count(*) as n from crate where note = 'new'`)).toBe(done)
  })

  itStops.each([false, true])(
    'stops an import after the limit, which reports its rows (valid rows only: %s)',
    async keeps => {
      await start(200, 2)
      await slow('insert')
      const rows = 4_000
      const { id } = await crates.checked(
        `name,note\n${Array.from({ length: rows }, (_, n) => `n${n},a`).join('\n')}\n`,
      )
      const before = revision()
      const write = crates.step(id, 'write', { goodRows: keeps })
      await expect
        .poll(() => number(`select count(*) as n from engine_import_row where import_id = ${id} and written`), fast)
        .toBeGreaterThan(0)
      save(changed)
      const last = (await write).at(-1)
      await expect.poll(revision, fast).not.toBe(before)
      const stored = await number('select count(*) as n from crate')
      const { written } = last.import.counts
      expect([last.import.state, written, written > 0]).toEqual([keeps ? 'writing' : 'checked', stored, keeps])
      expect(last.failed).toContain(String(rows - written))
      await crates.run('drop trigger slow on crate')
      // It continues after another check.
      await crates.step(id, 'check', { columns: last.import.columns })
      const ended = (await crates.step(id, 'write', { goodRows: keeps })).at(-1)
      expect(ended.import).toMatchObject({ state: 'written', counts: { written: rows } })
      expect(await number('select count(*) as n from crate')).toBe(rows)
    },
  )
})
