import { basename } from 'node:path'
import { fault, faultMessage } from '../../../fields/fault.ts'
import type { RowProblem } from '../../../model/import-view.ts'
import type { Access } from '../../auth/access.ts'
import { refuse } from '../../errors/refuse.ts'
import { accessToBind, linkedIds, replaceLinks } from '../../store/bind.ts'
import { refusalsOf } from '../../store/check.ts'
import { lockRecord, lockRecords } from '../../store/lock.ts'
import { readableRecord } from '../../store/readable-record.ts'
import { update } from '../../store/save.ts'
import { type Work, workOn } from '../../store/work.ts'
import { beginOperation, endOperation } from '../operations/operation-log.ts'
import { cellReaderOf } from './check-rows.ts'
import { chunks } from './chunks.ts'
import { demandFor, importAccess } from './import-access.ts'
import { withinImport } from './import-operation.ts'
import { ImportRefusal } from './import-refusal.ts'
import { type LinkColumn, type LinkColumns, type Links, linkColumns, linksNamed } from './link-columns.ts'
import type { FileTable } from './read-table.ts'
import type { ImportOrder, ImportReport } from './report.ts'
import { References, type Unresolved } from './resolve-references.ts'
import type { TableRow } from './table-row.ts'

const rowsAtOnce = 500
const recordsAtOnce = 250
const maxProblems = 1000
const maxSummed = 50

/** A row whose texts are being resolved. */
interface LinkRow extends Unresolved {
  readonly source: TableRow
}

/** The links that the file has of one record: the row of each linked id. */
type LinksOfRecord = Map<string, number>

/** What is known of a file of links. */
interface Read {
  readonly rows: number
  readonly records: Map<string, LinksOfRecord>
  readonly problems: RowProblem[]
}

/**
 * Imports a file with a record and a linked record in each row. All links of a record are added to those that it has, as
 * one version of it. Each record is written and rolled back first, so that every refusal of the store is reported.
 */
export async function importLinks(
  plain: Work,
  order: ImportOrder,
  table: FileTable,
  signal: AbortSignal | undefined,
): Promise<ImportReport> {
  const began = performance.now()
  if (order.match !== undefined) throw new ImportRefusal('links.match')
  const id = plain.ids.next()
  const work = withinImport(plain, id)
  const { ctx } = work
  const links = linksNamed(ctx.model, order.resource)
  const access = accessToLinks(work, links)
  const columns = linkColumns(ctx.model, links, table.head, order.mapping)
  const { rows, records, problems } = await readLinks(work, links, access, columns, order, table, signal)
  if (rows === 0) throw new ImportRefusal('file.no-rows')
  const counts = new Map<string, number>()
  for await (const some of chunks(records.keys(), recordsAtOnce)) {
    signal?.throwIfAborted()
    const refusals = await refusalsOf(work, links.resource, some, async (inside, ids) => {
      for (const id of ids) counts.set(id, await addLinks(inside, links, access, id, records.get(id) ?? new Map()))
    })
    for (const [id, { text }] of refusals) {
      for (const row of new Set(records.get(id)?.values())) problems.push({ row, message: text })
      records.delete(id)
      counts.delete(id)
    }
  }
  const added = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const wrong = new Set(problems.map(({ row }) => row)).size
  const outcome = order.dryRun ? 'checked' : wrong > 0 && !order.goodRows ? 'refused' : 'written'
  const isWritten = outcome === 'written' && added > 0
  if (isWritten) await writeLinks(work, id, links, access, records, { file: basename(order.file), rows, added, wrong })
  return {
    id,
    resource: order.resource,
    file: basename(order.file),
    encoding: table.encoding,
    outcome,
    rows,
    right: rows - wrong,
    wrong,
    updates: added,
    same: rows - wrong - added,
    written: isWritten ? added : 0,
    ignoredColumns: columns.ignored,
    proposedColumns: [],
    summary: summaryOf(problems),
    // No rule reads links.
    warnings: [],
    problems: problems.toSorted((one, other) => one.row - other.row).slice(0, maxProblems),
    seconds: Math.round(performance.now() - began) / 1000,
  }
}

/** Requires the rights to import changes of the records, and to write the links. */
function accessToLinks({ ctx }: Work, { resource, field, bind: one }: Links): Access {
  const { changing, hidden } = demandFor(ctx, resource, importAccess(ctx, resource), {
    by: 'id',
    mode: 'update',
    emptyClears: false,
  })
  const own = one && accessToBind(ctx, resource, one)
  if (!changing || hidden.has(field.name) || own?.hidden.has(field.name)) throw refuse.hiddenField(field.name)
  return changing
}

