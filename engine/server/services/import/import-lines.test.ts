import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../../tests/support/databases.ts'
import { type ImportWork, importFiles, openImportWork, type Sheets } from '../../../../tests/support/import-work.ts'
import { modelOf } from '../../../../tests/support/store.ts'
import type { ImportOrder } from './report.ts'
import { runImport } from './run-import.ts'

const model = modelOf({
  'resources/wit/fruit.yaml': `
title: { zh: 水果, en: Fruit }
fields:
  name: { type: text, required: true, unique: true, title: { zh: 名称, en: Name } }
`,
  'resources/wit/crate.yaml': `
title: { zh: 箱子, en: Crate }
display: crateNo
fields:
  crateNo: { type: serial, pattern: "X{0000}", title: { zh: 箱号, en: Crate no. } }
  place: { type: text, required: true, title: { zh: 存放处, en: Place } }
  lines: { type: children, of: crateLine, required: true, min: 1, max: 3, title: { zh: 明细, en: Lines } }
  total: { type: money, compute: "lines.sum(l, l.price)", stored: true, title: { zh: 合计, en: Total } }
  most: { type: money, default: 100, title: { zh: 上限, en: Most } }
rules:
  - rule: "total <= most"
    message: { zh: 合计不能超过上限, en: A crate is worth no more than that }
    valid: { total: 100, most: 100 }
    invalid: { total: 101, most: 100 }
`,
  'resources/wit/crateLine.yaml': `
title: { zh: 箱内, en: Line }
partOf: crateId
display: note
fields:
  crateId: { type: reference, of: crate, required: true }
  fruitId: { type: reference, of: fruit, required: true }
  price: { type: money, required: true, min: 0, title: { zh: 价格, en: Price } }
  note: { type: text, title: { zh: 备注, en: Note } }
  seal: { type: text, unique: true, title: { zh: 封签, en: Seal } }
`,
  'resources/wit/pallet.yaml': `
title: { zh: 托盘, en: Pallet }
display: palletNo
fields:
  palletNo: { type: serial, pattern: "P{0000}", title: { zh: 托盘号, en: Pallet no. } }
  open: { type: boolean, required: true, title: { zh: 敞开, en: Open } }
  straps: { type: children, of: palletStrap, required: true, when: "open", title: { zh: 绑带, en: Straps } }
`,
  'resources/wit/palletStrap.yaml': `
title: { zh: 绑带, en: Strap }
partOf: palletId
display: colour
fields:
  palletId: { type: reference, of: pallet, required: true }
  colour: { type: text, required: true, title: { zh: 颜色, en: Colour } }
`,
})
const files = importFiles()
afterAll(() => files.remove())

