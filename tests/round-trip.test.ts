import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { captionOf } from '../engine/fields/caption.ts'
import { typeOf } from '../engine/fields/index.ts'
import { isInputField } from '../engine/fields/record-schema.ts'
import { tenantResource } from '../engine/model/account-resources.ts'
import type { Field, Model, Resource } from '../engine/model/model.ts'
import { resourceOf } from '../engine/model/names.ts'
import type { Database } from '../engine/server/database/database.ts'
import type { Row } from '../engine/server/database/shape.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { exportFile } from '../engine/server/services/export/export-file.ts'
import { exportFormats, type Format } from '../engine/server/services/export/table-file.ts'
import { ImportRefusal } from '../engine/server/services/import/import-refusal.ts'
import type { ImportOrder, ImportReport } from '../engine/server/services/import/report.ts'
import { runImport } from '../engine/server/services/import/run-import.ts'
import { createIds } from '../engine/server/storage/ids.ts'
import { newWork } from '../engine/server/store/new-work.ts'
import type { Work } from '../engine/server/store/work.ts'
import { pasteInto } from '../engine/web/form/lines-paste.ts'
import { lookUp } from '../engine/web/form/paste-look-up.ts'
import { faultOfValue } from '../engine/web/form/record-check.ts'
import { databasesWalked } from './support/databases.ts'
import { fillRows } from './support/filled-rows.ts'
import { goodRecord, type Input, needOthers } from './support/good-records.ts'
import { representative } from './support/representative.ts'
import { addAdministrator, administrator, contextOf, modelOf, type StoreUnderTest, storeOn } from './support/store.ts'
import { trialApp } from './support/trial-app.ts'

/** Texts that a spreadsheet, a CSV reader or an import might misread. */
const tricky = [
  '=1+1',
  "'=1+1",
  "''@x",
  '+86 571',
  '-5',
  '@SUM(A1)',
  '＝全角',
  'a,b;c',
  '"引号"，、',
  '007',
  '1e5',
  '2026-01-02',
  'TRUE',
  "'",
  '_x000D_',
  '#1',
  '#N/A',
  '# 说明：写在正文里',
]
const trickyLines = '第一行, "引"\n=2+3\n\n\'-末行'

/** Whether an import reads a field's value from a file. */
const comesBack = (field: Field): boolean =>
  isInputField(field) && field.column !== undefined && !typeOf(field).secret && typeOf(field).lines === undefined
/** Exported but not imported: computed, read-only, generated. */
const isOnlyShown = (field: Field): boolean => !isInputField(field) && !typeOf(field).secret && !typeOf(field).lines
const linesOf = (resource: Resource) => resource.fields.filter(field => typeOf(field).lines)
const needsLines = (resource: Resource) => linesOf(resource).some(field => field.required)
/** Write-only: an exported file lacks them. */
const neededSecrets = (resource: Resource) =>
  resource.fields.filter(field => typeOf(field).secret && field.required && field.default === undefined)

/** Records with equal names, names that look like ids, and names with separators. */
const namesApp = {
  'dictionaries/grade.yaml': `title: { zh: 等级, en: Grade }
entries:
  one: { key: "2", title: { zh: "1", en: "1" } }
  two: { key: "1", title: { zh: 甲、乙, en: "A; B" } }
`,
  'resources/wit/market.yaml': `title: { zh: 市场, en: Market }
display: name
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
`,
  'resources/wit/stall.yaml': `title: { zh: 摊位, en: Stall }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  title: { type: text, title: { zh: 名称, en: Title } }
  marketId: { type: reference, of: market }
  marketIds: { type: reference, of: market, many: true, title: { zh: 各市场, en: Markets } }
  grade: { type: dictionary, of: grade, title: { zh: 等级, en: Grade } }
  grades: { type: dictionary, of: grade, many: true, title: { zh: 各等级, en: Grades } }
  papers: { type: file, many: true, title: { zh: 附件, en: Papers } }
  exact: { type: decimal, scale: 6, title: { zh: 精确, en: Exact } }
`,
}
const names = ['同名', '同名', '甲;乙', '12', '末尾 #3', '=1', "'x", '1001']

