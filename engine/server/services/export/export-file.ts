import type { Readable } from 'node:stream'
import { typeOf } from '../../../fields/index.ts'
import type { Field, Language, Resource } from '../../../model/model.ts'
import { timeRemaining } from '../../../model/system-fields.ts'
import { timeRemainingOf, timeRemainingText } from '../../../record/time-remaining.ts'
import type { Row } from '../../database/shape.ts'
import type { RowStream } from '../../store/stream.ts'
import type { Cell } from './cell.ts'
import { type CellOf, cellOf } from './cell-of.ts'
import { widthOf } from './column-width.ts'
import { headNames } from './head-names.ts'
import { ReferenceTexts } from './reference-texts.ts'
import type { SheetColumn } from './sheet-xml.ts'
import { type Format, mediaTypes, tableFile } from './table-file.ts'
import type { SheetSource } from './workbook.ts'

/** An export file that is being written. */
export interface ExportFile {
  readonly bytes: Readable
  /** Its media type. */
  readonly type: string
  /** Rows written so far, without those of further sheets. */
  written(): number
}

/** The rows of a resource that form a table. */
interface Table {
  readonly title: string
  readonly resource: Resource
  readonly fields: readonly Field[]
  chunks(): AsyncIterable<readonly Row[]>
}

/**
 * A stream of rows as a file that an import reads back. Lines of a record are written to sheets of their own, whose
 * first column identifies the record; a CSV file has one table and omits them.
 */
export function exportFile(stream: RowStream, language: Language, format: Format): ExportFile {
  let written = 0
  const { resource } = stream
  const references = new ReferenceTexts(stream)
  const fields = stream.fields.filter(field => !typeOf(field).lines)
  const records: Table = {
    title: resource.titles[language],
    resource,
    fields,
    async *chunks() {
      for await (const rows of stream.chunks()) {
        yield rows
        written += rows.length
      }
    },
  }
  const lines =
    format === 'csv'
      ? []
      : stream.fields
          .filter(field => typeOf(field).lines)
          .map((field): Table => ({ title: field.title[language], ...stream.lines(field) }))
  const tables = [...(fields.length > 0 || format === 'csv' ? [records] : []), ...lines]
  const sheets = tables.map(table => sheetOf(table, stream, language, references))
  return { bytes: tableFile(sheets, format), type: mediaTypes[format], written: () => written }
}

/** At most so many rows of a stream as a sheet, without their lines. */
export function recordSheet(stream: RowStream, language: Language, most: number): SheetSource {
  const fields = stream.fields.filter(field => !typeOf(field).lines)
  const table: Table = {
    title: stream.resource.titles[language],
    resource: stream.resource,
    fields,
    async *chunks() {
      let left = most
      for await (const rows of stream.chunks()) {
        yield rows.slice(0, left)
        left -= rows.length
        if (left <= 0) return
      }
    },
  }
  return sheetOf(table, stream, language, new ReferenceTexts(stream))
}

const sheetOf = (table: Table, stream: RowStream, language: Language, references: ReferenceTexts): SheetSource => ({
  title: table.title,
  columns: columnsOf(table, language),
  chunks: () => cellsOf(table, stream, language, references),
})

function columnsOf({ resource, fields }: Table, language: Language): SheetColumn[] {
  const heads = headNames(resource, fields, language)
  return fields.map((field, index) => ({ head: heads[index] ?? '', width: widthOf(field, heads[index] ?? '') }))
}

async function* cellsOf(
  { fields, chunks }: Table,
  stream: RowStream,
  language: Language,
  references: ReferenceTexts,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const columns = fields.map(field =>
    field === timeRemaining ? timeRemainingCell(stream, language) : cellOf(field, stream.model, language, references),
  )
  for await (const rows of chunks()) {
    await references.resolve(fields, rows)
    yield rows.map(row => columns.map(cell => cell(row)))
  }
}

function timeRemainingCell({ ctx, resource }: RowStream, language: Language): CellOf {
  return record => {
    const left = timeRemainingOf(ctx, resource, record)
    return left ? { kind: 'text', text: timeRemainingText(left)[language] } : null
  }
}
