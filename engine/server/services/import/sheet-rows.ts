import { ImportRefusal } from './import-refusal.ts'
import { type NumberKind, textOfNumber } from './number-format.ts'
import type { ReadLimits } from './read-limits.ts'
import type { StringTable } from './string-table.ts'
import type { TableRow } from './table-row.ts'
import { wellFormed } from './well-formed.ts'
import { textGatherer, unescaped } from './workbook-parts.ts'
import type { XmlListener } from './xml-stream.ts'

/** The context for reading cells. */
export interface SheetReading {
  readonly texts: StringTable
  readonly formats: readonly NumberKind[]
  readonly from1904: boolean
  readonly limits: ReadLimits
  /** Receives a row that is not empty. */
  take(row: TableRow): void
}

/**
 * Converts the XML of a sheet into rows of texts; a formula gives its cached value, an error its name. A formula without
 * a cached value is an error too: only the program that wrote it could know the value.
 */
export function sheetListener({ texts, formats, from1904, limits, take }: SheetReading): XmlListener {
  const inline = textGatherer()
  let row = 0
  let count = 0
  let column = 0
  let cells: string[] = []
  let faults: number[] = []
  let kind = 'n'
  let format = 0
  let value = ''
  let isValue = false
  let isFormula = false

  const put = (text: string): void => {
    if (text.trim() === '') return
    if (column >= limits.columns) throw new ImportRefusal('file.too-wide', { limit: limits.columns })
    while (cells.length < column) cells.push('')
    cells[column] = wellFormed(text)
    if (kind === 'e') faults.push(column)
  }
  const textOf = (): string => {
    switch (kind) {
      case 's':
        return texts.get(Number(value)) ?? ''
      case 'inlineStr':
        return inline.take()
      case 'str':
        return unescaped(value)
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE'
      case 'e':
        return value
      case 'd':
        return value.replace('T', ' ').replace(/\.\d+/, '').replace(/Z$/, '')
      default: {
        const number = Number(value)
        return Number.isFinite(number) ? textOfNumber(number, formats[format] ?? 'number', from1904) : value
      }
    }
  }
  return {
    open(name, attributes) {
      if (name === 'row') {
        row = Number(attributes['r'] ?? row + 1)
        column = -1
        cells = []
        faults = []
      } else if (name === 'c') {
        column = columnOf(attributes['r']) ?? column + 1
        kind = attributes['t'] ?? 'n'
        format = Number(attributes['s'] ?? 0)
        value = ''
        isFormula = false
      } else if (name === 'f') isFormula = true
      else if (name === 'v') isValue = true
      else if (kind === 'inlineStr') inline.open(name)
    },
    text(text) {
      if (isValue) value = value.length < 40_000 ? value + text : value
      else if (kind === 'inlineStr') inline.text(text)
    },
    close(name) {
      if (name === 'v') isValue = false
      else if (name === 'c') {
        // The result of a formula may be the empty text.
        const hasNone = isFormula && value === '' && kind !== 'str'
        if (hasNone) kind = 'e'
        if (hasNone || value !== '' || kind === 'inlineStr') put(hasNone ? noResult : textOf())
        kind = 'n'
      } else if (name === 'row') {
        if (cells.length === 0) return
        count += 1
        if (count > limits.rows + 1) throw new ImportRefusal('file.too-long', { limit: limits.rows })
        take({ row, cells, ...(faults.length > 0 && { faults }) })
      } else if (kind === 'inlineStr') inline.close(name)
    },
  }
}

/** The text of a cell with a formula whose result the file does not contain. */
export const noResult = '='

/** The column index of a cell reference: `C5` gives 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