describe.each(databasesUnderTest())('an import of records with lines on $kind', ({ open }) => {
  let under: ImportWork
  const run = (statement: string) => under.run(statement)
  beforeAll(async () => {
    under = await openImportWork(open, model)
  })
  afterAll(() => under.close())
  beforeEach(async () => {
    const tables = ['crate', 'crate_line', 'pallet', 'pallet_strap', 'fruit', 'engine_history', 'engine_serial']
    await run(`truncate ${tables.join(', ')}`)
    await run(`truncate engine_import, engine_import_row, engine_import_line`)
    await taken('fruit', '名称\n苹果\n梨\n')
  })

  const crates = () =>
    run(`select c.crate_no as no, place, total::text, string_agg(f.name || ' ' || l.price, ', ' order by l.line_no) as lines
       from crate c left join crate_line l on l.crate_id = c.id left join fruit f on f.id = l.fruit_id
       group by c.id, c.crate_no, place, total order by c.id`)
  const taken = async (resource: string, file: string | Sheets, more: Partial<ImportOrder> = {}) => {
    const path = typeof file === 'string' ? files.csv(file) : await files.sheets(file)
    return runImport(under.work, { resource, file: path, mapping: new Map(), dryRun: false, goodRows: false, ...more })
  }
  const problems = (report: Awaited<ReturnType<typeof taken>>) =>
    report.problems.map(({ sheet, row, column, value, message }) => [sheet, row, column, value, message.zh])

  it('reads lines from their own sheets in any order, linked by a number that only the file contains', async () => {
    const report = await taken('crate', {
      箱子: ['箱号,存放处', '甲,东库', '乙,西库'],
      明细: ['箱子,水果,价格,备注', '乙,梨,3,', '甲,苹果,1.5,大', '乙,苹果,4,'],
    })
    expect(report).toMatchObject({ outcome: 'written', rows: 2, written: 2, problems: [] })
    expect(await crates()).toEqual([
      { no: 'X0001', place: '东库', total: '1.50', lines: '苹果 1.50' },
      { no: 'X0002', place: '西库', total: '7.00', lines: '梨 3.00, 苹果 4.00' },
    ])
    const [entry] =
      await run(`select version, operation, jsonb_array_length(changes -> 'lines' -> 'lines') as lines from engine_history
       where resource = 'crate' order by id desc`)
    expect(entry).toEqual({ version: 1, operation: 'save', lines: 2 })
  })

  it('reports the errors of a line by its sheet, row and column, and omits its record', async () => {
    const wrong = {
      箱子: ['箱号,存放处', '甲,东库', '乙,西库', '丙,南库', '丁,北库'],
      明细: ['箱子,水果,价格', '甲,苹果,1', '甲,桃,-2', '乙,梨,2', '丁,梨,60', '丁,梨,60'],
    }
    const report = await taken('crate', wrong)
    expect(report).toMatchObject({ outcome: 'refused', rows: 4, wrong: 3, written: 0 })
    expect(problems(report)).toEqual([
      ['明细', 3, '水果', '桃', '没有名称为“桃”的水果，请先新增，或改填已有的'],
      ['明细', 3, '价格', '-2', '价格不能少于 0 元'],
      [undefined, 4, undefined, undefined, '请输入明细'],
      [undefined, 5, undefined, undefined, '合计不能超过上限'],
    ])
    expect(await crates()).toEqual([])
    expect(await taken('crate', wrong, { goodRows: true })).toMatchObject({ outcome: 'written', written: 1 })
    expect(await crates()).toMatchObject([{ place: '西库', lines: '梨 2.00' }])
  })

  it('reports lines that repeat a unique value, in one record or in two, before anything is written', async () => {
    const report = await taken(
      'crate',
      {
        箱子: ['箱号,存放处', '甲,东库', '乙,西库', '丙,南库'],
        明细: [
          '箱子,水果,价格,封签',
          ...['甲,梨,1,S1', '丙,梨,1,S3', '乙,梨,1,S2', '乙,苹果,1,S1', '丙,梨,1,', '丙,梨,1,S3', '甲,梨,1,'],
        ],
      },
      { dryRun: true },
    )
    expect(problems(report)).toEqual([
      ['明细', 5, '封签', 'S1', '封签与第 2 行重复'],
      ['明细', 7, '封签', 'S3', '封签与第 3 行重复'],
    ])
    expect(report).toMatchObject({ outcome: 'checked', rows: 3, wrong: 2 })
    const inColumns = await taken('crate', '存放处,水果,价格,封签\n东库,梨,1,S1\n,梨,1,\n西库,梨,1,S2\n,苹果,1,S1\n', {
      dryRun: true,
    })
    expect(problems(inColumns)).toEqual([[undefined, 5, '封签', 'S1', '封签与第 2 行重复']])
  })

  it('accepts the unique value of a replaced line in the line that replaces it, and in no other', async () => {
    const match = { by: 'crateNo', mode: 'update' } as const
    const lines = (rows: readonly string[]) => ({
      箱子: ['箱号', 'X0001', 'X0002'],
      明细: ['箱子,水果,价格,封签', ...rows],
    })
    await taken('crate', {
      箱子: ['箱号,存放处', '甲,东库', '乙,西库'],
      明细: ['箱子,水果,价格,封签', '甲,梨,1,S1', '乙,梨,1,S2'],
    })
    expect(await taken('crate', lines(['X0001,梨,1,S1', 'X0002,梨,1,S2']), { match })).toMatchObject({ same: 2 })
    const wrong = await taken('crate', lines(['X0001,梨,1,S1', 'X0002,梨,1,S1']), { match })
    expect(problems(wrong)).toEqual([['明细', 3, '封签', 'S1', '封签已存在']])
    const report = await taken('crate', lines(['X0001,苹果,2,S1', 'X0002,梨,1,S2']), { match })
    expect(report).toMatchObject({ outcome: 'written', updates: 1, same: 1, written: 1, problems: [] })
    expect(await run('select seal, price::text from crate_line where is_deleted = 0 order by seal')).toEqual([
      { seal: 'S1', price: '2.00' },
      { seal: 'S2', price: '1.00' },
    ])
  })

  it('warns of values of stored lines that are replaced by lines without a column for them', async () => {
    await taken('crate', {
      箱子: ['箱号,存放处', '甲,东库', '乙,西库'],
      明细: ['箱子,水果,价格,备注,封签', '甲,梨,1,大,S1', '乙,梨,1,,'],
    })
    const lines = ['箱子,水果,价格', 'X0001,梨,2', 'X0002,梨,2']
    const order = { match: { by: 'crateNo', mode: 'update' }, dryRun: true } as const
    const { warnings, wrong } = await taken('crate', { 箱子: ['箱号', 'X0001', 'X0002'], 明细: lines }, order)
    expect([warnings, wrong]).toEqual([
      [{ message: { zh: expect.stringMatching('备注、封签'), en: expect.stringMatching('Note, Seal') }, rows: 1 }],
      0,
    ])
    const same = [...lines.slice(0, 1), 'X0001,梨,1', 'X0002,梨,1']
    expect(await taken('crate', { 箱子: ['箱号', 'X0001', 'X0002'], 明细: same }, order)).toMatchObject({
      warnings: [],
      same: 2,
    })
  })

  it('reports two records with one key that are far apart in the file', async () => {
    const many = Array.from({ length: 120 }, (_, n) => `${n},库${n}`)
    const report = await taken(
      'crate',
      {
        箱子: ['箱号,存放处', ...many, '7,又一库'],
        明细: ['箱子,水果,价格', ...many.map((_, n) => `${n},梨,1`)],
      },
      { goodRows: true },
    )
    expect(report).toMatchObject({ rows: 121, wrong: 2, written: 119 })
    expect(report.problems.map(({ row }) => row).slice(0, 2)).toEqual([9, 122])
  })

  it('requires lines with a condition only of the records for which it is true', async () => {
    expect(await taken('pallet', '敞开\n否\n')).toMatchObject({ outcome: 'written', written: 1, problems: [] })
    const report = await taken('pallet', {
      托盘: ['托盘号,敞开', '甲,否', '乙,是', '丙,是'],
      绑带: ['托盘,颜色', '丙,红'],
    })
    expect(problems(report)).toEqual([[undefined, 3, undefined, undefined, '请输入绑带']])
  })

  it('refuses more lines than a record may have', async () => {
    const lines = Array.from({ length: 4 }, () => '甲,梨,1')
    const report = await taken('crate', { 箱子: ['箱号,存放处', '甲,东库'], 明细: ['箱子,水果,价格', ...lines] })
    expect(problems(report)).toEqual([[undefined, 2, undefined, undefined, '明细不能超过 3 条']])
  })

  it.each([
    ['without any lines', { 箱子: ['箱号,存放处', '甲,东库'] }, 'columns.no-lines'],
    [
      'whose lines do not name their record',
      { 箱子: ['箱号,存放处', '甲,东库'], 明细: ['水果,价格', '梨,1'] },
      'lines.no-key',
    ],
    [
      'without a column that links their lines',
      { 箱子: ['名字,存放处', '甲,东库'], 明细: ['箱子,水果,价格', '甲,梨,1'] },
      'columns.no-key',
    ],
    [
      'whose lines lack a required column',
      { 箱子: ['箱号,存放处', '甲,东库'], 明细: ['箱子,价格', '甲,1'] },
      'columns.missing',
    ],
  ])('refuses records %s, and stores nothing of them', async (_what, file, code) => {
    await expect(taken('crate', file as Sheets)).rejects.toMatchObject({ code })
    for (const table of ['engine_import', 'engine_import_row', 'engine_import_line'])
      expect(await run(`select 1 from ${table}`)).toEqual([])
  })
})