const product = compile(await readSources('.')).model
if (!product) throw new Error('The product does not compile.')
const apps: readonly (readonly [string, Model])[] = [
  ['the product', product],
  ['an app with every field type', modelOf(trialApp)],
  ['an app with ambiguous names', modelOf(namesApp)],
]
const folder = mkdtempSync(join(tmpdir(), 'mingchu-round-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(databasesWalked('embedded'))('record on $kind', ({ open }) => {
  describe.each(apps)('of %s', (_app, model) => {
    let database: Database
    let under: StoreUnderTest
    let work: Work
    let close: () => Promise<unknown>
    let known: Readonly<Record<string, readonly string[]>>
    let count = 100

    beforeAll(async () => {
      database = await open()
      under = await storeOn(database, model)
      ;({ work, close } = await workOf(database, model))
      if (model.resources['bladeUser']) await under.run(addAdministrator)
      const rows = await fillRows(under, model)
      known = Object.fromEntries([...rows].map(([name, id]) => [name, [id]]))
    })
    afterAll(async () => {
      await close()
      await under.close()
      await database.close()
    })

    const masters = Object.values(model.resources).filter(
      // Rows of the descriptors and of the system are not added by users.
      ({ name, partOf, guard, readOnly, approval }) =>
        !(partOf || readOnly || approval) && guard !== 'descriptors' && !needOthers.includes(name),
    )
    describe.each(representative(model, masters).map(one => [one.name, one] as const))('%s', (name, resource) => {
      it.each(exportFormats)('is exported as %s and imported unchanged', async format => {
        const before = await store()
        const file = await exported([String(before['id'])], format)
        if (format === 'csv' && needsLines(resource)) {
          expect(await refusalOf(taken(file, name))).toBe('columns.no-lines')
          return
        }
        await bin()
        // The number of a deleted tenant is not given again.
        if (name === tenantResource)
          await under.run('update blade_tenant set tenant_id = right(id::text, 12) where is_deleted = 1')
        if (neededSecrets(resource).length > 0) {
          expect(await refusalOf(taken(file, name))).toBe('columns.missing')
          return
        }
        const report = await taken(file, name)
        expect(report).toMatchObject({ outcome: 'written', written: 1, problems: [] })
        const idle = hasSheets(format) ? madeAlone() : shownAlone()
        expect([...report.ignoredColumns].sort()).toEqual(idle.sort())
        const after = await latest()
        expect(after['id']).not.toBe(before['id'])
        expect(picked(resource, after)).toEqual(picked(resource, before))
        if (format === 'xlsx') for (const field of linesOf(resource)) sameLines(field, before, after)
      })

      it('changes nothing when imported again', async () => {
        const before = await store()
        const file = await exported([String(before['id'])], 'xlsx')
        const report = await taken(file, name, { by: 'id', mode: 'update' })
        expect(report).toMatchObject({ outcome: 'written', rows: 1, same: 1, updates: 0, written: 0, problems: [] })
        expect(await under.store.get(under.ctx(administrator), name, String(before['id']))).toEqual(before)
        await bin()
      })

      it.each(['zh', 'en'] as const)('is pasted into a line from a file in %s unchanged', async language => {
        const before = await store()
        const id = String(before['id'])
        const stream = await under.store.stream(under.ctx(administrator), name, {
          query: {},
          ids: [id],
          columns: ['*'],
        })
        const file = (await buffer(exportFile(stream, language, 'csv').bytes)).toString('utf8')
        const [heads = [], cells = []] = cellsOfFile(file)
        const columns = resource.fields.filter(field => comesBack(field) && heads.includes(captionOf(field, language)))
        expect(columns).not.toEqual([])
        const shown = columns.map(field => cells[heads.indexOf(captionOf(field, language))] ?? '')
        const block = shown.map(quoted).join('\t')
        const line = await pasted(block, resource, columns)
        const given = columns.map(field => [field.name, before[field.name] ?? null])
        expect(Object.fromEntries(columns.map(field => [field.name, line[field.name] ?? null]))).toEqual(
          Object.fromEntries(given),
        )
        await bin()
      })

      /** A new line after a block was pasted and its names were resolved. */
      async function pasted(block: string, resource: Resource, columns: readonly Field[]): Promise<Row> {
        const place = { model, resource, columns, row: 0, column: 0, max: 9, fresh: {} }
        const isShown = () => true
        const faultOf = (field: Field, value: unknown) => faultOfValue(value, field, model, '2026-11-21 10:00:00')
        const { lines, cells } = pasteInto([], block, { ...place, isShown, faultOf })
        const line = { ...lines[0] }
        const meant = async (field: Field, texts: readonly string[]) => {
          const found = await under.store.meant(under.ctx(administrator), resource.name, field.name, {
            texts,
            record: line,
          })
          return found.map(({ option, candidates: _, ...one }) => ({
            ...one,
            ...(option && { option: { id: option.id, label: option.name } }),
          }))
        }
        for (const { field, sought } of cells) {
          if (sought === undefined) continue
          const [found] = (await lookUp({ matchTexts: meant }, model, field, [{ field, text: sought, line }])).values()
          line[field.name] = found && 'value' in found ? found.value : found?.unread
        }
        return line
      }

      const hasSheets = (format: Format) => format === 'xlsx' && linesOf(resource).length > 0

      function sameLines(field: Field, before: Row, after: Row): void {
        const line = resourceOf(model, typeOf(field).lines?.(field) ?? '')
        const linesIn = (record: Row) => (record[field.name] as readonly Row[]).map(one => picked(line, one))
        expect(linesIn(before).length).toBeGreaterThan(0)
        expect(linesIn(after)).toEqual(linesIn(before))
      }

      /** The other records of the resource may have the unique values of a new one, and automatic steps may refer to it. */
      const bin = () => under.run(`update "${resource.table}" set is_deleted = 1 where is_deleted = 0`)
      afterAll(async () => {
        await bin()
        const others = [...(known[name] ?? []), administrator.userId]
        await under.run(`update "${resource.table}" set is_deleted = 0 where id = any($1)`, [others])
      })

      async function store(): Promise<Row> {
        await bin()
        const record = {
          ...goodRecord(model, resource, known, count++),
          ...trickyOf(resource),
        }
        const saved = await under.store.save(under.ctx(administrator), name, record)
        return under.store.get(under.ctx(administrator), name, String(saved['id']))
      }

      async function exported(ids: readonly string[], format: Format): Promise<string> {
        const stream = await under.store.stream(under.ctx(administrator), name, { query: {}, ids, columns: ['*'] })
        const path = join(folder, `${name}-${ids[0]}.${format}`)
        writeFileSync(path, await buffer(exportFile(stream, 'zh', format).bytes))
        return path
      }

      async function latest(): Promise<Row> {
        const [row] = await under.run(`select max(id)::text as id from "${resource.table}" where is_deleted = 0`)
        return under.store.get(under.ctx(administrator), name, String(row?.['id']))
      }

      /** Headers of exported columns that no import reads. */
      const shownAlone = (): string[] => [...madeAlone(), ...linking(), '记录 ID']
      const madeAlone = (): string[] => {
        const made = ['创建人', '创建时间', '修改人', '修改时间']
        const left = resource.list.columns.includes('timeRemaining') ? ['剩余时限'] : []
        const links = linking()
        // An import gives new records their state.
        const isRead = (field: Field) => field.name === resource.lifecycle?.field
        const only = resource.fields.filter(field => isOnlyShown(field) && !isRead(field))
        const shown = only.map(({ title }) => title.zh)
        return [...shown.filter(title => !links.includes(title)), ...made, ...left]
      }
      /** Headers of generated numbers by which lines find their record. */
      const linking = (): string[] =>
        resource.fields.filter(field => isOnlyShown(field) && field.type === 'serial').map(({ title }) => title.zh)
    })

    const taken = (file: string, resource: string, match?: ImportOrder['match']): Promise<ImportReport> =>
      runImport(work, {
        resource,
        file,
        mapping: new Map(),
        dryRun: false,
        goodRows: false,
        ...(match && { match }),
      })
  })
})

