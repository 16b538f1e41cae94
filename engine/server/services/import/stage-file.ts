import { typeOf } from '../../../fields/index.ts'
import type { CellOptions } from '../../../model/import-view.ts'
import { deleteImport } from './delete-imports.ts'
import { inlineParts } from './file-reading.ts'
import { ofLines, recentColumns } from './import-columns.ts'
import { ImportRefusal } from './import-refusal.ts'
import type { ImportSteps } from './import-steps.ts'
import { storeLinesSheets } from './lines-sheets.ts'
import { guessColumns, isTitleOf, type Mapping } from './match-columns.ts'
import { type FileTable, openTable } from './read-table.ts'
import {
  changeImport,
  deleteOldestImports,
  type ImportDetails,
  importOf,
  type StagedImport,
  stageImport,
} from './staged-import.ts'
import { type LinesPart, linesParts, lineTargets, recordTargets } from './targets.ts'
import { storeUploaded } from './uploaded-rows.ts'

/** An uploaded file on the disk. */
export interface UploadedFile {
  readonly path: string
  /** The name of the file on the user's computer. */
  readonly name: string
  /** Of a workbook; by default the first. */
  readonly sheet?: string
  /** The sheets of lines, by field; sheets that are not given are found by their names. */
  readonly lineSheets?: Readonly<Record<string, string>>
  /** How the file is read. */
  readonly options?: CellOptions
}

/** Reads a file completely and stores its rows unchanged, with proposed columns. */
export async function stageFile(steps: ImportSteps, file: UploadedFile, signal: AbortSignal): Promise<StagedImport> {
  const { work, owner } = steps
  const { queries } = work
  const { sheet, options = {} } = file
  const { hidden } = steps.access
  const recent = await recentColumns(queries, work.ctx.model, owner)
  const parts = linesParts(work.ctx.model, steps.resource, hidden)
  const isTitle = isTitleOf(recordTargets(steps.resource, { hidden, keys: true, inline: parts }), recent)
  const table = await openTable(file.path, { sheet, options, isTitle })
  try {
    await deleteOldestImports(queries, owner)
    const id = work.ids.next()
    const { head, encoding, headRow } = table
    const details: ImportDetails = {
      encoding,
      headRow,
      head,
      columns: {},
      lines: [],
      match: null,
      options,
      sheets: table.sheets ?? [],
      sheet: table.sheet ?? null,
      rows: 0,
      corrections: [],
      revision: null,
      goodRows: false,
    }
    await stageImport(work, id, owner, file.name, { details })
    try {
      await changeImport(work, id, {
        state: 'taken',
        details: await keepAll(steps, id, file, table, { details, parts, recent }, signal),
      })
    } catch (error) {
      await deleteImport(queries, id)
      throw error
    }
    return importOf(queries, owner, id)
  } finally {
    await table.close()
  }
}

async function keepAll(
  { work, resource, access }: ImportSteps,
  id: string,
  file: UploadedFile,
  table: FileTable,
  { details, parts, recent }: { details: ImportDetails; parts: readonly LinesPart[]; recent: Mapping },
  signal: AbortSignal,
): Promise<ImportDetails> {
  const { queries } = work
  const rows = await storeUploaded(queries, id, undefined, table.rows(), signal)
  if (rows === 0) throw new ImportRefusal('file.no-rows')
  await table.close()
  const { hidden } = access
  const { sheets, sheet, head } = details
  const order = { path: file.path, sheets, sheet: sheet ?? '', recent: (part: string) => ofLines(recent, part), signal }
  const chosen = file.lineSheets && { chosen: file.lineSheets }
  const lines = sheet === null ? [] : await storeLinesSheets(queries, id, parts, { ...order, ...chosen })
  const targets = recordTargets(resource, { hidden, keys: true, inline: inlineParts(parts, lines) })
  const columns = guessColumns(targets, head, recent)
  const filled = new Set(Object.values(columns))
  const linesFilled = lines.flatMap(({ part, columns }) =>
    parts
      .filter(({ name }) => name === part)
      .flatMap(lineTargets)
      .filter(({ name }) => Object.values(columns).includes(name)),
  )
  const known = [...targets.filter(({ name }) => filled.has(name)), ...linesFilled]
  const hasSecrets = known.some(({ field }) => typeOf(field).secret === true)
  return { ...details, rows, lines, columns, hasSecrets }
}
