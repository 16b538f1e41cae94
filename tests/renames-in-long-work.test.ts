import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { type ServerUnderTest, startServer, writeIn } from './support/server.ts'

const text = (name: string, more = '') => `  ${name}: { type: text, title: { zh: ${name}, en: ${name} }${more} }\n`
const resource = (name: string, rest: string) =>
  `title: { zh: ${name}, en: ${name} }\nmenu: false\ndisplay: name\n${rest}`

const crate = (fields: string, rest = '') =>
  resource('crate', `fields:\n  name: { type: text, required: true, title: { zh: 名, en: Name } }\n${fields}${rest}`)
const bind = (name: string, more = '') =>
  `bind:\n  ${name}: { of: item, http: [POST bindItems, GET listItems], self: crateId${more} }\n`

const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'resources/a/crate.yaml': crate(`${text('warm')}${text('cold')}`, bind('items')),
  'resources/a/item.yaml': resource('item', `fields:\n${text('name')}`),
}

const crateFile = 'resources/a/crate.yaml'
const file = (head: string, count: number) =>
  `${head}\n${Array.from({ length: count }, (_, n) => `n${n},w ${n},c ${n}`).join('\n')}\n`

describe.each(databasesWalked('postgres'))(
  'semantics 22: names that change in the middle of an import ($kind)',
  kind => {
    let server: ServerUnderTest
    let crates: ImportCalls
    const rows = 12_000

    beforeAll(async () => {
      server = await startServer(kind, app, { settings: { live: true } })
      crates = await importCallsOn(server, 'crate')
      // The first attempts of each chunk are rolled back as if by another transaction: between them, a change of
      // descriptors can use the only connection of the embedded database, however long its statements take.
      await crates.run(`create table pace (is_slow boolean); insert into pace values (false);
      create sequence attempt;
      create function slow() returns trigger language plpgsql as $$ begin
        if (select is_slow from pace) and coalesce(current_setting('pace.attempted', true), '') = '' then
          if nextval('attempt') % 5 <> 0 then raise exception 'slow' using errcode = 'serialization_failure'; end if;
          perform set_config('pace.attempted', 'yes', true);
        end if;
        return null;
      end $$`)
      await crates.run('create trigger slow after insert on crate for each row execute function slow()')
    })
    afterAll(() => {
      return server.close()
    })

    const revision = () => server.engine.model().revision
    const save = async (path: string, descriptor: string) => {
      const before = revision()
      writeIn(server.appDir, path, descriptor)
      await expect.poll(revision, { timeout: 10_000, interval: 10 }).not.toBe(before)
      // A swap has two parts.
      const parts = () => number('select count(staged) as n from engine_revision')
      await expect.poll(parts, { timeout: 10_000, interval: 10 }).toBe(0)
    }
    const number = async (statement: string) => Number((await crates.run(statement)).rows[0]?.n)
    const writtenOf = (id: string) =>
      number(`select count(*) as n from engine_import_row where import_id = ${id} and written`)
    /** The last line of a write in whose middle descriptors change, after some of the rows are written. */
    const writeWith = async (of: ImportCalls, id: string, goodRows: boolean, change: () => Promise<void>) => {
      await crates.run('update pace set is_slow = true')
      const write = of.step(id, 'write', { goodRows })
      await expect.poll(() => writtenOf(id), { timeout: 20_000, interval: 5 }).toBeGreaterThan(0)
      await change()
      await crates.run('update pace set is_slow = false')
      const lines = await write
      return lines.at(-1) as Line
    }
    /** An import whose columns are assigned as by a user; a later one would propose the last. */
    const checked = async (): Promise<Line> => {
      const { id } = await crates.take(file('名,warm,cold', rows))
      return (await crates.step(id, 'check', { columns: { 0: 'name', 1: 'warm', 2: 'cold' } })).at(-1).import
    }
    const stopped = (what: string) => `导入期间“${what}”的配置已修改，导入已停止，请重新检查文件后再导入`

    const whole = { goodRows: false }
    const rightRows = "count(*) filter (where warm like 'w %' and cold like 'c %') as n"

    afterEach(async () => {
      await crates.run('truncate crate cascade')
    })

    it('a renamed bind: it continues', async () => {
      const { id } = await checked()
      const last = await writeWith(crates, id, false, () =>
        save(crateFile, crate(`${text('warm')}${text('cold')}`, bind('things', ', renamedFrom: items'))),
      )
      expect(last.failed).toBeUndefined()
      expect(last).toMatchObject({ import: { state: 'written', counts: { written: rows } } })
      expect(await number(`select ${rightRows} from crate`)).toBe(rows)
      await save(crateFile, crate(`${text('warm')}${text('cold')}`, bind('items', ', renamedFrom: things')))
    })

    it('swapped fields: it stops, keeps the assigned columns, and writes the rest after another check', async () => {
      const { id } = await checked()
      const swapped = crate(
        `${text('warm', ', renamedFrom: cold')}${text('cold', ', renamedFrom: warm')}`,
        bind('items'),
      )
      const last = await writeWith(crates, id, true, () => save(crateFile, swapped))
      const columns = { 0: 'name', 1: 'cold', 2: 'warm' }
      expect(last).toMatchObject({ failed: stopped('warm'), import: { state: 'writing', isStale: true, columns } })
      expect((await crates.step(id, 'write', { goodRows: true }).catch(error => error)).message).toMatch(/重新预检/)
      expect((await crates.step(id, 'check', { columns })).at(-1).import).toMatchObject({
        state: 'writing',
        isStale: false,
      })
      expect((await crates.step(id, 'write', { goodRows: true })).at(-1).import.counts).toMatchObject({ written: rows })
      // The former `cold` is `warm` now.
      expect(await number(`select count(*) filter (where warm like 'c %' and cold like 'w %') as n from crate`)).toBe(
        rows,
      )
      expect(await number(`select count(distinct name) as n from crate`)).toBe(rows)
    })

    it('a renamed field: an all-or-nothing import leaves nothing, and keeps the assigned columns', async () => {
      const { id } = await checked()
      const renamed = crate(`${text('hot', ', renamedFrom: warm')}${text('cold')}`, bind('items'))
      const last = await writeWith(crates, id, false, () => save(crateFile, renamed))
      const columns = { 0: 'name', 1: 'hot', 2: 'cold' }
      expect(last).toMatchObject({ failed: stopped('warm'), import: { state: 'checked', isStale: true, columns } })
      expect(await number('select count(*) as n from crate')).toBe(0)
      await crates.step(id, 'check', { columns })
      expect((await crates.step(id, 'write', whole)).at(-1).import).toMatchObject({ state: 'written' })
      expect(await number(`select count(*) filter (where hot like 'w %' and cold like 'c %') as n from crate`)).toBe(
        rows,
      )
      await save(crateFile, crate(`${text('warm', ', renamedFrom: hot')}${text('cold')}`, bind('items')))
    })

    it('a renamed resource: an all-or-nothing import leaves nothing, and is listed under the new name', async () => {
      const { id } = await checked()
      const path = 'resources/a/chest.yaml'
      const chest = (more: string) => String(app[crateFile]).replace('menu: false', `menu: false\n${more}`)
      const last = await writeWith(crates, id, false, async () => {
        rmSync(join(server.appDir, crateFile))
        await save(path, chest('renamedFrom: crate'))
        // The removal of a file and the new one may be seen one after the other.
        const tables = () => number(`select count(*) as n from pg_class where relname = 'chest'`)
        await expect.poll(tables, { timeout: 10_000, interval: 10 }).toBe(1)
      })
      expect(last).toMatchObject({ failed: stopped('crate') })
      expect(await number('select count(*) as n from chest')).toBe(0)
      const chests = await importCallsOn(server, 'chest')
      expect(await chests.data('GET', `engine/import/chest/${id}`)).toMatchObject({
        state: 'checked',
        isStale: true,
        columns: { 0: 'name', 1: 'warm', 2: 'cold' },
      })
      rmSync(join(server.appDir, path))
      await save(crateFile, chest('renamedFrom: chest').replaceAll('chest:', 'crate:'))
      const back = () => number(`select count(*) as n from pg_class where relname = 'crate'`)
      await expect.poll(back, { timeout: 10_000, interval: 10 }).toBe(1)
    })
  },
)
