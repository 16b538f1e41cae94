import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'

interface NumberedRow {
  readonly revision: string
  /** Null in a row that an older engine stored. */
  readonly number: number | null
}

/**
 * The numbers of the kept revisions in the order in which they were applied, the served one last. One that an older
 * engine stored has none: it gets the next one, so that it keeps its number when those before it are deleted.
 */
export const revisionNumbers = async (queries: Queries): Promise<ReadonlyMap<string, number>> =>
  numbersOf(await numberedRows(queries))

async function numberedRows(queries: Queries): Promise<readonly NumberedRow[]> {
  const { rows } = await execute<NumberedRow>(
    queries,
    sql`
    select revision, number from (
      select revision, number, 0 as part, changed from engine_former_revision
      union all
      select revision, case when numbered = revision then number end, 1, changed
      from engine_revision where id = 1) kept
    order by part, changed, revision`,
  )
  return rows
}

function numbersOf(rows: readonly NumberedRow[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  let last = 0
  for (const { revision, number } of rows) {
    last = number ?? last + 1
    numbers.set(revision, last)
  }
  return numbers
}

/**
 * Stores the numbers that rows of an older engine lack; returns those of the stored revision and of the next one, and the
 * revisions that are kept.
 */
export async function nextNumber(
  queries: Queries,
  revision: string,
): Promise<{ readonly present: number; readonly next: number; readonly kept: readonly string[] }> {
  const rows = await numberedRows(queries)
  const numbers = [...numbersOf(rows)]
  // Every save stores a revision, and rows of an older engine are numbered once.
  if (rows.slice(0, -1).some(({ number }) => number === null))
    await execute(
      queries,
      sql`
      update engine_former_revision r set number = n.number
      from unnest(${numbers.map(([name]) => name)}::text[], ${numbers.map(([, number]) => number)}::integer[])
        as n(revision, number)
      where r.revision = n.revision and r.number is null`,
    )
  const [name, present] = numbers.at(-1) ?? ['', 0]
  return { present, next: name === revision ? present : present + 1, kept: numbers.map(([name]) => name) }
}
