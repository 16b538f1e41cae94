import { typeOf } from '../../../fields/index.ts'
import type { Field, Model, Resource } from '../../../model/model.ts'
import type { Warning } from '../../../model/warning.ts'
import type { Row } from '../../database/shape.ts'
import { Refusal } from '../../errors/refuse.ts'
import type { PlannedWrite } from '../../store/aspects/aspect.ts'
import { isSame as isEqual } from '../../store/history.ts'
import type { LineInput } from '../../store/plan-lines.ts'
import { initialState } from '../../store/state-key.ts'
import type { Work } from '../../store/work.ts'
import { plan } from '../../store/write.ts'
import type { FileReading } from './file-reading.ts'
import { type LineDraft, type RecordDraft, withCleared } from './record-draft.ts'
import { linesReplaced, problems } from './row-problems.ts'
import type { StagedRow } from './staged-rows.ts'
import { fieldsToFill, isOnlyOfNew } from './targets.ts'

/** The staged operation of a row. */
export type Staged = Pick<StagedRow, 'record' | 'operation' | 'version' | 'before' | 'warnings'>

/** With the planned change, if it is valid. */
export type Checked = Staged & { readonly planned?: PlannedWrite }

/** The record as it would be stored; problems are added to the errors of the draft and of its lines. */
export async function checkDraft(
  work: Work,
  resource: Resource,
  reading: FileReading,
  draft: RecordDraft,
): Promise<Checked> {
  const { ctx } = work
  const { stored } = draft
  const { emptyClears = false } = reading.match ?? {}
  const filled = withoutGiven(resource, draft, stored && emptyClears ? withCleared(draft) : draft.values)
  const values = stored ? withoutSameText(ctx.model, resource, stored.record, filled) : filled
  const parts = [...draft.lines].filter(hasRows)
  const lines: Record<string, readonly Row[]> = Object.fromEntries(
    parts.map(([name, rows]) => [name, rows.map((line, index) => lineOf(draft, name, line, index, emptyClears))]),
  )
  const given = { ...values, ...lines }
  if (draft.isLost) return { record: given, ...adds }
  try {
    const planned = await plan(
      work,
      { resource, origin: 'import' },
      {
        before: stored ?? null,
        entered: values,
        set: stored || hasState(resource, values) ? {} : initialState(ctx, resource),
        lines: lineInputsOf(lines),
      },
    )
    const warnings = [...(planned.warnings ?? []), ...lostValues(draft, lines)]
    const warned = warnings.length > 0 ? { warnings } : {}
    if (stored) return { ...changeOf(resource, draft, planned, given), ...warned, planned }
    const fields = resource.fields.filter(({ name, column }) => column && (planned.after[name] ?? null) !== null)
    return {
      record: { ...Object.fromEntries(fields.map(({ name }) => [name, planned.after[name]])), ...lines },
      ...adds,
      ...warned,
      planned,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    addRefusal(draft, error)
    return { record: given, ...adds }
  }
}

/** Adds what the write refuses to the errors of a draft and of its lines. */
export function addRefusal(draft: RecordDraft, { text, errors: refused }: Refusal): void {
  if (!refused) draft.barred = { message: text }
  for (const [path, message] of Object.entries(refused ?? {})) {
    const { errors, name } = locationOf(draft, path)
    if (!errors.has(name)) errors.set(name, { message })
  }
}

const hasState = ({ lifecycle }: Resource, values: Row) => lifecycle !== undefined && lifecycle.field in values

/** Without the texts that formatted fields already have: an exported text has lost its format, which the record keeps. */
const withoutSameText = (model: Model, { fields }: Resource, stored: Row, values: Row): Row => {
  const isSame = (name: string, value: unknown) => {
    const field = fields.find(one => one.name === name)
    if (!field || !typeOf(field).markup || typeof stored[name] !== 'string') return false
    const type = typeOf(field)
    const read = type.parse(type.format(stored[name], field, model, 'zh'), field, model)
    return 'value' in read && read.value === value
  }
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(name, value)))
}

