import { foldedTitle } from '../../../fields/text-value.ts'
import type { Queries } from '../../database/database.ts'
import { sheetTitle } from '../export/sheet-title.ts'
import type { LinesSheet } from './file-reading.ts'
import { guessColumns, isTitleOf, type Mapping } from './match-columns.ts'
import type { ReadLimits } from './read-limits.ts'
import { openTable } from './read-table.ts'
import { type LinesPart, lineTargets } from './targets.ts'
import { storeUploaded } from './uploaded-rows.ts'

/** How the lines of a workbook's records are found. */
export interface LinesOrder {
  readonly path: string
  readonly sheets: readonly string[]
  /** The sheet of the records. */
  readonly sheet: string
  /** The sheet of a part, if the user chose one; an empty text means none. */
  readonly chosen?: Readonly<Record<string, string>>
  /** The columns last assigned, by part and head. */
  recent(part: string): Mapping
  readonly limits?: ReadLimits
  readonly signal?: AbortSignal
}

/** Stores the lines that a workbook has on sheets of their own, with proposed columns. */
export async function storeLinesSheets(
  queries: Queries,
  id: string,
  parts: readonly LinesPart[],
  order: LinesOrder,
): Promise<LinesSheet[]> {
  const staged: LinesSheet[] = []
  const { path, limits } = order
  for (const part of parts) {
    const sheet = order.chosen?.[part.name] ?? sheetOf(part, order)
    if (sheet === undefined || sheet === '') continue
    const isTitle = isTitleOf(lineTargets(part), order.recent(part.name))
    const table = await openTable(path, { sheet, isTitle, ...(limits && { limits }) })
    try {
      const { head, headRow } = table
      const rows = await storeUploaded(queries, id, part.name, table.rows(), order.signal)
      const columns = guessColumns(lineTargets(part), head, order.recent(part.name))
      staged.push({ part: part.name, sheet, headRow, head, rows, columns })
    } finally {
      await table.close()
    }
  }
  return staged
}

/** The sheet named like the lines, in either language. */
function sheetOf({ field, resource }: LinesPart, { sheets, sheet }: LinesOrder): string | undefined {
  const titles = [field.title.zh, field.title.en, field.name, resource.title.zh, resource.title.en, resource.name]
  const known = new Set(titles.flatMap(title => [foldedTitle(title), foldedTitle(sheetTitle(title, 1, new Set()))]))
  return sheets.find(name => name !== sheet && known.has(foldedTitle(name)))
}
