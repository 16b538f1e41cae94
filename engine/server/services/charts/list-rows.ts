import { dictionaryEntryOf } from '../../../fields/dictionary/field.ts'
import { isBoolean, isDictionary } from '../../../fields/traits.ts'
import type { Chart, ChartRecord } from '../../../model/chart.ts'
import type { Resource } from '../../../model/model.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import type { Access } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { every } from '../../database/fragment.ts'
import type { Row } from '../../database/shape.ts'
import { rowsOfChart, type SearchValues } from '../../store/charts/chart-rows.ts'
import { select } from '../../store/page.ts'
import { readQuery } from '../../store/query.ts'
import { live } from '../../store/select.ts'
import { truth } from './labels.ts'

/** The first records of a list, as the API returns them. */
export async function listRows(
  queries: Queries,
  ctx: RequestContext,
  chart: Chart,
  resource: Resource,
  access: Access,
  { values }: SearchValues,
  top: number,
): Promise<readonly Row[]> {
  const { field, descending } = chart.sort
  const isSorted = fieldOf(resource, field) !== undefined && !access.hidden.has(field)
  const query = readQuery(ctx, resource, access, isSorted ? { [descending ? 'descs' : 'ascs']: field } : {})
  const rows = rowsOfChart(ctx, chart, values)
  const which = (alias: string) => every([live(alias), rows(alias)])
  const found = await select(queries, ctx, resource, access, query, top, 0, { which, inAnyNumber: true })
  return found.records
}

/** The columns of a list that a user may read. */
export const listColumns = ({ columns = [] }: Chart, { hidden }: Access): readonly string[] =>
  columns.filter(name => !hidden.has(name))

/** A record with the labels of its values. */
export function shownRecord(
  ctx: RequestContext,
  resource: Resource,
  columns: readonly string[],
  row: Row,
): ChartRecord {
  const { language, model } = ctx
  return {
    id: String(row['id']),
    cells: columns.map(name => {
      const field = fieldOf(resource, name)
      const value = row[`${name}Name`] ?? row[name] ?? ''
      const entry = field && isDictionary(field) ? dictionaryEntryOf(String(row[name]), field, model) : undefined
      const known = field && isBoolean(field) ? truth[String(value) as 'true']?.[language] : entry?.title[language]
      return { name, text: known ?? String(value), ...(entry?.colour && { colour: entry.colour }) }
    }),
  }
}
