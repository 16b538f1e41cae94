import { basename } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databasesWalked } from '../../../../tests/support/databases.ts'
import { type ImportWork, importFiles, openImportWork } from '../../../../tests/support/import-work.ts'
import { modelOf } from '../../../../tests/support/store.ts'
import { DatabaseUnavailable } from '../../errors/database-errors.ts'
import type { Work } from '../../store/work.ts'
import { readMapping } from './match-columns.ts'
import type { ImportOrder } from './report.ts'
import { runImport, undoImport } from './run-import.ts'

const model = modelOf({
  'dictionaries/stall_kind.yaml': `
title: { zh: 摊位类型, en: Kind }
entries:
  fixed: { key: "1", title: { zh: 固定, en: Fixed } }
  mobile: { key: "2", title: { zh: 流动, en: Mobile } }
`,
  'resources/wit/market.yaml': `
title: { zh: 市场, en: Market }
tree: parentId
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  code: { type: text, unique: true, title: { zh: 编码, en: Code } }
  plot: { type: integer, unique: true, title: { zh: 地块号, en: Plot } }
  licensed: { type: date, unique: true, title: { zh: 批准日期, en: Licensed } }
  parentId: { type: reference, of: market, title: { zh: 上级, en: Parent } }
`,
  'resources/wit/stall.yaml': `
title: { zh: 摊位, en: Stall }
fields:
  stallNo: { type: serial, pattern: "T{0000}", title: { zh: 编号, en: No. } }
  name: { type: text, required: true, unique: true, title: { zh: 摊名, en: Stall } }
  kind: { type: dictionary, of: stall_kind, required: true }
  marketId: { type: reference, of: market }
  opened: { type: date, default: "today() - 1", title: { zh: 开业日期, en: Opened } }
  closed: { type: date, title: { zh: 停业日期, en: Closed } }
  rent: { type: money, min: 0, title: { zh: 租金, en: Rent } }
rules:
  - rule: "opened <= closed"
    message: { zh: 停业不能早于开业, en: It cannot close before it opens }
    valid: { opened: 2026-01-01, closed: 2026-01-02 }
    invalid: { opened: 2026-01-02, closed: 2026-01-01 }
`,
})
const files = importFiles()
afterAll(() => files.remove())

