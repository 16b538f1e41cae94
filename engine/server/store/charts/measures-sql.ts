import { typeOf } from '../../../fields/index.ts'
import { scaleOfNumber } from '../../../fields/traits.ts'
import { isAdditive, writtenAggregate } from '../../../model/aggregates.ts'
import type { ChartMeasure } from '../../../model/chart.ts'
import type { Resource } from '../../../model/model.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import { rowsBy } from '../../auth/expressions.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { type Fragment, sql, word } from '../../database/fragment.ts'

type Measure = Pick<ChartMeasure, 'compute'>

/** A measure over the rows under `t` of a group; a sum without values is null. */
export function measureSql(ctx: RequestContext, resource: Resource, { compute }: Measure): Fragment {
  const { of, args: [first = every, second = every] = [] } = aggregateOf(compute)
  const value = () => rowsBy(ctx, resource, first.text, 't')
  const count = ({ text }: { readonly text: string }) =>
    text === '' ? word('count(*)') : sql`count(*) filter (where ${rowsBy(ctx, resource, text, 't')})`
  switch (of) {
    case 'count':
      return count(first)
    case 'distinct':
      return sql`count(distinct ${value()})`
    case 'avg': {
      const field = fieldOf(resource, first.text)
      const scale = Math.max(2, (field && scaleOfNumber(field)) ?? 0)
      return sql`round(avg(${value()}), ${word(String(scale))})`
    }
    case 'sum':
    case 'min':
    case 'max':
      return sql`${word(of)}(${value()})`
    case 'share':
      return percent(count(first), count(every))
    case 'ratio':
      return percent(count(first), count(second))
  }
}

const every = { text: '' }

const percent = (part: Fragment, whole: Fragment): Fragment => sql`round(100.0 * ${part} / nullif(${whole}, 0), 1)`

/** The value of a group without rows. */
export const emptyValue = (measure: Measure): 0 | null =>
  isAdditive(measure) || aggregateOf(measure.compute).of === 'distinct' ? 0 : null

/** A value of the driver as it is transmitted. */
export function measured(resource: Resource, { compute }: Measure, raw: unknown): number | string | null {
  if (raw === null || raw === undefined) return null
  const { of, args } = aggregateOf(compute)
  const field = of === 'min' || of === 'max' ? fieldOf(resource, args[0]?.text ?? '') : undefined
  return field ? (typeOf(field).fromColumn(raw, field) as number | string) : Number(raw)
}

function aggregateOf(compute: string) {
  const aggregate = writtenAggregate(compute)
  if (!aggregate) throw new Error(`"${compute}" is no measure.`)
  return aggregate
}
