import { isLines } from '../../model/lines.ts'
import type { Bilingual, Field, Resource } from '../../model/model.ts'
import { parentFieldOf } from '../../model/tree.ts'
import { accessTo } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Refusal, refuse } from '../errors/refuse.ts'
import { ownTenant } from './own-tenant.ts'
import { partsOf, type Referring, referringTo, refersTo } from './referring.ts'
import { live } from './select.ts'
import type { Work } from './work.ts'

/** What happens to the records that refer to a deleted one. */
export const onDeleteOf = ({ resource, field }: Referring): 'refuse' | 'clear' | 'cascade' | 'keep' => {
  const mode = field.options['onDelete']
  if (mode === 'refuse' || mode === 'clear' || mode === 'cascade') return mode
  return needsTarget(resource, field) ? 'refuse' : 'keep'
}

/** Whether a record needs the one that a reference names: the reference is required, or names its parent in a tree. */
export const needsTarget = (resource: Resource, field: Field): boolean =>
  field.required || field === parentFieldOf(resource)

/** The refusal of a deletion, also of lines with the title, which names only resources that the actor may see. */
export function referredBy(ctx: RequestContext, by: Resource, lines?: Bilingual): Refusal {
  const title: Bilingual | undefined = accessTo(ctx, by, 'view').allowed ? by.title : undefined
  const [zh, en] = lines ? [`“${lines.zh}”`, `"${lines.en}"`] : ['该记录', 'The record']
  return refuse.conflict(
    'referred',
    title
      ? { zh: `${zh}正被“${title.zh}”引用，不能删除`, en: `${en} cannot be deleted: "${title.en}" refers to it` }
      : { zh: `${zh}正被其他数据引用，不能删除`, en: `${en} cannot be deleted: other records refer to it` },
  )
}

/** Refuses to delete a record with children in its tree or with references to it that refuse. */
export async function assureUnreferred(
  { ctx, queries }: Work,
  resource: Resource,
  ids: readonly string[],
): Promise<void> {
  const own = new Set(partsOf(ctx.model, resource).map(part => part.resource.name))
  const keeping = referringTo(ctx.model, resource).filter(
    one => onDeleteOf(one) === 'refuse' && !own.has(one.resource.name),
  )
  if (ids.length === 0 || keeping.length === 0) return
  // A record is locked by its deletion. A transaction that refers to a line has to end before it is looked for.
  const locked = sql`select from ${word(`"${resource.table}" t`)} where t."id" = any(${ids}::bigint[])${ownTenant(ctx, resource)} for update`
  if (isLines(resource)) await runAll(queries, locked)
  const columns = keeping.map((one, index) => {
    const others = one.resource.name === resource.name ? sql` and t."id" <> all(${ids}::bigint[])` : word('')
    return sql`exists (select 1 from ${word(`"${one.resource.table}" t`)} where ${live('t')} and ${refersTo(one, 't', sql`${ids}::bigint[]`)}${others}${ownTenant(ctx, one.resource)}) as ${word(`"${index}"`)}`
  })
  const [row] = await runAll(queries, sql`select ${join(columns, ', ', '')}`)
  const keeper = keeping.find((_one, index) => row?.[String(index)] === true)
  if (!keeper) return
  if (isBelow(resource, keeper))
    throw refuse.conflict('has-children', { zh: '请先删除子节点!', en: 'Delete its sublevels first' })
  throw referredBy(ctx, keeper.resource, isLines(resource) ? resource.title : undefined)
}

const isBelow = (resource: Resource, { resource: other, field }: Referring) =>
  other.name === resource.name && field === parentFieldOf(other)
