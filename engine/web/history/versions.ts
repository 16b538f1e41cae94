import { typeOf } from '../../fields/index.ts'
import { isInputField } from '../../fields/record-schema.ts'
import { fieldsWithoutMaster } from '../../model/lines.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import type { LineChange, ViewedChange, ViewedChanges, ViewedEntry } from '../data/history.ts'

export type VersionValues = Readonly<Record<string, unknown>>

/** A version of a record, created by one of its changes. */
export interface Version {
  readonly version: number
  /** The change that created it; absent for the state before the recorded history. */
  readonly entry?: ViewedEntry
  readonly record: VersionValues
}

/**
 * The versions of a record, latest first: the current one, then the one before each change. Entries are ordered latest
 * first; those newer than the record are ignored. If no older entries follow, the state before the first known change
 * is a version too.
 */
export function versionsOf(record: VersionValues, entries: readonly ViewedEntry[], isWhole: boolean): Version[] {
  const made: Version[] = []
  let state = record
  for (const entry of entries) {
    if (entry.version === null || entry.version > Number(record['version'])) continue
    made.push({ version: entry.version, entry, record: state })
    state = undone(state, entry.changes)
  }
  const first = made.at(-1)
  if (isWhole && first && first.version > 1) made.push({ version: first.version - 1, record: state })
  return made
}

/** A record as it was before a change. */
function undone(record: VersionValues, changes: ViewedChanges): VersionValues {
  const before: Record<string, unknown> = { ...record }
  for (const [name, change] of Object.entries(changes)) {
    // Links are no values of a record.
    if ('added' in change) continue
    if ('lines' in change) before[name] = linesBefore(linesIn(before[name]), change.lines)
    else take(before, name, change)
  }
  return before
}

function linesBefore(lines: readonly VersionValues[], changes: readonly LineChange[]): readonly VersionValues[] {
  let before = [...lines]
  for (const { id, operation, changes: made } of changes) {
    if (operation === 'save') before = before.filter(line => line['id'] !== id)
    else if (operation === 'remove') before.push(lineBefore({ id }, made))
    else before = before.map(line => (line['id'] === id ? lineBefore(line, made) : line))
  }
  return before
}

function lineBefore(line: VersionValues, changes: Readonly<Record<string, ViewedChange>>): VersionValues {
  const before: Record<string, unknown> = { ...line }
  for (const [name, change] of Object.entries(changes)) take(before, name, change)
  return before
}

function take(record: Record<string, unknown>, name: string, { from }: ViewedChange): void {
  record[name] = from
  // The name of a reference belongs to the other value.
  delete record[`${name}Name`]
}

/** A field in which two versions differ. */
export type Difference =
  | { readonly field: Field; readonly from: unknown; readonly to: unknown }
  | { readonly field: Field; readonly lines: readonly LineDifference[] }

/** A line that only one version has, or that differs. */
export interface LineDifference {
  readonly id: string
  /** Its position among the lines of the version that has it, from 1. */
  readonly number: number
  readonly kind: 'added' | 'removed' | 'changed'
  readonly fields: readonly { readonly field: Field; readonly from: unknown; readonly to: unknown }[]
}

/** The differences between two versions, in the order of the fields. */
export function differencesBetween(
  model: Model,
  resource: Resource,
  from: VersionValues,
  to: VersionValues,
): Difference[] {
  return resource.fields.flatMap((field): Difference[] => {
    const line = lineOf(model, field)
    if (line) {
      const lines = lineDifferences(line, linesIn(from[field.name]), linesIn(to[field.name]))
      return lines.length > 0 ? [{ field, lines }] : []
    }
    return isKept(field) && !isSame(from[field.name], to[field.name])
      ? [{ field, from: from[field.name], to: to[field.name] }]
      : []
  })
}

function lineDifferences(
  line: Resource,
  from: readonly VersionValues[],
  to: readonly VersionValues[],
): LineDifference[] {
  const before = new Map(from.map(one => [one['id'], one]))
  const fields = fieldsWithoutMaster(line).filter(isKept)
  const between = (one: VersionValues, other: VersionValues) =>
    fields.flatMap(field =>
      isSame(one[field.name], other[field.name])
        ? []
        : [{ field, from: one[field.name] ?? null, to: other[field.name] ?? null }],
    )
  const there = to.flatMap((one, index): LineDifference[] => {
    const old = before.get(one['id'])
    const changed = between(old ?? {}, one)
    const kind = old ? ('changed' as const) : ('added' as const)
    return changed.length > 0 ? [{ id: String(one['id']), number: index + 1, kind, fields: changed }] : []
  })
  const left = new Set(to.map(one => one['id']))
  const deleted = from.flatMap((one, index): LineDifference[] =>
    left.has(one['id'])
      ? []
      : [{ id: String(one['id']), number: index + 1, kind: 'removed', fields: between(one, {}) }],
  )
  return [...there, ...deleted]
}

/**
 * The update that restores a version: the differing fields that a user may write and that are not locked. The state is
 * changed by transitions only; an existing line keeps its id, a deleted one is added as a new line.
 */
export function valuesToRestore(
  model: Model,
  resource: Resource,
  now: VersionValues,
  then: VersionValues,
  isOpen: (field: Field) => boolean = () => true,
): VersionValues {
  const values: Record<string, unknown> = {}
  for (const { field } of differencesBetween(model, resource, now, then)) {
    if (!isInputField(field) || !isOpen(field) || field.name === resource.lifecycle?.field) continue
    const line = lineOf(model, field)
    values[field.name] = line ? linesToRestore(line, now[field.name], then[field.name]) : (then[field.name] ?? null)
  }
  return values
}

function linesToRestore(line: Resource, now: unknown, then: unknown): readonly VersionValues[] {
  const there = new Set(linesIn(now).map(one => one['id']))
  const asked = fieldsWithoutMaster(line).filter(isInputField)
  return linesIn(then).map(one => ({
    ...(there.has(one['id']) && { id: one['id'] }),
    ...Object.fromEntries(asked.map(({ name }) => [name, one[name] ?? null])),
  }))
}

/** The resource of a field's lines, if it has lines. */
export function lineOf(model: Model, field: Field): Resource | undefined {
  const name = typeOf(field).lines?.(field)
  return name === undefined ? undefined : model.resources[name]
}

/** Whether history knows the field's values: it has a column, and is no secret. */
const isKept = (field: Field) => field.column !== undefined && !typeOf(field).secret

const linesIn = (value: unknown): readonly VersionValues[] =>
  Array.isArray(value) ? (value as readonly VersionValues[]) : []

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(plain(a)) === JSON.stringify(plain(b))

/** All forms of an empty value are equal. */
const plain = (value: unknown): unknown =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value
