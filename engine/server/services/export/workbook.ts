import type { Readable } from 'node:stream'
import type { Cell } from './cell.ts'
import { contentTypes, packageRelations, workbookRelations, workbookXml } from './package-xml.ts'
import { sheetTitle } from './sheet-title.ts'
import { maxSheetRows, rangeOf, type SheetColumn, sheetEnd, sheetRow, sheetStart } from './sheet-xml.ts'
import { stylesXml } from './styles-xml.ts'
import { type ZipEntry, zip } from './zip.ts'

/** Rows under one title; those beyond the maximum of a sheet continue in the next one. */
export interface SheetSource {
  readonly title: string
  readonly columns: readonly SheetColumn[]
  chunks(): AsyncIterable<Chunk>
}

type Chunk = readonly (readonly Cell[])[]

/** A workbook of SpreadsheetML, generated as it is read. */
export const workbook = (sources: readonly SheetSource[], rowsOfSheet = maxSheetRows): Readable =>
  zip(entries(sources, rowsOfSheet))

async function* entries(sources: readonly SheetSource[], rowsOfSheet: number): AsyncGenerator<ZipEntry> {
  yield { name: '[Content_Types].xml', content: [contentTypes] }
  yield { name: '_rels/.rels', content: [packageRelations] }
  yield { name: 'xl/styles.xml', content: [stylesXml] }
  const sheets: { readonly title: string; readonly range: string }[] = []
  for (const { title, columns, chunks } of sources) {
    const rows = new Rows(chunks())
    try {
      for (let part = 1; part === 1 || !(await rows.areOver()); part++) {
        const before = rows.count
        yield { name: `xl/worksheets/sheet${sheets.length + 1}.xml`, content: sheetXml(columns, rows, rowsOfSheet - 1) }
        sheets.push({
          title: sheetTitle(title, part, new Set(sheets.map(sheet => sheet.title.toLowerCase()))),
          range: rangeOf(columns.length, rows.count - before + 1),
        })
      }
    } finally {
      await rows.leave()
    }
  }
  yield { name: 'xl/workbook.xml', content: [workbookXml(sheets)] }
  yield { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelations(sheets.length)] }
}

async function* sheetXml(columns: readonly SheetColumn[], rows: Rows, most: number): AsyncGenerator<string> {
  yield sheetStart(columns)
  let count = 0
  while (count < most) {
    const some = await rows.take(most - count)
    if (some.length === 0) break
    const first = count + 2
    count += some.length
    yield some.map((cells, index) => sheetRow(cells, first + index)).join('')
  }
  yield sheetEnd(columns.length, count + 1)
}

/** Rebuffers rows from chunks into portions of another size. */
class Rows {
  count = 0
  readonly #chunks: AsyncIterator<Chunk>
  #rest: Chunk = []

  constructor(chunks: AsyncIterable<Chunk>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** At most this many rows; none at the end. */
  async take(most: number): Promise<Chunk> {
    if (await this.areOver()) return []
    const some = this.#rest.slice(0, most)
    this.#rest = this.#rest.slice(most)
    this.count += some.length
    return some
  }

  async areOver(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next()
      if (done) return true
      this.#rest = value
    }
    return false
  }

  async leave(): Promise<void> {
    await this.#chunks.return?.()
  }
}
