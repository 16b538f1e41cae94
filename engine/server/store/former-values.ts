import { typeOf } from '../../fields/index.ts'
import { isComputed } from '../../fields/traits.ts'
import { fieldWithId } from '../../model/ids.ts'
import type { Resource } from '../../model/model.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import type { Change, Changes, LineChanges, LinkChanges } from './history.ts'
import type { ParsedLine } from './input.ts'
import { ownTenant } from './own-tenant.ts'
import type { LineInput } from './plan-lines.ts'
import { type ChildPart, partsOf } from './referring.ts'
import { partId } from './stored-names.ts'
import type { Work } from './work.ts'

/** The state of a record before changes of it. */
export interface Former {
  /** Former values of its own fields. */
  readonly values: Row
  /** Former lines, by the name of their part. */
  readonly lines: ReadonlyMap<string, FormerLines>
  /** Changed links, by the name of their bind. */
  readonly links: ReadonlyMap<string, LinkChanges>
  /** Names whose former value is not known: the field was removed, or only a digest of its value is stored. */
  readonly unknown: readonly string[]
}

interface FormerLines {
  readonly added: Set<string>
  readonly changed: Map<string, Row>
  readonly removed: Map<string, Row>
}

/** The state of a record before these changes. The latest change comes first. */
export function formerOf(work: Work, resource: Resource, entries: readonly Changes[]): Former {
  const values: Row = {}
  const lines = new Map<string, FormerLines>()
  const links = new Map<string, LinkChanges>()
  const unknown: string[] = []
  const unknownOfLines = new Map<string, string>()
  const parts = partsOf(work.ctx.model, resource)
  for (const changes of entries) {
    for (const [name, change] of Object.entries(changes)) {
      const part = parts.find(one => partId(work.ctx.model, resource, one.name) === name)
      if ('lines' in change) {
        if (part) takeLines(part, change, lines, unknownOfLines)
        else if (change.lines.length > 0) unknown.push(name)
      } else if ('added' in change) takeLinks(resource, name, change, links, unknown)
      else takeValue(resource, name, change, values, unknown)
    }
  }
  return { values, lines, links, unknown: [...unknown, ...unknownOfLines.values()] }
}

/** Refuses to revert a record with unknown former values. */
export function assureKnown({ unknown }: Former): void {
  const [name] = unknown
  if (name !== undefined)
    throw refuse.conflict('not-known', {
      zh: `“${name}”原来的值没有保存，不能撤销`,
      en: `The previous value of "${name}" was not stored and cannot be restored`,
    })
}

function takeValue(resource: Resource, name: string, { from }: Change, values: Row, unknown: string[]): void {
  const field = fieldWithId(resource, name)
  if (field && isComputed(field)) return
  if (!field?.column || typeOf(field).secret) unknown.push(name)
  else values[field.name] = from
}

/** Of an id that several changes contain, the earliest decides whether it was linked before. */
function takeLinks(
  resource: Resource,
  name: string,
  { added, removed }: LinkChanges,
  all: Map<string, LinkChanges>,
  unknown: string[],
): void {
  const field = fieldWithId(resource, name)
  if (!field) return void unknown.push(name)
  const later = all.get(field.name) ?? { added: [], removed: [] }
  const [wasAdded, wasRemoved] = [new Set(added), new Set(removed)]
  all.set(field.name, {
    added: [...added, ...later.added.filter(id => !wasRemoved.has(id))],
    removed: [...removed, ...later.removed.filter(id => !wasAdded.has(id))],
  })
}

/** Of a line that an earlier change added, no former values are needed. `unknown` has names by the ids of lines. */
function takeLines(
  part: ChildPart,
  { lines }: LineChanges,
  all: Map<string, FormerLines>,
  unknown: Map<string, string>,
): void {
  const former = all.get(part.name) ?? { added: new Set(), changed: new Map(), removed: new Map() }
  all.set(part.name, former)
  for (const { id, operation, changes } of lines) {
    if (operation === 'save') {
      // Added and later removed by the same operation, so it never existed.
      if (!former.removed.delete(id)) former.added.add(id)
      former.changed.delete(id)
      unknown.delete(id)
      continue
    }
    const snapshot = operation === 'remove' ? former.removed : former.removed.has(id) ? former.removed : former.changed
    const values: Row = { ...snapshot.get(id) }
    const names: string[] = []
    for (const [field, change] of Object.entries(changes)) takeValue(part.resource, field, change, values, names)
    const { [part.link.name]: _, ...own } = values
    snapshot.set(id, own)
    const [name] = names
    if (name !== undefined) unknown.set(id, `${part.name}.${name}`)
  }
}

/**
 * The former lines as a change: added lines are removed, removed lines are restored as new lines at their former
 * positions.
 */
export async function lineInputsFor(
  work: Work,
  resource: Resource,
  { lines }: Former,
  there: ReadonlyMap<string, readonly Row[]>,
): Promise<ReadonlyMap<string, LineInput>> {
  const lineInputs = new Map<string, LineInput>()
  for (const part of partsOf(work.ctx.model, resource)) {
    const former = lines.get(part.name)
    if (!former) continue
    const remaining = (there.get(part.name) ?? []).filter(({ id }) => !former.added.has(String(id)))
    const all: ParsedLine[] = remaining.map(({ id }) => ({
      id: String(id),
      values: former.changed.get(String(id)) ?? {},
    }))
    for (const { id, at } of await positionsOf(work, part, [...former.removed.keys()]))
      all.splice(at, 0, { id: undefined, values: former.removed.get(id) ?? {} })
    lineInputs.set(part.name, { kind: 'all', lines: all })
  }
  return lineInputs
}

/** The former positions of deleted lines, in their order. */
async function positionsOf({ ctx, queries }: Work, { resource }: ChildPart, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await runAll(
    queries,
    sql`select t."id", t."line_no" as at from ${word(`"${resource.table}" t`)} where t."id" = any(${ids}::bigint[])${ownTenant(ctx, resource)} order by t."line_no", t."id"`,
  )
  return rows.map(row => ({ id: String(row['id']), at: Number(row['at']) }))
}
