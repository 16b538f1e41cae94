import { dictionaryEntriesOf } from '../../../fields/dictionary/field.ts'
import type { FieldMessages } from '../../../fields/fault.ts'
import { isDictionary } from '../../../fields/traits.ts'
import { allowConditionOf, type ConditionalOperation, notAllowed } from '../../../model/allow-if.ts'
import type { Bilingual, DictionaryEntry, Field, Resource } from '../../../model/model.ts'
import { offeredEntries } from '../../../model/offered-entries.ts'
import { expressionOf, isSatisfied } from '../../../record/expressions.ts'
import { isLocked, lockMessage, reservedMessage } from '../../../record/locked.ts'
import { accessTo, mayEnter } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { type Refusal, refuse } from '../../errors/refuse.ts'
import { isSame } from '../history.ts'
import { enteredLines, type LineInput, type StoredRecord } from '../plan-lines.ts'
import { partsOf } from '../referring.ts'
import { withTargets } from '../target-records.ts'
import type { Work } from '../work.ts'
import { type Aspect, origins } from './aspect.ts'

type Messages = Record<string, Bilingual>

/**
 * Refuses input of a client that changes a field which `readOnly` locks for the stored record, or for a stored line, or
 * which `editableBy` reserves for other roles, or that chooses a sealed entry of a dictionary. Equal values pass. Steps,
 * handlers, effects and the system are not bound; what a client enters in a step is checked by `sealedChoices`.
 */
export const locks: Aspect = {
  async entered(work, { resource }, { before, values, lineInputs }) {
    if (work.typed === false || work.ctx.actor.kind === 'system') return
    await withTargets(work, ctx => assureOpen(ctx, resource, before, values, lineInputs))
  },
}

function assureOpen(
  ctx: RequestContext,
  resource: Resource,
  before: StoredRecord | null,
  values: Row,
  lineInputs: ReadonlyMap<string, LineInput>,
): void {
  const messages: Messages = {}
  noteLocked(ctx, resource, before?.record, values, '', messages)
  for (const part of partsOf(ctx.model, resource)) {
    const input = lineInputs.get(part.name)
    if (!input) continue
    const stored = before?.lines.get(part.name) ?? []
    const { field } = part
    if (field && before && isLocked(ctx, resource, field, before.record) && changesLines(input, stored))
      messages[field.name] = lockMessage(ctx.model, resource, field)
    const byId = new Map(stored.map(line => [String(line['id']), line]))
    for (const [path, line] of enteredLines(input, part.name)) {
      noteLocked(ctx, part.resource, byId.get(line.id ?? ''), line.values, path, messages)
    }
  }
  if (Object.keys(messages).length > 0) throw refuse.input(messages)
}

function noteLocked(
  ctx: RequestContext,
  resource: Resource,
  before: Row | undefined,
  values: Row,
  path: string,
  messages: Messages,
): void {
  for (const field of resource.fields) {
    if (!Object.hasOwn(values, field.name) || isSame(before?.[field.name] ?? null, values[field.name] ?? null)) continue
    if (!mayEnter(ctx.actor, field)) messages[`${path}${field.name}`] = reservedMessage(field)
    else if (before && isLocked(ctx, resource, field, before))
      messages[`${path}${field.name}`] = lockMessage(ctx.model, resource, field)
    noteSealed(ctx, field, before, values, path, messages)
  }
}

/** The errors of what a client enters in a step, by field, where it chooses a sealed entry of a dictionary. */
export function sealedChoices(
  ctx: RequestContext,
  resource: Resource,
  fields: readonly Field[],
  before: StoredRecord | null,
  values: Row,
  lineInputs: ReadonlyMap<string, LineInput>,
): FieldMessages {
  const messages: Messages = {}
  for (const field of fields) noteSealed(ctx, field, before?.record, values, '', messages)
  for (const part of partsOf(ctx.model, resource)) {
    const input = lineInputs.get(part.name)
    const byId = new Map((before?.lines.get(part.name) ?? []).map(line => [String(line['id']), line]))
    for (const [path, line] of enteredLines(input, part.name))
      for (const field of part.resource.fields)
        noteSealed(ctx, field, byId.get(line.id ?? ''), line.values, path, messages)
  }
  return messages
}

