import { setImmediate } from 'node:timers/promises'
import type { RowProblem } from '../../../model/import-view.ts'
import { isLines } from '../../../model/lines.ts'
import { hasAutoSteps } from '../../../model/steps.ts'
import { word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { isChangedTable, uniqueFault } from '../../errors/database-errors.ts'
import { Refusal } from '../../errors/refuse.ts'
import { batchOrEach } from '../../store/batch-or-each.ts'
import { PublishConflicts, publish, type RefusedRecord } from '../../store/publish.ts'
import { workOn } from '../../store/work.ts'
import { deleteOperation } from '../operations/operation-log.ts'
import type { FileReading } from './file-reading.ts'
import { beginImport, continueImport, endImport } from './import-operation.ts'
import { importRights } from './import-rights.ts'
import { rollBack } from './roll-back.ts'
import { problems } from './row-problems.ts'
import { changeImport } from './staged-import.ts'
import { addProblems, rowsToWrite, type StagedRow, type WritingPosition } from './staged-rows.ts'
import { continueAfterStaged } from './staged-serials.ts'
import { makeAutoOf, rowsPerTransaction, type WritingInto, writeRows } from './write-rows.ts'
import { addedInitially, addedRecords, rowsOfRecords } from './written-rows.ts'

/** The parameters of writing an import. */
export interface Writing extends WritingInto {
  readonly reading: FileReading
  /** The name of the file, and the number of its rows. */
  readonly begun: { readonly file: string; readonly rows: number }
  /**
   * The work, the resource and the access with the Model and the rights of this moment. Throws a refusal where a right
   * is missing by now, or the resource is another one.
   */
  renewed(): Promise<Pick<WritingInto, 'work' | 'resource' | 'access'>>
  /** Reads the stored Model, after another process changed the tables. */
  catchUp?(): Promise<void>
}

/** Records with lines, and changes, need several statements each. */
const slowAtOnce = 50

/**
 * Writes all valid rows in short transactions as one operation, and yields their number after each; returns false if the
 * import was rolled back, and there is nothing to list.
 */
export async function* writeAll(writing: Writing): AsyncGenerator<number, boolean> {
  const { id, work, resource, begun } = writing
  await beginImport(work, id, { resource, ...begun })
  let isWhole = false
  try {
    isWhole = yield* writeChunks(writing)
  } finally {
    await endImport(work, id)
  }
  if (!isWhole) await deleteOperation(work.queries, work.ctx.actor.tenantId, id)
  return isWhole
}

async function* writeChunks(writing: Writing): AsyncGenerator<number, boolean> {
  const { work, id, resource, goodRows, reading, access } = writing
  const isSlow = reading.parts.length > 0 || reading.match !== undefined
  const most = Math.min(rowsPerTransaction, isSlow ? slowAtOnce : Number.POSITIVE_INFINITY)
  await continueAfterStaged(work, resource, id)
  let count = 0
  let attempt = 1
  const rights = rightsOf(writing)
  for (let last: WritingPosition = { row: 0 }; ; ) {
    const rows = await rowsToWrite(work.queries, id, last, most)
    if (rows.length === 0) {
      if (!goodRows && !(await publishAll(writing, rights))) return false
      if (count >= manyRows) await analyzeTables(writing)
      return true
    }
    // Outside of the chunk, whose refusals are those of its rows.
    await renewedWith(writing, rights).catch(error => {
      // A right that the user lost is reported for each of the rows.
      if (!goodRows || !(error instanceof Refusal) || stops.includes(error.code)) throw error
    })
    const wrong = await writeChunk(writing, rows).catch(error => caughtUp(writing, error, attempt))
    attempt = wrong ? 1 : attempt + 1
    if (!wrong) continue
    last = rows.at(-1) ?? last
    count += rows.length - wrong.length
    if (wrong.length > 0) {
      await addProblems(
        work.queries,
        id,
        wrong.map(problem => ({ record: problem.row, problem })),
      )
      if (!goodRows) {
        await rollBack(work, id, resource, access.changing)
        return false
      }
    }
    // On the embedded database, nothing else lets the server answer other requests between two chunks.
    await setImmediate()
    yield count
    await continueImport(writing)
  }
}

/** Refusals that end an import, whatever the row. */
const stops: readonly string[] = ['import-rights-changed', 'import-changed']

const rightsOf = ({ work, resource }: Pick<WritingInto, 'work' | 'resource'>): string =>
  importRights(work.ctx, resource)

/** The present work, if the rights are those with which the import began: its rows were checked with them. */
async function renewedWith(writing: Writing, rights: string) {
  const present = await writing.renewed()
  if (rights === rightsOf(present)) return present
  throw new Refusal('import-rights-changed', 403, {
    zh: '导入期间您的权限有变化，导入已停止，请重新检查文件后再导入',
    en: 'The import was stopped because your permissions changed. Validate the file again before you import it.',
  })
}

/** Reads the stored Model where the tables changed, so that the chunk is written by it. */
async function caughtUp({ catchUp }: Writing, error: unknown, attempt: number): Promise<undefined> {
  if (!catchUp || !isChangedTable(error) || attempt === attempts) throw error
  await catchUp()
}

/** A unique value that another transaction takes at the same moment is found by the next attempt. */
const attempts = 3

/**
 * Makes the records of an all-or-nothing import visible, all in the transaction that ends the import. False if records
 * conflict with what others wrote meanwhile: then all were rolled back.
 */
async function publishAll(writing: Writing, rights: string): Promise<boolean> {
  const { id, access } = writing
  if (isLines(writing.resource)) return true
  for (let attempt = 1; ; attempt += 1) {
    const { work, resource } = await renewedWith(writing, rights)
    const added = await addedRecords(work.queries, id)
    try {
      await work.transaction(async queries => {
        const inside = workOn(work, queries)
        await publish(inside, resource, added)
        for (const one of hasAutoSteps(resource) ? await addedInitially(inside, resource, id) : []) {
          await makeAutoOf(inside, resource, one, null).catch(error => {
            throw error instanceof Refusal ? refusedAt(one, error) : error
          })
        }
        await changeImport(inside, id, { state: 'written' })
      })
      return true
    } catch (error) {
      if (isChangedTable(error)) {
        await caughtUp(writing, error, attempt)
        continue
      }
      // Refused as a whole: the limit of accounts.
      const refused = error instanceof Refusal ? refusedAt(added.at(-1) ?? '', error) : error
      if (refused instanceof PublishConflicts) {
        await noteRefused(writing, refused.conflicts)
        await rollBack(work, id, resource, access.changing)
        return false
      }
      if (!uniqueFault(error) || attempt === attempts) throw error
    }
  }
}

/** The refusal of one added record, and so of all of the import. */
function refusedAt(id: string, { text, errors }: Refusal): PublishConflicts {
  const [name] = Object.keys(errors ?? {})
  return new PublishConflicts([{ id, message: text, ...(name !== undefined && { field: { name } }) }])
}

async function noteRefused({ id, work, reading }: Writing, refused: readonly RefusedRecord[]): Promise<void> {
  const rows = await rowsOfRecords(
    work.queries,
    id,
    refused.map(one => one.id),
  )
  const found = refused.flatMap(({ id: record, field, message }) => {
    const row = rows.get(record)
    if (row === undefined) return []
    return [{ record: row, problem: { row, ...columnOf(field?.name, reading), ...problems.notWritten(message) } }]
  })
  await addProblems(work.queries, id, found)
}

/** From this number of rows on, the planner's statistics of the table may be outdated. */
const manyRows = 1000

/** The embedded database has no autovacuum, and a large table would be planned as if it were empty. */
async function analyzeTables({ work, resource, reading: { parts } }: Writing): Promise<void> {
  for (const { table } of [resource, ...parts.map(({ part }) => part.resource)]) {
    await runAll(work.queries, word(`analyze (skip_locked) "${table}"`))
  }
}

/**
 * Writes a chunk in one transaction, with the user's current rights: an import takes minutes, and the user may lose a
 * role. If the chunk is refused, it is written row by row, to find the rows at fault.
 */
async function writeChunk(writing: Writing, rows: readonly StagedRow[]): Promise<RowProblem[]> {
  const wrong: RowProblem[] = []
  await batchOrEach(
    rows,
    async some => writeRows({ ...writing, ...(await writing.renewed()) }, some),
    ({ row }, refusal) => {
      const [field] = Object.keys(refusal.errors ?? {})
      wrong.push({ row, ...columnOf(field, writing.reading), ...problems.notWritten(refusal.text) })
    },
  )
  return wrong
}

/** A field and the column of the file that it comes from. */
function columnOf(
  field: string | undefined,
  { columns }: Pick<FileReading, 'columns'>,
): Pick<RowProblem, 'field' | 'column'> {
  const column = columns.find(({ target }) => target.field.name === field)?.source
  return { ...(field !== undefined && { field }), ...(column !== undefined && { column }) }
}