describe.each(databasesWalked('postgres'))('an import on $kind', ({ kind, open }) => {
  let under: ImportWork
  let work: Work
  const run = (statement: string) => under.run(statement)
  beforeAll(async () => {
    under = await openImportWork(open, model)
    work = under.work
  })
  afterAll(() => under.close())
  beforeEach(async () => {
    const kept = ['engine_history', 'engine_import', 'engine_import_row', 'engine_operation', 'engine_operation_row']
    await run(`truncate ${['stall', 'market', ...kept, 'engine_serial'].join(', ')}`)
    await runImport(work, order('market', 'code,name\nM1,农贸市场\nM2,夜市\nM3,夜市\n'))
  })

  const stalls = () =>
    run(`select s.name, kind, m.code as market, opened::text, rent::text, stall_no as "stallNo"
       from stall s left join market m on m.id = s.market_id order by s.id`)
  const staged = () => run('select 1 from engine_import_row')
  const operations = () =>
    run(`select o.id::text as id, kind, user_name, details ->> 'file' as file, finished is not null as ended, meant, done, failed,
         (select count(distinct record_id)::int from engine_history h where h.operation_id = o.id) as changed
       from engine_operation o where resource = 'stall'`)

  it('reads titles, labels and names in GB18030, and writes rows like the store', async () => {
    const text =
      '摊名,摊位类型,市场,开业日期,租金\n老王,固定,农贸市场,2026年3月5日,"1,200.50"\n小李,流动,M3,2026/3/6,\n'
    const bytes = iconv.encode(text, 'gb18030')
    await expect(runImport(work, order('stall', bytes))).rejects.toMatchObject({ code: 'file.encoding' })
    const report = await runImport(work, { ...order('stall', bytes), options: { encoding: 'gb18030' } })
    expect(report).toMatchObject({ outcome: 'written', encoding: 'gb18030', rows: 2, wrong: 0, written: 2 })
    expect(await stalls()).toEqual([
      { name: '老王', kind: '1', market: 'M1', opened: '2026-03-05', rent: '1200.50', stallNo: 'T0001' },
      { name: '小李', kind: '2', market: 'M3', opened: '2026-03-06', rent: null, stallNo: 'T0002' },
    ])
    const [history] = await run(
      `select changes -> 'name' as name from engine_history where resource = 'stall' order by id`,
    )
    expect(history).toEqual({ name: { from: null, to: '老王' } })
    expect(await staged()).toEqual([])
  })

  it('accepts rows of a tree whose parent is in any row of the file', async () => {
    const text =
      'code,name,plot,licensed,parentId\nA2,东二,12,,A1\nA1,东一,11,,东区\nC1,西一,,,西区\nA,东区,10,2026-03-05,M1\nC,西区,,,M9\nC2,西二,,,C1\nA3,东三,,,10\nA4,东四,,,2026-03-05\n'
    const report = await runImport(work, { ...order('market', text), goodRows: true })
    expect(report.problems.map(({ row, message }) => [row, message.en])).toEqual([
      [4, 'Row 6, to which "Parent" refers, has errors'],
      [6, 'No market with code, plot, licensed or name "M9"; add it first, or enter an existing one'],
      [7, 'Row 4, to which "Parent" refers, has errors'],
    ])
    const rows = await run(
      `select m.code, p.code as parent from market m join market p on p.id = m.parent_id order by m.code`,
    )
    expect(rows).toEqual([
      { code: 'A', parent: 'M1' },
      { code: 'A1', parent: 'A' },
      { code: 'A2', parent: 'A1' },
      { code: 'A3', parent: 'A' },
      { code: 'A4', parent: 'A' },
    ])
  })

  it('writes a parent that is far below its children in the file, and rolls both back', async () => {
    const children = Array.from(
      { length: 600 },
      (_, index) => `K${index},摊区${index},${index === 0 ? 'P' : `K${index - 1}`}`,
    )
    const all = order('market', `code,name,parentId\n${children.reverse().join('\n')}\nP,总场,\n`)
    await expect(runImport(breakingAfter(2, 601), all)).rejects.toThrow('gone')
    const [broken] = await run('select id::text from engine_import')
    expect(await undoImport(work, String(broken?.['id']))).toBe(500)
    expect(await run('select 1 from market')).toHaveLength(3)
    expect(await runImport(work, all)).toMatchObject({ outcome: 'written', written: 601 })
    const [deep] = await run(
      `select count(*)::int as count from market m join market p on p.id = m.parent_id
       where p.code = 'K' || (substr(m.code, 2)::int - 1) or (m.code = 'K0' and p.code = 'P')`,
    )
    expect(deep).toEqual({ count: 600 })
  })

  it('refuses rows whose references form a cycle, and names them', async () => {
    const text = 'code,name,parentId\nA,甲,B\nB,乙,C\nC,丙,A\nD,丁,B\nE,戊,E\n'
    const report = await runImport(work, order('market', text))
    expect(report).toMatchObject({ outcome: 'refused', written: 0 })
    const circle = 'Rows 2, 3, 4 form a circular reference in "Parent"; clear "Parent" in one of them'
    expect(report.problems.map(({ row, message }) => [row, message.en])).toEqual([
      [2, circle],
      [3, circle],
      [4, circle],
      [5, 'Row 3, to which "Parent" refers, has errors'],
      [6, 'The row refers to itself in "Parent"; clear "Parent"'],
    ])
  })

  it('continues where it was interrupted, so that every row is stored once', async () => {
    const text = `name,kind\n${Array.from({ length: 900 }, (_, index) => `摊位${index},固定`).join('\n')}\n`
    const all = order('stall', text)
    await expect(runImport(breakingAfter(2, 900), all)).rejects.toThrow('gone')
    expect((await stalls()).length).toBe(500)
    const other = order('stall', 'name,kind\n老王,固定\n')
    await expect(runImport(work, other)).rejects.toMatchObject({ code: 'import.unfinished' })
    expect(await runImport(work, all)).toMatchObject({ outcome: 'written', rows: 900, written: 900 })
    expect(new Set((await stalls()).map(({ name }) => name)).size).toBe(900)
    expect((await stalls()).length).toBe(900)
    expect(await runImport(work, other)).toMatchObject({ written: 1 })
  })

  const where =
    kind === 'postgres'
      ? { zh: '进程“mingchu \\w{8}”', en: 'the process "mingchu \\w{8}"' }
      : { zh: '服务器', en: 'the server' }
  const refusedAs = (file: string) => ({
    code: 'import.running',
    status: 409,
    text: {
      zh: expect.stringMatching(`^导入 \\d+（market，${file}）正在${where.zh}中进行，请等待完成$`),
      en: expect.stringMatching(
        `^Import \\d+ \\(market, ${file}\\) is in progress in ${where.en}; wait until it has finished$`,
      ),
    },
  })
  const rowsOf = (name: string) => Array.from({ length: 600 }, (_, index) => `${name}${index}\n`).join('')

  it('is written once when two commands begin it at the same time', async () => {
    const all = order('market', `name\n${rowsOf('市')}`)
    const before = await run('select 1 from market')
    const results = await Promise.allSettled([runImport(work, all), runImport(work, all)])
    expect(await run('select 1 from market')).toHaveLength(before.length + 600)
    const written = results.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    const refused = results.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
    expect(written).toMatchObject([{ outcome: 'written', written: 600 }])
    expect(refused).toMatchObject([refusedAs(basename(all.file))])
    // Then it is imported again, as any file.
    expect(await runImport(work, all)).toMatchObject({ outcome: 'written', written: 600 })
  })

  it('is refused while another command checks the same file', async () => {
    const all = order('market', `name\n${rowsOf('街')}`)
    let count = 0
    const waiting: Work = {
      ...work,
      transaction: async inner => {
        count += 1
        // The second transaction begins to write.
        if (count === 2) await expect(runImport(work, all)).rejects.toMatchObject(refusedAs(basename(all.file)))
        return work.transaction(inner)
      },
    }
    expect(await runImport(waiting, all)).toMatchObject({ outcome: 'written', written: 600 })
  })

  it('is rolled back on request after an interruption, unless another process writes it', async () => {
    const text = `name,kind\n${Array.from({ length: 900 }, (_, index) => `摊位${index},固定`).join('\n')}\n`
    await expect(runImport(breakingAfter(3, 900), order('stall', text))).rejects.toThrow('gone')
    const [row] = await run('select id::text from engine_import')
    expect(await operations()).toMatchObject([{ id: row?.['id'], done: 750, changed: 750 }])
    // Another process writes it again.
    await run(`update engine_import set turn = 'other', turn_at = now()`)
    const busy = { code: 'import.busy' }
    await expect(undoImport(work, String(row?.['id']))).rejects.toMatchObject(busy)
    await expect(runImport(work, order('stall', text))).rejects.toMatchObject({ code: 'import.running' })
    expect(await stalls()).toHaveLength(750)
    await run(`update engine_import set turn = null`)
    expect(await undoImport(work, String(row?.['id']))).toBe(750)
    expect(await stalls()).toEqual([])
    expect(await run(`select 1 from engine_history where resource = 'stall'`)).toEqual([])
    expect(await operations()).toEqual([])
    await expect(undoImport(work, String(row?.['id']))).rejects.toMatchObject({ code: 'import.unknown' })
  })

  it.each([
    ['an unknown resource', () => order('stal', 'name\n'), 'resource.unknown'],
    ['a header without rows', () => order('stall', 'name,kind\n'), 'file.no-rows'],
  ])('refuses %s and leaves nothing staged', async (_name, ordered, code) => {
    await expect(runImport(work, ordered())).rejects.toMatchObject({ code })
    expect(await run('select 1 from engine_import')).toEqual([])
  })

  /** The same work with a database that fails after this many chunks. Two transactions begin the import. */
  function breakingAfter(chunks: number, checkedRows: number): Work {
    let count = -2 - Math.ceil(checkedRows / 200)
    return {
      ...work,
      transaction: inner => {
        count += 1
        if (count > chunks) throw new DatabaseUnavailable('unavailable', 'gone')
        return work.transaction(inner)
      },
    }
  }
})

function order(resource: string, text: string | Buffer): ImportOrder {
  const file = files.csv(text)
  return { resource, file, mapping: readMapping(''), dryRun: false, goodRows: false }
}
