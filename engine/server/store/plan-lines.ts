import type { FieldMessages } from '../../fields/fault.ts'
import { typeOf } from '../../fields/index.ts'
import { isCopied, isPicked } from '../../fields/traits.ts'
import type { Field, Resource } from '../../model/model.ts'
import { perFields } from '../../model/per-model.ts'
import { compute, computedOf } from '../../record/compute.ts'
import { type Filling, filledRecord } from '../../record/filled-record.ts'
import { evaluatedIn } from '../../record/in-master.ts'
import { isKept, settled } from '../../record/kept-values.ts'
import { pickFaults } from '../../record/pick-faults.ts'
import { valueOfNone } from '../../record/roll-ups.ts'
import { defaultValue } from '../../rules/default-value.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { isSame } from './history.ts'
import type { ParsedLine } from './input.ts'
import type { Pause } from './pauses.ts'
import type { ChildPart } from './referring.ts'

/** A stored record with its lines by the name of their part. */
export interface StoredRecord {
  readonly record: Row
  readonly lines: ReadonlyMap<string, readonly Row[]>
}

/** The requested change of the lines of one part. */
export type LineInput =
  /** All lines, in their order. Stored lines that are missing are removed. */
  | { readonly kind: 'all'; readonly lines: readonly ParsedLine[] }
  /** One line, new or changed. The others are unchanged. */
  | { readonly kind: 'one'; readonly line: ParsedLine }
  /** Some lines, new or changed. The others are unchanged, new ones are last. */
  | { readonly kind: 'some'; readonly lines: readonly ParsedLine[] }
  | { readonly kind: 'remove'; readonly ids: ReadonlySet<string> }

/** The entered lines of a part, each with the prefix of its fields in errors. */
export function enteredLines(
  input: LineInput | undefined,
  name: string,
): readonly (readonly [path: string, line: ParsedLine])[] {
  if (!input || input.kind === 'remove') return []
  if (input.kind === 'one') return [['', input.line]]
  return input.lines.map((line, index) => [`${name}.${index}.`, line])
}

/** The computed change of the lines of one part. */
export interface PreparedPart {
  readonly part: ChildPart
  /** In their order. */
  readonly lines: readonly PreparedLine[]
  readonly removed: readonly Row[]
  /** Some lines have another position than before. */
  readonly isReordered: boolean
}

/** The key of a stored line's position. No field has such a name. */
export const linePosition = '#line'

/** The key of a stored line's own version. Its `version` is its master's. */
export const ownVersion = '#version'

export interface PreparedLine {
  readonly before: Row | null
  readonly after: Row
  readonly changed: ReadonlySet<string>
  /** The prefix of a field's name in an error: `lines.2.`. */
  readonly path: string
  /** The given values that are not written, because `when` of their field is not true. */
  readonly unwritten: Row
  /** The errors of its references with `pick`. */
  readonly faults: FieldMessages
}

/** A stored record with its lines and with the computed values that are not stored. */
export function whole(ctx: RequestContext, resource: Resource, { record, lines }: StoredRecord): Row {
  const all = { ...record, ...Object.fromEntries(lines) }
  return compute(ctx, resource, unstoredOf(resource), all)
}

const unstoredOf = perFields(resource => computedOf(resource).filter(field => field.column === undefined))

/** A new record: defaults, the values of no related records, and null for the other fields. */
export function blank(ctx: RequestContext, resource: Resource): Row {
  const values: Row = {}
  for (const field of resource.fields)
    if (field.rolledUp) values[field.name] = valueOfNone(ctx, resource, field)
    else if (typeOf(field).lines === undefined) values[field.name] = defaultValue(field, ctx) ?? null
  return values
}

/**
 * Computes the new lines of a master from the stored ones and the requested change. Without one only what they compute
 * of their master changes. Values that were `stored` before are written whether or not their field is shown.
 */
export async function planPart(
  ctx: RequestContext,
  part: ChildPart,
  master: Row,
  there: readonly Row[],
  lineInput: LineInput | undefined,
  filling: Filling | undefined,
  pause: Pause,
): Promise<PreparedPart> {
  const prepareLine = (line: ParsedLine | undefined, old: Row | undefined, path: string): PreparedLine => {
    const former = old ?? blank(ctx, part.resource)
    const given: Row = { ...former, ...line?.values }
    const isWritten = isFilledOr(filling, line?.values ?? {})
    let hidden: ReadonlySet<string> = new Set()
    const after = evaluatedIn(ctx, part.resource, master, given, (own, values) => {
      const filled =
        line && filling ? filledRecord(own, part.resource, old ?? null, line.values, values, filling) : values
      const kept = settled(own, part.resource, filled, former, isWritten)
      hidden = kept.hidden
      return compute(own, part.resource, computedOf(part.resource), kept.record)
    })
    const was = old && whole(ctx, part.resource, { record: old, lines: new Map() })
    const unwritten = notKept(hidden, line?.values ?? {}, after)
    const changed = changedNames(part.resource, was, after, [])
    const faults = line && filling?.picked ? pickFaults(part.resource, old, line.values, after, path, hidden) : {}
    return { before: old ?? null, after, changed, path, unwritten, faults }
  }
  const lines: PreparedLine[] = []
  const { planned, removed } = linesToPlan(part, there, lineInput)
  for (const { line, old, path } of planned) {
    await pause()
    lines.push(prepareLine(line, old, path))
  }
  const isReordered =
    lineInput?.kind === 'all' && lines.some(({ before }, index) => before && before[linePosition] !== index)
  return { part, lines, removed, isReordered }
}

