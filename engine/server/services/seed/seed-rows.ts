import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import { displayKeyColumn, keyedDisplay } from '../../../fields/display-key.ts'
import { typeOf } from '../../../fields/index.ts'
import type { Field, Model, Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { engineColumns, fieldOf } from '../../../model/system-fields.ts'
import type { Database, Queries } from '../../database/database.ts'
import { run } from '../../database/run.ts'
import { referenceOf } from '../../database/shape.ts'
import { displayKeyOf } from '../../storage/display-key.ts'
import { ownerColumn } from '../../storage/owner.ts'

/** The tenant of every installation, to which seed rows belong. */
const firstTenant = '000000'
const rowsAtOnce = 2000

/** A row by column name. */
type SeedRow = Readonly<Record<string, unknown>>

/** What was loaded, for the log. */
export interface Seeded {
  readonly resource: string
  readonly rows: number
}

/**
 * Fills empty tables from the app's `seeds/<entity>.csv.gz`: columns by field name, including `id`, values as
 * transmitted, parents before children. A table with rows is left unchanged. Each file is loaded in one transaction.
 */
export async function loadSeeds(database: Database, model: Model, appDir: string): Promise<Seeded[]> {
  const loaded: Seeded[] = []
  for (const resource of referredFirst(model)) {
    const file = join(appDir, 'seeds', `${resource.name}.csv.gz`)
    if (!existsSync(file)) continue
    const rows = await database.patiently(patient =>
      patient.transaction().execute(async queries => {
        // Two processes may start at once: the second waits here and then finds rows.
        await run(queries, `lock table "${resource.table}" in share row exclusive mode`, [])
        if (!(await isEmpty(queries, resource))) return 0
        return withoutKeys(queries, resource, () => load(queries, model, resource, file))
      }),
    )
    if (rows > 0) loaded.push({ resource: resource.name, rows })
  }
  return loaded
}

/**
 * Resources after those to which they refer and after their masters; cycles are broken at the first resource reached.
 */
function referredFirst(model: Model): Resource[] {
  const ordered = new Set<Resource>()
  const begun = new Set<Resource>()
  const take = (resource: Resource): void => {
    if (begun.has(resource)) return
    begun.add(resource)
    for (const field of resource.fields) for (const { of } of referenceOf(model, field)) take(of)
    ordered.add(resource)
  }
  for (const resource of Object.values(model.resources)) take(resource)
  return [...ordered].filter(({ readOnly }) => !readOnly)
}

async function isEmpty(queries: Queries, resource: Resource): Promise<boolean> {
  return (await run(queries, `select 1 from "${resource.table}" limit 1`, [])).length === 0
}

/**
 * Runs work without indexes and foreign keys: maintaining them row by row takes several times as long as building and
 * checking them once.
 */
async function withoutKeys<Result>(queries: Queries, { table }: Resource, work: () => Promise<Result>) {
  const on = [`"${table}"`]
  const references = await run(
    queries,
    `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = $1::text::regclass and contype = 'f'`,
    on,
  )
  const indexes = await run(
    queries,
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = $1::text::regclass and not exists (
       select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'f'))`,
    on,
  )
  for (const { name } of references) await run(queries, `alter table "${table}" drop constraint ${name}`, [])
  for (const { name } of indexes) await run(queries, `drop index ${name}`, [])
  const result = await work()
  for (const { definition } of indexes) await run(queries, String(definition), [])
  for (const { name, definition } of references)
    await run(queries, `alter table "${table}" add constraint ${name} ${definition}`, [])
  return result
}

async function load(queries: Queries, model: Model, resource: Resource, file: string): Promise<number> {
  const lines = pipeline(createReadStream(file), createGunzip(), parse({ bom: true }), () => undefined)
  let fields: Field[] | undefined
  let waiting: SeedRow[] = []
  let count = 0
  for await (const cells of lines as AsyncIterable<string[]>) {
    if (!fields) {
      fields = cells.map(name => knownField(resource, name, file))
      continue
    }
    const row = rowOf(fields, cells, model, `${file}:${count + 2}`)
    waiting.push(resource.partOf ? { ...row, [engineColumns.line]: count } : row)
    count += 1
    if (waiting.length === rowsAtOnce) {
      await insert(queries, resource, fields, waiting)
      waiting = []
    }
  }
  if (fields && waiting.length > 0) await insert(queries, resource, fields, waiting)
  await writeOwners(queries, model, resource)
  // Before the gram index exists: `analyze` would read its keys too.
  await run(queries, `analyze "${resource.table}"`, [])
  return count
}

function knownField(resource: Resource, name: string, file: string): Field {
  const field = fieldOf(resource, name)
  if (!field?.column) throw new Error(`${file}: "${resource.name}" has no column "${name}".`)
  // A secret is stored as a digest made by the server, which a file written before cannot contain.
  if (typeOf(field).secret) throw new Error(`${file}: "${name}" is a secret, which no seed may hold.`)
  return field
}

/** Fills the engine's columns: the owner of a row, and the position of a line under its master. */
async function writeOwners(queries: Queries, model: Model, resource: Resource): Promise<void> {
  const column = (name: string) => resource.fields.find(field => field.name === name)?.column
  const isOwned = ownerColumn(model, resource) === engineColumns.owner
  if (!resource.partOf) {
    if (isOwned) await run(queries, `update "${resource.table}" set "owner_id" = "${column(resource.owner ?? '')}"`, [])
    return
  }
  const [link, master] = [column(resource.partOf.field), resourceOf(model, resource.partOf.resource)]
  await run(
    queries,
    `update "${resource.table}" t set "line_no" = p.place from (
       select "id", row_number() over (partition by "${link}" order by "line_no") - 1 as place from "${resource.table}"
     ) p where p."id" = t."id"`,
    [],
  )
  if (isOwned)
    await run(
      queries,
      `update "${resource.table}" t set "owner_id" = m."${ownerColumn(model, master)}" from "${master.table}" m where m."id" = t."${link}"`,
      [],
    )
}

/** A line of the file by column name, ready for the database. */
function rowOf(fields: readonly Field[], cells: readonly string[], model: Model, at: string): SeedRow {
  return Object.fromEntries(
    fields.map((field, index) => {
      const text = cells[index] ?? ''
      if (text === '') return [field.column, null]
      const type = typeOf(field)
      const read = type.parse(text, field, model)
      if ('fault' in read) throw new Error(`${at}: "${text}" cannot be ${field.name} (${read.fault.code}).`)
      return [field.column, type.toColumn(read.value, field)]
    }),
  )
}

/** One statement for many rows. The rows are passed as one value, which is fastest in both databases. */
async function insert(queries: Queries, resource: Resource, fields: readonly Field[], rows: readonly SeedRow[]) {
  const line = resource.partOf ? [engineColumns.line] : []
  const keyed = keyedDisplay(resource)
  const key = keyed ? [displayKeyColumn] : []
  const columns = [...fields.map(field => field.column), ...line, ...key].map(column => `"${column}"`)
  const types = [
    ...fields.map(field => `"${field.column}" ${typeOf(field).column(field)}`),
    ...line.map(column => `"${column}" integer`),
    ...key.map(column => `"${column}" text`),
  ]
  const always = {
    ...(!resource.shared && { tenant_id: `'${firstTenant}'` }),
    create_time: 'now()',
    update_time: 'now()',
    status: '1',
    is_deleted: '0',
    version: '1',
  }
  await run(
    queries,
    `insert into "${resource.table}" (${[...columns, ...Object.keys(always)].join(', ')})
     select ${[...columns, ...Object.values(always)].join(', ')}
     from jsonb_to_recordset($1::text::jsonb) as r(${types.join(', ')})`,
    [JSON.stringify(keyed ? rows.map(row => withKey(row, keyed.column)) : rows)],
  )
}

function withKey(row: SeedRow, from: string): SeedRow {
  const text = row[from]
  return typeof text === 'string' ? { ...row, [displayKeyColumn]: displayKeyOf(text) } : row
}
