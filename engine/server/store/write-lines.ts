import type { Resource } from '../../model/model.ts'
import { engineColumns } from '../../model/system-fields.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { ownerColumn } from '../storage/owner.ts'
import { digestSecrets } from './digest-secrets.ts'
import { type Change, changesBetween, type LineChanges } from './history.ts'
import { linePosition, type PreparedPart } from './plan-lines.ts'
import { partsOf } from './referring.ts'
import { newRow } from './row-stamp.ts'
import { reserveSerials } from './serial.ts'
import type { Work } from './work.ts'
import { deleteSql, insertedAtOnce, insertSql, setOwnerSql, updateSql } from './write-row.ts'

/** Lines of one part that are inserted, by their positions. */
export interface NewLines {
  readonly prepared: PreparedPart
  readonly part: PreparedPart['part']
  readonly rows: readonly { readonly record: Row; readonly lineNo: number }[]
}

/** Sets the ids, serials and master of new lines. */
export async function newLines(work: Work, parts: readonly PreparedPart[], masterId: string): Promise<NewLines[]> {
  const all: NewLines[] = []
  for (const prepared of parts) {
    const { part, lines } = prepared
    const rows = lines.flatMap((line, lineNo) => (line.before ? [] : [{ record: line.after, lineNo }]))
    const serials = await reserveSerials(work.queries, work.ctx, part.resource, rows.length)
    for (const [index, { record }] of rows.entries()) {
      Object.assign(record, newRow(work, work.ids.next()), serials[index], { [part.link.name]: masterId })
      await digestSecrets(work, part.resource, record, new Set(Object.keys(record)))
    }
    all.push({ prepared, part, rows })
  }
  return all
}

/** Stores new lines. Their owner is their master's. */
export async function storeNew(
  work: Work,
  resource: Resource,
  rows: NewLines['rows'],
  ownerId: string | null,
): Promise<void> {
  const given = rows.map(({ record, lineNo }) => ({ record, given: { id: String(record['id']), ownerId, lineNo } }))
  const most = insertedAtOnce(resource)
  for (let from = 0; from < given.length; from += most)
    await runAll(work.queries, insertSql(work.ctx, resource, given.slice(from, from + most)))
}

/** Stores changed or moved lines, and deletes removed ones. */
export async function storeChanged(
  { ctx, queries }: Work,
  { part, lines, removed, isReordered }: PreparedPart,
): Promise<void> {
  for (const [lineNo, { before, after, changed }] of lines.entries()) {
    const isMoved = isReordered && before?.[linePosition] !== lineNo
    if (!before || (changed.size === 0 && !isMoved)) continue
    const more = { ...(isMoved && { lineNo }), bumps: changed.size > 0 }
    await runAll(queries, updateSql(ctx, part.resource, String(before['id']), after, changed, more))
  }
  const removedIds = removed.map(line => String(line['id']))
  if (removedIds.length > 0) await runAll(queries, deleteSql(ctx, part.resource, removedIds))
}

/** Sets the owner of lines to their master's. */
export async function setLinesOwner({ ctx, queries }: Work, master: Resource, id: string, ownerId: string | null) {
  for (const { resource, link } of partsOf(ctx.model, master)) {
    if (ownerColumn(ctx.model, resource) !== engineColumns.owner) continue
    await runAll(queries, setOwnerSql(ctx, resource, String(link.column), id, ownerId))
  }
}

/** The history of lines, by the name of their part. */
export function lineChanges(parts: readonly PreparedPart[]): Record<string, LineChanges> {
  const all: Record<string, LineChanges> = {}
  for (const { part, lines, removed } of parts) {
    const between = (before: Row | null, after: Row, names: Iterable<string>): Readonly<Record<string, Change>> =>
      changesBetween(part.resource, before, after, names)
    const changedLines = lines
      .filter(line => !line.before || line.changed.size > 0)
      .map(({ before, after, changed }) => ({
        id: String(after['id']),
        operation: before ? ('update' as const) : ('save' as const),
        changes: between(before, after, changed),
      }))
    // The values of a removed line are recorded: a former version of the record is built from them.
    const names = part.resource.fields.flatMap(({ name }) => (name === part.link.name ? [] : [name]))
    const removals = removed.map(line => ({
      id: String(line['id']),
      operation: 'remove' as const,
      changes: between(line, {}, names),
    }))
    if (changedLines.length + removals.length > 0) all[part.name] = { lines: [...changedLines, ...removals] }
  }
  return all
}
