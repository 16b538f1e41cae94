import type { Correction, ImportCounts, ImportView, ProblemsPage, RowProblem } from '../../../model/import-view.ts'
import type { Bilingual } from '../../../model/model.ts'
import type { Warning } from '../../../model/warning.ts'
import type { Queries } from '../../database/database.ts'
import { sql, word } from '../../database/fragment.ts'
import { run, runAll } from '../../database/run.ts'
import type { StagedRow } from './staged-rows.ts'

/** The counts of the rows of an import by result. */
export async function countRows(queries: Queries, id: string): Promise<ImportCounts> {
  const [row] = await run(
    queries,
    `select count(*)::int as rows, count(problems)::int as wrong, (count(*) filter (where written))::int as written,
       (count(*) filter (where problems is not null and not exists (
         select 1 from jsonb_array_elements(problems) p(problem) where p.problem -> 'proposal' is null
       )))::int as fixable,
       (count(*) filter (where problems is null and operation = 'update'))::int as updates,
       (count(*) filter (where problems is null and operation = 'same'))::int as same,
       (count(*) filter (where problems is null and warnings is not null))::int as warned
     from engine_import_row where import_id = $1::bigint`,
    [id],
  )
  return row as unknown as ImportCounts
}

/** One page of problems in row order, of one field or of all, and their number. */
export async function problemsPage(
  queries: Queries,
  id: string,
  { field, offset, most }: { readonly field?: string; readonly offset: number; readonly most: number },
): Promise<ProblemsPage> {
  const of = field === undefined ? word('true') : sql`coalesce(p.problem ->> 'field', '') = ${field}`
  const from = sql`from engine_import_row s, jsonb_array_elements(s.problems) with ordinality p(problem, n)
    where s.import_id = ${id}::bigint and s.problems is not null and ${of}`
  const [count] = await runAll(queries, sql`select count(*)::int as total ${from}`)
  const rows = await runAll(
    queries,
    sql`select p.problem ${from} order by s.row, p.n limit ${most}::integer offset ${offset}::integer`,
  )
  return { total: Number(count?.['total'] ?? 0), problems: rows.map(row => row['problem'] as RowProblem) }
}

/** The distinct proposals for wrong cells. */
export async function proposalsOf(queries: Queries, id: string, most: number): Promise<Correction[]> {
  const rows = await runAll(
    queries,
    sql`select distinct p.problem ->> 'field' as field, p.problem ->> 'value' as written, p.problem -> 'proposal' ->> 'value' as meant
      from engine_import_row s, jsonb_array_elements(s.problems) p(problem)
      where s.import_id = ${id}::bigint and s.problems is not null and p.problem -> 'proposal' is not null
      order by 1, 2 limit ${most}::integer`,
  )
  return rows.map(({ field, written, meant }) => ({ field: String(field), from: String(written), to: String(meant) }))
}

/** The number of valid rows with each warning. */
export async function countWarnings(queries: Queries, id: string): Promise<ImportView['warnings']> {
  const rows = await run(
    queries,
    `select w.warning -> 'text' as message, count(distinct s.row)::int as rows
     from engine_import_row s, jsonb_array_elements(s.warnings) w(warning)
     where s.import_id = $1::bigint and s.problems is null and s.warnings is not null group by 1 order by 2 desc`,
    [id],
  )
  return rows.map(({ message, rows }) => ({ message: message as Bilingual, rows: Number(rows) }))
}

/** The result of a row: written under an id, or wrong. */
export interface RowOutcome {
  readonly row: number
  readonly recordId: string
  readonly operation: StagedRow['operation']
  readonly isWritten: boolean
  readonly problems: readonly RowProblem[]
  readonly warnings: readonly Warning[]
}

/** The results of the next rows after a row, in order: of all, or of those with problems. */
export async function outcomes(
  queries: Queries,
  id: string,
  { after, most, isWrong }: { readonly after: number; readonly most: number; readonly isWrong: boolean },
): Promise<RowOutcome[]> {
  const rows = await runAll(
    queries,
    sql`select row, record_id::text as "recordId", operation, written, problems, warnings from engine_import_row
      where import_id = ${id}::bigint and ${word(isWrong ? 'problems is not null' : 'true')} and row > ${after}::integer
      order by row limit ${most}::integer`,
  )
  return rows.map(({ row, recordId, operation, written, problems, warnings }) => ({
    row: Number(row),
    recordId: String(recordId),
    operation: operation as StagedRow['operation'],
    isWritten: written === true,
    problems: (problems ?? []) as readonly RowProblem[],
    warnings: (warnings ?? []) as readonly Warning[],
  }))
}

/** The number of occurrences of each problem by column. */
export async function countProblems(queries: Queries, id: string, most: number) {
  const rows = await run(
    queries,
    `select p.problem ->> 'field' as field, p.problem ->> 'sheet' as sheet, p.problem ->> 'column' as "column", coalesce(p.problem -> 'kind', p.problem -> 'message') as message, count(*)::int as rows
     from engine_import_row s, jsonb_array_elements(s.problems) p(problem)
     where s.import_id = $1::bigint and s.problems is not null
     group by 1, 2, 3, 4 order by 5 desc, 3 limit ${most}`,
    [id],
  )
  return rows.map(row => ({
    field: typeof row['field'] === 'string' ? row['field'] : null,
    ...(typeof row['sheet'] === 'string' && { sheet: row['sheet'] }),
    column: String(row['column'] ?? ''),
    message: row['message'] as Bilingual,
    rows: Number(row['rows']),
  }))
}
