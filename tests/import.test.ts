import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { lockFolder } from '../engine/server/database/lock-file.ts'
import { openDatabase } from '../engine/server/database/open-database.ts'
import { run } from '../engine/server/database/run.ts'
import { workbook } from '../engine/server/services/export/workbook.ts'
import { builtServer, shortLived } from './support/built.ts'
import { testZone } from './support/databases.ts'
import { writeApp } from './support/server.ts'

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
    ['with an option that there is not', ['stall', 'x.csv', '--dry'], "Unknown option '--dry'"],
    ['with a file that there is not', ['stall', 'none.csv'], 'There is no file none.csv; check the path'],
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
    expect(many).toMatchObject({ code: 0, out: expect.stringContaining(`Wrote ${rows} rows`) })
    expect((many.peak - few.peak) / 1024).toBeLessThan(200)
  }, 900_000)

  it(`imports ${rows} lines on a sheet of their own with at most 200 MB more than a few`, async () => {
    const few = await command(['tour', await tours('few.xlsx', 1), '--dry-run'])
    const many = await command(['tour', await tours('many.xlsx', rows / linesOfTour)])
    expect(many).toMatchObject({ code: 0, out: expect.stringContaining(`Wrote ${rows / linesOfTour} rows`) })
    expect((many.peak - few.peak) / 1024).toBeLessThan(200)
  }, 900_000)

  it('updates the records that match a field, and adds none with --only-update', async () => {
    expect((await command(['stall', file('name,street\n旧,东街\n')])).code).toBe(0)
    const wrong = await command(['stall', file('name,street\n旧,西街\n新,西街\n'), '--match', 'name', '--only-update'])
    expect(wrong).toMatchObject({ code: 2, out: expect.stringContaining('No record with this stall to update') })
    const right = await command(['stall', file('name,street\n旧,西街\n新,西街\n'), '--match', 'name', '--lang', 'zh'])
    expect(right).toMatchObject({ code: 0, out: expect.stringContaining('2 行，正确 2 行（更新 1 行，不变 0 行）') })
  }, 120_000)
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

async function command(words: readonly string[]) {
  const script = join(await builtServer(), 'import.js')
  const env = {
    ...process.env,
    APP_DIR: appDir,
    DATA_DIR: join(folder, 'data'),
    ADMIN_PASSWORD: 'Import-2026',
    DATABASE_URL: '',
  }
  const given = [...shortLived, '--input-type=module', '-e', measured(script), '--', ...words]
  const child = spawn(process.execPath, given, { env })
  let [out, error] = ['', '']
  child.stdout.on('data', text => (out += text))
  child.stderr.on('data', text => (error += text))
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  return { code, out, error, peak: Number(error.trim().split('\n').at(-1)) }
}
