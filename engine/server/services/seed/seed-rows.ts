import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import { isId } from '../../../fields/id/id-text.ts'
import { typeOf } from '../../../fields/index.ts'
import type { Field, Model, Resource } from '../../../model/model.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Database, Queries } from '../../database/database.ts'
import { run } from '../../database/run.ts'
import { referenceOf } from '../../database/shape.ts'
import { Refusal } from '../../errors/refuse.ts'
import { type InitialRow, initialRecord, insertInitial } from '../../store/initial-rows.ts'
import type { LineInput } from '../../store/plan-lines.ts'
import { type ChildPart, partsOf } from '../../store/referring.ts'
import { withTargets } from '../../store/target-records.ts'
import { type Work, workOn } from '../../store/work.ts'
import type { NewRecord } from '../../store/write.ts'
import { NamedRecords } from './named-records.ts'

const rowsAtOnce = 2000

/** A row of a file. */
interface SeedRow {
  /** The file and its line. */
  readonly at: string
  readonly id: string
  /** By field, as transmitted; the master of a line as the file names it. */
  readonly values: Readonly<Record<string, unknown>>
}

/** What was loaded, for the log. */
export interface Seeded {
  readonly resource: string
  readonly rows: number
}

/**
 * Fills empty tables from the app's `seeds/<entity>.csv` or `.csv.gz`: columns by field name, values as transmitted,
 * parents before children, lines in a file of their own. Without the column `id`, rows get new ids; a reference is an id,
 * or the text of a unique field or of the field that represents the record. A table with rows, or with deleted ones, is
 * left unchanged. Each file is loaded in one transaction, with those of its lines; every row is computed and checked as
 * one of a user.
 */
export async function loadSeeds(database: Database, work: Work, appDir: string): Promise<Seeded[]> {
  const { model } = work.ctx
  const loaded: Seeded[] = []
  for (const resource of referredFirst(model)) {
    const seed = seedOf(model, resource, join(appDir, 'seeds'))
    if (!seed) continue
    const rows = await database.patiently(patient =>
      patient.transaction().execute(async queries => {
        const tables = [resource, ...seed.lines.map(({ part }) => part.resource)].map(({ table }) => table)
        // Two processes may start at once: the second waits here and then finds rows.
        for (const table of tables) await run(queries, `lock table "${table}" in share row exclusive mode`, [])
        for (const table of tables) if (!(await isEmpty(queries, table))) return 0
        return withoutKeys(queries, tables, () => load(workOn(work, queries), resource, seed))
      }),
    )
    if (rows > 0) loaded.push({ resource: resource.name, rows })
  }
  return loaded
}

/** The file of a resource, and those of its lines. */
interface Seed {
  readonly file: string
  readonly lines: readonly { readonly part: ChildPart; readonly file: string }[]
}

function seedOf(model: Model, resource: Resource, folder: string): Seed | undefined {
  const file = seedFile(folder, resource)
  const lines = partsOf(model, resource).flatMap(part => {
    const file = seedFile(folder, part.resource)
    return file === undefined ? [] : [{ part, file }]
  })
  if (file !== undefined) return { file, lines }
  const [alone] = lines
  if (alone) throw new Error(`${alone.file} contains lines, but there is no ${resource.name}.csv with their records.`)
  return undefined
}

/** The seed of a resource, if there is one. */
function seedFile(folder: string, { name }: Resource): string | undefined {
  const [file, other] = [`${name}.csv`, `${name}.csv.gz`].map(one => join(folder, one)).filter(one => existsSync(one))
  if (other !== undefined) throw new Error(`${file} and ${other} are seeds of one table: only one may exist.`)
  return file
}

/** Resources after those to which they refer, without lines; cycles are broken at the first resource reached. */
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
  return [...ordered].filter(({ readOnly, partOf }) => !readOnly && !partOf)
}

const isEmpty = async (queries: Queries, table: string): Promise<boolean> =>
  (await run(queries, `select 1 from "${table}" limit 1`, [])).length === 0

/**
 * Runs work without indexes and foreign keys: maintaining them row by row takes several times as long as building and
 * checking them once.
 */
async function withoutKeys<Result>(queries: Queries, tables: readonly string[], work: () => Promise<Result>) {
  const on = [tables.map(table => `"${table}"`)]
  const references = await run(
    queries,
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = any($1::text[]::regclass[]) and contype = 'f'`,
    on,
  )
  const indexes = await run(
    queries,
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any($1::text[]::regclass[]) and not exists (
       select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'f'))`,
    on,
  )
  for (const { table, name } of references) await run(queries, `alter table ${table} drop constraint ${name}`, [])
  for (const { name } of indexes) await run(queries, `drop index ${name}`, [])
  const result = await work()
  // Before the indexes on keys of texts: `analyze` would read those too. By default it takes a fifth of the load.
  await run(queries, 'set local default_statistics_target = 25', [])
  for (const table of tables) await run(queries, `analyze "${table}"`, [])
  for (const { definition } of indexes) await run(queries, String(definition), [])
  for (const { table, name, definition } of references)
    await run(queries, `alter table ${table} add constraint ${name} ${definition}`, [])
  return result
}

