import { digest } from '../../compiler/digest.ts'
import type { Model, Resource } from '../../model/model.ts'
import { accessTo } from '../auth/access.ts'
import type { Queries } from '../database/database.ts'
import { run, runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { blank } from '../store/plan-lines.ts'
import { type Work, workOn } from '../store/work.ts'
import { insertMany, updateMany } from '../store/write.ts'
import { type MarkChange, markSql, pendingMark } from '../store/write-row.ts'
import { type DescribedResource, type DescribedRow, describedResources } from './described-rows.ts'

/** An edited value that the descriptors have changed since it was edited. */
export interface KeptEdit {
  readonly resource: string
  /** Its name in the descriptors: `letter_state/1`. */
  readonly path: string
  readonly column: string
  readonly edited: unknown
  /** The value of the descriptors now. */
  readonly described: unknown
}

interface StoredRow {
  readonly row: Row
  /** The values of the descriptors at the last synchronisation; undefined for an added row. */
  readonly base: Row | undefined
}

/**
 * Brings the rows of dictionaries, of the menu and of parameters to the descriptors. A value that no user edited follows its
 * descriptor; an edited one is kept. A row that the descriptors no longer contain is deleted.
 */
export async function synchroniseRows(work: Work, before: Model | undefined): Promise<void> {
  const { model } = work.ctx
  const rowsOf = (one: Model) => JSON.stringify(presentIn(one).map(described => described.rows(one)))
  if (before && rowsOf(before) === rowsOf(model)) return
  await work.transaction(async queries => {
    for (const described of presentIn(model)) {
      const { table } = resourceOf(model, described)
      await run(queries, `lock table "${table}" in share row exclusive mode`, [])
      await synchronise(workOn(work, queries), described)
    }
  })
}

/** The Model with the edited rows. Its revision differs from that of the descriptors where a row was edited. */
export async function editedModel(queries: Queries, model: Model): Promise<Model> {
  let edited = model
  for (const described of presentIn(model)) {
    const stored = await storedRows(queries, resourceOf(model, described), described)
    const rows = effectiveRows(described, described.rows(model), stored)
    const differs = editsOf(described, described.rows(model), rows)
    if (differs.length === 0) continue
    edited = described.applied(edited, rows)
    edited = { ...edited, revision: `${edited.revision}-${digest(JSON.stringify(differs)).slice(0, 12)}` }
  }
  return edited
}

/** A text that changes with every change of the rows. */
export async function stampOfRows(queries: Queries, model: Model): Promise<string> {
  const tables = presentIn(model).map(described => resourceOf(model, described).table)
  if (tables.length === 0) return ''
  const parts = tables.map(
    table => `(select count(*) || ':' || coalesce(sum(version), 0) from "${table}" where is_deleted <> ${pendingMark})`,
  )
  const [row] = await run(queries, `select concat_ws(' ', ${parts.join(', ')}) as stamp`, [])
  return String(row?.['stamp'])
}

/** Edited values that the given descriptors would have changed. */
export async function keptEdits(queries: Queries, model: Model): Promise<readonly KeptEdit[]> {
  const kept: KeptEdit[] = []
  // A database of an earlier version has no such rows yet.
  const [table] = await run(queries, `select to_regclass('engine_described_row') as found`, [])
  if (table?.['found'] === null) return kept
  for (const described of presentIn(model)) {
    const stored = await storedRows(queries, resourceOf(model, described), described)
    for (const { id, path, values } of described.rows(model)) {
      const { row, base } = stored.get(id) ?? {}
      if (!row || !base) continue
      for (const column of described.columns) {
        const isKept = !isSame(row[column], base[column]) && !isSame(base[column], values[column])
        if (isKept && !isSame(row[column], values[column]))
          kept.push({ resource: described.resource, path, column, edited: row[column], described: values[column] })
      }
    }
  }
  return kept
}

const presentIn = (model: Model): readonly DescribedResource[] =>
  describedResources.filter(({ resource }) => model.resources[resource]?.guard === 'descriptors')

function resourceOf(model: Model, { resource }: DescribedResource): Resource {
  const found = model.resources[resource]
  if (!found) throw new Error(`The Model has no resource "${resource}".`)
  return found
}

/** The rows that apply: what was not edited is as described, also where it is not synchronised yet. */
function effectiveRows(
  { columns }: DescribedResource,
  described: readonly DescribedRow[],
  stored: ReadonlyMap<string, StoredRow>,
): ReadonlyMap<string, Row> {
  const known = new Map(described.map(row => [row.id, row]))
  return new Map(
    [...stored].flatMap(([id, { row, base }]): [string, Row][] => {
      const values = known.get(id)?.values
      if (!values || !base) return row['is_built_in'] !== true && row['is_deleted'] === 0 ? [[id, row]] : []
      const unedited = columns.filter(column => isSame(row[column], base[column]))
      return [[id, { ...row, ...Object.fromEntries(unedited.map(column => [column, values[column]])) }]]
    }),
  )
}

/** Values of rows that differ from the descriptors, and added rows. */
function editsOf(
  { columns }: DescribedResource,
  rows: readonly DescribedRow[],
  effective: ReadonlyMap<string, Row>,
): readonly unknown[] {
  const known = new Map(rows.map(row => [row.id, row]))
  return [...effective]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([id, row]) => {
      const described = known.get(id)
      const values = columns.filter(column => !described || !isSame(row[column], described.values[column]))
      return values.length === 0 ? [] : [[id, row['dict_key'], ...values.map(column => [column, row[column]])]]
    })
}