describe.each(databasesWalked('embedded'))('names on $kind', ({ open }) => {
  it.each(exportFormats)('that are ambiguous are exported as %s and imported with the same meaning', async format => {
    const database = await open()
    const under = await storeOn(database, modelOf(namesApp))
    const work = await workOf(database, under.model)
    const markets: string[] = []
    for (const name of [...names, null])
      markets.push(String((await under.store.save(under.ctx(administrator), 'market', { name }))['id']))
    const stalls = [...markets.entries()].map(([index, marketId]) => ({
      name: `摊 ${index}`,
      title: names[index] ?? null,
      marketId,
      marketIds: [marketId, ...markets.filter(id => id !== marketId)],
      grade: index % 2 === 0 ? '1' : '2',
      grades: ['2', '1'],
      papers: [`/files/000000/AAAAAAAAAAAAAAAAAAAAAA/${encodeURIComponent('一, 二；三.docx')}`, 'https://a.cn/4.xlsx'],
      exact: [-0.000001, 123456789.123456, 0, 1e-6, 999999999.999999, 0.3, 7, -7, 1][index],
    }))
    for (const stall of stalls) await under.store.save(under.ctx(administrator), 'stall', stall)
    const before = await under.store.list(under.ctx(administrator), 'stall', { ascs: 'name' })
    const stream = await under.store.stream(under.ctx(administrator), 'stall', {
      query: { ascs: 'name' },
      columns: ['*'],
    })
    const file = join(folder, `names.${format}`)
    writeFileSync(file, await buffer(exportFile(stream, 'en', format).bytes))
    await under.store.remove(
      under.ctx(administrator),
      'stall',
      before.map(one => String(one['id'])),
    )
    const order = { resource: 'stall', file, mapping: new Map(), dryRun: false, goodRows: false }
    expect(await runImport(work.work, order)).toMatchObject({
      outcome: 'written',
      written: stalls.length,
      problems: [],
    })
    const after = await under.store.list(under.ctx(administrator), 'stall', { ascs: 'name' })
    const stall = resourceOf(under.model, 'stall')
    expect(after.map(one => picked(stall, one))).toEqual(before.map(one => picked(stall, one)))
    await work.close()
    await under.close()
    await database.close()
  })
})

