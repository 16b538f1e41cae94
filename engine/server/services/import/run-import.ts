import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { writeMappingFile } from '../../../compiler/mapping/mapping-file.ts'
import type { Chosen } from '../../../model/import-view.ts'
import type { Resource } from '../../../model/model.ts'
import { demand } from '../../auth/access.ts'
import { Refusal } from '../../errors/refuse.ts'
import type { Work } from '../../store/work.ts'
import { deleteOperation } from '../operations/operation-log.ts'
import { checkAll } from './check-all.ts'
import { beingChecked, type ImportStaging, lockImports, unfinished } from './command-import.ts'
import { deleteImport } from './delete-imports.ts'
import { type FileReading, inlineParts, readingOf } from './file-reading.ts'
import { demandFor, type ImportAccess, importAccess } from './import-access.ts'
import { importLinks } from './import-links.ts'
import { presentImport, withinImport } from './import-operation.ts'
import { ImportRefusal } from './import-refusal.ts'
import { importableResource } from './importable-resource.ts'
import { storeLinesSheets } from './lines-sheets.ts'
import { isOfLinks } from './link-columns.ts'
import { columnsByHead } from './mapping-choice.ts'
import { isTitleOf, matchColumns } from './match-columns.ts'
import { readLimits } from './read-limits.ts'
import { type FileTable, openTable } from './read-table.ts'
import type { ImportOrder, ImportReport } from './report.ts'
import { rollBack } from './roll-back.ts'
import { acquireLease, changeImport, releaseLease, renewImportLease, stageImport } from './staged-import.ts'
import { countProblems, countRows, countWarnings, problemsPage } from './staged-outcomes.ts'
import { linesParts, recordTargets } from './targets.ts'
import { type Writing, writeAll } from './write-all.ts'

/** An import from the command line has no limit of rows. */
const limits = { ...readLimits, rows: Number.POSITIVE_INFINITY }
const maxProblems = 1000
const maxSummed = 50

/** What an import needs besides its order. */
export interface ImportRun {
  /** Reads the stored Model, after another process changed the tables. */
  readonly catchUp?: () => Promise<void>
  /** Interrupts the import between two chunks. */
  readonly signal?: AbortSignal
}

/**
 * Imports a file: every row is staged and checked as the store would, including repeats within the file; then valid
 * rows are written in short transactions. Without `goodRows` all rows are written or none. An import interrupted while
 * writing resumes when the same file is imported again.
 */
export async function runImport(work: Work, order: ImportOrder, run: ImportRun = {}): Promise<ImportReport> {
  const { file, options = {} } = order
  // Links of records, such as `playlist.tracks`.
  if (isOfLinks(order.resource)) {
    const table = await openTable(file, { limits, options })
    return importLinks(work, order, table, run.signal).finally(() => table.close())
  }
  const began = performance.now()
  const resource = importableResource(work.ctx.model, order.resource)
  const access = demandFor(work.ctx, resource, importAccess(work.ctx, resource), order.match ?? null)
  const { hidden } = access
  const inline = linesParts(work.ctx.model, resource, hidden)
  const isTitle = isTitleOf(recordTargets(resource, { hidden, keys: true, inline }), order.mapping)
  const table = await openTable(file, { limits, options, isTitle })
  return importTable(work, order, run, resource, access, table, began).finally(() => table.close())
}

async function importTable(
  plain: Work,
  order: ImportOrder,
  { catchUp, signal }: ImportRun,
  resource: Resource,
  access: ImportAccess,
  table: FileTable,
  began: number,
): Promise<ImportReport> {
  const turn = plain.ids.next()
  const { id, isResumed } = await claimImport(plain, order, resource, turn)
  const work = withinImport(plain, id)
  const report = async (outcome: ImportReport['outcome'], reading: FileReading): Promise<ImportReport> => {
    const { rows, wrong, written, updates, same } = await countRows(work.queries, id)
    return {
      id,
      resource: resource.name,
      file: basename(order.file),
      encoding: table.encoding,
      outcome,
      rows,
      right: rows - wrong,
      wrong,
      updates,
      same,
      written,
      ignoredColumns: reading.ignored,
      mapping: writeMappingFile({
        resource: resource.name,
        columns: columnsByHead(table.head, columnsAsRead(reading)),
        ...(order.match && { match: order.match }),
        options: order.options ?? {},
      }),
      proposedColumns: reading.proposed
        .filter(({ source }) => !order.mapping.has(source))
        .map(({ source, target: { name, title } }) => ({ column: source, name, title })),
      summary: await countProblems(work.queries, id, maxSummed),
      warnings: await countWarnings(work.queries, id),
      problems: (await problemsPage(work.queries, id, { offset: 0, most: maxProblems })).problems,
      seconds: Math.round(performance.now() - began) / 1000,
    }
  }
  let isWriting = isResumed
  try {
    const reading = await readingFor(work, id, order, resource, access, table)
    const importContext = { id, work, resource, access, reading }
    const renew = async (queries = work.queries) => {
      if (!(await renewImportLease(queries, id, turn))) throw new ImportRefusal('import.busy')
    }
    if (!isResumed) {
      let count = 0
      for await (count of checkAll(importContext, table.rows())) {
        signal?.throwIfAborted()
        if (!order.dryRun) await renew()
      }
      if (count === 0) throw new ImportRefusal('file.no-rows')
    }
    const { rows, wrong } = await countRows(work.queries, id)
    if (order.dryRun) return await report('checked', reading)
    // An import that began to write despite wrong rows had `goodRows`.
    const goodRows = order.goodRows || (isResumed && wrong > 0)
    if (wrong > 0 && !goodRows) return await report('refused', reading)
    await work.transaction(async queries => {
      await lockImports(queries, work.ctx.actor.tenantId, resource.name)
      if (!isResumed) refuseUnfinished(await unfinished(queries, work.ctx.actor.tenantId, { resource: resource.name }))
      await renew(queries)
      await changeImport({ queries, ctx: work.ctx.renewed() }, id, { state: 'writing' })
    })
    isWriting = true
    const writing: Writing = {
      ...importContext,
      goodRows,
      begun: { file: basename(order.file), rows },
      ...(catchUp && { catchUp }),
      renewed: () => presentImport({ ...importContext, goodRows }, work.ctx.renewed(), order.match ?? null),
    }
    const isWhole = await write(writing, renew, signal)
    isWriting = false
    return await report(isWhole ? 'written' : 'refused', reading)
  } finally {
    // An import interrupted while writing remains staged, to be resumed or rolled back.
    if (isWriting) await releaseLease(work.queries, id, turn)
    else await deleteImport(work.queries, id)
  }
}

