import { parentPort, workerData } from 'node:worker_threads'
import { ImportRefusal, type ImportRefusalCode } from './import-refusal.ts'
import type { ReadLimits } from './read-limits.ts'
import { sheetListener } from './sheet-rows.ts'
import type { TableRow } from './table-row.ts'
import { readFormats, readSharedStrings, readWorkbook } from './workbook-parts.ts'
import { openZip } from './workbook-zip.ts'
import { readXml } from './xml-stream.ts'

/** The parameters of the workbook reader. */
export interface WorkbookOrder {
  readonly file: string
  /** The name of a sheet; by default the first. */
  readonly sheet?: string
  readonly limits: ReadLimits
}

/** The messages of the workbook reader, in this order. */
export type WorkbookMessage =
  | { readonly kind: 'open'; readonly sheets: readonly string[]; readonly sheet: string }
  | { readonly kind: 'rows'; readonly rows: readonly TableRow[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly code: ImportRefusalCode; readonly words: ImportRefusal['words'] }

const rowsAtOnce = 200
/** Maximum number of unacknowledged batches; each batch is acknowledged by a message. */
const maxInFlight = 4

/** Reads a workbook in a thread of its own, and sends its rows with backpressure. */
async function read({ file, sheet, limits }: WorkbookOrder): Promise<void> {
  const zip = await openZip(file, limits)
  const part = 'xl/workbook.xml'
  if (!zip.has(part)) throw new ImportRefusal('file.no-workbook')
  const { sheets, from1904 } = await readWorkbook(zip, part)
  const chosen = sheet === undefined ? sheets[0] : sheets.find(({ name }) => name === sheet)
  if (!chosen) throw new ImportRefusal(sheet === undefined ? 'file.empty' : 'file.no-sheet', { name: sheet ?? '' })
  post({ kind: 'open', sheets: sheets.map(({ name }) => name), sheet: chosen.name })
  const formats = await readFormats(zip, 'xl/styles.xml')
  const texts = await readSharedStrings(zip, 'xl/sharedStrings.xml')
  try {
    let batch: TableRow[] = []
    const send = () => {
      if (batch.length > 0) post({ kind: 'rows', rows: batch })
      batch = []
    }
    const take = (row: TableRow) => {
      batch.push(row)
      if (batch.length === rowsAtOnce) send()
    }
    const listener = sheetListener({ texts, formats, from1904, limits, take })
    await readXml(await zip.open(chosen.part), { ...listener, pause: () => room() })
    send()
  } finally {
    texts.close()
    zip.close()
  }
}

let onTheWay = 0
let resume: (() => void) | undefined

function post(news: WorkbookMessage): void {
  if (news.kind === 'rows') onTheWay += 1
  parentPort?.postMessage(news)
}

async function room(): Promise<boolean> {
  if (onTheWay >= maxInFlight) {
    await new Promise<void>(resolve => {
      resume = resolve
    })
  }
  return false
}

parentPort?.on('message', () => {
  onTheWay -= 1
  if (onTheWay < maxInFlight) resume?.()
})

read(workerData as WorkbookOrder).then(
  () => finish({ kind: 'end' }),
  (error: unknown) => {
    if (!(error instanceof ImportRefusal)) throw error
    finish({ kind: 'refused', code: error.code, words: error.words })
  },
)

function finish(news: WorkbookMessage): void {
  post(news)
  parentPort?.close()
}
