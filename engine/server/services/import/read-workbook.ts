import { on } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../thread.ts'
import { ImportRefusal } from './import-refusal.ts'
import type { TableRow } from './table-row.ts'
import type { WorkbookMessage, WorkbookOrder } from './xlsx-worker.ts'

/** An open workbook whose rows are streamed. */
export interface OpenWorkbook {
  readonly sheets: readonly string[]
  readonly sheet: string
  readonly rows: AsyncGenerator<TableRow>
}

/** Opens a workbook in a worker thread with limited memory. */
export async function openWorkbook(order: WorkbookOrder): Promise<OpenWorkbook> {
  const worker = startThread('import/xlsx-worker', order, memory)
  const news = newsOf(worker)
  const first = await news.next()
  if (first.done || first.value.kind !== 'open') throw new ImportRefusal('file.damaged')
  const { sheets, sheet } = first.value
  return { sheets, sheet, rows: rowsOf(worker, news) }
}

async function* rowsOf(worker: Worker, news: AsyncGenerator<WorkbookMessage>): AsyncGenerator<TableRow> {
  try {
    for await (const one of news) {
      if (one.kind !== 'rows') continue
      yield* one.rows
      worker.postMessage('more')
    }
  } finally {
    await worker.terminate()
  }
}

async function* newsOf(worker: Worker): AsyncGenerator<WorkbookMessage> {
  const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterableIterator<[WorkbookMessage]>
  try {
    for await (const [one] of messages) {
      if (one.kind === 'refused') throw new ImportRefusal(one.code, one.words)
      if (one.kind === 'end') return
      yield one
    }
  } catch (error) {
    throw error instanceof Error && outOfMemory(error) ? new ImportRefusal('file.suspect') : error
  } finally {
    await worker.terminate()
  }
}

const outOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Megabytes; a sheet needs only a few at a time. */
const memory = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }
