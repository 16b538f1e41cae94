import { type FailedRow, reasonOf } from '../data/bulk.ts'

/**
 * Failed records as a CSV file for a spreadsheet: with a UTF-8 byte order mark, and no cell that would be a formula.
 */
export function failuresCsv(heads: readonly [id: string, display: string, reason: string], rows: readonly FailedRow[]) {
  const lines = [heads, ...rows.map(row => [row.id, row.display, reasonOf(row)])]
  return `\ufeff${lines.map(cells => cells.map(quoted).join(',')).join('\r\n')}\r\n`
}

/** Failed records as tab-separated text for the clipboard. */
export const failuresText = (rows: readonly FailedRow[]): string =>
  rows.map(row => [row.id, row.display, reasonOf(row)].map(cell => cell.replace(/\s+/g, ' ')).join('\t')).join('\n')

function quoted(cell: string): string {
  const plain = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return `"${plain.replaceAll('"', '""')}"`
}
