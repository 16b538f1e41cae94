import { openEntriesOf } from '../../fields/dictionary/field.ts'
import { faultMessage } from '../../fields/fault.ts'
import type { Fault } from '../../fields/field-type.ts'
import { unescapedFormula } from '../../fields/formula.ts'
import { typeOf } from '../../fields/index.ts'
import { nearestOf } from '../../fields/nearest.ts'
import { isMany } from '../../fields/options.ts'
import { type Reading, readTexts, recordUnit } from '../../fields/read-text.ts'
import { isBoolean, isDictionary, isReference } from '../../fields/traits.ts'
import type { Candidate, UnreadText } from '../../fields/unread-text.ts'
import { words } from '../../fields/words.ts'
import type { Bilingual, Field, Model, Resource } from '../../model/model.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import { isSameValue } from '../../record/merge-record.ts'
import { type FormLine, isTyped } from './lines-columns.ts'
import { cellsOf, headsOf, isBlankRow } from './pasted-block.ts'

/** Where a block is pasted. */
export interface PastePosition {
  readonly model: Model
  readonly resource: Resource
  readonly columns: readonly Field[]
  /** The first cell to be filled. */
  readonly row: number
  readonly column: number
  /** The maximum number of lines. */
  readonly max: number
  /** A new line with its defaults. */
  readonly fresh: FormLine
  /** Whether a cell is part of its line; others are unchanged. */
  isShown(field: Field, line: FormLine): boolean
  /** The error of a value that its type accepts. */
  faultOf(field: Field, value: unknown): Bilingual | undefined
}

/** A cell into which a text was pasted. */
export interface PastedCell {
  readonly row: number
  readonly field: Field
  readonly before: unknown
  /** The name of the referenced record. */
  readonly nameBefore?: unknown
  /** The value, or the text where it could not be read. */
  readonly after: unknown
  /** The text of a reference that is being looked up. */
  readonly sought?: string
}

/** A text pasted into a cell without an input: computed, read-only or hidden. */
export interface RefusedText {
  readonly row: number
  readonly field: Field
  readonly text: string
}

/** The result of pasting a block. */
export interface PasteResult {
  readonly lines: readonly FormLine[]
  readonly cells: readonly PastedCell[]
  readonly given: readonly RefusedText[]
  /** The number of rows of the block that are in the lines. */
  readonly count: number
  /** The rows beyond the maximum number of lines, as copied. */
  readonly left: readonly (readonly string[])[]
  readonly hasHeads: boolean
  /** Fields that a title names and that are not columns here. */
  readonly ignored: readonly Field[]
  /** The number of columns of the block beyond the last one. */
  readonly surplus: number
}

/**
 * Lines with a block pasted into them, read as an import reads a file: a text that is not understood keeps its place,
 * an empty cell changes nothing, and only a new line has defaults.
 */
export function pasteInto(lines: readonly FormLine[], text: string, place: PastePosition): PasteResult {
  const { resource, columns, row, column, max } = place
  const all = cellsOf(text)
  const heads = all.length > 1 ? headsOf(all[0] ?? [], [...new Set([...columns, ...resource.fields])]) : undefined
  const body = heads ? all.slice(1) : all
  // An empty row of the block keeps its place among existing lines, and makes no new one.
  const rows = [...body.entries()].filter(([down, cells]) => row + down < lines.length || !isBlankRow(cells))
  const targets = heads ?? columns.slice(column)
  const filled = [...lines]
  const cells: PastedCell[] = []
  const given: RefusedText[] = []
  const left: (readonly string[])[] = []
  for (const [down, texts] of rows) {
    const at = row + down < lines.length ? row + down : filled.length
    if (at >= max) left.push(texts)
    else if (!isBlankRow(texts)) {
      const pasted = pasteRow(lines[at], texts, targets, at, place)
      filled[at] = pasted.line
      cells.push(...pasted.cells)
      given.push(...pasted.given)
    }
  }
  return {
    lines: filled,
    cells,
    given,
    count: rows.length - left.length,
    left,
    hasHeads: heads !== undefined,
    ignored: (heads ?? []).filter(field => field !== undefined && !columns.includes(field)) as readonly Field[],
    surplus: Math.max(0, ...body.map(texts => lastWritten(texts) - targets.length)),
  }
}

