import { escapedFormula } from '../../../fields/formula.ts'
import type { Cell } from './cell.ts'

/** The byte order mark, by which spreadsheets detect UTF-8. */
export const byteOrderMark = '\ufeff'

/**
 * A line of RFC 4180 with its line end. Numbers and days are written unchanged; texts that look like formulas are
 * escaped.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  const text = cell.kind === 'text' ? escapedFormula(cell.text) : cell.text
  return /[",;\t\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text
}
