import { dictionaryEntriesOf } from '../../fields/dictionary/field.ts'
import type { FieldMessages } from '../../fields/fault.ts'
import { isDictionary } from '../../fields/traits.ts'
import type { Bilingual, DictionaryEntry, Field, Resource } from '../../model/model.ts'
import { offeredEntries } from '../../model/offered-entries.ts'
import { isLocked, lockMessage, reservedMessage } from '../../record/locked.ts'
import { mayEnter } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { isSame } from './history.ts'
import type { ParsedLine } from './input.ts'
import type { LineInput, StoredRecord } from './plan-lines.ts'
import { partsOf } from './referring.ts'
import { withTargets } from './target-records.ts'
import type { Work } from './work.ts'

type Messages = Record<string, Bilingual>

/**
 * Refuses input of a client that changes a field which `readOnly` locks for the stored record, or for a stored line, or
 * which `editableBy` reserves for other roles, or that chooses a sealed entry of a dictionary.
 * Equal values pass. Steps, handlers, effects and the system are not bound; what a client enters in a step is checked by
 * `sealedChoices`.
 */
export async function assureUnlocked(
  work: Work,
  resource: Resource,
  before: StoredRecord | null,
  values: Row,
  lineInputs: ReadonlyMap<string, LineInput>,
): Promise<void> {
  if (work.typed === false || work.ctx.actor.kind === 'system') return
  await withTargets(work, ctx => assureOpen(ctx, resource, before, values, lineInputs))
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
    for (const [path, line] of linesIn(input, part.name)) {
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
    for (const [path, line] of input ? linesIn(input, part.name) : [])
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

/** The lines of an input with the prefix of their fields in errors. */
function linesIn(input: LineInput, name: string): (readonly [path: string, line: ParsedLine])[] {
  if (input.kind === 'remove') return []
  if (input.kind === 'one') return [['', input.line]]
  return input.lines.map((line, index) => [`${name}.${index}.`, line])
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
