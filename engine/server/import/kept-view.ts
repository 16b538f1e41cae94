import type { ImportView } from '../../model/import-view.ts'
import { importOf } from './kept-import.ts'
import { sampleRows } from './kept-rows.ts'
import type { Steps } from './kept-steps.ts'
import { countProblems, countRows } from './staging.ts'

const sampled = 5
const longest = 200
const mostSummed = 50

/** What is known of one's own import now. */
export async function viewOf({ work, owner }: Steps, id: string): Promise<ImportView> {
  const { queries, asking } = work
  const { file, state, at, isBusy, details } = await importOf(queries, owner, id)
  const { encoding, sheets, sheet, head, rows, columns, goodRows, revision } = details
  const [counts, sample, summary] = await Promise.all([
    countRows(queries, id),
    sampleRows(queries, id, sampled),
    countProblems(queries, id, mostSummed),
  ])
  return {
    id,
    file,
    state,
    at,
    isBusy,
    encoding,
    sheets,
    sheet,
    head,
    rows,
    columns,
    goodRows,
    isStale: revision !== null && revision !== asking.model.revision,
    sample: sample.map(({ row, cells }) => ({ row, cells: cells.map(cell => cell.slice(0, longest)) })),
    counts,
    summary,
  }
}