/** A line after the change: its input, if it has one, and the stored line. */
interface PlannedLine {
  readonly line?: ParsedLine | undefined
  readonly old?: Row | undefined
  readonly path: string
}

/** The lines after a change in their order, and the removed ones. */
function linesToPlan(
  part: ChildPart,
  there: readonly Row[],
  lineInput: LineInput | undefined,
): { readonly planned: readonly PlannedLine[]; readonly removed: readonly Row[] } {
  const byId = new Map(there.map(line => [String(line['id']), line]))
  const prefixOf = (index: number) => `${part.name}.${index}.`
  const kept = (lines: readonly Row[]) => lines.map((old, index): PlannedLine => ({ old, path: prefixOf(index) }))
  switch (lineInput?.kind) {
    case undefined:
      return { planned: kept(there), removed: [] }
    case 'all': {
      assureTheirs(part, lineInput.lines, byId)
      const planned = lineInput.lines.map((line, index) => ({
        line,
        old: byId.get(line.id ?? ''),
        path: prefixOf(index),
      }))
      const named = new Set(lineInput.lines.map(line => line.id))
      return { planned, removed: there.filter(line => !named.has(String(line['id']))) }
    }
    case 'one': {
      const { line } = lineInput
      const stay = kept(there).map(one => (one.old?.['id'] === line.id ? { ...one, line, path: '' } : one))
      return { planned: line.id === undefined ? [...stay, { line, path: '' }] : stay, removed: [] }
    }
    case 'some': {
      assureTheirs(part, lineInput.lines, byId)
      const given = new Map(lineInput.lines.map((line, index) => [line.id, { line, path: prefixOf(index) }]))
      const stay = kept(there).map(one => ({ ...one, ...given.get(String(one.old?.['id'])) }))
      const added = lineInput.lines.flatMap((line, index) =>
        line.id === undefined ? [{ line, path: prefixOf(index) }] : [],
      )
      return { planned: [...stay, ...added], removed: [] }
    }
    case 'remove': {
      const isRemoved = (line: Row) => lineInput.ids.has(String(line['id']))
      return { planned: kept(there.filter(line => !isRemoved(line))), removed: there.filter(isRemoved) }
    }
  }
}

/** Whether a field has a value that is written only while `when` is true: a given one, or one that is filled in. */
export const isFilledOr =
  (filling: Filling | undefined, given: Row) =>
  (field: Field): boolean =>
    filling !== undefined && (Object.hasOwn(given, field.name) || isCopied(field) || isPicked(field))

/** The given values of hidden fields that differ from those that the fields keep. */
export const notKept = (hidden: ReadonlySet<string>, given: Row, after: Row): Row =>
  Object.fromEntries(Object.entries(given).filter(([name, value]) => hidden.has(name) && !isKept(after[name], value)))

/** A line with an id must be one of this record's, and occur only once. */
function assureTheirs(part: ChildPart, lines: readonly ParsedLine[], there: ReadonlyMap<string, Row>): void {
  const ids = lines.flatMap(line => line.id ?? [])
  if (ids.every(id => there.has(id)) && new Set(ids).size === ids.length) return
  throw refuse.input({
    [part.name]: {
      zh: `${part.resource.title.zh}已不存在，请刷新后重试`,
      en: 'A line no longer exists; please reload',
    },
  })
}

/** The fields whose value changed, and the parts whose lines changed. */
export function changedNames(
  resource: Resource,
  before: Row | null | undefined,
  after: Row,
  touched: readonly PreparedPart[],
): Set<string> {
  const own = resource.fields
    .filter(field => typeOf(field).lines === undefined)
    .map(field => field.name)
    .filter(name => !before || !isSame(before[name] ?? null, after[name] ?? null))
  return new Set([...own, ...touched.filter(hasChanges).map(({ part }) => part.name)])
}

/** Whether lines are new, changed, removed or in another order. */
export const hasChanges = ({ lines, removed, isReordered }: PreparedPart): boolean =>
  isReordered || removed.length > 0 || lines.some(line => !line.before || line.changed.size > 0)
