import { textOption } from '../../fields/options.ts'
import { isPicked } from '../../fields/traits.ts'
import type { Field, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { listOrder } from '../../model/order.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { Filling } from '../../record/filled-record.ts'
import { type Access, accessTo, accessToNames, demand } from '../auth/access.ts'
import { candidatesBy } from '../auth/expressions.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, referenceOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { chosenFrom, namesOf } from './look-up.ts'
import type { ReferenceOption } from './operations.ts'
import { orderSql } from './order.ts'
import { ownTenant } from './own-tenant.ts'
import { live } from './select.ts'
import type { Sort } from './sort.ts'
import { TargetRecords } from './target-records.ts'
import type { Work } from './work.ts'

type Reading = Pick<Work, 'ctx' | 'queries'>

/** How the words of a resource fill in records that an actor writes. */
export function fillingOf(ctx: RequestContext, resource: Resource, isPicking = true): Filling {
  const targets = ctx.targets instanceof TargetRecords ? ctx.targets : undefined
  const isWhole = (of: Resource, id: string) =>
    targets?.value(`whole ${of.name} ${id}`, work => isAmong(work, of, id, accessToNames(ctx, of).whole)) === true
  const picked: Filling['picked'] = (of, field, record) => {
    const [reference] = referenceOf(ctx.model, field)
    const key = JSON.stringify([of.name, field.name, ...[...(field.reads ?? []), field.name].map(name => record[name])])
    return reference && targets ? targets.value(key, work => pick(work, of, field, reference.of, record)) : null
  }
  return {
    ...(isPicking && { picked }),
    // What the actor reads is never filled in from a field that is hidden; the rows do not matter.
    opens: (field, reads, record) =>
      reads.every(({ target, name, reference = '' }) => {
        const of = resourceOf(ctx.model, target)
        const names = accessToNames(ctx, of)
        const isOpen = names.whole === names.rows || names.isName(name)
        // Of some users, the actor may read the name only.
        return !names.withheld.has(name) && (isOpen || isWhole(of, String(record[reference])))
      }) || accessTo(ctx, resource, 'view').hidden.has(field.name),
  }
}

/** The given record if its writer may see it, otherwise the first one that fits. */
async function pick(work: Reading, resource: Resource, field: Field, of: Resource, record: Row): Promise<unknown> {
  const given = record[field.name] ?? null
  return given !== null && (await isAmong(work, of, String(given), accessToNames(work.ctx, of).rows))
    ? given
    : firstPick(work, resource, field, of, record)
}

async function isAmong({ queries }: Reading, { table }: Resource, id: string, rows: Access['rows']): Promise<boolean> {
  if (!/^\d{1,18}$/.test(id)) return false
  const found = sql`select 1 from ${word(`"${table}" t`)} where t."id" = ${id}::bigint and ${rows('t')}`
  return (await runAll(queries, found)).length > 0
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

/**
 * The record that a save would choose now for a reference with `pick`, if the actor may see it. It requires the right to
 * add or edit the referring record.
 */
export async function nextPick(
  work: Work,
  resource: Resource,
  name: string,
  record: Row,
): Promise<ReferenceOption | undefined> {
  const { ctx, queries } = work
  const { field, of } = chosenFrom(ctx, resource, name)
  if (!isPicked(field)) throw refuse.unknownName(name)
  if (!accessTo(ctx, resource, 'add').allowed) demand(ctx, resource, 'edit')
  const first = await firstPick(work, resource, field, of, record)
  const [option] = first === null ? [] : await namesOf(queries, ctx, of, [first])
  return option
}