const lastWritten = (texts: readonly string[]) => texts.findLastIndex(text => text.trim() !== '') + 1

function pasteRow(
  line: FormLine | undefined,
  texts: readonly string[],
  targets: readonly (Field | undefined)[],
  row: number,
  place: PastePosition,
): { readonly line: FormLine; readonly cells: readonly PastedCell[]; readonly given: readonly RefusedText[] } {
  const { model, resource, columns } = place
  const base = line ?? place.fresh
  const written = new Map<Field, string>()
  const references = new Map<Field, string>()
  const given: RefusedText[] = []
  for (const [at, target] of targets.entries()) {
    const text = unescapedFormula(texts[at]?.trim() ?? '')
    if (text === '' || !target || !columns.includes(target)) continue
    if (!isTyped(target)) given.push({ row, field: target, text })
    else (isReference(target) ? references : written).set(target, text)
  }
  const readings = readTexts(written, { model, fields: resource.fields, unitAt: recordUnit(base) })
  const after = new Map<Field, unknown>(
    [...readings].map(([field, read]) => [field, cellOf(read, field, written.get(field) ?? '', place)]),
  )
  for (const [field, text] of references) after.set(field, soughtText(field, text))
  const next = { ...base, ...Object.fromEntries([...after].map(([{ name }, value]) => [name, value])) }
  const cells: PastedCell[] = []
  for (const [field, value] of after) {
    const text = references.get(field) ?? written.get(field) ?? ''
    if (!place.isShown(field, next)) {
      given.push({ row, field, text })
      next[field.name] = base[field.name] ?? null
    } else {
      const sought = references.get(field)
      const nameBefore = base[`${field.name}Name`]
      cells.push({
        ...{ row, field, before: base[field.name], after: value },
        ...(nameBefore !== undefined && { nameBefore }),
        ...(sought !== undefined && { sought }),
      })
    }
  }
  return { line: withoutNames(next, base, cells), cells, given }
}

/** A line without the outdated names of its changed references. */
function withoutNames(line: FormLine, before: FormLine, cells: readonly PastedCell[]): FormLine {
  const stale = new Set(cells.filter(({ field }) => isReference(field)).map(({ field }) => `${field.name}Name`))
  return Object.keys(before).some(name => stale.has(name))
    ? Object.fromEntries(Object.entries(line).filter(([name]) => !stale.has(name)))
    : line
}

function cellOf(read: Reading, field: Field, text: string, { model, faultOf }: PastePosition): unknown {
  if ('fault' in read) return unreadText(field, text, read.fault, model)
  const message = faultOf(field, read.value)
  return message ? { unread: text, message, candidates: [] } : read.value
}

/** A text that is not a value of the field, with its candidates. */
export const unreadText = (field: Field, text: string, fault: Fault, model: Model): UnreadText => ({
  unread: text,
  message: faultMessage(fault, field.title),
  candidates: candidatesOf(field, text, model),
})

/** A reference's text while its record is looked up; it cannot be saved. */
export const soughtText = (field: Field, text: string): UnreadText => ({
  unread: text,
  message: {
    zh: `正在查找${field.title.zh}“${text}”，请稍候`,
    en: `Looking up "${text}"; please wait`,
  },
  candidates: [],
})

const maxCandidates = 3

function candidatesOf(field: Field, text: string, model: Model): readonly Candidate[] {
  if (isMany(field)) return []
  if (isBoolean(field))
    return [
      { value: true, label: words.yes },
      { value: false, label: words.no },
    ]
  if (!isDictionary(field)) return []
  const entries = openEntriesOf(field, model)
  const labelsOf = ({ title, aliases = [] }: (typeof entries)[number]) => [title.zh, title.en, ...aliases]
  return nearestOf(text, entries, labelsOf, maxCandidates).map(({ key, title }) => ({ value: key, label: title }))
}

/** Whether the text that was pasted into a cell differs from its current value. */
export function differs({ field, text }: RefusedText, line: FormLine | undefined, model: Model): boolean {
  const value = line?.[field.name]
  const read = typeOf(field).parse(text, field, model)
  if ('value' in read && isSameValue(read.value, value)) return false
  const name = line?.[`${field.name}Name`]
  return (
    isEmptyValue(value) ||
    text !== (isEmptyValue(name) ? typeOf(field).format(value, field, model, 'zh') : String(name))
  )
}
