import { isDescribed } from '../../model/guard.ts'
import { idOf } from '../../model/ids.ts'
import type { Model, Resource } from '../../model/model.ts'
import { messageRows, overlaidRows, tenantDictionaryRows } from '../../record/overlaid-rows.ts'
import { activeOverlays, describedProperties, entryOfPath, type Overlay } from '../../record/overlays.ts'
import { accessTo } from '../auth/access.ts'
import { platformTenant } from '../auth/actor.ts'
import type { Queries } from '../database/database.ts'
import { run, runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { withPartsRenamed } from '../storage/renamed-parts.ts'
import { deleteOverlays, overlaysOf, storeOverlays, type TenantOverlay } from '../store/overlay-table.ts'
import { blank } from '../store/plan-lines.ts'
import { markedRows, rollUp } from '../store/roll-up.ts'
import { storeTemplateParams } from '../store/template-params.ts'
import { type Work, workOn } from '../store/work.ts'
import { write } from '../store/write.ts'
import { type MarkChange, markSql } from '../store/write-row.ts'
import { type DescribedResource, type DescribedRow, describedResources } from './described-rows.ts'

/**
 * An edit that the plan lists. `kept`: the descriptors have changed the value since, and the edit applies; `ended`: the
 * descriptors have the same value now, so the edit is removed; `inactive`: its path no longer exists, or the value is
 * not valid any more.
 */
export interface ListedEdit extends TenantOverlay {
  readonly state: 'kept' | 'ended' | 'inactive'
  /** The value of the descriptors now. */
  readonly described: unknown
}

/** The edits that differ from what the given descriptors expect. */
export async function listedEdits(queries: Queries, model: Model): Promise<readonly ListedEdit[]> {
  const [table] = await run(queries, `select to_regclass('engine_overlay') as found`, [])
  const all = withPartsRenamed(model, table?.['found'] === null ? [] : await overlaysOf(queries))
  const [active, ended] = [new Set<Overlay>(activeOverlays(model, all)), new Set(endedBy(model, all))]
  return all.flatMap((overlay): ListedEdit[] => {
    const described = describedProperties(model, overlay.kind, overlay.path)?.[overlay.property]
    const list = (state: ListedEdit['state']) => [{ ...overlay, state, described: described ?? null }]
    if (!active.has(overlay)) return list('inactive')
    if (ended.has(overlay)) return list('ended')
    return described !== undefined && described !== overlay.replaced && described !== overlay.value ? list('kept') : []
  })
}

/**
 * Brings the rows of dictionaries, of the menu, of parameters and of messages to the descriptors with the platform's
 * edits. A row that the descriptors no longer contain is deleted; edits that are equal to the descriptors end. Only rows
 * of parts that differ from those of the Model before are read.
 */
export async function synchroniseRows(work: Work, before: Model | undefined): Promise<void> {
  const { model } = work.ctx
  const changed = presentIn(model).filter(
    one => !before || !presentIn(before).includes(one) || isOther(one.part(before), one.part(model)),
  )
  if (before && changed.length === 0 && !isOther(before.roles, model.roles)) return
  await work.transaction(async queries => {
    const inside = workOn(work, queries)
    for (const described of changed)
      await run(queries, `lock table "${resourceOf(model, described).table}" in share row exclusive mode`, [])
    for (const described of changed) await adopt(inside, described)
    await endEqual(inside)
    const edits = activeOverlays(model, await overlaysOf(queries, [platformTenant]))
    for (const described of changed) await synchronise(inside, described, edits)
    for (const described of changed.filter(({ resource }) => resource === messageRows)) {
      const rows = [...(await storedRows(queries, resourceOf(model, described)))]
      const present = rows.flatMap(([, row]) => (row['isDeleted'] === 0 ? [row] : []))
      await storeTemplateParams(
        inside,
        rows.map(([id]) => id),
        present,
      )
    }
  })
}

const isOther = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after)

const presentIn = (model: Model): readonly DescribedResource[] =>
  describedResources.filter(({ resource: name }) => {
    const resource = model.resources[name]
    return resource !== undefined && isDescribed(resource)
  })

function resourceOf(model: Model, { resource }: DescribedResource): Resource {
  const found = model.resources[resource]
  if (!found) throw new Error(`The Model has no resource "${resource}".`)
  return found
}

