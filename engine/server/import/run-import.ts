import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { typeOf } from '../../fields/index.ts'
import type { Resource } from '../../model/model.ts'
import { near } from '../../rules/near.ts'
import { refusalOf } from '../database/errors.ts'
import type { Refusal } from '../refuse.ts'
import { type Access, demand } from '../store/access.ts'
import type { Work } from '../store/work.ts'
import { checkRows } from './check-rows.ts'
import { ImportRefusal } from './import-refusal.ts'
import { type Columns, type Mapping, matchColumns } from './match-columns.ts'
import { openTable, type Table } from './read-table.ts'
import type { ImportReport, RowProblem } from './report.ts'
import { References } from './resolve-references.ts'
import { problems } from './row-problems.ts'
import {
  addProblems,
  beginWriting,
  closeStaging,
  countProblems,
  countRows,
  firstProblems,
  openStaging,
  repeatedRows,
  rowsToWrite,
  type StagedRow,
  stage,
  unfinished,
} from './staging.ts'
import type { TableRow } from './table-row.ts'
import { rowsAtOnce, takeBack, writeRows } from './write-rows.ts'

const checkedAtOnce = 200
const repeatsAtOnce = 1000
const mostProblems = 1000
const mostSummed = 50

/** What a person asks to be imported. */
export interface ImportOrder {
  readonly resource: string
  readonly file: string
  readonly mapping: Mapping
  /** Ends after the check. */
  readonly dryRun: boolean
  /** Writes the rows that are right though others are wrong. */
  readonly goodRows: boolean
}

/**
 * Imports a file: every row is staged and checked as the store would check it, repeats within the file included;
 * then right rows are written in short transactions. Without `goodRows` all rows are written or none. An import
 * that broke off while it wrote goes on when the same file is imported again.
 */
export async function runImport(work: Work, order: ImportOrder): Promise<ImportReport> {
  const began = performance.now()
  const resource = resourceFor(work, order.resource)
  const access = demand(work.asking, resource, 'import')
  const table = await openTable(order.file)
  const columns = matchColumns(resource, table.head, order.mapping)
  const digest = await digestOf(order)
  const { tenantId } = work.asking.caller
  const broken = await unfinished(work.queries, tenantId, { resource: resource.name })
  if (broken && (broken.digest !== digest || order.dryRun)) throw new ImportRefusal('import.unfinished', { ...broken })
  const id = broken?.id ?? work.ids.next()
  if (!broken) {
    const staging = { id, tenantId, resource: resource.name, file: basename(order.file), digest }
    await openStaging(work.queries, staging, work.asking.caller.userId)
  }
  const report = async (outcome: ImportReport['outcome']): Promise<ImportReport> => {
    const { rows, wrong, written } = await countRows(work.queries, id)
    return {
      id,
      resource: resource.name,
      file: basename(order.file),
      encoding: table.encoding,
      outcome,
      rows,
      right: rows - wrong,
      wrong,
      written,
      ignoredColumns: columns.ignored,
      summary: await countProblems(work.queries, id, mostSummed),
      problems: await firstProblems(work.queries, id, mostProblems),
      seconds: Math.round(performance.now() - began) / 1000,
    }
  }
  let isWriting = broken !== undefined
  try {
    if (!broken) await checkAll(work, id, resource, columns, table)
    const { wrong } = await countRows(work.queries, id)
    if (order.dryRun) return await report('checked')
    // One that began to write though rows were wrong was told to.
    const goodRows = order.goodRows || (broken !== undefined && wrong > 0)
    if (wrong > 0 && !goodRows) return await report('refused')
    await beginWriting(work.queries, id)
    isWriting = true
    const isWhole = await writeAll(work, id, resource, access, columns, goodRows)
    isWriting = false
    return await report(isWhole ? 'written' : 'refused')
  } finally {
    // What broke off while writing stays staged, to be resumed or taken back.
    if (!isWriting) await closeStaging(work.queries, id)
  }
}

