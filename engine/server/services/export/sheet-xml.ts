import { escapedFormula } from '../../../fields/formula.ts'
import type { Cell } from './cell.ts'
import { serialDayOf } from './serial-day.ts'
import { styleOf, styles } from './styles-xml.ts'
import { inXml } from './xml-text.ts'

/** A column of a sheet. */
export interface SheetColumn {
  readonly head: string
  /** In widths of a digit. */
  readonly width: number
}

/** Maximum number of rows of a sheet, including the head. */
export const maxSheetRows = 1_048_576

// Maximum length of a cell's text.
const longest = 32_767

/** The start of a sheet with its head row, which is bold and frozen. */
export function sheetStart(columns: readonly SheetColumn[]): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const heads = columns.map(({ head }, index) => inline(nameOf(index), 1, styles.head, head))
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${heads.join('')}</row>`
  )
}

/** One row; empty cells are omitted. */
export function sheetRow(cells: readonly Cell[], row: number): string {
  let text = `<row r="${row}">`
  for (const [index, cell] of cells.entries()) if (cell) text += cellXml(cell, nameOf(index), row)
  return `${text}</row>`
}

/** The end of a sheet: the columns can be filtered. */
export function sheetEnd(columns: number, rows: number): string {
  return `</sheetData><autoFilter ref="${rangeOf(columns, rows).replaceAll('$', '')}"/></worksheet>`
}

/** The range from the first head to the last row. */
export const rangeOf = (columns: number, rows: number): string => `$A$1:$${nameOf(columns - 1)}$${rows}`

function cellXml(cell: NonNullable<Cell>, column: string, row: number): string {
  switch (cell.kind) {
    case 'text':
      // A text is never a formula; the quote prefix preserves this when a user edits the cell.
      return inline(column, row, escapedFormula(cell.text) === cell.text ? styles.text : styles.quoted, cell.text)
    case 'number':
      return `<c r="${column}${row}" s="${styleOf(cell)}"><v>${cell.number}</v></c>`
    case 'date':
    case 'time':
    case 'datetime': {
      const serial = serialDayOf(cell.kind, cell.text)
      return serial === undefined
        ? inline(column, row, styles.text, cell.text)
        : `<c r="${column}${row}" s="${styles[cell.kind]}"><v>${serial}</v></c>`
    }
  }
}

function inline(column: string, row: number, style: number, text: string): string {
  const cut = text.length > longest ? text.slice(0, longest) : text
  return `<c r="${column}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${inXml(cut)}</t></is></c>`
}

const names: string[] = []

/** The letters of a column: A, …, Z, AA, … */
export function nameOf(index: number): string {
  const known = names[index]
  if (known !== undefined) return known
  let name = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  names[index] = name
  return name
}
