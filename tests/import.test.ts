import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { lockFolder } from '../engine/server/database/lock-file.ts'
import { openDatabase } from '../engine/server/database/open-database.ts'
import { run } from '../engine/server/database/run.ts'
import { DatabaseUnavailable } from '../engine/server/errors/database-errors.ts'
import { openWork } from '../engine/server/open-work.ts'
import { importByCommand } from '../engine/server/operator/import-command.ts'
import { workbook } from '../engine/server/services/export/workbook.ts'
import { readSettings } from '../engine/server/settings.ts'
import type { Work } from '../engine/server/store/work.ts'
import { builtServer, shortLived } from './support/built.ts'
import { testZone } from './support/databases.ts'
import { writeApp } from './support/server.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const rows = process.env['LONG'] ? 100_000 : 5_000
const folder = mkdtempSync(join(tmpdir(), 'mingchu-import-'))
const appDir = writeApp({
  'resources/wit/stall.yaml': `
title: { zh: 摊位, en: Stall }
fields:
  name: { type: text, required: true, unique: true, max: 50, title: { zh: 摊名, en: Stall } }
  street: { type: text, title: { zh: 街道, en: Street } }
  opened: { type: date, title: { zh: 开业日期, en: Opened } }
  rent: { type: money, min: 0, title: { zh: 租金, en: Rent } }
  authorId: { type: reference, of: bladeUser, required: true, default: me.id, title: { zh: 登记人, en: Author } }
`,
  'dictionaries/pitch_ware.yaml': `
title: { zh: 货品, en: Ware }
entries:
  dry: { key: dry, title: { zh: "干货,散装", en: Dry goods } }
  fresh: { key: fresh, title: { zh: 生鲜, en: Fresh } }
`,
  'resources/wit/pitch.yaml': `
title: { zh: 地摊, en: Pitch }
fields:
  name: { type: text, required: true, unique: true, max: 50, title: { zh: 摊名, en: Name } }
  rent: { type: money, min: 0, title: { zh: 租金, en: Rent } }
  open: { type: boolean, title: { zh: 营业, en: Open } }
  wares: { type: dictionary, of: pitch_ware, many: true, title: { zh: 货品, en: Wares } }
  stallIds: { type: reference, of: stall, many: true, title: { zh: 相邻摊位, en: Next to } }
`,
  'resources/wit/tour.yaml': `
title: { zh: 巡查, en: Tour }
fields:
  name: { type: text, required: true, unique: true, max: 50, title: { zh: 路线, en: Way } }
  stops: { type: children, of: tourStop, required: true, min: 1, title: { zh: 站点, en: Stops } }
  minutes: { type: integer, compute: "stops.sum(s, s.minutes)", stored: true, title: { zh: 用时, en: Minutes } }
`,
  'resources/wit/tourStop.yaml': `
title: { zh: 站点, en: Stop }
partOf: tourId
display: place
fields:
  tourId: { type: reference, of: tour, required: true }
  place: { type: text, required: true, title: { zh: 地点, en: Place } }
  minutes: { type: integer, required: true, min: 0, title: { zh: 用时, en: Minutes } }
`,
})
afterAll(() => {
  for (const one of [folder, appDir]) rmSync(one, { recursive: true, force: true })
})

