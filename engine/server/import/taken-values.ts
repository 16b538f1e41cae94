import type { Field, Resource } from '../../model/model.ts'
import { sql, word } from '../store/fragment.ts'
import { ownTenant } from '../store/get.ts'
import { runAll } from '../store/run.ts'
import { live } from '../store/select.ts'
import type { Work } from '../store/work.ts'
import type { Draft } from './record-draft.ts'
import { problems } from './row-problems.ts'

/**
 * Says of each value of a unique field that another stored record has it already. What holds it may be the record
 * itself, or one that goes with this change: `isOwn` tells.
 */
export async function sayTaken<One extends Draft>(
  { asking, queries }: Work,
  resource: Resource,
  drafts: readonly One[],
  isOwn: (draft: One, holder: string) => boolean,
): Promise<void> {
  for (const field of resource.fields) {
    if (!field.unique || !field.column) continue
    const given = drafts.filter(({ values }) => values[field.name] != null)
    if (given.length === 0) continue
    const column = word(comparedAs(field))
    const values = given.map(draft => String(draft.values[field.name]))
    const where = sql`${live('t')}${ownTenant(asking, resource)} and ${column} = any(${values}::text[])`
    const rows = await runAll(
      queries,
      sql`select t."id"::text as id, ${column} as value from ${word(`"${resource.table}" t`)} where ${where}`,
    )
    const holders = new Map(rows.map(({ id, value }) => [String(value), String(id)]))
    for (const draft of given) {
      const { values, errors } = draft
      const holder = holders.get(String(values[field.name]))
      if (holder !== undefined && !isOwn(draft, holder) && !errors.has(field.name))
        errors.set(field.name, problems.taken(field.title))
    }
  }
}

/** The cast would keep a text's index from being used, and only texts need none. */
export const comparedAs = ({ rule, column }: Field): string =>
  rule === 'string' ? `t."${column}"` : `t."${column}"::text`
