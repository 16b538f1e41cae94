import { columnsLately } from './import-columns.ts'
import { ImportRefusal } from './import-refusal.ts'
import {
  changeImport,
  forgetImport,
  type ImportDetails,
  importOf,
  type KeptImport,
  keepImport,
  makeRoom,
} from './kept-import.ts'
import { keepRows } from './kept-rows.ts'
import type { Steps } from './kept-steps.ts'
import { guessColumns, importableFields } from './match-columns.ts'
import { openTable } from './read-table.ts'

/** A file that was sent, as it lies on the disk. */
export interface SentFile {
  readonly path: string
  /** What the person calls it. */
  readonly name: string
  /** Of a workbook; without it the first. */
  readonly sheet?: string
}

/** Reads a file whole and keeps its rows as they came, with a guess which column fills which field. */
export async function takeFile(steps: Steps, file: SentFile, signal: AbortSignal): Promise<KeptImport> {
  const { work, owner, resource, access } = steps
  const { queries } = work
  const table = await openTable(file.path, { ...(file.sheet !== undefined && { sheet: file.sheet }) })
  try {
    await makeRoom(queries, owner)
    const { head, encoding, headRow } = table
    const columns = guessColumns(importableFields(resource, access.hidden), head, await columnsLately(queries, owner))
    const details: ImportDetails = {
      encoding,
      headRow,
      head,
      columns,
      sheets: table.sheets ?? [],
      sheet: table.sheet ?? null,
      rows: 0,
      corrections: [],
      revision: null,
      goodRows: false,
    }
    const id = work.ids.next()
    await keepImport(queries, id, owner, file.name, details)
    try {
      const rows = await keepRows(queries, id, table.rows(), signal)
      if (rows === 0) throw new ImportRefusal('file.no-rows')
      await changeImport(queries, id, { state: 'taken', details: { ...details, rows } })
    } catch (error) {
      await forgetImport(queries, id)
      throw error
    }
    return importOf(queries, owner, id)
  } finally {
    await table.close()
  }
}
