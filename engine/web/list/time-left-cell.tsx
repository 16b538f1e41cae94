import { timeLeftOf, timeLeftText } from '../../fields/time-left.ts'
import { wallText } from '../../rules/zone.ts'
import { type ResourcePart, useModelIndex } from '../data/resource-part.ts'

interface TimeLeftCellProps {
  readonly part: ResourcePart
  readonly record: Readonly<Record<string, unknown>>
}

/** The remaining time until a row's deadline: red if it has passed, amber if it is near. */
export function TimeLeftCell({ part: { model, resource, language }, record }: TimeLeftCellProps) {
  const zone = useModelIndex()?.zone
  const left = zone && timeLeftOf(model, resource, record, wallText(Date.now(), zone).slice(0, 10))
  if (!left) return <span className="nothing">—</span>
  return (
    <span className={`time-left ${left.urgency}`} title={left.day}>
      {timeLeftText(left)[language]}
    </span>
  )
}