describe('npm run import', () => {
  it('reports by row and column as JSON, then writes corrected rows', async () => {
    const wrong = await command(['stall', file('摊名,租金\n老王,12\n小李,free\n'), '--json'])
    expect(wrong.code).toBe(2)
    expect(JSON.parse(wrong.out)).toMatchObject({
      outcome: 'refused',
      problems: [
        { row: 3, column: '租金', field: 'rent', value: 'free', message: { en: 'Please enter a correct rent' } },
      ],
    })
    const right = await command(['stall', file('摊名,租金\n老王,12\n小李,15\n'), '--lang', 'zh'])
    expect(right).toMatchObject({ code: 0, out: expect.stringContaining('已导入 2 行') })
  }, 120_000)

  it('writes the mapping that it used to a file, and uses one with the choices of the command line', async () => {
    const kept = join(folder, 'stalls.yaml')
    const csv = file('名,日\n老赵,1/6/2026\n')
    const first = await command([
      'stall',
      csv,
      '--map',
      '名=name,日=opened',
      '--day-order',
      'day-first',
      '--dry-run',
      '--save-mapping',
      kept,
    ])
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('1 valid') })
    expect(readFileSync(kept, 'utf8')).toBe(
      'resource: stall\ncolumns:\n  名: name\n  日: opened\noptions:\n  dayOrder: day-first\n',
    )
    const second = await command(['stall', csv, '--mapping', kept, '--match', 'name', '--json'])
    expect(JSON.parse(second.out)).toMatchObject({ outcome: 'written', written: 1 })
    const missing = await command(['stall', csv, '--mapping', join(folder, 'none.yaml')])
    expect(missing).toMatchObject({ code: 1, error: expect.stringContaining('it cannot be read (ENOENT).') })
  }, 120_000)

  it('acts with the account of the administrator, and records the command as the reason', async () => {
    const database = await openDatabase({ dataDir: join(folder, 'data'), zone: testZone })
    const rows = await run(
      database.kysely,
      `select s.name, u.account, h.user_name, h.actor_kind, h.reason from stall s join blade_user u on u.id = s.author_id
       join engine_history h on h.resource = 'stall' and h.record_id = s.id order by s.id`,
      [],
    )
    await database.close()
    const by = { account: 'admin', user_name: '管理员', actor_kind: 'service', reason: 'import-command' }
    expect(rows).toEqual([
      { name: '老王', ...by },
      { name: '小李', ...by },
      { name: '老赵', ...by },
    ])
  }, 60_000)

  it('names the process that holds the embedded database', async () => {
    const lock = await lockFolder(join(folder, 'data'))
    const refused = await command(['stall', file('name\n老陈\n')])
    await lock.release()
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining(`in use by process ${process.pid},`) })
  }, 60_000)

  it.each([
    ['without a file', ['stall'], 'npm run import -- <entity> <file>'],
    ['with an unknown option', ['stall', 'x.csv', '--dry'], "Unknown option '--dry'"],
    ['with a missing file', ['stall', 'none.csv'], `There is no file ${resolve('none.csv')}; check the path`],
  ])(
    'reports what is wrong %s',
    async (_name, words, sentence) => {
      expect(await command(words)).toMatchObject({ code: 1, error: expect.stringContaining(sentence) })
    },
    60_000,
  )

  it(`imports ${rows} rows with at most 200 MB more than a few`, async () => {
    const few = await command(['stall', file('name\n少\n'), '--dry-run'])
    const large = join(folder, 'large.csv')
    await writeLarge(large)
    const many = await command(['stall', large])
    expect(many).toMatchObject({ code: 0, out: expect.stringContaining(`${rows} rows imported`) })
    expect((many.peak - few.peak) / 1024).toBeLessThan(200)
  }, 900_000)

  it(`imports ${rows} lines on a sheet of their own with at most 200 MB more than a few`, async () => {
    const few = await command(['tour', await tours('few.xlsx', 1), '--dry-run'])
    const many = await command(['tour', await tours('many.xlsx', rows / linesOfTour)])
    expect(many).toMatchObject({ code: 0, out: expect.stringContaining(`${rows / linesOfTour} rows imported`) })
    expect((many.peak - few.peak) / 1024).toBeLessThan(200)
  }, 900_000)

  it('names the number of an interrupted import, by which --undo rolls it back', async () => {
    const settings = readSettings(environmentOf(join(folder, 'data')))
    const { work, close } = await openWork(settings, 'import-command', 'en', () => undefined)
    // One transaction opens the import, five check 200 rows each, one marks it as writing; two write 250 rows each.
    let transactions = 0
    const breaking: Work = {
      ...work,
      transaction: inner => {
        transactions += 1
        if (transactions > 9) throw new DatabaseUnavailable('unavailable', 'gone')
        return work.transaction(inner)
      },
    }
    const names = Array.from({ length: 900 }, (_, n) => `断${n}`)
    const input = { resource: 'stall', file: file(`name\n${names.join('\n')}\n`), mapping: {}, options: {} }
    await expect(importByCommand(breaking, { ...input, dryRun: false, goodRows: false })).rejects.toThrow('gone')
    await close()
    const other = file('name\n接\n')
    const refused = await command(['stall', other])
    expect(refused).toMatchObject({ code: 1, error: expect.stringMatching(/undo it with --undo \d+/) })
    const id = String(/--undo (\d+)/.exec(refused.error)?.[1])
    expect(await command(['--undo', id, '--lang', 'zh'])).toMatchObject({ code: 0, out: '已撤销 500 行。\n' })
    expect(await command(['--undo', id])).toMatchObject({ code: 1, error: expect.stringContaining('no longer exists') })
    expect((await command(['stall', other])).code).toBe(0)
  }, 120_000)
})

