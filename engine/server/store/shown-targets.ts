import { lineResource } from '../../fields/traits.ts'
import type { Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { fillReads, targetReads } from '../../record/target-reads.ts'
import type { TargetRead } from '../../rules/read-targets.ts'
import { accessTo, accessToNames } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { anyFragment, columnOf, every, type Fragment, sql, word } from '../database/fragment.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { live } from './select.ts'
import { readInTenant } from './target-records.ts'
import type { Work } from './work.ts'

/** A read of a resource or of its lines. */
interface OwnRead extends TargetRead {
  readonly of: Resource
}

/**
 * The values that expressions of a resource read from records of another, by id, for a form that evaluates them: of
 * records that the actor may refer to; of those by name only, where a visible record refers to them. Hidden fields are
 * left out. What `copy` and defaults read needs no right to view the other resource, because a save fills it in.
 */
export async function shownTargets(
  work: Work,
  resource: Resource,
  target: string,
  ids: readonly string[],
): Promise<Readonly<Record<string, Row>>> {
  const { ctx } = work
  const { model } = ctx
  const own = [resource, ...resource.fields.flatMap(field => lineResource(field, model) ?? [])]
  const reads = own.flatMap(of => targetReads(model, of).map(read => ({ ...read, of })))
  const wanted = reads.filter(read => read.target === target)
  if (wanted.length === 0) throw refuse.unknownName(target)
  if (!['view', 'add', 'edit'].some(operation => accessTo(ctx, resource, operation).allowed))
    throw refuse.forbidden(resource.title)
  const other = resourceOf(model, target)
  const names = accessToNames(ctx, other)
  const filled = new Set(own.flatMap(of => fillReads(model, of)).map(read => `${read.target} ${read.name}`))
  const shown = [...new Set(wanted.map(({ name }) => name))].filter(
    name => !names.withheld.has(name) && (names.allowed || names.isName(name) || filled.has(`${target} ${name}`)),
  )
  const chosen = shown.every(names.isName) ? names.rows : names.whole
  const isReadable = anyFragment([chosen('t'), ...wanted.flatMap(read => referredBy(ctx, read))])
  // Users are read by fewer: a reference to another one reads as null.
  const among = names.whole === names.rows ? isReadable : every([names.rows('t'), isReadable])
  const rows = await readInTenant(work, other, ids, among)
  return Object.fromEntries(
    rows.map(row => [String(row['id']), Object.fromEntries(shown.map(name => [name, row[name] ?? null]))]),
  )
}

/** The condition that a visible record refers to the row of `t`. */
function referredBy(ctx: RequestContext, { of, reference = '' }: OwnRead): Fragment[] {
  const column = fieldOf(of, reference)?.column
  const access = accessTo(ctx, of, 'view')
  if (!column || !access.allowed) return []
  const isReferring = word(`${columnOf('r', column)} = t."id"`)
  return [
    sql`exists (select 1 from ${word(`"${of.table}" r`)} where ${live('r')} and ${isReferring} and ${access.rows('r')})`,
  ]
}
