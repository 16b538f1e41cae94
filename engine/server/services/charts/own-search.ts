import { fieldOfPath, textOfPath } from '../../../fields/field-path.ts'
import { hasDay } from '../../../fields/traits.ts'
import type { Chart } from '../../../model/chart.ts'
import { resourceOf } from '../../../model/names.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { searched } from '../../store/charts/chart-rows.ts'

/** The values of a search that narrow a chart; `period` is its time, unless the tile has a value for that. */
export function ownSearch(
  ctx: RequestContext,
  chart: Chart,
  search: Readonly<Record<string, string>>,
  ofTile: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const time = timeOf(ctx, chart)
  const isOwn = time && Object.hasOwn(ofTile, textOfPath(time))
  return Object.fromEntries(
    Object.entries({ ...search, ...ofTile }).filter(([key]) =>
      key === 'period' ? time && !isOwn : searched(chart, key),
    ),
  )
}

/** The time of a chart. */
export const timeOf = ({ model }: RequestContext, { of, search }: Chart) =>
  search.find(path => {
    const found = fieldOfPath(model, resourceOf(model, of), path)
    return found !== undefined && hasDay(found.field)
  })
