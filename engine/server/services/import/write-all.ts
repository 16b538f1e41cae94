import type { RowProblem } from '../../../model/import-view.ts'
import { word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Refusal } from '../../errors/refuse.ts'
import { togetherOrEach } from '../../store/together-or-each.ts'
import type { FileReading } from './file-reading.ts'
import { rollBack } from './roll-back.ts'
import { problems } from './row-problems.ts'
import { addProblems, rowsToWrite, type StagedRow } from './staged-rows.ts'
import { rowsAtOnce, type WritingInto, writeRows } from './write-rows.ts'

/** The parameters of writing an import. */
export interface Writing extends WritingInto {
  readonly reading: FileReading
  /** Continues after rows that cannot be written; otherwise one such row rolls back all others. */
  readonly goodRows: boolean
  /** The work and the access with the rights of this moment. Throws a refusal where a right is missing by now. */
  renewed(): Promise<Pick<WritingInto, 'work' | 'access'>>
}

/** Records with lines, and changes, need several statements each. */
const slowAtOnce = 50

/**
 * Writes all valid rows in short transactions, and yields their number after each; returns false if the import was
 * rolled back.
 */
export async function* writeAll(writing: Writing): AsyncGenerator<number, boolean> {
  const { work, id, resource, goodRows, reading, access } = writing
  const isSlow = reading.parts.length > 0 || reading.match !== undefined
  const most = Math.min(rowsAtOnce, isSlow ? slowAtOnce : Number.POSITIVE_INFINITY)
  let count = 0
  for (let last = 0; ; ) {
    const rows = await rowsToWrite(work.queries, id, last, most)
    if (rows.length === 0) {
      if (count >= manyRows) await analyzeTables(writing)
      return true
    }
    last = rows.at(-1)?.row ?? last
    const wrong = await writeChunk(writing, rows)
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
    yield count
  }
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
  await togetherOrEach(
    rows,
    async some => writeRows({ ...writing, ...(await writing.renewed()) }, some),
    ({ row }, refusal) => {
      wrong.push({ row, ...columnOfError(refusal, writing.reading), ...problems.notWritten(refusal.text) })
    },
  )
  return wrong
}

function columnOfError({ errors }: Refusal, { columns }: FileReading): Pick<RowProblem, 'field' | 'column'> {
  const [field] = Object.keys(errors ?? {})
  const column = columns.find(({ target }) => target.field.name === field)?.source
  return { ...(field !== undefined && { field }), ...(column !== undefined && { column }) }
}
