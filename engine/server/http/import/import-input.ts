import type { CheckOrder, Chosen, Match } from '../../../model/import-view.ts'
import type { Bilingual } from '../../../model/model.ts'
import { knownIn } from '../../errors/known-names.ts'
import { refuse } from '../../errors/refuse.ts'
import { cellOptionsIn } from '../../services/import/cell-options.ts'
import type { MappingSource } from '../../services/import/mapping-choice.ts'
import { type ReportKind, reports } from '../../services/import/report-file.ts'
import type { UploadedFile } from '../../services/import/stage-file.ts'

const maxColumns = 500
const maxParts = 50
const longest = 1000
/** Characters of a mapping file. */
const longestMapping = 200_000

/** The check to run: `{ columns, lines?, match?, options? }`, `{ correction }` or `{ proposals: true }`. */
export function checkOrderIn(body: unknown): CheckOrder {
  const { proposals, correction } = Object(body) as Readonly<Record<string, unknown>>
  if (proposals === true) {
    knownIn(body, ['proposals'])
    return { proposals }
  }
  if (correction !== undefined) {
    knownIn(body, ['correction'])
    const { field, from, to } = knownIn(correction, ['field', 'from', 'to'])
    if (!isText(field) || !isText(from) || !isText(to)) throw refuse.input({ correction: messages.correction })
    return { correction: { field, from, to } }
  }
  const { lines, ...choice } = knownIn(body, ['columns', 'lines', 'match', 'options'])
  return { ...choiceIn(choice), ...(lines !== undefined && { lines: linesIn(lines) }) }
}

/** The choices that a mapping file keeps: `{ columns, match?, options? }`. */
export function choiceIn(body: unknown) {
  const { columns, match, options } = knownIn(body, ['columns', 'match', 'options'])
  return {
    columns: chosenIn(columns, 'columns'),
    ...(match !== undefined && match !== null && { match: matchIn(match) }),
    ...(options !== undefined && { options: cellOptionsIn(options) }),
  }
}

/** A mapping file: `{ file, text }`. */
export function mappingSourceIn(body: unknown): MappingSource {
  const { file, text } = knownIn(body, ['file', 'text'])
  if (!isText(file) || typeof text !== 'string' || text.length > longestMapping)
    throw refuse.input({ text: messages.mapping })
  return { file, text }
}

function chosenIn(columns: unknown, name: 'columns' | 'lines'): Chosen {
  const entries = isRecord(columns) ? Object.entries(columns) : undefined
  if (!entries || entries.length > maxColumns || !entries.every(([at, name]) => /^\d{1,3}$/.test(at) && isText(name)))
    throw refuse.input({ [name]: messages[name] })
  return Object.fromEntries(entries) as Chosen
}

function linesIn(lines: unknown): Readonly<Record<string, Chosen>> {
  if (!isRecord(lines) || Object.keys(lines).length > maxParts) throw refuse.input({ lines: messages.lines })
  return Object.fromEntries(Object.entries(lines).map(([part, columns]) => [part, chosenIn(columns, 'lines')]))
}

function matchIn(match: unknown): Match {
  const { by, mode, emptyClears = false } = knownIn(match, ['by', 'mode', 'emptyClears'])
  if (!isText(by) || (mode !== 'update' && mode !== 'both') || typeof emptyClears !== 'boolean')
    throw refuse.input({ match: messages.match })
  return { by, mode, ...(emptyClears && { emptyClears }) }
}

/** The requested page of the results of a check. */
export function pageIn(query: unknown): { readonly offset: number; readonly most: number } {
  const { current, size } = Object(query) as Readonly<Record<string, unknown>>
  const most = Math.min(200, countIn(size) ?? 50)
  const page = countIn(current) ?? 1
  return { offset: (page - 1) * most, most }
}

/** The requested page of problems, of one field or of all. */
export function problemsIn(query: unknown): ReturnType<typeof pageIn> & { readonly field?: string } {
  const { field } = Object(query) as Readonly<Record<string, unknown>>
  return { ...pageIn(query), ...(typeof field === 'string' && { field: field.slice(0, longest) }) }
}

/** The requested report. */
export function reportIn(query: unknown): ReportKind {
  const { of } = Object(query) as Readonly<Record<string, unknown>>
  const found = reports.find(one => one === of)
  if (!found) throw refuse.input({ of: messages.of })
  return found
}

/**
 * The name of the file, its sheet, the sheets of its lines (`sheet.<field>`, empty for none), its encoding and the
 * number of its header row.
 */
export function fileIn(query: unknown): Omit<UploadedFile, 'path'> {
  const { name, sheet, encoding, headerRow, ...others } = Object(query) as Readonly<Record<string, unknown>>
  const plain = typeof name === 'string' ? [...name.trim()].slice(0, 200).join('') : ''
  const lineSheets = Object.entries(others).flatMap(([key, value]) =>
    key.startsWith('sheet.') && typeof value === 'string' ? [[key.slice(6), value.slice(0, 200)] as const] : [],
  )
  return {
    name: plain || 'file',
    ...(typeof sheet === 'string' && sheet !== '' && { sheet: sheet.slice(0, 200) }),
    ...(lineSheets.length > 0 && { lineSheets: Object.fromEntries(lineSheets) }),
    options: cellOptionsIn({
      ...(encoding !== undefined && { encoding }),
      ...(headerRow !== undefined && { headerRow: Number(headerRow) }),
    }),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= longest
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const countIn = (value: unknown): number | undefined =>
  typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined

const messages = {
  columns: { zh: 'columns 须为列号到字段名的对照', en: 'columns must map column positions to field names' },
  lines: {
    zh: 'lines 须为明细字段名到列号与字段名对照的对照',
    en: 'lines must map, for each field with lines, column positions to field names',
  },
  match: {
    zh: 'match 须有 by（字段名）和 mode（update 或 both），可有 emptyClears（true 或 false）',
    en: 'match must contain by (a field) and mode (update or both), and may contain emptyClears (true or false)',
  },
  mapping: {
    zh: `映射文件须有 file（文件名）和 text（至多 ${longestMapping.toLocaleString('en')} 个字符）`,
    en: `A mapping file needs file (its name) and text (at most ${longestMapping.toLocaleString('en')} characters)`,
  },
  correction: { zh: 'correction 须有 field、from、to', en: 'correction must contain field, from and to' },
  of: { zh: `of 须为 ${reports.join('、')} 之一`, en: `of must be one of ${reports.join(', ')}` },
} satisfies Readonly<Record<string, Bilingual>>
