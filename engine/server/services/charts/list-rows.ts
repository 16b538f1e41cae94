import { dictionaryEntryOf } from '../../../fields/dictionary/field.ts'
import { isBoolean, isDictionary } from '../../../fields/traits.ts'
import type { Chart, ChartRecord } from '../../../model/chart.ts'
import type { Field, Resource } from '../../../model/model.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import type { Access } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { every } from '../../database/fragment.ts'
import type { Row } from '../../database/shape.ts'
import { rowsOfChart, type SearchValues } from '../../store/charts/chart-rows.ts'
import type { Condition } from '../../store/condition.ts'
import { select } from '../../store/page.ts'
import { readQuery } from '../../store/query.ts'
import { live } from '../../store/select.ts'
import { truth } from './labels.ts'

/** The first records of a list, as the API returns them and with the labels of the columns that the user may read. */
export async function listRows(
  queries: Queries,
  ctx: RequestContext,
  chart: Chart,
  resource: Resource,
  access: Access,
  { values }: SearchValues,
  top: number,
  conditions: readonly Condition[],
) {
  const { field, descending } = chart.sort
  const isSorted = fieldOf(resource, field) !== undefined && !access.hidden.has(field)
  const sorted = isSorted ? { [descending ? 'descs' : 'ascs']: field } : {}
  const query = { ...readQuery(ctx, resource, access, sorted), conditions }
  const rows = rowsOfChart(ctx, chart, values)
  const which = (alias: string) => every([live(alias), rows(alias)])
  const found = await select(queries, ctx, resource, access, query, top, 0, { which, inAnyNumber: true })
  const shown = (chart.columns ?? []).filter(name => !access.hidden.has(name))
  const columns = shown.flatMap(name => fieldOf(resource, name) ?? [])
  const records = found.records.map(row => ({
    id: String(row['id']),
    cells: columns.map(one => cellOf(ctx, one, row)),
  }))
  return { found: found.records, groups: columns.map(({ title }) => ({ title })), records }
}

function cellOf({ language, model }: RequestContext, field: Field, row: Row): ChartRecord['cells'][number] {
  const { name } = field
  const value = row[`${name}Name`] ?? row[name] ?? ''
  const entry = isDictionary(field) ? dictionaryEntryOf(String(row[name]), field, model) : undefined
  const known = isBoolean(field) ? truth[String(value) as 'true']?.[language] : entry?.title[language]
  return { name, text: known ?? String(value), ...(entry?.colour && { colour: entry.colour }) }
}
