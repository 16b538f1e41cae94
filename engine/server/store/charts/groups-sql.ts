import { isDateField } from '../../../fields/traits.ts'
import type { ChartGroup, TimeUnit } from '../../../model/chart.ts'
import type { Resource } from '../../../model/model.ts'
import { type Access, accessToNames } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { columnOf, type Fragment, join, sql, word } from '../../database/fragment.ts'
import { referenceOf } from '../../database/shape.ts'
import { seenSql } from '../select.ts'
import { pathIn } from './chart-rows.ts'

/** What rows are grouped by: a value of a row, and the key of a group as text. */
export interface GroupSql {
  /** The value of a row, by subqueries for other records. */
  value(alias: string): Fragment
  /** The same by joins, which are faster for many rows: `from` follows the table, `name` begins their aliases. */
  joined(alias: string, name: string): { readonly from: Fragment; readonly value: Fragment }
  key(value: Fragment): Fragment
}

/** A group as the actor reads it: an invisible record is none. Times are those of the server's zone. */
export function groupSql(ctx: RequestContext, resource: Resource, group: ChartGroup): GroupSql {
  const { via, of, field } = pathIn(ctx, resource, group)
  const { unit } = group
  const { zone } = ctx.clock
  const part = unit && parts[unit]
  const inUnit = (value: Fragment): Fragment => {
    if (unit === undefined) return value
    const local = isDateField(field) ? sql`${value}::timestamp` : sql`(${value} at time zone ${zone}::text)`
    return part === undefined
      ? sql`date_trunc(${word(`'${unit}'`)}, ${local})`
      : sql`extract(${word(part)} from ${local})::int`
  }
  const seen = (alias: string) => {
    const column = columnOf(alias, String(field.column))
    return seenSql(ctx, field, column) ?? word(column)
  }
  return {
    value(alias) {
      if (!via) return inUnit(seen(alias))
      const visible = accessToNames(ctx, of).whole('g')
      const isOne = word(`g."id" = ${columnOf(alias, String(via.column))}`)
      return inUnit(sql`(select ${seen('g')} from ${word(`"${of.table}" g`)} where ${isOne} and ${visible})`)
    },
    joined(alias, name) {
      const joins: Fragment[] = []
      const add = (target: Resource, column: string, as: string, rows: Access['rows']) =>
        joins.push(sql` left join ${word(`"${target.table}" ${as} on ${as}."id" = ${column}`)} and ${rows(as)}`)
      if (via) add(of, columnOf(alias, String(via.column)), name, accessToNames(ctx, of).whole)
      const column = columnOf(via ? name : alias, String(field.column))
      const [reference] = referenceOf(ctx.model, field)
      const access = reference && accessToNames(ctx, reference.of)
      if (reference && access?.bound) add(reference.of, column, `${name}r`, access.rows)
      const value = word(access?.bound ? `${name}r."id"` : column)
      return { from: join(joins, '', ''), value: inUnit(value) }
    },
    key: value =>
      unit === undefined || part !== undefined
        ? sql`${value}::text`
        : sql`to_char(${value}, ${word(`'${formats[unit]}'`)})`,
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
