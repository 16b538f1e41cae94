import type { RowProblem } from '../../model/import-view.ts'
import type { Resource } from '../../model/model.ts'
import { refusalOf } from '../database/errors.ts'
import type { Refusal } from '../refuse.ts'
import type { Access } from '../store/access.ts'
import type { Work } from '../store/work.ts'
import type { Column } from './match-columns.ts'
import { problems } from './row-problems.ts'
import { addProblems, rowsToWrite, type StagedRow } from './staging.ts'
import { type RowGuard, rowsAtOnce, takeBack, writeRows } from './write-rows.ts'

/** What is written, and for whom. */
export interface Writing {
  readonly id: string
  readonly work: Work
  readonly resource: Resource
  readonly access: Access
  readonly columns: readonly Column[]
  /** Goes on past rows that cannot be written; else one such row takes all others back. */
  readonly goodRows: boolean
  readonly guard?: RowGuard
}

/** Writes all right rows in short transactions, and tells after each how many; false ends one that was taken back. */
export async function* writeAll(writing: Writing): AsyncGenerator<number, boolean> {
  const { work, id, resource, goodRows } = writing
  let count = 0
  for (let last = 0; ; ) {
    const rows = await rowsToWrite(work.queries, id, last, rowsAtOnce(resource))
    if (rows.length === 0) return true
    last = rows.at(-1)?.row ?? last
    const wrong = await writeChunk(writing, rows)
    count += rows.length - wrong.length
    if (wrong.length > 0) {
      await addProblems(work.queries, id, wrong)
      if (!goodRows) {
        await takeBack(work, id, resource)
        return false
      }
    }
    yield count
  }
}

/** Writes a chunk whole; when the database refuses it, row by row, to find those that it does not take. */
async function writeChunk(writing: Writing, rows: readonly StagedRow[]): Promise<RowProblem[]> {
  const { work, id, resource, access, columns, guard } = writing
  try {
    await writeRows(work, id, resource, access, rows, guard)
    return []
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal || refusal.status === 503) throw error
    if (rows.length > 1) {
      const wrong: RowProblem[] = []
      for (const row of rows) wrong.push(...(await writeChunk(writing, [row])))
      return wrong
    }
    return rows.map(({ row }) => ({ row, ...placeOf(refusal, columns), ...problems.notWritten(refusal.say) }))
  }
}

function placeOf({ errors }: Refusal, columns: readonly Column[]): Pick<RowProblem, 'field' | 'column'> {
  const [field] = Object.keys(errors ?? {})
  const column = columns.find(one => one.field.name === field)?.source
  return { ...(field !== undefined && { field }), ...(column !== undefined && { column }) }
}
