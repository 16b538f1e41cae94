import { hasLines, isBound, listedResource } from '../../fields/traits.ts'
import { bindOf } from '../../model/names.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { linkedSql } from '../auth/expressions.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, shapeOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { withComputed } from './computed.ts'
import { live } from './select.ts'
import type { TakenStep } from './taken-step.ts'
import { readInTenant } from './target-records.ts'
import type { Work } from './work.ts'

/** The maximum number of records of a bind or a reference for which a step creates others, as many as lines may have. */
const maxRows = 1000

/**
 * The rows of a list of a record, for each of which an effect creates a record or a line: its lines, the records that a
 * bind links to it in the order of their ids, or those of a reference in its order. Records are read in the tenant without
 * the conditions of the actor; deleted ones are left out.
 */
export async function listedRows(work: Work, { resource, record }: TakenStep, name: string): Promise<readonly Row[]> {
  const { ctx } = work
  const field = fieldOf(resource, name)
  const of = field && listedResource(field, ctx.model)
  if (!field || !of) return []
  const value = [record[name] ?? []].flat()
  if (hasLines(field)) return value as Row[]
  const ids = isBound(field) ? await linkedIds(work, { resource, record }, name) : value.map(String)
  if (ids.length > maxRows)
    throw refuse.conflict('effect-limit', {
      zh: `${field.title.zh}超过 ${maxRows} 条，请分批`,
      en: `${field.title.en}: more than ${maxRows} records; split them into several`,
    })
  const rows = await withComputed(work, shapeOf(ctx.model, of, new Set()), await readInTenant(work, of, ids, live('t')))
  const byId = new Map(rows.map(row => [String(row['id']), row]))
  return ids.map(id => byId.get(id)).filter(row => row !== undefined)
}

async function linkedIds(
  { ctx, queries }: Work,
  { resource, record }: Pick<TakenStep, 'resource' | 'record'>,
  name: string,
): Promise<string[]> {
  const linked = linkedSql(ctx, resource, bindOf(resource, name), sql`= ${record['id']}::bigint`)
  const limit = word(String(maxRows + 1))
  const rows = await runAll(
    queries,
    sql`select c."right_id"::text as id from (${linked}) c order by c."right_id" limit ${limit}`,
  )
  return rows.map(({ id }) => String(id))
}
