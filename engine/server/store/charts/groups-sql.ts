import { isDateField, isTimeOfDay } from '../../../fields/traits.ts'
import type { ChartGroup, TimeUnit } from '../../../model/chart.ts'
import type { Resource } from '../../../model/model.ts'
import { accessToNames } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { columnOf, type Fragment, sql, word } from '../../database/fragment.ts'
import { seenSql } from '../select.ts'
import { pathIn } from './chart-rows.ts'

/** What rows are grouped by: a value of a row, and the key of a group as text. */
export interface GroupSql {
  value(alias: string): Fragment
  key(value: Fragment): Fragment
}

/** A group as the actor reads it: an invisible record is none. Times are those of the server's zone. */
export function groupSql(ctx: RequestContext, resource: Resource, group: ChartGroup): GroupSql {
  const { via, of, field } = pathIn(ctx, resource, group)
  const seen = (alias: string) => {
    const column = columnOf(alias, String(field.column))
    return seenSql(ctx, field, column) ?? word(isTimeOfDay(field) ? `${column}::text` : column)
  }
  const read = (alias: string) => {
    if (!via) return seen(alias)
    const visible = accessToNames(ctx, of).whole('g')
    const isOne = word(`g."id" = ${columnOf(alias, String(via.column))}`)
    return sql`(select ${seen('g')} from ${word(`"${of.table}" g`)} where ${isOne} and ${visible})`
  }
  const { unit } = group
  if (unit === undefined) return { value: read, key: value => sql`${value}::text` }
  const { zone } = ctx.clock
  const local = (alias: string) =>
    isDateField(field) ? sql`${read(alias)}::timestamp` : sql`(${read(alias)} at time zone ${zone}::text)`
  const part = parts[unit]
  if (part !== undefined)
    return { value: alias => sql`extract(${word(part)} from ${local(alias)})::int`, key: value => sql`${value}::text` }
  return {
    value: alias => sql`date_trunc(${word(`'${unit}'`)}, ${local(alias)})`,
    key: value => sql`to_char(${value}, ${word(`'${formats[unit]}'`)})`,
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
