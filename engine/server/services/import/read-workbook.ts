import { ImportRefusal } from './import-refusal.ts'
import type { ReadLimits } from './read-limits.ts'
import { sheetListener } from './sheet-rows.ts'
import type { TableRow } from './table-row.ts'
import { readFormats, readSharedStrings, readWorkbook, type Workbook } from './workbook-parts.ts'
import { openZip, type WorkbookZip } from './workbook-zip.ts'
import { parseXml } from './xml-stream.ts'

/** An open workbook whose rows are streamed. Reading ends, and the file is closed, with the rows. */
export interface OpenWorkbook {
  readonly sheets: readonly string[]
  readonly sheet: string
  readonly rows: AsyncGenerator<TableRow>
}

/** Opens a workbook at a sheet, by default the first. */
export async function openWorkbook(file: string, sheet: string | undefined, limits: ReadLimits): Promise<OpenWorkbook> {
  const zip = await openZip(file, limits)
  try {
    const part = 'xl/workbook.xml'
    if (!zip.has(part)) throw new ImportRefusal('file.no-workbook')
    const workbook = await readWorkbook(zip, part)
    const { sheets } = workbook
    const chosen = sheet === undefined ? sheets[0] : sheets.find(({ name }) => name === sheet)
    if (!chosen) throw new ImportRefusal(sheet === undefined ? 'file.empty' : 'file.no-sheet', { name: sheet ?? '' })
    const rows = rowsOf(zip, workbook, chosen.part, limits)
    return { sheets: sheets.map(({ name }) => name), sheet: chosen.name, rows }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function* rowsOf(
  zip: WorkbookZip,
  { from1904 }: Workbook,
  part: string,
  limits: ReadLimits,
): AsyncGenerator<TableRow> {
  try {
    const formats = await readFormats(zip, 'xl/styles.xml')
    const texts = await readSharedStrings(zip, 'xl/sharedStrings.xml')
    let ready: TableRow[] = []
    const listener = sheetListener({ texts, formats, from1904, limits, take: row => ready.push(row) })
    for await (const _piece of parseXml(await zip.open(part), listener)) {
      yield* ready
      ready = []
    }
  } finally {
    zip.close()
  }
}
