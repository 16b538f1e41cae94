import { searchForm } from '../../fields/unique-form.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { perModel } from '../../model/per-model.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { gramsFunction } from '../storage/grams.ts'
import type { Condition } from './condition.ts'

/** The share of rows from which reading them in order is faster than finding them by the index on their parts. */
const frequentFrom = 0.1
/** How long the statistics are used, in milliseconds. ANALYZE runs at most every minute. */
const freshFor = 60_000

/** Parts of a column's texts that many rows contain, by column. */
export type FrequentParts = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The conditions without the parts of texts that many rows contain: the index on grams would return all these rows. If
 * a text consists of such parts alone, it is searched without the index: the first rows in order soon contain it.
 */
export async function withRareParts(
  queries: Queries,
  model: Model,
  resource: Resource,
  conditions: readonly Condition[],
): Promise<readonly Condition[]> {
  if (!conditions.some(({ hasGrams }) => hasGrams)) return conditions
  const all = await frequentPartsOf(queries, model, resource)
  return conditions.map(condition => {
    if (!condition.hasGrams) return condition
    const frequent = frequentIn(all, condition.field, String(condition.values[0]))
    return frequent ? { ...condition, frequent } : { ...condition, hasGrams: false }
  })
}

/** The parts of a text that many rows contain in a field: undefined if it consists of these alone. */
export function frequentIn(all: FrequentParts, { column }: Field, text: string): readonly string[] | undefined {
  const known = all.get(String(column))
  if (!known) return []
  const sought = partsOf(text)
  const frequent = sought.filter(part => known.has(part))
  return frequent.length < sought.length ? frequent : undefined
}

/** The parts by which the index finds a text: its pairs of characters, or its single one. */
function partsOf(text: string): string[] {
  const characters = [...searchForm(text)]
  if (characters.length < 2) return characters
  return [...new Set(characters.slice(1).map((character, index) => `${characters[index]}${character}`))]
}

interface Read {
  readonly at: number
  readonly parts: Promise<FrequentParts>
}

const read = perModel<{ current?: Read }>(500)

export function frequentPartsOf(queries: Queries, model: Model, { table }: Resource): Promise<FrequentParts> {
  const latest = read(model, table, () => ({}))
  const now = performance.now()
  if (latest.current && now - latest.current.at <= freshFor) return latest.current.parts
  const parts = readFrequentParts(queries, table)
  latest.current = { at: now, parts }
  parts.catch(() => {
    delete latest.current
  })
  return parts
}

async function readFrequentParts(queries: Queries, table: string): Promise<FrequentParts> {
  const rows = await runAll(
    queries,
    sql`select (regexp_match(s.expr, '\\(+"?(\\w+)'))[1] as "column", array_agg(e.part) as parts
    from pg_stats_ext_exprs s,
      unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs::real[]) e(part, share)
    where s.schemaname = current_schema() and s.tablename = ${table} and e.share >= ${frequentFrom}::real and e.part is not null
      and s.expr like ${`${gramsFunction}(%`} group by 1`,
  )
  return new Map(rows.map(({ column, parts }) => [String(column), new Set(parts as string[])]))
}