describe('npm run import next to a running server with the embedded database', () => {
  let server: ServerProcess
  const dataDir = join(folder, 'served')
  const runImport = (words: readonly string[]) => command(words, dataDir)
  const stalls = async () => {
    const response = await server.send('GET', '/api/wit/v1/stall/page?size=50')
    const { data } = await response.json()
    return data.records.map((one: { readonly name: string }) => one.name)
  }
  /** The stored values of the rows of a file. */
  const pitchesOf = async (csv: string): Promise<string[]> => {
    const { data } = await (await server.send('GET', '/api/wit/v1/pitch/page?size=50')).json()
    const records: readonly Readonly<Record<string, unknown>>[] = data.records
    return records
      .filter(({ name }) => csv.includes(String(name)))
      .map(({ name, rent, open, wares }) => [name, rent, open, wares].filter(value => value != null).join(' '))
  }
  beforeAll(async () => {
    server = await startServerProcess({ dataDir, template: inject('embeddedTemplate'), remove: async () => {} }, appDir)
  }, 60_000)
  afterAll(() => server.stop())

  it('imports in the server, which shows the rows at once and records the command', async () => {
    expect(await runImport(['stall', file('摊名\n老王\n小李\n'), '--dry-run'])).toMatchObject({ code: 0 })
    expect(await stalls()).toEqual([])
    const done = await runImport(['stall', file('摊名\n老王\n小李\n'), '--lang', 'zh'])
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('已导入 2 行') })
    expect((await stalls()).toSorted()).toEqual(['小李', '老王'])
    const operations = await (await server.send('GET', '/api/sys/v1/sysOperation/page')).json()
    expect(operations.data.records).toMatchObject([{ kind: 'import', resource: 'stall', operationState: 'finished' }])
  }, 120_000)

  it.each([
    ['--empty', 'name,rent\n空,NULL\n缺,n/a\n', ['--empty', 'NULL', '--empty', 'n/a'], ['空', '缺']],
    ['--separator', 'name,wares\n分,"干货,散装\n生鲜"\n', ['--separator', '\\n'], ['分 dry,fresh']],
    ['--decimal', 'name;rent\n点;1.234,50\n', ['--decimal', 'comma'], ['点 1234.5']],
    ['--percent', 'name,rent\n率,50%\n', ['--percent', 'fraction'], ['率 0.5']],
    ['--yes and --no', 'name,open\n开,Y1\n关,N0\n', ['--yes', 'Y1', '--no', 'N0'], ['开 true', '关 false']],
    ['--match', 'name,rent,open\n点,,是\n', ['--match', 'name'], ['点 1234.5 true']],
    ['--empty-clears', 'name,rent\n点,\n', ['--match', 'name', '--empty-clears'], ['点 true']],
  ])(
    'reads a file with %s, which is refused without it',
    async (_option, csv, words, expected) => {
      const path = file(csv)
      expect((await runImport(['pitch', path])).code).toBe(2)
      expect(await runImport(['pitch', path, ...words])).toMatchObject({ code: 0 })
      expect((await pitchesOf(csv)).toSorted()).toEqual(expected.toSorted())
    },
    60_000,
  )

  it('writes the valid rows of a file with --good-rows, and reports the others', async () => {
    const csv = 'name,rent\n好,1\n坏,free\n'
    const path = file(csv)
    expect(await runImport(['pitch', path])).toMatchObject({ code: 2 })
    expect(await pitchesOf(csv)).toEqual([])
    const { code, out } = await runImport(['pitch', path, '--good-rows'])
    expect([code, out]).toEqual([2, expect.stringContaining('row 3, rent "free"')])
    expect(await pitchesOf(csv)).toEqual(['好 1'])
  }, 60_000)

  it('opens the database itself after the server was killed', async () => {
    await server.kill()
    expect(await runImport(['stall', file('name\n老赵\n')])).toMatchObject({ code: 0 })
  }, 60_000)
})

