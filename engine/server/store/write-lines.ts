import type { Resource } from '../../model/model.ts'
import { ownerColumn } from '../../model/owner.ts'
import { engineColumns } from '../../model/system-fields.ts'
import { uniqueSetsOf } from '../../model/unique-sets.ts'
import { transmittedNow } from '../auth/request-context.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { digestSecrets } from './aspects/secrets.ts'
import { type Change, changesBetween, type LineChanges } from './history.ts'
import { linePosition, type PreparedPart } from './plan-lines.ts'
import { partsOf } from './referring.ts'
import { reserveSerials } from './serial.ts'
import type { Work } from './work.ts'
import {
  hideSql,
  insertSql,
  markSql,
  type PastVersion,
  publishSql,
  type RowValues,
  setOwnerSql,
  updateSql,
} from './write-row.ts'

/** A record whose lines are written. */
interface Master {
  readonly id: string
  readonly ownerId: string | null
  readonly parts: readonly PreparedPart[]
  readonly isPending?: true
  readonly past?: PastVersion
}

/** New lines of several records, by their resource. */
type NewLines = ReadonlyMap<Resource, readonly RowValues[]>

/** Sets the ids, serials and masters of new lines. Their owner is their master's. */
export async function newLines(work: Work, masters: readonly Master[]): Promise<NewLines> {
  const all = new Map<Resource, RowValues[]>()
  for (const { id: masterId, ownerId, parts, isPending, past: whole } of masters) {
    const past = whole && { version: 1, created: whole.created, updated: whole.created }
    for (const { part, lines } of parts) {
      const rows = all.get(part.resource) ?? []
      all.set(part.resource, rows)
      for (const [lineNo, { before, after }] of lines.entries()) {
        if (before) continue
        // A line of a seed has an id.
        const id = typeof after['id'] === 'string' ? after['id'] : work.ids.next()
        Object.assign(after, newRow(work, id, past), { [part.link.name]: masterId })
        await digestSecrets(work, part.resource, [{ after, changed: new Set(Object.keys(after)) }])
        rows.push({ id, record: after, ownerId, lineNo, ...(isPending && { isPending }), ...(past && { past }) })
      }
    }
  }
  for (const [resource, rows] of all) {
    const serials = await reserveSerials(
      work.queries,
      work.ctx,
      resource,
      rows.map(({ record }) => record),
    )
    for (const [index, { record }] of rows.entries()) Object.assign(record, serials[index])
  }
  return all
}

/** Stores new lines. */
export async function storeNew({ ctx, queries }: Work, lines: NewLines): Promise<void> {
  for (const [resource, rows] of lines) if (rows.length > 0) await runAll(queries, insertSql(ctx, resource, rows))
}

/** Deletes removed lines, and stores changed or moved ones. */
export async function storeChanged(
  work: Work,
  { part: { resource }, lines, removed, isReordered }: PreparedPart,
): Promise<void> {
  const { ctx, queries } = work
  // Removed lines first: another one may get their unique values.
  const removedIds = removed.map(line => String(line['id']))
  if (removedIds.length > 0) await runAll(queries, markSql(ctx, resource, removedIds, ['none', 'itself']))
  const comparedIds = lines.flatMap(({ before, changed }) =>
    before && isCompared(resource, changed) ? [String(before['id'])] : [],
  )
  // Lines may exchange their unique values, which the database compares when all of them are stored. Those of a record
  // that an import has not published yet remain invisible.
  const hidden = comparedIds.length > 1 ? await runAll(queries, hideSql(ctx, resource, comparedIds)) : []
  for (const [lineNo, { before, after, changed }] of lines.entries()) {
    const isMoved = isReordered && before?.[linePosition] !== lineNo
    if (!before || (changed.size === 0 && !isMoved)) continue
    const record = { ...after }
    await digestSecrets(work, resource, [{ after: record, changed }])
    const row = { id: String(before['id']), record, ...(isMoved && { lineNo }) }
    await runAll(queries, updateSql(ctx, resource, [row], changed, { sameVersion: changed.size === 0 }))
  }
  const ids = hidden.map(row => String(row['id']))
  if (ids.length > 0) await runAll(queries, publishSql(ctx, resource, ids, 'id'))
}

/** Whether a change of these fields can give a row unique values that it did not have. */
export const isCompared = (resource: Resource, changed: ReadonlySet<string>): boolean =>
  changed.size > 0 &&
  uniqueSetsOf(resource).some(
    ({ fields, during = [], where }) =>
      where !== undefined || [...fields, ...during].some(({ name }) => changed.has(name)),
  )

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

/** The system values of a new record or line: its id, its creator and the time. */
export function newRow({ ctx }: Work, id: string, past?: PastVersion): Row {
  const now = { at: transmittedNow(ctx), userId: ctx.actor.userId }
  const { version, created, updated } = past ?? { version: 1, created: now, updated: now }
  return {
    id,
    createUser: created.userId,
    createDept: ctx.actor.deptId,
    createTime: created.at,
    updateUser: updated.userId,
    updateTime: updated.at,
    status: 1,
    version,
  }
}

/** The user and time of a change. */
export const changedNow = ({ ctx }: Work): Row => ({ updateUser: ctx.actor.userId, updateTime: transmittedNow(ctx) })
