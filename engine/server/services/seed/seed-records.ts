import { createReadStream } from 'node:fs'
import { PassThrough, pipeline, Transform, type TransformCallback } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import { nearestName } from '../../../compiler/nearest.ts'
import { faultMessage } from '../../../fields/fault.ts'
import { isId } from '../../../fields/id/id-text.ts'
import { typeOf } from '../../../fields/index.ts'
import { isMany } from '../../../fields/options.ts'
import type { Field, Resource } from '../../../model/model.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import { isUnique } from '../../../model/unique-sets.ts'
import { platformTenant } from '../../auth/actor.ts'
import { referenceOf } from '../../database/shape.ts'
import { isPerTenant } from '../../database/tenancy.ts'
import type { ChildPart } from '../../store/referring.ts'
import type { Work } from '../../store/work.ts'
import type { SeedTenant } from './loaded-seeds.ts'
import { isNamingField, NamedRecords, nameOfValue } from './named-records.ts'
import { type Seed, SeedFault, seedFileName } from './seed-files.ts'

/** A row of a file. */
interface SeedRow {
  /** The file and its line. */
  readonly at: string
  /** Undefined in a file without ids. */
  readonly id: string | undefined
  /** By field, as transmitted; the master of a line as the file names it. */
  readonly values: Readonly<Record<string, unknown>>
}

/** The lines of a record in one part. */
export type SeedLines = readonly Pick<SeedRow, 'id' | 'values'>[]

/** A record of a seed with its lines. */
export interface SeedRecord extends Omit<SeedRow, 'id'> {
  readonly id: string
  /** By the name of the part; undefined without files of lines. */
  readonly lines: ReadonlyMap<string, SeedLines> | undefined
}

/** The records of a seed in the order of its file. Rows without ids get new ones. */
export async function* seedRecords(
  work: Work,
  { resource, file, lines: files }: Seed,
  named = new NamedRecords(),
): AsyncGenerator<SeedRecord> {
  const parts: Awaited<ReturnType<typeof linesByMaster>>[] = []
  for (const { part, file } of files) parts.push(await linesByMaster(work, named, resource, part, file))
  for await (const row of rowsOf(work, named, resource, file)) {
    const id = row.id ?? work.ids.next()
    if (resource.tree !== undefined || parts.length > 0) await named.add(work, resource, id, row.values)
    const lines = parts.map(({ part, take }) => [part.name, take(id, row.values)] as const)
    yield { ...row, id, lines: parts.length === 0 ? undefined : new Map(lines) }
  }
  for (const { left } of parts) {
    const [at] = left()
    if (at !== undefined)
      throw new SeedFault(at, {
        zh: `${seedFileName(file)} 中没有这条明细所属的记录。`,
        en: `the record of this line is not in ${seedFileName(file)}.`,
      })
  }
}

/** The lines of a file by their master, in the order of the file. */
async function linesByMaster(work: Work, named: NamedRecords, resource: Resource, part: ChildPart, file: string) {
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
    take(id: string, values: SeedRow['values']): SeedRow[] {
      const master = masterNames(resource, id, values).find(name => byMaster.has(name)) ?? id
      const rows = byMaster.get(master) ?? []
      byMaster.delete(master)
      const ownOf = ({ [part.link.name]: _master, ...own }: SeedRow['values']) => own
      return rows.map(row => ({ ...row, values: ownOf(row.values) }))
    },
    left: () => [...byMaster.values()].flat().map(({ at }) => at),
  }
}

const masterNames = (resource: Resource, id: string, values: SeedRow['values']): readonly string[] => [
  id,
  ...resource.fields
    .filter(field => isNamingField(resource, field) || (isUnique(field) && !isMany(field)))
    .map(({ name }) => nameOfValue(values[name]))
    .filter(name => name !== ''),
]

async function* rowsOf(
  work: Work,
  named: NamedRecords,
  resource: Resource,
  file: string,
  master?: Field,
): AsyncGenerator<SeedRow> {
  const name = seedFileName(file)
  let columns: readonly Field[] | undefined
  let line = 1
  for await (const cells of cellsOf(file)) {
    if (columns) yield await rowOf(work, named, columns, cells, `${name}:${line}`, master)
    else columns = cells.map(cell => knownField(resource, cell, name))
    line += 1
  }
}