/** The parameters of an import by the first administrator. */
async function workOf(database: Database, model: Model): Promise<{ work: Work; close(): Promise<void> }> {
  const ids = await createIds(database)
  const ctx = contextOf(administrator, model, new Date('2026-11-21T02:00:00Z'))
  const work = newWork({ database, ids, hashPassword: async plain => `digest of ${plain.length}` }, ctx)
  return { work, close: () => ids.close() }
}

/** The values of a record or line that are read back, names of references included. */
function picked({ fields, partOf }: Resource, record: Row): Row {
  const names = fields.filter(field => comesBack(field) && field.name !== partOf?.field).map(field => field.name)
  return Object.fromEntries(names.flatMap(name => [name, `${name}Name`]).map(name => [name, record[name]]))
}

/** Values that are easily misread, where a field accepts them. */
function trickyOf(resource: Resource): Input {
  const record: Input = {}
  const free = resource.fields.filter(field => isInputField(field) && !field.unique && field.when === undefined)
  for (const [index, { name, type, options }] of free.entries()) {
    const isPlain =
      !('pattern' in options) && !('only' in options) && options['spaces'] !== 'strip' && !('of' in options)
    const most = Number(options['max'] ?? 255)
    const text = tricky[index % tricky.length] ?? ''
    if (type === 'text' && isPlain && text.length <= most) record[name] = text
    if (type === 'longtext' && isPlain && trickyLines.length <= most) record[name] = trickyLines
    if ((type === 'integer' || type === 'decimal') && !('min' in options) && !('max' in options)) record[name] = -7
    if (type === 'json') record[name] = ['=1', { "'a": -1.5, 中: null }, 'x,y;z\n']
  }
  return record
}

/** The cells of a file as a spreadsheet shows them. */
function cellsOfFile(file: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of file
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^,\r]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows
}

/** A cell as a spreadsheet copies it. */
const quoted = (cell: string) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error
    return error.code
  }
  throw new Error('It was not refused.')
}