/** The field of each column of the records and of their inline lines, by the index of the column. */
function columnsAsRead({ columns, parts }: FileReading): Chosen {
  const inline = parts.flatMap(part => (part.own ? [] : part.columns))
  return Object.fromEntries([...columns, ...inline].map(({ index, target }) => [index, target.name]))
}

/**
 * Opens an import, or continues an interrupted one, with its lease. Of commands that begin at the same time, one imports
 * the file.
 */
async function claimImport(
  work: Work,
  order: ImportOrder,
  { name: resource }: Resource,
  turn: string,
): Promise<{ readonly id: string; readonly isResumed: boolean }> {
  const { ctx, ids } = work
  const digest = await digestOf(order)
  const { tenantId, userId } = ctx.actor
  if (userId === null) throw new Error('An import belongs to a user.')
  return work.transaction(async queries => {
    await lockImports(queries, tenantId, resource)
    const broken = await unfinished(queries, tenantId, { resource })
    if (broken && (broken.isRunning || broken.digest !== digest || order.dryRun)) refuseUnfinished(broken)
    const id = broken?.id ?? ids.next()
    if (!broken) {
      if (!order.dryRun) refuseUnfinished(await beingChecked(queries, tenantId, digest))
      await stageImport({ queries, ctx }, id, { tenantId, userId, resource }, basename(order.file), { digest })
    }
    // A dry run hinders no import.
    if (!order.dryRun) await acquireLease(queries, id, turn)
    return { id, isResumed: broken !== undefined }
  })
}

function refuseUnfinished(other: ImportStaging | undefined): void {
  if (!other) return
  const { id, resource, file, isRunning, process } = other
  throw new ImportRefusal(isRunning ? 'import.running' : 'import.unfinished', {
    id,
    resource,
    file,
    process: process ?? '',
  })
}

/** How the columns of the file are read. Sheets of lines are stored first. */
async function readingFor(
  { queries, ctx }: Work,
  id: string,
  { file, mapping, match, options = {} }: ImportOrder,
  resource: Resource,
  access: ImportAccess,
  table: FileTable,
): Promise<FileReading> {
  const { model } = ctx
  const { hidden, own } = access
  const { head, sheets, sheet } = table
  const parts = linesParts(model, resource, hidden)
  const source = { path: file, sheets: sheets ?? [], sheet: sheet ?? '', recent: () => new Map<string, string>() }
  const lines = sheet === undefined ? [] : await storeLinesSheets(queries, id, parts, { ...source, limits })
  const keys = parts.length > 0 || match !== undefined
  const targets = recordTargets(resource, { hidden, own, keys, inline: inlineParts(parts, lines) })
  const { matched } = matchColumns(targets, head, mapping)
  const columns = Object.fromEntries(matched.map(({ index, target }) => [String(index), target.name]))
  return readingOf(ctx, resource, access, { head, columns, lines, match: match ?? null, options })
}

/** Rolls back an interrupted import; returns the number of rows. */
export async function undoImport(work: Work, id: string): Promise<number> {
  const isNumber = /^\d{1,18}$/.test(id)
  const broken = isNumber && (await unfinished(work.queries, work.ctx.actor.tenantId, { id }))
  if (!broken) throw new ImportRefusal('import.unknown')
  const resource = importableResource(work.ctx.model, broken.resource)
  demand(work.ctx, resource, 'import')
  const turn = work.ids.next()
  await acquireLease(work.queries, id, turn)
  try {
    return await revert(work, id, resource)
  } finally {
    await releaseLease(work.queries, id, turn)
  }
}

async function revert(work: Work, id: string, resource: Resource): Promise<number> {
  const count = await rollBack(work, id, resource, undefined)
  await deleteOperation(work.queries, work.ctx.actor.tenantId, id)
  await deleteImport(work.queries, id)
  return count
}

async function digestOf({ resource, file, mapping, match, options }: ImportOrder): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([resource, [...mapping], match, options]))
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer)
  return hash.digest('hex')
}

/** Writes all rows; false if all were rolled back. */
async function write(writing: Writing, renew: () => Promise<void>, signal: AbortSignal | undefined): Promise<boolean> {
  const { work, id, resource, goodRows } = writing
  const rows = writeAll(writing)
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { done, value } = await rows.next()
      if (done) return value
      await renew()
    }
  } catch (error) {
    // Other interruptions continue when the command is repeated.
    if (!goodRows && error instanceof Refusal && error.code === 'import-changed') await revert(work, id, resource)
    throw error
  } finally {
    await rows.return(false)
  }
}