/** The lines of a file, the first of which names the columns. */
async function* cellsOf(file: string): AsyncGenerator<readonly string[]> {
  const unpacked = file.endsWith('.gz') ? createGunzip() : new PassThrough()
  const lines = pipeline(createReadStream(file), unpacked, utf8Only(), parse({ bom: true }), () => undefined)
  try {
    yield* lines as AsyncIterable<string[]>
  } catch (error) {
    throw unreadable(seedFileName(file), error)
  }
}

/** Passes on text in UTF-8, and fails at any other: the parser would replace its characters. */
function utf8Only(): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const pass = (done: TransformCallback, bytes?: Buffer) => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined })
      done(null, bytes)
    } catch (error) {
      done(error as Error)
    }
  }
  return new Transform({ transform: (bytes, _encoding, done) => pass(done, bytes), flush: done => pass(done) })
}

/** The tenants that get rows of a seed: of shared rows and of those with ids, which are unique in a table, the platform's. */
export async function tenantsOfSeed(
  { resource, file, lines }: Seed,
  tenants: readonly SeedTenant[],
): Promise<readonly SeedTenant[]> {
  const ofPlatform = tenants.filter(({ work }) => work.ctx.actor.tenantId === platformTenant)
  if (!isPerTenant(resource) || tenants.length === ofPlatform.length) return ofPlatform
  for (const one of [file, ...lines.map(line => line.file)]) {
    const { value: names = [] } = await cellsOf(one).next()
    if (names.includes('id')) return ofPlatform
  }
  return tenants
}

/** An error of the encoding, the CSV or the compression as one that names the file. */
function unreadable(at: string, error: unknown): unknown {
  const { code = '', message } = Object(error) as NodeJS.ErrnoException
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return new SeedFault(at, { zh: '文件不是 UTF-8 编码的文本。', en: 'the file is not text in UTF-8.' }, error)
  if (!/^(CSV|Z)_/.test(code)) return error
  return new SeedFault(at, { zh: `文件无法读取（${message}）。`, en: `the file cannot be read (${message}).` }, error)
}

function knownField(resource: Resource, name: string, at: string): Field {
  const field = name === 'id' ? fieldOf(resource, name) : resource.fields.find(one => one.name === name)
  if (!field?.column) {
    const columns = resource.fields.filter(one => one.column && !typeOf(one).secret)
    const meant = nearestName(name, ['id', ...columns.map(one => one.name)])
    throw new SeedFault(at, {
      zh: `“${resource.name}”没有名为“${name}”的列。${meant === undefined ? '' : `是否想写“${meant}”？`}`,
      en: `"${resource.name}" has no column "${name}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
    })
  }
  // A secret is stored as a digest made by the server, which a file written before cannot contain.
  if (typeOf(field).secret)
    throw new SeedFault(at, {
      zh: `“${name}”是保密字段，不能写入初始数据。`,
      en: `"${name}" is a secret, which no seed may contain.`,
    })
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
  if (fields.some(({ name }) => name === 'id') && typeof id !== 'string')
    throw new SeedFault(at, { zh: '这一行没有 id。', en: 'the row has no id.' })
  return { at, id: typeof id === 'string' ? id : undefined, values: own }
}

async function readCell(work: Work, named: NamedRecords, field: Field, text: string, at: string): Promise<unknown> {
  const { model } = work.ctx
  const [reference] = referenceOf(model, field)
  const isNamed = reference && !reference.many && !isId(text)
  const id = isNamed && (await named.idOf(work, reference.of, text))
  if (id === null)
    throw new SeedFault(at, {
      zh: `“${reference?.of.name}”中有多条名为“${text}”的记录。`,
      en: `several records of "${reference?.of.name}" are named "${text}".`,
    })
  if (isNamed && id === undefined)
    throw new SeedFault(at, {
      zh: `“${reference.of.name}”中没有名为“${text}”的记录。`,
      en: `no record of "${reference.of.name}" is named "${text}".`,
    })
  const read = typeOf(field).parse(id || text, field, model)
  if ('fault' in read) {
    const { zh, en } = faultMessage(read.fault, field.title)
    throw new SeedFault(at, {
      zh: `${field.name}：“${text}”无效。${zh}。`,
      en: `${field.name}: "${text}" is invalid. ${en}.`,
    })
  }
  return read.value
}