async function readLinks(
  work: Work,
  { resource }: Links,
  access: Access,
  { record, target }: LinkColumns,
  { options = {} }: ImportOrder,
  table: FileTable,
  signal: AbortSignal | undefined,
): Promise<Read> {
  const { ctx, queries } = work
  const cells = cellReaderOf(options, ctx.clock.zone)
  const references = new References(cells.split)
  const records = new Map<string, LinksOfRecord>()
  const found: RowProblem[] = []
  let count = 0
  const textIn = ({ index }: LinkColumn, { source }: LinkRow) => {
    const text = source.cells[index]?.trim() ?? ''
    return cells.isEmpty(text) ? '' : text
  }
  const resolved = async (column: LinkColumn, rows: readonly LinkRow[]) => {
    const { field } = column
    const open = rows.map(row => {
      const text = textIn(column, row)
      if (text === '') row.errors.set(field.name, { message: faultMessage(fault('value.enter'), field.title) })
      return { ...row, texts: new Map(text === '' ? [] : [[field, text]]) }
    })
    await references.resolve(queries, ctx, resource, open)
  }
  const noteProblems = (column: LinkColumn, rows: readonly LinkRow[]) => {
    for (const row of rows) {
      const error = row.errors.get(column.field.name)
      const value = textIn(column, row)
      const cell = { row: row.source.row, field: column.field.name, column: column.source, ...(value && { value }) }
      if (error) found.push({ ...cell, ...error })
    }
  }
  for await (const some of chunks(table.rows(), rowsAtOnce)) {
    signal?.throwIfAborted()
    count += some.length
    const rows = some.map((source): LinkRow => ({ source, values: {}, texts: new Map(), errors: new Map() }))
    await resolved(record, rows)
    const idOf = ({ values }: LinkRow) => String(values[record.field.name] ?? '')
    const ids = new Set(rows.map(idOf).filter(Boolean))
    const stored = await lockRecords(work, resource, access, [...ids])
    const right = rows.flatMap((row): LinkRow[] => {
      const one = stored.get(idOf(row))
      if (!one && row.errors.size === 0) row.errors.set(record.field.name, { message: refuse.outOfReach().text })
      return one ? [{ ...row, stored: one }] : []
    })
    await resolved(target, right)
    for (const row of right) {
      const own: LinksOfRecord = records.get(idOf(row)) ?? new Map()
      records.set(idOf(row), own)
      for (const one of [row.values[target.field.name] ?? []].flat())
        if (!own.has(String(one))) own.set(String(one), row.source.row)
    }
    noteProblems(record, rows)
    noteProblems(target, right)
  }
  return { rows: count, records, problems: found }
}

/** Adds links to those of a record that the user sees; returns the number of rows with a link that it did not have. */
async function addLinks(
  work: Work,
  { resource, field, bind: one }: Links,
  access: Access,
  id: string,
  targets: LinksOfRecord,
): Promise<number> {
  const { ctx, queries } = work
  const { record } = await lockRecord(work, resource, access, id, 'edit')
  const { version } = record
  const listed = one
    ? await linkedIds(queries, ctx, resource, one, id)
    : (await readableRecord(work, resource, access, record, new Set()))[field.name]
  const before = [listed ?? []].flat().map(String)
  const had = new Set(before)
  const fresh = [...targets.keys()].filter(target => !had.has(target))
  if (fresh.length === 0) return 0
  const ids = [...before, ...fresh]
  if (one) await replaceLinks(work, resource, one.name, { id, ids, version }, async () => undefined)
  else await update(work, resource, { id, version, [field.name]: ids })
  return new Set(fresh.map(target => targets.get(target))).size
}

/** Writes all links in one transaction, as one operation that can be undone. */
function writeLinks(
  work: Work,
  id: string,
  links: Links,
  access: Access,
  records: ReadonlyMap<string, LinksOfRecord>,
  {
    file,
    rows,
    added,
    wrong,
  }: { readonly file: string; readonly rows: number; readonly added: number; readonly wrong: number },
): Promise<void> {
  const { actor } = work.ctx
  return work.transaction(async queries => {
    const inside = workOn(work, queries)
    await beginOperation(queries, work.ctx, {
      id,
      resource: links.resource.name,
      kind: 'import',
      details: { file },
      meant: rows,
    })
    for (const [record, targets] of records) await addLinks(inside, links, access, record, targets)
    await endOperation(queries, actor.tenantId, id, { done: added, failed: wrong })
  })
}

function summaryOf(found: readonly RowProblem[]): ImportReport['summary'] {
  const counts = new Map<string, ImportReport['summary'][number]>()
  for (const { field = null, column = '', kind, message } of found) {
    const about = kind ?? message
    const key = JSON.stringify([field, column, about])
    counts.set(key, { field, column, message: about, rows: (counts.get(key)?.rows ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((one, other) => other.rows - one.rows).slice(0, maxSummed)
}
