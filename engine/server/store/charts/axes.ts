import { dictionaryEntriesOf } from '../../../fields/dictionary/field.ts'
import { type FieldPath, textOfPath } from '../../../fields/field-path.ts'
import { isDictionary } from '../../../fields/traits.ts'
import type { Chart, ChartGroup, TimeUnit } from '../../../model/chart.ts'
import type { Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { type Access, accessToNames } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { columnOf, type Fragment, join, sql, word } from '../../database/fragment.ts'
import { referenceOf } from '../../database/shape.ts'
import { seenSql } from '../select.ts'
import { pathIn, type SearchValues } from './chart-rows.ts'
import { levelOf, type TreeLevel } from './tree-levels.ts'

/** The key of a group as text; null is none. */
export type GroupKey = string | null

/** What rows are grouped by, as the actor reads it: an invisible record is none. Times are those of the server's zone. */
export interface Axis extends FieldPath {
  /** The name of its key in an address. */
  readonly name: string
  readonly group: ChartGroup
  readonly level?: TreeLevel
  /** Of a dictionary, in its order. */
  readonly entries: ReturnType<typeof dictionaryEntriesOf>
  /** The values of many rows under `t` by joins: `from` follows the table, `name` begins their aliases. */
  joined(name: string): { readonly from: Fragment; readonly value: Fragment }
  key(value: Fragment): Fragment
  /** The condition on the rows of a group. */
  rows(alias: string, key: GroupKey): Fragment
}

/** The groups of a chart, then its split. */
export function axesOf(
  ctx: RequestContext,
  { of, group, split }: Chart,
  { values }: Pick<SearchValues, 'values'>,
): readonly Axis[] {
  const resource = resourceOf(ctx.model, of)
  const axis = (one: ChartGroup, name: string) => axisOf(ctx, resource, one, name, values[textOfPath(one)])
  return [
    ...group.map((one, index) => axis(one, index === 0 ? 'key' : 'key2')),
    ...(split ? [axis(split, 'split')] : []),
  ]
}

function axisOf(
  ctx: RequestContext,
  resource: Resource,
  group: ChartGroup,
  name: string,
  searched: string | undefined,
): Axis {
  const path = pathIn(ctx, resource, group)
  const level = group.level === undefined ? undefined : levelOf(ctx, path.field, group.level, searched)
  const { via, of, field } = path
  const { unit } = group
  const part = unit && parts[unit]
  const inUnit = (value: Fragment): Fragment => {
    if (unit === undefined) return value
    // The session has the zone of the clock; with its name, each row costs twice as much.
    const local = sql`${value}::timestamp`
    return part === undefined
      ? sql`date_trunc(${word(`'${unit}'`)}, ${local})`
      : sql`extract(${word(part)} from ${local})::int`
  }
  const seen = (alias: string) => {
    const column = word(columnOf(alias, String(field.column)))
    return seenSql(ctx, field, column) ?? column
  }
  const value = (alias: string) => {
    if (!via) return inUnit(seen(alias))
    const visible = accessToNames(ctx, of).whole('g')
    const isOne = word(`g."id" = ${columnOf(alias, String(via.column))}`)
    return inUnit(sql`(select ${seen('g')} from ${word(`"${of.table}" g`)} where ${isOne} and ${visible})`)
  }
  const key = (of: Fragment) =>
    unit === undefined || part !== undefined ? sql`${of}::text` : sql`to_char(${of}, ${word(`'${formats[unit]}'`)})`
  return {
    ...path,
    name,
    group,
    ...(level && { level }),
    entries: isDictionary(field) ? dictionaryEntriesOf(field, ctx.model) : [],
    key,
    rows(alias, of) {
      if (of !== null)
        return level ? sql`${value(alias)} in ${level.beneath(of)}` : sql`${key(value(alias))} = ${of}::text`
      const isOutside = level ? sql` or ${value(alias)} not in (select id from ${level.branches} b)` : word('')
      return sql`(${value(alias)} is null${isOutside})`
    },
    joined(as) {
      const joins: Fragment[] = []
      const add = (target: Resource, column: string, alias: string, rows: Access['rows']) =>
        joins.push(
          sql` left join ${word(`"${target.table}" ${alias} on ${alias}."id" = ${column}`)} and ${rows(alias)}`,
        )
      if (via) add(of, columnOf('t', String(via.column)), as, accessToNames(ctx, of).whole)
      const column = columnOf(via ? as : 't', String(field.column))
      const [reference] = referenceOf(ctx.model, field)
      const access = reference && accessToNames(ctx, reference.of)
      if (level) {
        joins.push(sql` left join ${level.branches} ${word(`${as}b on ${as}b.id = ${column}`)}`)
        return { from: join(joins, '', ''), value: word(`${as}b.key`) }
      }
      if (reference && access?.bound) add(reference.of, column, `${as}r`, access.rows)
      return { from: join(joins, '', ''), value: inUnit(word(access?.bound ? `${as}r."id"` : column)) }
    },
  }
}

const parts: Partial<Record<TimeUnit, string>> = { weekday: 'isodow', hourOfDay: 'hour' }
const formats: Partial<Record<TimeUnit, string>> = {
  day: 'YYYY-MM-DD',
  week: 'IYYY"-W"IW',
  month: 'YYYY-MM',
  quarter: 'YYYY"-Q"Q',
  year: 'YYYY',
  hour: 'YYYY-MM-DD HH24":00"',
}
