import { typeOf } from '../../../fields/index.ts'
import { comparedValue } from '../../../fields/unique-form.ts'
import type { Field, Resource } from '../../../model/model.ts'
import { isUnique } from '../../../model/unique-sets.ts'
import { type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { conditionSql } from '../../store/condition.ts'
import { ownTenant } from '../../store/own-tenant.ts'
import { live } from '../../store/select.ts'
import type { Work } from '../../store/work.ts'
import type { FileRecordDraft } from './record-draft.ts'
import { problems } from './row-problems.ts'

/**
 * Adds an error to each value of a unique field that another stored record has. `isOwn` returns whether that record is
 * the draft's own, or is removed by the same change.
 */
export async function refuseDuplicates<One extends FileRecordDraft>(
  { ctx, queries }: Work,
  resource: Resource,
  drafts: readonly One[],
  isOwn: (draft: One, holder: string) => boolean,
): Promise<void> {
  for (const field of resource.fields.filter(isUnique)) {
    const given = drafts.filter(({ values }) => values[field.name] != null)
    if (given.length === 0) continue
    const isDuplicate = hasOneOf(
      field,
      given.map(draft => draft.values[field.name]),
    )
    const where = sql`${live('t')}${ownTenant(ctx, resource)} and ${isDuplicate}`
    const columns = word(`t."id"::text as id, t."${field.column}" as value from "${resource.table}" t`)
    const rows = await runAll(queries, sql`select ${columns} where ${where}`)
    const holders = new Map(rows.map(({ id, value }) => [columnText(field, value), String(id)]))
    for (const draft of given) {
      const { values, errors } = draft
      const holder = holders.get(keyText(field, values[field.name]))
      if (holder !== undefined && !isOwn(draft, holder) && !errors.has(field.name))
        errors.set(field.name, problems.taken(field.title))
    }
  }
}

/** The condition that rows of `t` have one of some values of a field, in a form that its index supports. */
export const hasOneOf = (field: Field, values: readonly unknown[]): Fragment =>
  conditionSql({ field, operator: 'oneOf', values: values.map(value => typeOf(field).toColumn(value, field)) }, 't')

/** A value as a text that is equal for equal values. */
export const keyText = (field: Field, value: unknown): string => String(comparedValue(field, value))

/** A column value as such a text: 5.00 becomes 5. */
export const columnText = (field: Field, raw: unknown): string => keyText(field, typeOf(field).fromColumn(raw, field))