function noteSealed(
  ctx: RequestContext,
  field: Field,
  before: Row | undefined,
  values: Row,
  path: string,
  messages: Messages,
): void {
  const sealed = newSealedEntry(ctx, field, before?.[field.name], values[field.name])
  if (sealed)
    messages[`${path}${field.name}`] ??= {
      zh: `${field.title.zh}“${sealed.title.zh}”已停用，不能选择`,
      en: `${field.title.en} "${sealed.title.en}" is disabled and cannot be selected`,
    }
}

/** A sealed entry among the values that a client chose; those that were stored before may stay. */
function newSealedEntry(
  { model }: RequestContext,
  field: Field,
  before: unknown,
  value: unknown,
): DictionaryEntry | undefined {
  if (!isDictionary(field)) return undefined
  const [stored, chosen] = [before, value].map(one => [one ?? []].flat())
  const entries = dictionaryEntriesOf(field, model)
  const offered = offeredEntries(entries, stored)
  return entries.find(entry => chosen?.includes(entry.key) && !offered.includes(entry))
}

function changesLines(input: LineInput, stored: readonly Row[]): boolean {
  if (input.kind === 'remove') return stored.some(line => input.ids.has(String(line['id'])))
  const lines = input.kind === 'one' ? [input.line] : input.lines
  if (
    input.kind === 'all' &&
    !isSame(
      stored.map(({ id }) => String(id)),
      lines.map(({ id }) => id ?? ''),
    )
  )
    return true
  return lines.some(({ id, values }) => {
    const old = stored.find(line => String(line['id']) === id)
    return !old || Object.entries(values).some(([name, value]) => !isSame(old[name] ?? null, value ?? null))
  })
}

/**
 * The refusal of an operation whose condition in `allowIf` is not true of the stored record. Undefined where it is
 * true.
 */
function conflictOf(
  ctx: RequestContext,
  resource: Resource,
  operation: ConditionalOperation,
  record: Row,
): Refusal | undefined {
  const condition = allowConditionOf(resource, operation)
  if (condition === undefined || isSatisfied(ctx, resource, condition, record) === true) return undefined
  const { hidden } = accessTo(ctx, resource, 'view')
  const say = notAllowed(ctx.model, resource, operation, record, field => !hidden.has(field))
  return refuse.conflict('not-allowed-now', say)
}

/** Refuses an operation whose condition in `allowIf` is not true of one of the stored records. */
export async function assureAllowed(
  work: Pick<Work, 'ctx' | 'queries'>,
  resource: Resource,
  operation: ConditionalOperation,
  records: readonly Row[],
): Promise<void> {
  if (allowConditionOf(resource, operation) === undefined) return
  // All of them at once, so that what they refer to is read by one statement.
  const conflicts = await withTargets(work, ctx => records.map(record => conflictOf(ctx, resource, operation, record)))
  const first = conflicts.find(conflict => conflict !== undefined)
  if (first) throw first
}

/** The conditions in `allowIf` of which the actor may read every field; undefined where there are none at all. */
export function readableAllowIf(
  ctx: RequestContext,
  resource: Resource,
  isShown: (field: string) => boolean,
): Resource['allowIf'] {
  if (!resource.allowIf) return undefined
  const all = Object.entries(resource.allowIf)
  const shown = all.filter(([, text]) => expressionOf(ctx.model, resource, text).reads.every(isShown))
  return Object.fromEntries(shown)
}

export const allowIf: Aspect = {
  async entered(work, { resource, origin }, { before }) {
    if (before && !isImport(origin)) await assureAllowed(work, resource, 'edit', [before.record])
  },
  // A row of a file that changes nothing is not refused.
  async planned(work, { resource, origin }, { before, changed }) {
    if (before && changed.size > 0 && isImport(origin)) await assureAllowed(work, resource, 'edit', [before])
  },
}

const isImport = (origin: string) => origin === 'import' || origin === 'import-whole'

/** After the guard, which knows why a row of the descriptors remains. */
export const allowDelete: Aspect = {
  async deleting({ work, resource, origin }, changes) {
    const records = changes.map(({ before }) => before ?? {})
    if (origins[origin].isEntered) await assureAllowed(work, resource, 'delete', records)
  },
}