const linesOfTour = 5

/** Tours as a workbook, with their stops on another sheet. */
async function tours(name: string, count: number): Promise<string> {
  const path = join(folder, name)
  const sheet = (title: string, heads: readonly string[], each: (tour: number) => readonly (readonly string[])[]) => ({
    title,
    columns: heads.map(head => ({ head, width: 12 })),
    async *chunks() {
      for (let from = 0; from < count; from += 100) {
        const some = Array.from({ length: Math.min(100, count - from) }, (_, index) => each(from + index)).flat()
        yield some.map(cells => cells.map(text => ({ kind: 'text' as const, text })))
      }
    },
  })
  const stops = (tour: number) =>
    Array.from({ length: linesOfTour }, (_, stop) => [`第${tour}条路线`, `文一西路 ${stop} 号, 东侧`, '15'])
  const sheets = [
    sheet('Tour', ['Way'], tour => [[`第${tour}条路线`]]),
    sheet('Stops', ['Tour', 'Place', 'Minutes'], stops),
  ]
  await pipeline(workbook(sheets), createWriteStream(path))
  return path
}

let files = 0
function file(text: string): string {
  files += 1
  const path = join(folder, `${files}.csv`)
  writeFileSync(path, text)
  return path
}

function writeLarge(path: string): Promise<void> {
  const stream = createWriteStream(path)
  stream.write('name,street,opened,rent\n')
  for (let row = 0; row < rows; row++)
    stream.write(`第${row}号摊位,"文一西路 ${row} 号, 东侧",2026-01-02,${row % 1000}.50\n`)
  return new Promise(resolve => stream.end(resolve))
}

// Prints the process's peak memory in kB as its last line on standard error.
const measured = (script: string) =>
  `process.on('exit', () => process.stderr.write('\\n' + process.resourceUsage().maxRSS)); await import(${JSON.stringify(script)})`

const environmentOf = (dataDir: string) => ({
  ...process.env,
  APP_DIR: appDir,
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: 'Import-2026',
  DATABASE_URL: '',
})

async function command(words: readonly string[], dataDir = join(folder, 'data')) {
  const script = join(await builtServer(), 'import.js')
  const env = environmentOf(dataDir)
  const given = [...shortLived, '--input-type=module', '-e', measured(script), '--', ...words]
  const child = spawn(process.execPath, given, { env })
  let [out, error] = ['', '']
  child.stdout.on('data', text => (out += text))
  child.stderr.on('data', text => (error += text))
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  return { code, out, error, peak: Number(error.trim().split('\n').at(-1)) }
}
