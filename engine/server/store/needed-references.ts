import type { Bilingual, Field, Model, Resource } from '../../model/model.ts'
import { accessToNames } from '../auth/access.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Reference, referenceOf } from '../database/shape.ts'
import { Refusal } from '../errors/refuse.ts'
import { ownTenant } from './own-tenant.ts'
import { displaySql } from './select.ts'
import { needsTarget } from './unreferred.ts'
import type { Work } from './work.ts'

/**
 * Refuses to restore records with a reference to a deleted record that is required, or that refuses or cascades its
 * deletion: with such a reference, the record could not have remained. The referenced records are locked, so that no
 * other transaction deletes them in between.
 */
export async function checkReferences(
  work: Work,
  resource: Resource,
  column: string,
  ids: readonly string[],
  link?: Field,
): Promise<void> {
  const missing = await missingReferences(work, resource, column, ids, link)
  const errors = Object.fromEntries(missing.map(({ field, message }) => [field.name, message]))
  const [first] = missing
  if (first) throw new Refusal('reference-gone', 409, first.message, { errors })
}

/** A reference of a visible row that needs its record, to a deleted one. */
export interface MissingReference {
  /** The value of the column. */
  readonly id: string
  readonly field: Field
  readonly message: Bilingual
}

/** Of each field one missing reference at most. The records that are there stay locked. */
export async function missingReferences(
  { ctx, queries }: Work,
  resource: Resource,
  column: string,
  ids: readonly string[],
  link?: Field,
): Promise<MissingReference[]> {
  const missing: MissingReference[] = []
  for (const { field, of, many } of neededBy(ctx.model, resource, link)) {
    const held = word(many ? `c."id" = any(t."${field.column}")` : `c."id" = t."${field.column}"`)
    const rows = sql`${word(`t."${column}"`)} = any(${ids}::bigint[]) and t."is_deleted" = 0${ownTenant(ctx, resource)}`
    const table = word(`"${resource.table}" t`)
    const targets = word(many ? `select unnest(t."${field.column}")` : `select t."${field.column}"`)
    const names = sql`case when ${accessToNames(ctx, of).rows('c')} then ${displaySql(ctx, of, 'c')} end`
    // Each referenced record is locked once, however many rows refer to it.
    const all = sql`select c."id" as target, c."is_deleted" as gone, ${names} as name from ${word(`"${of.table}" c`)}
      where c."id" in (${targets} from ${table} where ${rows})${ownTenant(ctx, of, 'c')} order by c."id" for key share of c`
    const [first] = await runAll(
      queries,
      sql`with found as materialized (${all}), c as (select target as id, name from found where gone <> 0 limit 1)
        select (select ${word(`t."${column}"`)}::text from ${table} where ${rows} and ${held} limit 1) as id, name from c`,
    )
    if (first) missing.push({ id: String(first['id']), field, message: gone(field, first['name']) })
  }
  return missing
}

/** The stored references to records that every row with them needs: those without which a deletion is refused or cascades. */
export const neededBy = (model: Model, resource: Resource, link?: Field): readonly Reference[] =>
  resource.fields
    .filter(field => field.column !== undefined && field.name !== link?.name)
    .filter(field => needsTarget(resource, field) || ['refuse', 'cascade'].includes(String(field.options['onDelete'])))
    .flatMap(field => referenceOf(model, field))

/** Names the missing record where the actor may know its name. */
function gone({ title }: Field, name: unknown): Bilingual {
  return typeof name === 'string'
    ? {
        zh: `${title.zh}“${name}”已被删除，请先恢复它`,
        en: `${title.en} "${name}" is deleted; restore it first`,
      }
    : { zh: `${title.zh}已被删除，请先恢复它`, en: `${title.en} is deleted; restore it first` }
}
