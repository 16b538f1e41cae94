import type { Bilingual } from '../../model/model.ts'
import { type ImportState, importOf } from './kept-import.ts'
import { sampleRows } from './kept-rows.ts'
import type { Steps } from './kept-steps.ts'
import type { Chosen } from './match-columns.ts'
import { type Counts, countProblems, countRows } from './staging.ts'
import type { TableRow } from './table-row.ts'

/** A kept import as the web shows it. */
export interface ImportView {
  readonly id: string
  readonly file: string
  readonly state: ImportState
  readonly at: string
  readonly isBusy: boolean
  readonly encoding: string
  readonly sheets: readonly string[]
  readonly sheet: string | null
  readonly head: readonly string[]
  readonly rows: number
  readonly columns: Chosen
  readonly goodRows: boolean
  /** The descriptors have changed since it was checked. */
  readonly isStale: boolean
  readonly sample: readonly TableRow[]
  /** Of what was checked. */
  readonly counts: Counts
  readonly summary: readonly {
    readonly field: string | null
    readonly column: string
    readonly message: Bilingual
    readonly rows: number
  }[]
}

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
