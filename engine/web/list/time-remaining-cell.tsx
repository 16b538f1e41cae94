import { contextOfPart } from '../../record/expressions.ts'
import { timeRemainingOf, timeRemainingText } from '../../record/time-remaining.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'

interface TimeRemainingCellProps {
  readonly part: ResourcePart
  readonly record: Readonly<Record<string, unknown>>
}

/** The remaining time until a row's deadline: red if it has passed, amber if it is near. */
export function TimeRemainingCell({ part: { model, resource, language }, record }: TimeRemainingCellProps) {
  const context = useEvaluationContext()
  const left = timeRemainingOf(contextOfPart(model, context()), resource, record)
  if (!left) return <span className="nothing">—</span>
  return (
    <span className={`time-remaining ${left.urgency} nowrap`} title={left.at}>
      {timeRemainingText(left)[language]}
    </span>
  )
}