async function storedRows(
  queries: Queries,
  { table }: Resource,
  { resource }: DescribedResource,
): Promise<ReadonlyMap<string, StoredRow>> {
  // Ids exceed the numbers of JSON.
  const rows = await run(
    queries,
    `select t.id::text as id, to_jsonb(t) || jsonb_build_object('id', t.id::text, 'parent_id', to_jsonb(t) ->> 'parent_id') as row, b.base
     from "${table}" t left join engine_described_row b on b.resource = $1::text and b.record_id = t.id`,
    [resource],
  )
  return new Map(
    rows.map(({ id, row, base }) => [String(id), { row: row as Row, base: (base ?? undefined) as Row | undefined }]),
  )
}

async function synchronise(work: Work, described: DescribedResource): Promise<void> {
  const { ctx, queries } = work
  const resource = resourceOf(ctx.model, described)
  const rows = parentsFirst(described.rows(ctx.model))
  await adopt(work, resource, described, rows)
  const stored = await storedRows(queries, resource, described)
  const isDeleted = (id: string) => stored.get(id)?.row['is_deleted'] !== 0
  const [added, present] = [rows.filter(({ id }) => !stored.has(id)), rows.filter(({ id }) => stored.has(id))]
  const again = present.filter(({ id }) => isDeleted(id)).map(({ id }) => id)
  await mark(work, resource, again, ['itself', 'none'])
  await insertRows(work, resource, added)
  for (const one of present) {
    const before = stored.get(one.id)
    if (before) await updateRow(work, resource, described, one, before)
  }
  const known = new Set(rows.map(({ id }) => id))
  const gone = [...stored].filter(([id, { base }]) => base !== undefined && !known.has(id) && !isDeleted(id))
  // Kept as deleted: an edit applies again if the descriptors contain it again.
  await mark(
    work,
    resource,
    gone.map(([id]) => id),
    ['none', 'itself'],
  )
  const bases = rows.flatMap(one => {
    const before = stored.get(one.id)
    const base = before ? baseAfter(described, one, before) : one.values
    return before && isSame(before.base, base) ? [] : [{ id: one.id, path: one.path, base }]
  })
  await storeBases(queries, described, bases)
}

/** A row that users added becomes the one of the descriptors; where its values differ, they count as edited. */
async function adopt(
  { queries }: Work,
  resource: Resource,
  described: DescribedResource,
  rows: readonly DescribedRow[],
): Promise<void> {
  if (!described.idOf) return
  const stored = await storedRows(queries, resource, described)
  const missing = new Map(rows.filter(({ id }) => !stored.has(id)).map(one => [one.id, one]))
  for (const [id, { row }] of stored) {
    const one = row['is_deleted'] === 0 ? missing.get(described.idOf(row)) : undefined
    if (!one) continue
    await run(queries, `update "${resource.table}" set id = $1::bigint where id = $2::bigint`, [one.id, id])
    await run(
      queries,
      'update engine_history set record_id = $1::bigint where resource = $2::text and record_id = $3::bigint',
      [one.id, resource.name, id],
    )
    await storeBases(queries, described, [{ id: one.id, path: one.path, base: one.values }])
  }
}

