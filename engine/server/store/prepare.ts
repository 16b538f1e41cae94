import type { FieldMessages } from '../../fields/fault.ts'
import { typeOf } from '../../fields/index.ts'
import { isInputField, isRequiredByCondition } from '../../fields/record-schema.ts'
import type { Bilingual, Resource } from '../../model/model.ts'
import { stateSince } from '../../model/system-fields.ts'
import { duplicateText, uniqueSetsOf } from '../../model/unique-sets.ts'
import type { Warning } from '../../model/warning.ts'
import { brokenRules, brokenWarnings } from '../../record/broken-rules.ts'
import { compute, computedOf } from '../../record/compute.ts'
import { duplicateLines, reportedField } from '../../record/duplicate-lines.ts'
import { filledRecord } from '../../record/filled-record.ts'
import { inMaster, readsMaster } from '../../record/in-master.ts'
import { settled } from '../../record/kept-values.ts'
import { limitFaults } from '../../record/limit-faults.ts'
import { pickFaults } from '../../record/pick-faults.ts'
import { rollUpsOf } from '../../record/roll-ups.ts'
import { type RequestContext, transmittedNow } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { isSame } from './history.ts'
import type { LinkChange } from './links.ts'
import { type Pause, pauses } from './pauses.ts'
import { fillingOf } from './picks.ts'
import {
  blank,
  changedNames,
  hasChanges,
  isFilledOr,
  type LineInput,
  notKept,
  type PreparedLine,
  type PreparedPart,
  planPart,
  type StoredRecord,
  whole,
} from './plan-lines.ts'
import { type ChildPart, partsOf } from './referring.ts'
import { TargetRecords } from './target-records.ts'
import { checkValues } from './validate.ts'

/** A valid change. Only checks that need the database remain. */
export interface Prepared {
  readonly after: Row
  /** Fields whose value changed, including computed ones. */
  readonly changed: ReadonlySet<string>
  readonly parts: readonly PreparedPart[]
  /** Changed links of binds. */
  readonly links?: readonly LinkChange[]
  /** The rules with `level: warning` that the record breaks. */
  readonly warnings?: readonly Warning[]
  /** Given values, and lists of lines, that are not written, because `when` of their field is not true. */
  readonly unwritten?: Row
}

/**
 * Builds the record after the change with its computed values, and refuses an invalid one with all errors by field.
 * `before` is null for a new record. A field that is not shown keeps its value; values that were `stored` before are
 * restored even there, and nothing is filled in.
 */
export async function prepare(
  ctx: RequestContext,
  resource: Resource,
  before: StoredRecord | null,
  values: Row,
  lineInputs: ReadonlyMap<string, LineInput>,
  how: 'given' | 'initial' | 'stored' = 'given',
  pause = pauses(),
): Promise<Prepared> {
  const fillingIn = (of: Resource) => (how === 'stored' ? undefined : fillingOf(ctx, of, how === 'given'))
  const filling = fillingIn(resource)
  const stored = before && whole(ctx, resource, before)
  const filled = (record: Row) => (filling ? filledRecord(ctx, resource, stored, values, record, filling) : record)
  const former = before?.record ?? blank(ctx, resource)
  let after: Row = { ...former, ...values }
  const readers = partsOf(ctx.model, resource).filter(part => readsMaster(ctx.model, part.resource))
  const master = readers.length > 0 ? compute(ctx, resource, computedOf(resource), filled(after)) : after
  const parts: PreparedPart[] = []
  for (const part of partsOf(ctx.model, resource)) {
    const lineInput = lineInputs.get(part.name)
    const there = before?.lines.get(part.name) ?? []
    if (lineInput || part.field || readers.includes(part))
      parts.push(await planPart(ctx, part, master, there, lineInput, fillingIn(part.resource), pause))
  }
  const touched = parts.filter(
    ({ part, lines }) =>
      lineInputs.has(part.name) || (readers.includes(part) && lines.some(({ changed }) => changed.size > 0)),
  )
  for (const { part, lines } of parts) if (part.field) after[part.name] = lines.map(line => line.after)
  after = { ...filled(after) }
  const state = resource.lifecycle?.field
  if (state !== undefined && after[state] !== before?.record[state]) after[stateSince.name] = transmittedNow(ctx)
  const isWritten = isFilledOr(filling, { ...values, ...Object.fromEntries(lineInputs) })
  const kept = { ...former, ...linesBefore(ctx, resource, before) }
  const { record, hidden } = settled(ctx, resource, after, kept, isWritten)
  const unseen = parts.filter(({ part }) => hidden.has(part.name))
  if (unseen.length > 0) {
    const shown = new Map([...lineInputs].filter(([name]) => !hidden.has(name)))
    const rest = await prepare(ctx, resource, before, values, shown, how, pause)
    const changes = unseen.filter(hasChanges).map(({ part, lines }) => [part.name, lines.map(line => line.after)])
    return { ...rest, unwritten: { ...rest.unwritten, ...Object.fromEntries(changes) } }
  }
  after = { ...record }
  if (before) countAgain(ctx, resource, before.record, after)
  after = compute(ctx, resource, computedOf(resource), after)
  const changed = changedNames(resource, stored, after, touched)
  const messages = {
    ...(filling?.picked && pickFaults(resource, before?.record, values, after, '', hidden)),
    ...Object.assign({}, ...touched.flatMap(({ lines }) => lines.map(({ faults }) => faults))),
    ...(await ofLines(parts, pause, ({ resource }, line) =>
      limitFaults(line.after, resource.fields, ctx.model, name => line.changed.has(name)),
    )),
    ...limitFaults(after, resource.fields, ctx.model, name => changed.has(name)),
    ...(await faultsOf(ctx, resource, before, after, changed, touched, pause)),
  }
  if (Object.keys(messages).length === 0) {
    const rulesOfLines = await ofLines(touched, pause, (part, line) => {
      const [own, record] = inMaster(ctx, part.resource, after, line.after)
      return brokenRules(own, part.resource, record, name => line.changed.has(name))
    })
    Object.assign(
      messages,
      rulesOfLines,
      brokenRules(ctx, resource, after, name => changed.has(name)),
    )
  }
  if (Object.keys(messages).length > 0) throw refuse.input(messages)
  const repeated = repeatedOf(ctx, after, touched)
  const [text] = Object.values(repeated)
  if (text) throw new Refusal('duplicate', 409, text, { errors: repeated })
  const warnings = warningsOf(ctx, resource, after, changed, touched)
  return { after, changed, parts: touched, warnings, unwritten: notKept(hidden, values, after) }
}