const adds = { operation: 'add' } as const

/** Lines that the file does not contain are left unchanged. */
const hasRows = ([, rows]: readonly [string, readonly unknown[]]) => rows.length > 0

/**
 * A line with the id of the line that it changes: the id in the file, or that of the stored line at the same index if
 * it is equal. Any other line is new, so that it keeps no values of another line.
 */
function lineOf({ stored }: RecordDraft, name: string, line: LineDraft, index: number, emptyClears: boolean): Row {
  if (!stored) return line.values
  const there = stored.lines.get(name) ?? []
  const { lineId, values } = line
  if (lineId !== undefined) {
    if (there.some(({ id }) => id === lineId)) return { ...(emptyClears ? withCleared(line) : values), id: lineId }
    line.errors.set('', problems.lineDeleted(line.reading.part.resource.title))
    return values
  }
  const same = there[index]
  const isSame = same && Object.entries(values).every(([field, value]) => isEqual(same[field] ?? null, value))
  return isSame ? { ...values, id: String(same['id']) } : values
}

/** Warns of values of stored lines that lines of the file replace, although the file has no column for them. */
function lostValues({ stored, lines }: RecordDraft, given: Readonly<Record<string, readonly Row[]>>): Warning[] {
  return [...lines].flatMap(([name, [first]]) => {
    if (!first) return []
    const { part, columns } = first.reading
    const kept = [part.link.name, ...columns.map(({ target }) => target.field.name)]
    const replaced = stored?.lines.get(name)?.filter(({ id }) => !given[name]?.some(line => line['id'] === String(id)))
    const isLost = ({ name }: Field) => !kept.includes(name) && replaced?.some(line => (line[name] ?? null) !== null)
    const lost = fieldsToFill(part.resource).filter(isLost)
    const text = linesReplaced(
      part.field.title,
      lost.map(({ title }) => title),
    )
    return lost.length > 0 ? [{ name: `${name} replaced`, text, fields: [name] }] : []
  })
}

/** The input of staged lines for the store. */
export const lineInputsOf = (lines: Readonly<Record<string, readonly Row[]>>): ReadonlyMap<string, LineInput> =>
  new Map(
    Object.entries(lines).map(([name, rows]) => {
      const inputs = rows.map(({ id, ...values }) => ({ id: id === undefined ? undefined : String(id), values }))
      return [name, { kind: 'all', lines: inputs }] as const
    }),
  )

/** The values that a row changes, and the values before. */
function changeOf(resource: Resource, { stored, lines }: RecordDraft, { changed }: PlannedWrite, given: Row): Staged {
  const version = Number(stored?.record['version'])
  if (changed.size === 0) return { record: given, operation: 'same', version }
  const before: Row = {}
  for (const { name, column } of resource.fields)
    if (column && changed.has(name) && name in given) before[name] = stored?.record[name] ?? null
  for (const name of lines.keys()) if (changed.has(name)) before[name] = stored?.lines.get(name) ?? []
  return { record: given, operation: 'update', version, before }
}

/** The values without those that only new records get from a file. Of a stored record, another value is an error. */
function withoutGiven(resource: Resource, { stored, errors }: RecordDraft, values: Row): Row {
  if (!stored) return values
  const others = { ...values }
  for (const field of resource.fields) {
    if (!isOnlyOfNew(resource, field) || !Object.hasOwn(values, field.name)) continue
    delete others[field.name]
    const value = values[field.name] ?? null
    if (value !== null && !isEqual(value, stored.record[field.name]))
      errors.set(field.name, problems.onlyOfNew(field.title))
  }
  return others
}

/** The location of an error: `lines.2.price` belongs to the third line. */
function locationOf(draft: RecordDraft, path: string) {
  const [, part = '', index = '', name = ''] = /^([^.]+)\.(\d+)\.(.+)$/.exec(path) ?? []
  const line = draft.lines.get(part)?.[Number(index)]
  return line ? { errors: line.errors, name } : { errors: draft.errors, name: path }
}
