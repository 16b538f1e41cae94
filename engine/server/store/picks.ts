import { fault, faultMessage } from '../../fields/fault.ts'
import { textOption } from '../../fields/options.ts'
import { isAlwaysRequired } from '../../fields/record-schema.ts'
import { isPicked } from '../../fields/traits.ts'
import type { Bilingual, Field, Model, Resource } from '../../model/model.ts'
import { listOrder } from '../../model/order.ts'
import { perModel } from '../../model/per-model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { accessToNames } from '../auth/access.ts'
import { candidatesBy } from '../auth/expressions.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, referenceOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { isSame } from './history.ts'
import { orderSql } from './order.ts'
import { ownTenant } from './own-tenant.ts'
import { blank } from './plan-lines.ts'
import { live } from './select.ts'
import type { Sort } from './sort.ts'
import type { Work } from './work.ts'

/** A reference whose record the server chooses. */
interface PickedReference {
  readonly field: Field
  readonly of: Resource
}

const picks = perModel<readonly PickedReference[]>()

/** The references of a resource whose records the server chooses. */
export const picksOf = (model: Model, resource: Resource): readonly PickedReference[] =>
  picks(model, resource.name, () =>
    resource.fields.filter(isPicked).flatMap(field => referenceOf(model, field).map(({ of }) => ({ field, of }))),
  )

/** A record or line that is about to be written. */
interface Written {
  readonly resource: Resource
  readonly old: Row | undefined
  readonly values: Row
  readonly path: string
}

/**
 * Chooses the records of references with `pick` among all records of the tenant, where a field that `where` reads is new
 * or another one, or where there is no value. A value that the writer chose is kept, if the writer may see the record.
 */
export async function pickIn(work: Reading, written: readonly Written[]): Promise<void> {
  const { ctx } = work
  const errors: Record<string, Bilingual> = {}
  for (const { resource, old, values, path } of written) {
    for (const { field, of } of picksOf(ctx.model, resource)) {
      const record = { ...(old ?? blank(ctx, resource)), ...values }
      const given = values[field.name] ?? null
      const { reads = [] } = field
      const isChosen = given !== null && given !== old?.[field.name]
      if (isChosen && (await isVisible(work, of, String(given)))) continue
      const isOther = !old || reads.some(name => !isSame(record[name] ?? null, old[name] ?? null))
      if (!isChosen && !isOther && (record[field.name] ?? null) !== null) continue
      const first = await firstPick(work, resource, field, of, record)
      if (isChosen && given !== first)
        errors[`${path}${field.name}`] = faultMessage(fault('value.select-correct'), field.title)
      values[field.name] = first
      // Where `when` may hide it, it is checked with the shown fields.
      if (first === null && isAlwaysRequired(field))
        for (const name of reads.length > 0 ? reads : [field.name]) errors[`${path}${name}`] = noneApplies(field)
    }
  }
  if (Object.keys(errors).length > 0) throw refuse.input(errors)
}

type Reading = Pick<Work, 'ctx' | 'queries'>

const noneApplies = ({ title: { zh, en } }: Field): Bilingual => ({
  zh: `没有适用的${zh}`,
  en: `No record of "${en}" applies`,
})

async function isVisible({ ctx, queries }: Reading, of: Resource, id: string): Promise<boolean> {
  if (!/^\d{1,19}$/.test(id)) return true
  const table = word(`"${of.table}" t`)
  const rows = accessToNames(ctx, of).rows('t')
  return (await runAll(queries, sql`select 1 from ${table} where t."id" = ${id}::bigint and ${rows}`)).length > 0
}

/** The id of the first record of the tenant that fits a record. */
export async function firstPick(
  { ctx, queries }: Reading,
  resource: Resource,
  field: Field,
  of: Resource,
  record: Row,
): Promise<string | null> {
  const { order, joins } = orderSql(ctx, of, sortsOf(field, of), 't')
  const where = candidatesOf(ctx, resource, field, of, record)
  const table = word(`"${of.table}" t`)
  const [row] = await runAll(
    queries,
    sql`select t."id"::text as id from ${table} ${joins} where ${live('t')}${ownTenant(ctx, of)} and ${where} order by ${order} limit 1`,
  )
  return row ? String(row['id']) : null
}

function candidatesOf(ctx: RequestContext, resource: Resource, field: Field, of: Resource, record: Row): Fragment {
  const where = textOption(field, 'where')
  return where === undefined ? word('true') : candidatesBy(ctx, resource, of, where, record, 't')
}

/** The order of the candidates, which ends with their ids. */
function sortsOf(field: Field, of: Resource): readonly Sort[] {
  const { field: name, descending } = listOrder(of, textOption(field, 'sort'))
  const [by, id] = [fieldOf(of, name), fieldOf(of, 'id')]
  return [by, name === 'id' ? undefined : id].flatMap(one => (one ? [{ field: one, descending, isStored: true }] : []))
}
