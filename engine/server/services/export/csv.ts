import { defused } from '../../../fields/formula.ts'
import type { Cell } from './cell.ts'

/** The mark by which spreadsheets know UTF-8. */
export const byteOrderMark = '\ufeff'

/** A line of RFC 4180, with its end. Numbers and days stay as they are; texts are defused. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  const text = cell.kind === 'text' ? defused(cell.text) : cell.text
  return /[",;\t\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text
}