/** In this order no row is below itself while the rows of a tree change their parents one by one. */
function parentsFirst(rows: readonly DescribedRow[]): readonly DescribedRow[] {
  const byId = new Map(rows.map(row => [row.id, row]))
  // A resource may have the code of its menu group, whose row is then below itself.
  const depthOf = ({ id, identity }: DescribedRow, below: readonly string[] = []): number => {
    const parent = byId.get(String(identity['parent_id']))
    return parent && !below.includes(id) ? depthOf(parent, [...below, id]) + 1 : 0
  }
  return rows.toSorted((one, other) => depthOf(one) - depthOf(other))
}

async function mark(
  { ctx, queries }: Work,
  resource: Resource,
  ids: readonly string[],
  change: MarkChange,
): Promise<void> {
  if (ids.length > 0) await runAll(queries, markSql(ctx, resource, ids, change))
}

/** The store's write of rows, without a check: the compiler has checked the descriptors. A row may refer to one behind it. */
async function insertRows(work: Work, resource: Resource, rows: readonly DescribedRow[]): Promise<void> {
  const records = rows.map(({ id, identity, values }) => {
    const after = { ...blank(work.ctx, resource), ...recordOf(resource, { ...identity, ...values }), isBuiltIn: true }
    return { id, after, changed: new Set(Object.keys(after)), parts: [] }
  })
  await insertMany(work, resource, accessTo(work.ctx, resource, 'add'), records, 'initial')
}

async function updateRow(
  work: Work,
  resource: Resource,
  described: DescribedResource,
  one: DescribedRow,
  { row, base }: StoredRow,
): Promise<void> {
  const wanted: Row = { ...one.identity, is_built_in: true }
  for (const column of described.columns) {
    const isEdited = base !== undefined && !isSame(row[column], base[column])
    wanted[column] = isEdited ? row[column] : one.values[column]
  }
  const different = Object.entries(wanted).filter(([column, value]) => !isSame(row[column], value))
  if (different.length === 0) return
  const record = { ...recordOf(resource, row), id: one.id, version: row['version'] }
  const changes = recordOf(resource, Object.fromEntries(different))
  const prepared = { after: { ...record, ...changes }, changed: new Set(Object.keys(changes)), parts: [] }
  const change = { before: record, prepared, step: { operation: 'update' } }
  await updateMany(work, resource, accessTo(work.ctx, resource, 'edit'), [change], 'initial')
}

/** Values by column as a record. */
const recordOf = ({ fields }: Resource, values: Row): Row =>
  Object.fromEntries(
    fields.flatMap(({ name, column }) =>
      column !== undefined && Object.hasOwn(values, column) ? [[name, values[column]] as const] : [],
    ),
  )

/** The base of an edited value stays: it is the value that the edit replaced. An edit that is equal to its descriptor ends. */
function baseAfter({ columns }: DescribedResource, { values }: DescribedRow, { row, base }: StoredRow): Row {
  if (!base) return values
  const kept = columns.filter(column => !isSame(row[column], base[column]) && !isSame(row[column], values[column]))
  return { ...values, ...Object.fromEntries(kept.map(column => [column, base[column]])) }
}

async function storeBases(
  queries: Queries,
  { resource }: DescribedResource,
  bases: readonly { readonly id: string; readonly path: string; readonly base: Row }[],
): Promise<void> {
  if (bases.length === 0) return
  await run(
    queries,
    `insert into engine_described_row (resource, record_id, path, base)
     select $1::text, r.id, r.path, r.base from jsonb_to_recordset($2::text::jsonb) as r(id bigint, path text, base jsonb)
     on conflict (resource, record_id) do update set path = excluded.path, base = excluded.base`,
    [resource, JSON.stringify(bases)],
  )
}

const isSame = (one: unknown, other: unknown): boolean => sorted(one ?? null) === sorted(other ?? null)

/** PostgreSQL stores the names of a JSON object in its own order. */
const sorted = (value: unknown): string =>
  JSON.stringify(
    value !== null && typeof value === 'object'
      ? Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
      : value,
  )