/** The overlays that are equal to the descriptors. A tenant's one stays while it differs from the platform's. */
function endedBy(model: Model, overlays: readonly TenantOverlay[]): readonly TenantOverlay[] {
  const equal = (activeOverlays(model, overlays) as readonly TenantOverlay[]).filter(
    ({ kind, path, property, value }) => describedProperties(model, kind, path)?.[property] === value,
  )
  const placeOf = ({ kind, path, property }: Overlay) => `${kind} ${path} ${property}`
  const ofPlatform = activeOverlays(
    model,
    overlays.filter(({ tenantId }) => tenantId === platformTenant),
  )
  const between = new Set(ofPlatform.filter(one => !equal.includes(one as TenantOverlay)).map(placeOf))
  return equal.filter(overlay => overlay.tenantId === platformTenant || !between.has(placeOf(overlay)))
}

/** Deletes edits that equal the descriptors, beside `write`: no value of a row changes for its tenant. */
async function endEqual({ ctx: { model }, queries }: Work): Promise<void> {
  const ended = endedBy(model, await overlaysOf(queries))
  await deleteOverlays(queries, ended)
  const resource = model.resources[tenantDictionaryRows]
  for (const { tenantId, path, property, kind } of ended) {
    if (!resource || kind !== 'dictionary' || tenantId === platformTenant) continue
    const [code, key = '-1'] = entryOfPath(path)
    const name = Object.entries(overlaidRows[tenantDictionaryRows]?.fields ?? {}).find(([, one]) => one === property)
    const column = resource.fields.find(field => field.name === name?.[0])?.column
    await run(
      queries,
      `update "${resource.table}" set "${column}" = null, version = version + 1
       where tenant_id = $1::text and code = $2::text and dict_key = $3::text and is_deleted = 0`,
      [tenantId, code, key],
    )
  }
}

/** The stored rows by id, as records. */
async function storedRows(queries: Queries, resource: Resource): Promise<ReadonlyMap<string, Row>> {
  // Ids exceed the numbers of JSON.
  const rows = await run(
    queries,
    `select t.id::text as id, to_jsonb(t) || jsonb_build_object('parent_id', to_jsonb(t) ->> 'parent_id') as row
     from "${resource.table}" t`,
    [],
  )
  return new Map(
    rows.map(({ id, row }) => {
      const stored = row as Row
      const record = { ...recordOf(resource, stored), id, version: stored['version'], isDeleted: stored['is_deleted'] }
      return [String(id), record]
    }),
  )
}

async function synchronise(work: Work, described: DescribedResource, edits: readonly Overlay[]): Promise<void> {
  const { ctx, queries } = work
  const resource = resourceOf(ctx.model, described)
  const rows = parentsFirst(described.rows(ctx.model)).map(row => withEdits(resource, row, edits))
  const stored = await storedRows(queries, resource)
  const isDeleted = (id: string) => stored.get(id)?.['isDeleted'] !== 0
  const present = rows.filter(({ id }) => stored.has(id))
  const again = present.filter(({ id }) => isDeleted(id)).map(({ id }) => id)
  await mark(work, resource, again, ['itself', 'none'])
  await insertRows(
    work,
    resource,
    rows.filter(({ id }) => !stored.has(id)),
  )
  for (const one of present) await updateRow(work, resource, one, stored.get(one.id) ?? {})
  const known = new Set(rows.map(({ id }) => id))
  const gone = [...stored].filter(([id, row]) => row['isBuiltIn'] === true && !known.has(id) && !isDeleted(id))
  // Kept as deleted, with its history: an edit applies again if the descriptors contain it again.
  await mark(
    work,
    resource,
    gone.map(([id]) => id),
    ['none', 'itself'],
  )
}

function withEdits({ name }: Resource, row: DescribedRow, edits: readonly Overlay[]): DescribedRow {
  const { kind, fields } = overlaidRows[name] ?? { kind: undefined, fields: {} }
  const own = edits.filter(edit => edit.kind === kind && edit.path === row.path)
  const edited = Object.entries(fields).flatMap(([field, property]) => {
    const edit = own.find(one => one.property === property)
    return edit ? [[field, edit.value] as const] : []
  })
  return { ...row, values: { ...row.values, ...Object.fromEntries(edited) } }
}

/**
 * A row that users added becomes the one of the descriptors; where its values differ, they are edits. It is beside `write`,
 * which changes no id.
 */
