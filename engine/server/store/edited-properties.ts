import type { Model, Resource } from '../../model/model.ts'
import { messageRows, overlaidRows, pathOfRow } from '../../record/overlaid-rows.ts'
import { describedProperties, lowerValue } from '../../record/overlays.ts'
import { platformTenant } from '../auth/actor.ts'
import type { RowChange } from '../auth/authority-guard.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, recordOf, shapeOf } from '../database/shape.ts'
import { isPerTenant } from '../database/tenancy.ts'
import { deleteOverlays, storeOverlays, type TenantOverlay } from './overlay-table.ts'
import { ownTenant } from './own-tenant.ts'
import { columnsSql } from './select.ts'
import { storeTemplateParams } from './template-params.ts'
import type { Work } from './work.ts'

/**
 * Stores what changes of rows edit of the descriptors, in their transaction. A value that is equal to the next lower
 * one is no edit; a sparse row then contains no value. The parameters of message templates follow their texts.
 */
export async function storeEdits(work: Work, resource: Resource, changes: readonly RowChange[]): Promise<void> {
  for (const change of changes.flatMap(one => atOnePath(work, resource, one))) {
    const edits = editsOf(work, resource, change)
    await storeOverlays(
      work.queries,
      edits.filter(({ isEdit }) => isEdit).map(({ overlay }) => overlay),
    )
    await deleteOverlays(
      work.queries,
      edits.filter(({ isEdit }) => !isEdit).map(({ overlay }) => overlay),
    )
  }
  if (resource.name !== messageRows) return
  const ids = changes.map(({ before, after }) => String((before ?? after)?.['id']))
  const rows = changes.flatMap(({ after }, index) => (after ? [{ ...after, id: ids[index] }] : []))
  await storeTemplateParams(work, ids, rows)
}

/** A row that gets another path ends the edits of its former one. */
function atOnePath({ ctx: { model } }: Work, { name }: Resource, change: RowChange): readonly RowChange[] {
  const { before, after } = change
  if (!before || !after || pathOfRow(model, name, before) === pathOfRow(model, name, after)) return [change]
  return [
    { before, after: null },
    { before: null, after },
  ]
}

/** Stores what rows edit that were written without being visible. */
export async function storeEditsOf(work: Work, resource: Resource, ids: readonly string[]): Promise<void> {
  const shape = shapeOf(work.ctx.model, resource, new Set())
  const table = word(`"${resource.table}" t`)
  const rows = await runAll(
    work.queries,
    sql`select ${word(columnsSql(shape, 't'))} from ${table} where t."id" = any(${ids}::bigint[])${ownTenant(work.ctx, resource)}`,
  )
  await storeEdits(
    work,
    resource,
    rows.map(row => ({ before: null, after: recordOf(shape, row) })),
  )
}

interface Edit {
  readonly overlay: TenantOverlay
  /** Otherwise the property has its lower value. */
  readonly isEdit: boolean
}

function editsOf({ ctx: { model, actor } }: Work, resource: Resource, { before, after }: RowChange): Edit[] {
  const rows = overlaidRows[resource.name]
  const path = rows && pathOfRow(model, resource.name, after ?? before ?? {})
  if (!rows || path === undefined) return []
  const { kind, fields, isSparse = false } = rows
  const tenantId = isPerTenant(resource) ? actor.tenantId : platformTenant
  const known = describedProperties(model, kind, path)
  return Object.entries(fields).flatMap(([field, property]) => {
    if ((known && !(property in known)) || (after && before && isSame(before[field], after[field]))) return []
    const value = after?.[field] ?? null
    const at = { kind, path, property }
    const isEdit =
      after !== null &&
      !(isSparse && value === null) &&
      !isSame(value, lowerValue(model, isSparse ? 'tenant' : 'platform', at))
    if (after && isSparse && !isEdit) after[field] = null
    return [{ overlay: { ...at, tenantId, value, replaced: known?.[property] ?? null }, isEdit }]
  })
}

const isSame = (one: unknown, other: unknown): boolean => (one ?? null) === (other ?? null)

/** The values of a row without its edits: those of the descriptors, by field. */
export function describedRow(model: Model, resource: string, row: Row): Row {
  const rows = overlaidRows[resource]
  const path = rows && pathOfRow(model, resource, row)
  const properties = rows && path !== undefined ? describedProperties(model, rows.kind, path) : undefined
  if (!rows || !properties) return {}
  return Object.fromEntries(
    Object.entries(rows.fields).flatMap(([field, property]) =>
      property in properties ? [[field, properties[property]]] : [],
    ),
  )
}