/** The stored lines of a record, by field. */
const linesBefore = (ctx: RequestContext, resource: Resource, before: StoredRecord | null): Row =>
  Object.fromEntries(
    partsOf(ctx.model, resource).flatMap(({ field, name }) => (field ? [[name, before?.lines.get(name) ?? []]] : [])),
  )

/** Computes values of related records again whose condition reads a changed field of the record. */
function countAgain(ctx: RequestContext, resource: Resource, before: Row, after: Row): void {
  for (const { field, readsOwn } of rollUpsOf(ctx.model, resource)) {
    const isOther = readsOwn.some(name => !isSame(before[name] ?? null, after[name] ?? null))
    if (isOther && ctx.targets instanceof TargetRecords)
      after[field.name] = ctx.targets.rolledUp(resource, field, readsOwn, after)
  }
}

/** The messages of each line, by their fields of the record. */
async function ofLines(
  parts: readonly PreparedPart[],
  pause: Pause,
  messagesOf: (part: ChildPart, line: PreparedLine) => FieldMessages,
): Promise<FieldMessages> {
  const messages: Record<string, Bilingual> = {}
  for (const { part, lines } of parts) {
    for (const line of lines) {
      await pause()
      for (const [name, words] of Object.entries(messagesOf(part, line))) messages[`${line.path}${name}`] = words
    }
  }
  return messages
}

async function faultsOf(
  ctx: RequestContext,
  resource: Resource,
  before: StoredRecord | null,
  after: Row,
  changed: ReadonlySet<string>,
  touched: readonly PreparedPart[],
  pause: Pause,
): Promise<FieldMessages> {
  const values: Row = before ? { id: String(after['id']) } : {}
  for (const field of resource.fields) {
    if (!isInputField(field) || typeOf(field).lines) continue
    const value = after[field.name]
    // A field that this change shows, or makes required, may lack a value, though the input does not contain it.
    if (before ? changed.has(field.name) || isRequiredByCondition(field) : value !== null) values[field.name] = value
  }
  for (const { part, lines } of touched) if (part.field) values[part.name] = lines.map(line => inputOf(part, line))
  const messages = await checkValues(ctx, resource, values, after, before ? 'update' : 'save', pause)
  const alone = touched.flatMap(({ part, lines }) => {
    const at = lines.findIndex(line => line.path === '')
    return at < 0 ? [] : [`${part.name}.${at}.`]
  })
  // An error of a line that was written separately is reported for its own field.
  const fieldOf = (name: string) => name.slice(alone.find(prefix => name.startsWith(prefix))?.length ?? 0)
  return Object.fromEntries(Object.entries(messages).map(([name, words]) => [fieldOf(name), words]))
}

function inputOf(part: ChildPart, { before, after }: PreparedLine): Row {
  const fields = part.resource.fields.filter(field => isInputField(field) && field.name !== part.link.name)
  const given = fields.filter(field => after[field.name] !== null).map(field => [field.name, after[field.name]])
  return { ...Object.fromEntries(given), ...(before && { id: String(before['id']) }) }
}

/** The lines that repeat the unique values of another line, which the database would report without its position. */
function repeatedOf(ctx: RequestContext, after: Row, touched: readonly PreparedPart[]): FieldMessages {
  const messages: Record<string, Bilingual> = {}
  for (const { part, lines } of touched) {
    const of = part.resource
    const rows = lines.map(line => line.after)
    const contextOf = (line: Row) => inMaster(ctx, of, after, line)
    // An import reports a repeated value of one field with the row that has it.
    const sets = uniqueSetsOf(of).filter(set => set.isDeclared)
    for (const { index, other, set } of duplicateLines(contextOf, of, rows, sets)) {
      const line = [lines[index], lines[other]].find(one => one && one.changed.size > 0)
      const field = reportedField(of, set)
      if (line && field) messages[`${line.path}${field.name}`] = duplicateText(of, set)
    }
  }
  return messages
}

function warningsOf(
  ctx: RequestContext,
  resource: Resource,
  after: Row,
  changed: ReadonlySet<string>,
  touched: readonly PreparedPart[],
): readonly Warning[] {
  const ofLines = touched.flatMap(({ part, lines }) =>
    lines.flatMap(line =>
      brokenWarnings(ctx, part.resource, line.after, name => line.changed.has(name)).map(warning => ({
        ...warning,
        fields: warning.fields.map(name => `${line.path}${name}`),
      })),
    ),
  )
  return [...brokenWarnings(ctx, resource, after, name => changed.has(name)), ...ofLines]
}
