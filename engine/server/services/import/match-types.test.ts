import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../../../../tests/support/databases.ts'
import { type ImportWork, importFiles, openImportWork } from '../../../../tests/support/import-work.ts'
import { modelOf } from '../../../../tests/support/store.ts'
import type { Match } from '../../../model/import-view.ts'
import type { ImportReport } from './report.ts'
import { runImport } from './run-import.ts'

/** By type: a stored value, its text in a file, and an equivalent text. */
const values = {
  text: ['A-1', ' A-1 '],
  date: ['2026-03-02', '2026/3/2'],
  datetime: ['2026-03-02 09:05:00', '2026-3-2 9:05'],
  time: ['09:05:00', '9:05'],
  integer: ['1200', '1,200'],
  decimal: ['5', '5.00'],
  money: ['1200.5', '1,200.50'],
  phone: ['13912345678', '13912345678'],
  email: ['a@b.cn', 'a@b.cn'],
} as const
type Type = keyof typeof values
const types = Object.keys(values) as Type[]

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'resources/wit/stall.yaml': `
title: { zh: 摊位, en: Stall }
display: name
fields:
  name: { type: text, required: true, title: { zh: 摊名, en: Stall } }
${types.map(type => `  ${type}: { type: ${type}, unique: true, title: { zh: ${type}, en: ${type} } }`).join('\n')}
`,
})

const files = importFiles()
afterAll(() => files.remove())

describe.each(databasesWalked('postgres'))('an import that finds records by a value, on $kind', ({ open }) => {
  let under: ImportWork
  const imported = (text: string, match?: Match): Promise<ImportReport> =>
    runImport(under.work, {
      resource: 'stall',
      file: files.csv(text),
      mapping: new Map(),
      ...(match && { match }),
      dryRun: false,
      goodRows: true,
    })

  beforeAll(async () => {
    under = await openImportWork(open, model)
    const row = types.map(type => `"${values[type][0]}"`).join()
    expect(await imported(`name,${types.join()}\nfirst,${row}\n`)).toMatchObject({ written: 1 })
  })
  afterAll(() => under.close())

  it.each(types)('finds a stored %s by each of its notations', async type => {
    for (const [index, value] of values[type].entries()) {
      const file = `${type},name\n"${value}",again ${index}\n`
      expect(await imported(file)).toMatchObject({ rows: 1, wrong: 1, summary: [{ field: type, column: type }] })
      const changed = await imported(file, { by: type, mode: 'update' })
      expect([value, changed]).toMatchObject([value, { rows: 1, wrong: 0, updates: 1, written: 1 }])
    }
  })
})