/** Takes back an import that broke off; gives the number of rows that went. */
export async function undoImport(work: Work, id: string): Promise<number> {
  const isNumber = /^\d{1,18}$/.test(id)
  const broken = isNumber && (await unfinished(work.queries, work.asking.caller.tenantId, { id }))
  if (!broken) throw new ImportRefusal('import.unknown', { id })
  const resource = resourceFor(work, broken.resource)
  demand(work.asking, resource, 'import')
  const count = await takeBack(work, id, resource)
  await closeStaging(work.queries, id)
  return count
}

function resourceFor({ asking }: Work, name: string): Resource {
  const { resources } = asking.model
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined
  if (!resource) throw new ImportRefusal('resource.unknown', { name, near: near(name, Object.keys(resources)) ?? '' })
  const lines = resource.fields.find(field => field.required && typeOf(field).lines)
  if (lines) {
    const { zh, en } = lines.title
    throw new ImportRefusal('resource.needs-lines', { zh: { name, title: zh }, en: { name, title: en } })
  }
  return resource
}

async function digestOf({ resource, file, mapping }: ImportOrder): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([resource, [...mapping]]))
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer)
  return hash.digest('hex')
}

async function checkAll(work: Work, id: string, resource: Resource, columns: Columns, table: Table): Promise<void> {
  const references = new References()
  const width = table.head.length
  const checking = { id, work, resource, columns: columns.matched, width, references }
  let count = 0
  for await (const rows of chunks(table.rows(), checkedAtOnce)) {
    await stage(work.queries, id, await checkRows(checking, rows))
    count += rows.length
  }
  if (count === 0) throw new ImportRefusal('file.no-rows')
  for (const field of resource.fields.filter(one => one.unique)) {
    const column = columns.matched.find(one => one.field.name === field.name)?.source
    for (;;) {
      const repeats = await repeatedRows(work.queries, id, field.name, repeatsAtOnce)
      if (repeats.length === 0) break
      const found = repeats.map(({ row, first, value }) => ({
        row,
        field: field.name,
        ...(column !== undefined && { column }),
        value,
        ...problems.repeated(field.title, first),
      }))
      await addProblems(work.queries, id, found)
    }
  }
}

async function* chunks(rows: AsyncIterable<TableRow>, most: number): AsyncGenerator<TableRow[]> {
  let chunk: TableRow[] = []
  for await (const row of rows) {
    chunk.push(row)
    if (chunk.length < most) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** Writes all right rows; false when one could not be written, and all others were taken back for it. */
async function writeAll(
  work: Work,
  id: string,
  resource: Resource,
  access: Access,
  columns: Columns,
  goodRows: boolean,
): Promise<boolean> {
  for (let last = 0; ; ) {
    const rows = await rowsToWrite(work.queries, id, last, rowsAtOnce(resource))
    if (rows.length === 0) return true
    last = rows.at(-1)?.row ?? last
    const wrong = await writeChunk(work, id, resource, access, columns, rows)
    if (wrong.length === 0) continue
    await addProblems(work.queries, id, wrong)
    if (goodRows) continue
    await takeBack(work, id, resource)
    return false
  }
}

/** Writes a chunk whole; when the database refuses it, row by row, to find those that it does not take. */
async function writeChunk(
  work: Work,
  id: string,
  resource: Resource,
  access: Access,
  columns: Columns,
  rows: readonly StagedRow[],
): Promise<RowProblem[]> {
  try {
    await writeRows(work, id, resource, access, rows)
    return []
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal || refusal.status === 503) throw error
    if (rows.length > 1) {
      const wrong: RowProblem[] = []
      for (const row of rows) wrong.push(...(await writeChunk(work, id, resource, access, columns, [row])))
      return wrong
    }
    return rows.map(({ row }) => ({ row, ...placeOf(refusal, columns), ...problems.notWritten(refusal.say) }))
  }
}

function placeOf({ errors }: Refusal, { matched }: Columns): Pick<RowProblem, 'field' | 'column'> {
  const [field] = Object.keys(errors ?? {})
  const column = matched.find(one => one.field.name === field)?.source
  return { ...(field !== undefined && { field }), ...(column !== undefined && { column }) }
}
