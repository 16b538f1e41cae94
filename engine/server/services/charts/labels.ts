import { isBoolean, referredResource } from '../../../fields/traits.ts'
import type { ChartNode, ChartRow, TimeUnit } from '../../../model/chart.ts'
import type { Field, Language, Resource } from '../../../model/model.ts'
import { parentColumn } from '../../../model/tree.ts'
import { accessToNames } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { columnOf, type Fragment, join, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Axis, GroupKey } from '../../store/charts/axes.ts'
import { codeFieldOf, type TreeLevel, visibleNodes } from '../../store/charts/tree-levels.ts'
import { orderSql, usualOrder } from '../../store/order.ts'
import { displaySql } from '../../store/select.ts'

/** What a group is called, and where the node of a tree is. */
type Label = Pick<ChartRow, 'code' | 'parent' | 'place' | 'opens'> & { readonly name: string }

/** The labels of the keys of a group, in the language of the request. */
export async function labelsOf(
  queries: Queries,
  ctx: RequestContext,
  { field, group, entries, level }: Axis,
  keys: readonly GroupKey[],
): Promise<(key: GroupKey) => Label> {
  const { language, model } = ctx
  const labels = new Map<GroupKey, Label>([[null, { name: none[language] }]])
  const of = referredResource(field, model)
  for (const { key, title } of entries) labels.set(key, { name: title[language] })
  if (isBoolean(field)) for (const [key, title] of Object.entries(truth)) labels.set(key, { name: title[language] })
  const ids = keys.filter(key => key !== null)
  if (of && ids.length > 0) {
    const more = level ? nodeSql(ctx, of) : word('')
    const those = sql`n."id" = any(${ids}::bigint[]) and ${accessToNames(ctx, of).rows('n')}`
    const shown = displaySql(ctx, of, 'n')
    const rows = await runAll(
      queries,
      sql`select n."id"::text as id, ${shown} as name${more} from ${word(`"${of.table}" n`)} where ${those}`,
    )
    for (const row of rows) {
      const { id, name, code, above, parent, column, row: line, opens } = row
      const isOwn = level?.node === String(id)
      labels.set(String(id), {
        name: `${name ?? id}${isOwn ? own[language] : ''}`,
        ...(typeof code === 'string' && { code }),
        ...(typeof above === 'string' && !isOwn && { parent: { key: above, name: String(parent ?? above) } }),
        ...(level && column !== null && line !== null && { place: [Number(column), Number(line)] as const }),
        ...(opens === true && !isOwn && { opens }),
      })
    }
  }
  return key => labels.get(key) ?? { name: timeLabel(key ?? '', group.unit, language) }
}

/** Further columns of the node `n` of a tree. */
function nodeSql(ctx: RequestContext, tree: Resource): Fragment {
  const { reads } = accessToNames(ctx, tree)
  const visible = visibleNodes(ctx, tree)
  const [table, parent] = [`"${tree.table}"`, parentColumn(tree)]
  const column = (field: Field | undefined) => word(field && reads(field) ? `n."${field.column}"` : 'null')
  const named = (name: string) => column(tree.fields.find(one => one.name === name && one.column !== undefined))
  const above = sql`from ${word(`${table} p where p."id" = n."${parent}"`)} and ${visible('p')}`
  return sql`, ${column(codeFieldOf(tree))} as code, (select p."id"::text ${above}) as above,
    (select ${displaySql(ctx, tree, 'p')} ${above}) as parent,
    exists (select from ${word(`${table} c where c."${parent}" = n."id"`)} and ${visible('c')}) as opens,
    ${named('mapColumn')} as "column", ${named('mapRow')} as "row"`
}

/** The nodes from the top, or from that of the actor, to the one whose next level is shown. */
export async function trailOf(
  queries: Queries,
  ctx: RequestContext,
  { tree, node, top }: TreeLevel,
): Promise<readonly ChartNode[]> {
  const parent = parentColumn(tree)
  const visible = visibleNodes(ctx, tree)
  const table = `"${tree.table}"`
  const rows = await runAll(
    queries,
    sql`with recursive up(id, above, at) as (
      select b."id", ${word(columnOf('b', parent))}, 0 from ${word(`${table} b`)} where b."id" = ${node ?? null}::bigint and ${visible('b')}
      union all select p."id", ${word(columnOf('p', parent))}, at + 1 from up join ${word(`${table} p`)} on p."id" = up.above
        where up.at < 32 and up.id is distinct from ${top ?? null}::bigint and ${visible('p')})
      select n."id"::text as key, ${displaySql(ctx, tree, 'n')} as name from up join ${word(`${table} n`)} on n."id" = up.id order by up.at desc`,
  )
  return rows.map(nodeOf)
}

/** The first nodes of a level, in the order of the tree. */
export async function nodesBeneath(
  queries: Queries,
  ctx: RequestContext,
  { tree, nodes }: TreeLevel,
  most = 60,
): Promise<readonly ChartNode[]> {
  const usual = usualOrder(tree, accessToNames(ctx, tree))
  const order = [...(usual.length > 0 ? [orderSql(ctx, tree, usual, 't').order] : []), word('t."id"')]
  const rows = await runAll(
    queries,
    sql`select t."id"::text as key, ${displaySql(ctx, tree, 't')} as name from ${word(`"${tree.table}" t`)}
      where ${nodes('t')} order by ${join(order, ', ', '')} limit ${most}::integer`,
  )
  return rows.map(nodeOf)
}

const nodeOf = ({ key, name }: Readonly<Record<string, unknown>>): ChartNode => ({
  key: String(key),
  name: String(name ?? key),
})

const own = { zh: '本级', en: ' (own)' }
const none = { zh: '无', en: 'None' }
/** The values of a boolean in words. */
export const truth = { true: { zh: '是', en: 'Yes' }, false: { zh: '否', en: 'No' } }

function timeLabel(key: string, unit: TimeUnit | undefined, language: Language): string {
  const isChinese = language === 'zh'
  if (unit === 'weekday')
    return new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
      Date.UTC(2024, 0, Number(key)),
    )
  if (unit === 'hourOfDay') return isChinese ? `${key} 时` : `${key.padStart(2, '0')}:00`
  const [year = '', part = ''] = key.split(/-[WQ]/)
  if (unit === 'week') return isChinese ? `${Number(part)} 周` : `Week ${Number(part)}`
  if (unit === 'quarter') return isChinese ? `${year} 年 ${part} 季度` : `Q${part} ${year}`
  return key
}
