import type { CellReader } from '../../../fields/cell-reader.ts'
import { faultMessage } from '../../../fields/fault.ts'
import { typeOf } from '../../../fields/index.ts'
import { readTexts } from '../../../fields/read-text.ts'
import { isReference, isTextual } from '../../../fields/traits.ts'
import type { Field, Model } from '../../../model/model.ts'
import type { Row } from '../../database/shape.ts'
import type { StoredRecord } from '../../store/plan-lines.ts'
import type { FileReading, PartReading } from './file-reading.ts'
import type { MatchedColumn } from './match-columns.ts'
import type { RecordRows } from './record-rows.ts'
import type { Unresolved } from './resolve-references.ts'
import { type CellProblem, problems } from './row-problems.ts'
import { noResult } from './sheet-rows.ts'
import type { TableRow } from './table-row.ts'

/** Replacements of cell texts, by field and text. */
export type Corrections = ReadonlyMap<string, ReadonlyMap<string, string>>

/** A row being read: its cells are parsed, its references are not yet resolved. */
export interface FileRecordDraft extends Unresolved {
  readonly source: TableRow
  readonly columns: readonly MatchedColumn[]
}

/** A line of a record being read. */
export interface LineDraft extends FileRecordDraft {
  readonly reading: PartReading
  /** The id of the stored line, as given in the file. */
  readonly lineId: string | undefined
}

/** A record being read. */
export interface RecordDraft extends Omit<FileRecordDraft, 'stored'> {
  /** The id of the changed record, or of the new one. */
  recordId: string
  readonly lines: ReadonlyMap<string, readonly LineDraft[]>
  /** The record that the row changes. */
  stored?: StoredRecord
  /** No record to change was found; further errors would be misleading. */
  isLost?: true
  /** An error of the row as a whole. */
  barred?: CellProblem
  /** Its place among the records that are written last. */
  readonly place?: number
  /** The rows that refer to each other in a circle, if it is one of them. */
  readonly circle?: readonly number[]
}

/** Parses the cells of a record and of its lines; errors are stored by field. */
export function recordDraftOf(
  model: Model,
  fields: readonly Field[],
  reading: FileReading,
  { source, lines, rival, place, circle }: RecordRows,
  id: string,
  cells: CellReader,
  corrections: Corrections | undefined,
): RecordDraft {
  const isNew = reading.match === undefined
  const record = readCells({ model, fields, isNew, cells }, reading.columns, reading.width, source, name =>
    corrections?.get(name),
  )
  const drafts = reading.parts.map(part => {
    const { name } = part.part
    const rows = (lines.get(name) ?? []).map(row => {
      const width = part.own ? part.width : Number.POSITIVE_INFINITY
      const into = { model, fields: part.part.resource.fields, isNew, cells }
      const line = readCells(into, part.columns, width, row, field => corrections?.get(`${name}.${field}`))
      const id = part.columns.find(({ target }) => target.isKey)
      return { ...line, reading: part, lineId: (id && row.cells[id.index]?.trim()) || undefined }
    })
    return [name, rows] as const
  })
  return {
    ...record,
    recordId: id,
    lines: new Map(drafts),
    ...(rival && { barred: problems.twoOfOneKey(rival) }),
    ...(place !== undefined && { place }),
    ...(circle && { circle }),
  }
}

interface CellsInto {
  readonly model: Model
  readonly fields: readonly Field[]
  /** Every row adds a record, so that the text of one column may fill another field. */
  readonly isNew: boolean
  readonly cells: CellReader
}

function readCells(
  { model, fields, isNew, cells }: CellsInto,
  columns: readonly MatchedColumn[],
  width: number,
  written: TableRow,
  correctionsOf: (field: string) => ReadonlyMap<string, string> | undefined,
): Omit<FileRecordDraft, 'stored'> {
  const source = { ...written, cells: written.cells.map(cell => (cells.isEmpty(cell) ? '' : cell)) }
  const values: Row = {}
  const texts = new Map<Field, string>()
  const errors = new Map<string, CellProblem>()
  const own = new Map<Field, string>()
  const surplus = source.cells.slice(width).filter(cell => cell.trim() !== '').length
  if (surplus > 0) errors.set('', problems.tooManyCells(surplus))
  for (const { index, target } of columns) {
    const { field, isKey } = target
    const raw = source.cells[index]?.trim() ?? ''
    const text = correctionsOf(field.name)?.get(raw) ?? raw
    if (text === '' || isKey) continue
    const spoilt = source.faults?.includes(index) ? formulaProblem(text) : digitsLost(field, text)
    if (spoilt) errors.set(field.name, spoilt)
    else if (text.includes('\ufffd')) errors.set(field.name, problems.undecoded(field.title))
    else if (isReference(field)) texts.set(field, text)
    else own.set(field, text)
  }
  for (const [field, read] of readTexts(own, { model, fields, unitAt: () => (isNew ? null : ''), cells })) {
    if ('fault' in read)
      errors.set(field.name, { code: read.fault.code, message: faultMessage(read.fault, field.title) })
    else values[field.name] = read.value
  }
  return { source, columns, values, texts, errors }
}

const formulaProblem = (text: string) => (text === noResult ? problems.noResult() : problems.spreadsheetError(text))

/** The values of a row, with null for its empty cells. A password is never cleared. */
export function withCleared({ source, columns, values, texts, errors }: Omit<FileRecordDraft, 'stored'>): Row {
  const isGiven = ({ name }: Field) =>
    name in values || errors.has(name) || [...texts.keys()].some(one => one.name === name)
  const cleared = columns.filter(({ index, target: { field, isKey } }) => {
    const isEmpty = (source.cells[index]?.trim() ?? '') === ''
    return isEmpty && !isKey && !typeOf(field).secret && !isGiven(field)
  })
  return { ...values, ...Object.fromEntries(cleared.map(({ target }) => [target.field.name, null])) }
}

/** The error of a long number that a spreadsheet wrote without all its digits. */
export function digitsLost(field: Field, text: string): CellProblem | undefined {
  const isLong = /^-?\d(\.\d+)?E\+(\d+)$/i.exec(text)
  const isExact = isTextual(field) || field.name === 'id'
  return isLong && Number(isLong[2]) >= 11 && isExact ? problems.digitsLost(field.title) : undefined
}
