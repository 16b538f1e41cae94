import { typeOf } from '../../fields/index.ts'
import { isDateField } from '../../fields/traits.ts'
import type { Resource } from '../../model/model.ts'
import { engineColumns, type StoredField } from '../../model/system-fields.ts'
import { duplicateText, neededFields, type UniqueFields, uniqueSetsOf } from '../../model/unique-sets.ts'
import { reportedField } from '../../record/duplicate-lines.ts'
import { isSatisfied } from '../../record/expressions.ts'
import { inMaster } from '../../record/in-master.ts'
import { accessTo, accessToNames } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { every, type Fragment, join, sql, word } from '../database/fragment.ts'
import type { Row } from '../database/shape.ts'
import { uniqueFault } from '../errors/database-errors.ts'
import { type ExistingRecord, type Refusal, refuse } from '../errors/refuse.ts'
import {
  comparedSql,
  isPeriod,
  overlaps,
  takesPart,
  uniqueCondition,
  uniqueIndexName,
} from '../storage/unique-index.ts'
import { noteMaskedFilter } from './masked-filters.ts'
import { ownTenant } from './own-tenant.ts'
import { partsOf } from './referring.ts'
import { displaySql, live } from './select.ts'

/** Names the fields with the duplicate values, without other data of the row that has them. */
export function duplicateOf(ctx: RequestContext, resource: Resource, error: unknown): Refusal | undefined {
  const { constraint } = uniqueFault(error) ?? {}
  if (constraint === undefined) return undefined
  const { model } = ctx
  const resources = [
    resource,
    ...partsOf(model, resource).map(part => part.resource),
    ...Object.values(model.resources),
  ]
  for (const one of resources) {
    const set = uniqueSetsOf(one).find(set => uniqueIndexName(model, one, set) === constraint)
    if (set) return refuseDuplicate(ctx, one, set)
  }
  return undefined
}

/**
 * With the record that has the values, if it is given: the actor must be allowed to see it. The refusal confirms a value
 * that the actor reads masked, as a search for it does.
 */
export function refuseDuplicate(
  ctx: RequestContext,
  resource: Resource,
  set: UniqueFields,
  existing?: ExistingRecord,
): Refusal {
  const { masked } = accessTo(ctx, resource, 'view')
  for (const { name } of set.fields) if (masked.has(name)) noteMaskedFilter(ctx, name)
  const fields = [reportedField(resource, set)].flatMap(field => field?.name ?? [])
  return refuse.duplicate(fields, duplicateText(resource, set), existing)
}

/** The condition that the row `o` has the same values of a set as the row `t`, or overlaps its period. */
export function sameValues({ model }: RequestContext, resource: Resource, set: UniqueFields): Fragment {
  if (isPeriod(set))
    return word(
      [...['o', 't'].map(alias => takesPart(model, resource, set, alias)), overlaps(resource, set, 'o', 't')].join(
        ' and ',
      ),
    )
  const same = set.fields.map(field => word(equal(field, 'o', 't')))
  const conditions = ['o', 't'].flatMap(alias => uniqueCondition(model, resource, set, alias) ?? []).map(word)
  return every([...same, ...conditions])
}

const equal = (field: StoredField, ...[one, other]: [string, string]): string =>
  [one, other].map(alias => comparedSql(field, `${alias}."${field.column}"`)).join(' = ')

/**
 * Whether a record, or a line of `master`, has all values of a set, satisfies its condition, and has a period that does
 * not end before it starts.
 */
export function takesPartIn(
  ctx: RequestContext,
  resource: Resource,
  set: UniqueFields,
  record: Row,
  master?: Row,
): boolean {
  if (neededFields(set).some(({ name }) => (record[name] ?? null) === null)) return false
  const [own, values] = master ? inMaster(ctx, resource, master, record) : [ctx, record]
  if (set.where !== undefined && isSatisfied(own, resource, set.where, values) !== true) return false
  if (!isPeriod(set)) return true
  const [from, to] = set.during.map(({ name }) => record[name] ?? null)
  return to === null || (isDateField(set.during[0]) ? String(from) <= String(to) : String(from) < String(to))
}

/**
 * The stored records with the values of a set of `records`, which take part in it: the position of the record, from 1,
 * and the id and name of the stored one. The name is null where the actor may not see it.
 */
export function holdersSql(
  ctx: RequestContext,
  resource: Resource,
  set: UniqueFields,
  records: readonly Row[],
): Fragment {
  // The start of a period may be one of the equal fields.
  const fields = [...new Set([...set.fields, ...(set.during ?? [])])]
  const columns = fields.map((field): Fragment => {
    const values = records.map(record => {
      const value = record[field.name] ?? null
      return value === null ? null : typeOf(field).toColumn(value, field)
    })
    return sql`${values}::${word(`${typeOf(field).column(field)}[]`)}`
  })
  const names = word(`u(${[...fields.map(({ column }) => `"${column}"`), 'n'].join(', ')})`)
  // The number of a tenant is a field of its own record.
  const isTenant = fields.some(({ column }) => column === engineColumns.tenant)
  const tenant = isTenant ? word('') : sql`, ${ctx.actor.tenantId}::text as ${word(`"${engineColumns.tenant}"`)}`
  const given = sql`(select u.*${tenant} from unnest(${join(columns, ', ', '')}) with ordinality ${names}) k`
  const condition = isPeriod(set)
    ? `${takesPart(ctx.model, resource, set, 't')} and ${overlaps(resource, set, 't', 'k')}`
    : [
        ...set.fields.map(field => equal(field, 't', 'k')),
        uniqueCondition(ctx.model, resource, set, 't') ?? 'true',
      ].join(' and ')
  const name = sql`case when ${accessToNames(ctx, resource).rows('t')} then ${displaySql(ctx, resource, 't')} end`
  return sql`select k.n, t."id"::text as id, ${name} as name from ${given}
    join ${word(`"${resource.table}" t`)} on ${word(condition)} where ${live('t')}${ownTenant(ctx, resource)}`
}