async function load(work: Work, resource: Resource, { file, lines: files }: Seed): Promise<number> {
  const named = new NamedRecords()
  const lines: Awaited<ReturnType<typeof linesByMaster>>[] = []
  for (const { part, file } of files) lines.push(await linesByMaster(work, named, part, file))
  const waiting: NewRecord[] = []
  const stored = new Set<string>()
  // The rows of a statement are refused together.
  const store = () =>
    insertInitial(work, resource, waiting.splice(0), stored).catch((error: unknown) => {
      throw located(file, error)
    })
  for await (const row of rowsOf(work, named, resource, file)) {
    if (resource.tree !== undefined || lines.length > 0) await named.add(work, resource, row.id, row.values)
    const ofRow = new Map<string, LineInput>()
    for (const { part, take } of lines) ofRow.set(part.name, take(row))
    waiting.push(await withTargets(work, ctx => recordAt(ctx, resource, row, ofRow)))
    if (waiting.length < rowsAtOnce) continue
    const ids = waiting.map(({ id }) => String(id))
    await store()
    for (const id of ids) stored.add(id)
  }
  const last = waiting.length
  await store()
  for (const { left } of lines) {
    const [at] = left()
    if (at !== undefined) throw new Error(`${at}: the record of this line is not in ${file}.`)
  }
  return stored.size + last
}

function recordAt(ctx: RequestContext, resource: Resource, row: SeedRow, lines: InitialRow['lines']): NewRecord {
  try {
    return initialRecord(ctx, resource, { ...row, ...(lines && { lines }) })
  } catch (error) {
    throw located(row.at, error)
  }
}

/** A refusal as an error that names the file. */
function located(at: string, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const faults = Object.entries(error.errors ?? {}).map(([name, { en }]) => `${name}: ${en}`)
  return new Error(`${at}: ${faults.join('; ') || error.message}`, { cause: error })
}

/** The lines of a file by their master, in the order of the file. */
async function linesByMaster(work: Work, named: NamedRecords, part: ChildPart, file: string) {
  const byMaster = new Map<string, SeedRow[]>()
  for await (const row of rowsOf(work, named, part.resource, file, part.link)) {
    const master = String(row.values[part.link.name])
    const known = byMaster.get(master)
    if (known) known.push(row)
    else byMaster.set(master, [row])
  }
  return {
    part,
    /** The lines of a record, which name it by its id, a unique field or the field that represents it. */
    take({ id, values }: SeedRow): LineInput {
      const master = masterOf(part, { id, values }).find(name => byMaster.has(name)) ?? id
      const rows = byMaster.get(master) ?? []
      byMaster.delete(master)
      const lineOf = ({ id, values: { [part.link.name]: _master, ...own } }: SeedRow) => ({ ...own, id })
      return { kind: 'all', lines: rows.map(row => ({ id: undefined, values: lineOf(row) })) }
    },
    left: () => [...byMaster.values()].flat().map(({ at }) => at),
  }
}

const masterOf = ({ link }: ChildPart, { id, values }: Pick<SeedRow, 'id' | 'values'>): readonly string[] => [
  id,
  ...Object.entries(values).flatMap(([name, value]) =>
    name !== link.name && typeof value === 'string' ? [value] : [],
  ),
]

async function* rowsOf(
  work: Work,
  named: NamedRecords,
  resource: Resource,
  file: string,
  master?: Field,
): AsyncGenerator<SeedRow> {
  const unpacked = file.endsWith('.gz') ? createGunzip() : new PassThrough()
  const lines = pipeline(createReadStream(file), unpacked, parse({ bom: true }), () => undefined)
  let fields: Field[] | undefined
  let line = 1
  for await (const cells of lines as AsyncIterable<string[]>) {
    if (fields) yield await rowOf(work, named, fields, cells, `${file}:${line}`, master)
    else fields = cells.map(name => knownField(resource, name, file))
    line += 1
  }
}

function knownField(resource: Resource, name: string, file: string): Field {
  const field = name === 'id' ? fieldOf(resource, name) : resource.fields.find(one => one.name === name)
  if (!field?.column) throw new Error(`${file}: "${resource.name}" has no column "${name}".`)
  // A secret is stored as a digest made by the server, which a file written before cannot contain.
  if (typeOf(field).secret) throw new Error(`${file}: "${name}" is a secret, which no seed may contain.`)
  return field
}

async function rowOf(
  work: Work,
  named: NamedRecords,
  fields: readonly Field[],
  cells: readonly string[],
  at: string,
  master: Field | undefined,
): Promise<SeedRow> {
  const values: Record<string, unknown> = {}
  for (const [index, field] of fields.entries()) {
    const text = cells[index] ?? ''
    if (text === '') values[field.name] = null
    else if (field.name === master?.name) values[field.name] = text
    else values[field.name] = await readCell(work, named, field, text, at)
  }
  const { id, ...own } = values
  if (fields.some(({ name }) => name === 'id') && typeof id !== 'string') throw new Error(`${at}: the row has no id.`)
  return { at, id: typeof id === 'string' ? id : work.ids.next(), values: own }
}

async function readCell(work: Work, named: NamedRecords, field: Field, text: string, at: string): Promise<unknown> {
  const { model } = work.ctx
  const [reference] = referenceOf(model, field)
  const isNamed = reference && !reference.many && !isId(text)
  const id = isNamed && (await named.idOf(work, reference.of, text))
  if (id === null) throw new Error(`${at}: several records of "${reference?.of.name}" are named "${text}".`)
  if (isNamed && id === undefined) throw new Error(`${at}: no record of "${reference.of.name}" is named "${text}".`)
  const read = typeOf(field).parse(id || text, field, model)
  if ('fault' in read) throw new Error(`${at}: "${text}" cannot be ${field.name} (${read.fault.code}).`)
  return read.value
}