async function adopt({ ctx: { model }, queries }: Work, described: DescribedResource): Promise<void> {
  const rows = overlaidRows[described.resource]
  if (!described.idOf || !rows) return
  const resource = resourceOf(model, described)
  const stored = await storedRows(queries, resource)
  const missing = new Map(described.rows(model).flatMap(one => (stored.has(one.id) ? [] : [[one.id, one] as const])))
  for (const [id, row] of stored) {
    const one = row['isDeleted'] === 0 ? missing.get(described.idOf(row)) : undefined
    if (!one) continue
    // One statement, after which the references of the rows below it are checked.
    const below = resource.tree === undefined ? 'false' : 'parent_id = $2::bigint'
    const parent =
      resource.tree === undefined ? '' : `, parent_id = case when ${below} then $1::bigint else parent_id end`
    await run(
      queries,
      `update "${resource.table}" set id = case when id = $2::bigint then $1::bigint else id end${parent}
       where id = $2::bigint or ${below}`,
      [one.id, id],
    )
    await run(
      queries,
      'update engine_history set record_id = $1::bigint where resource = $2::text and record_id = $3::bigint',
      [one.id, idOf(resource), id],
    )
    await run(
      queries,
      'delete from engine_overlay where tenant_id = $1::text and kind = $2::text and path = $3::text',
      [platformTenant, rows.kind, one.path],
    )
    const edits = Object.entries(rows.fields).flatMap(([field, property]) => {
      const [value, replaced] = [row[field] ?? null, one.values[field] ?? null]
      return value === null || value === replaced || !(field in one.values)
        ? []
        : [{ tenantId: platformTenant, kind: rows.kind, path: one.path, property, value, replaced }]
    })
    await storeOverlays(queries, edits)
  }
}

/** In this order no row is below itself while the rows of a tree change their parents one by one. */
function parentsFirst(rows: readonly DescribedRow[]): readonly DescribedRow[] {
  const byId = new Map(rows.map(row => [row.id, row]))
  // A resource may have the code of its menu group, whose row is then below itself.
  const depthOf = ({ id, identity }: DescribedRow, below: readonly string[] = []): number => {
    const parent = byId.get(String(identity['parentId']))
    return parent && !below.includes(id) ? depthOf(parent, [...below, id]) + 1 : 0
  }
  return rows.toSorted((one, other) => depthOf(one) - depthOf(other))
}

/** Deletes or restores rows beside `write`: a reference to a row does not keep it if the descriptors lack it. */
async function mark(work: Work, resource: Resource, ids: readonly string[], change: MarkChange): Promise<void> {
  if (ids.length === 0) return
  await runAll(work.queries, markSql(work.ctx, resource, ids, change))
  await rollUp(work, await markedRows(work, resource, ids), () => undefined)
}

/** The store's write of rows, without a check: the compiler has checked the descriptors. A row may refer to one behind it. */
async function insertRows(work: Work, resource: Resource, rows: readonly DescribedRow[]): Promise<void> {
  const records = rows.map(({ id, identity, values }) => {
    const after = { ...blank(work.ctx, resource), ...identity, ...values, isBuiltIn: true }
    return { before: null, id, prepared: { after, changed: new Set(Object.keys(after)), parts: [] } }
  })
  await write(work, { resource, access: accessTo(work.ctx, resource, 'add'), origin: 'system' }, records)
}

async function updateRow(work: Work, resource: Resource, one: DescribedRow, before: Row): Promise<void> {
  const wanted = Object.entries({ ...one.identity, isBuiltIn: true, ...one.values })
  const changes = Object.fromEntries(wanted.filter(([name, value]) => isOther(before[name] ?? null, value ?? null)))
  if (Object.keys(changes).length === 0) return
  const prepared = { after: { ...before, ...changes }, changed: new Set(Object.keys(changes)), parts: [] }
  const change = { before: { record: before, lines: new Map() }, prepared }
  await write(work, { resource, access: accessTo(work.ctx, resource, 'edit'), origin: 'system' }, [change])
}

/** Values by column as a record. */
const recordOf = ({ fields }: Resource, values: Row): Row =>
  Object.fromEntries(
    fields.flatMap(({ name, column }) =>
      column !== undefined && Object.hasOwn(values, column) ? [[name, values[column]] as const] : [],
    ),
  )
