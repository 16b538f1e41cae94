import { typeOf } from '../../../fields/index.ts'
import type { BoardWork, WorkAnswer, WorkRow } from '../../../model/chart.ts'
import type { Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { ownerFieldOf } from '../../../model/owner.ts'
import { stepsOf } from '../../../model/steps.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import { expressionOf, valueIn } from '../../../record/expressions.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { every, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { select } from '../../store/page.ts'
import { readQuery } from '../../store/query.ts'
import { rowCondition, rowValueSql } from '../../store/row-condition.ts'
import { live } from '../../store/select.ts'
import { whereSql } from '../../store/where.ts'

/** The maximum number of rows of one entry. */
const mostRows = 50

/**
 * The rows that wait for a step of the caller, the earliest due first: of each entry those that the caller may view and
 * on which the step is permitted. An entry that reads a hidden field is left out. `if` of the step is not evaluated.
 */
export async function workRows(
  queries: Queries,
  ctx: RequestContext,
  entries: readonly BoardWork[],
): Promise<WorkAnswer> {
  const rows: WorkRow[] = []
  let more = 0
  for (const entry of entries) {
    const found = await rowsOf(queries, ctx, entry)
    if (found.length > mostRows) more += 1
    rows.push(...found.slice(0, mostRows))
  }
  return { rows: rows.sort(byDue), more: more > 0 }
}

async function rowsOf(queries: Queries, ctx: RequestContext, entry: BoardWork): Promise<WorkRow[]> {
  const resource = resourceOf(ctx.model, entry.of)
  const step = stepsOf(resource).find(({ name }) => name === entry.step)
  const [access, ofStep] = [accessTo(ctx, resource, 'view'), accessTo(ctx, resource, entry.step)]
  const [where, due] = [entry.where, entry.due].map(text => expressionOf(ctx.model, resource, text))
  const isHidden = [where, due].some(one => one?.reads.some(name => access.withheld.has(name)))
  if (!step || !where || !due || !access.allowed || !ofStep.allowed || isHidden) return []
  const waits = every([whereSql(access, []), ofStep.rows('t'), rowCondition(ctx, resource, where)])
  const found = await runAll(
    queries,
    sql`select t."id"::text as id from ${word(`"${resource.table}" t`)} where ${waits}
      order by ${rowValueSql(ctx, resource, due)} nulls last, t."id" limit ${mostRows + 1}::integer`,
  )
  const ids = found.map(({ id }) => String(id))
  if (ids.length === 0) return []
  const which = (alias: string) => every([live(alias), sql`${word(`${alias}."id"`)} = any(${ids}::bigint[])`])
  const query = readQuery(ctx, resource, access, {})
  const { records } = await select(queries, ctx, resource, access, query, ids.length, 0, { which, inAnyNumber: true })
  return records.map(record => {
    const at = valueIn(ctx, resource, entry.due, record)
    return {
      of: resource.name,
      id: String(record['id']),
      step: { name: step.name, title: step.title },
      ...wordsOf(resource, record),
      due: typeof at === 'string' ? at : null,
    }
  })
}

/** The owner and the first text of the list; without an owner the display value comes first. */
function wordsOf(resource: Resource, record: Row): Pick<WorkRow, 'name' | 'about'> {
  const owner = ownerFieldOf(resource)
  const display = record[`${resource.display}Name`] ?? record[resource.display]
  const name = (owner && record[`${owner.name}Name`]) ?? display ?? record['id']
  const texts = resource.list.columns
    .filter(column => column !== resource.display)
    .flatMap(column => fieldOf(resource, column) ?? [])
    .flatMap(field => (typeOf(field).freeText === undefined ? [] : [record[field.name]]))
  const about = [...texts, display].find(text => typeof text === 'string' && text !== '' && text !== name)
  return { name: String(name), about: String(about ?? '') }
}

const byDue = ({ due: a }: WorkRow, { due: b }: WorkRow): number =>
  a === b ? 0 : a === null ? 1 : b === null || a < b ? -1 : 1
