import type { Bilingual } from '../../model/model.ts'
import type { CheckOrder } from '../import/check-kept.ts'
import { type ReportKind, reports } from '../import/report-file.ts'
import { refuse } from '../refuse.ts'

const mostColumns = 500
const longest = 1000

/** What is to be checked: `{ columns }`, `{ correction }` or `{ proposals: true }`. */
export function checkOrderIn(body: unknown): CheckOrder {
  const { columns, correction, proposals } = Object(body) as Readonly<Record<string, unknown>>
  if (proposals === true) return { proposals }
  if (correction !== undefined) {
    const { field, from, to } = Object(correction) as Readonly<Record<string, unknown>>
    if (!isText(field) || !isText(from) || !isText(to)) throw refuse.input({ correction: says.correction })
    return { correction: { field, from, to } }
  }
  const entries = isRecord(columns) ? Object.entries(columns) : undefined
  if (!entries || entries.length > mostColumns || !entries.every(([at, name]) => /^\d{1,3}$/.test(at) && isText(name)))
    throw refuse.input({ columns: says.columns })
  return { columns: Object.fromEntries(entries) as Readonly<Record<string, string>> }
}

/** Which part of the problems is wanted. */
export function problemsIn(query: unknown): {
  readonly field?: string
  readonly offset: number
  readonly most: number
} {
  const { field, current, size } = Object(query) as Readonly<Record<string, unknown>>
  const most = Math.min(200, countIn(size) ?? 50)
  const page = countIn(current) ?? 1
  return { offset: (page - 1) * most, most, ...(typeof field === 'string' && { field: field.slice(0, longest) }) }
}

/** Which report is wanted. */
export function reportIn(query: unknown): ReportKind {
  const { of } = Object(query) as Readonly<Record<string, unknown>>
  const found = reports.find(one => one === of)
  if (!found) throw refuse.input({ of: says.of })
  return found
}

/** What the file is called, and which sheet of it is meant. */
export function fileIn(query: unknown): { readonly name: string; readonly sheet?: string } {
  const { name, sheet } = Object(query) as Readonly<Record<string, unknown>>
  const plain = typeof name === 'string' ? [...name.trim()].slice(0, 200).join('') : ''
  return { name: plain || 'file', ...(typeof sheet === 'string' && sheet !== '' && { sheet: sheet.slice(0, 200) }) }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= longest
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const countIn = (value: unknown): number | undefined =>
  typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined

const says = {
  columns: { zh: 'columns 须为列号到字段名的对照', en: 'columns must name the field of each column by its place' },
  correction: { zh: 'correction 须有 field、from、to', en: 'correction must have field, from and to' },
  of: { zh: `of 须为 ${reports.join('、')} 之一`, en: `of must be one of ${reports.join(', ')}` },
} satisfies Readonly<Record<string, Bilingual>>
