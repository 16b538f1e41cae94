import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { type ImportWork, importFiles, openImportWork } from '../../../tests/support/import-work.ts'
import { modelOf } from '../../../tests/support/store.ts'
import { type ImportInput, importByCommand } from './import-command.ts'

const model = modelOf({
  'resources/wit/stall.yaml': `
title: { zh: 摊位, en: Stall }
fields:
  name: { type: text, required: true, unique: true, title: { zh: 名称, en: Name } }
  opened: { type: date, renamedFrom: since, title: { zh: 开业, en: Opened } }
  rent: { type: money, title: { zh: 租金, en: Rent } }
`,
  'resources/wit/street.yaml': `
title: { zh: 街道, en: Street }
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
`,
})
const files = importFiles()
afterAll(() => files.remove())

describe.each(databasesUnderTest())('a mapping file on $kind', ({ open }) => {
  let under: ImportWork
  beforeAll(async () => {
    under = await openImportWork(open, model)
  })
  afterAll(() => under.close())
  beforeEach(() => under.run('truncate stall, engine_history, engine_import, engine_import_row, engine_operation'))

  const mapping = `resource: stall
columns: { 摊主: name, 日: since, 价: rent, 注: null }
match: { by: name }
options: { dayOrder: day-first, decimal: comma, empty: ["-"] }
`
  const imported = async (csv: string, text: string, more: Partial<ImportInput> = {}) => {
    const input: ImportInput = {
      resource: 'stall',
      file: files.csv(csv),
      mappingFile: { file: 'm.yaml', text },
      mapping: {},
      options: {},
      dryRun: false,
      goodRows: false,
      ...more,
    }
    const result = await importByCommand(under.work, input)
    if ('undone' in result) throw new Error('It was an import.')
    return result.report
  }
  const stalls = () => under.run(`select name, opened::text, rent::text from stall order by id`)

  it('is used again and written as it was used, with former names of fields', async () => {
    const csv = '摊主;日;价;注\n甲;1.6.2026;1.234,50;x\n乙;-;2,5;name\n'
    const first = await imported(csv, mapping)
    expect(first).toMatchObject({ outcome: 'written', written: 2, ignoredColumns: ['注'] })
    const expected = [
      { name: '甲', opened: '2026-06-01', rent: '1234.50' },
      { name: '乙', opened: null, rent: '2.50' },
    ]
    expect(await stalls()).toEqual(expected)
    expect(first.mapping).toContain('日: opened')
    expect(await imported(csv, first.mapping ?? '')).toMatchObject({
      rows: 2,
      same: 2,
      wrong: 0,
      mapping: first.mapping,
    })
    expect(await stalls()).toEqual(expected)
  })

  it.each([
    ['an invalid file', 'resource: stall\ncolumns: { a: nam }\n', 'm.yaml:2:15 mapping.unknown\n  There is no "nam".'],
    ['a file of another resource', 'resource: street\ncolumns: {}\n', 'm.yaml is a mapping file of "street"'],
    ['a column that the file lacks', 'resource: stall\ncolumns: { c: name }\n', 'not in the header'],
  ])('is refused as a whole if it is %s', async (_name, text, message) => {
    await expect(imported('a,b\n甲,1\n', text)).rejects.toMatchObject({ message: expect.stringContaining(message) })
    expect(await stalls()).toEqual([])
  })
})
