import { fieldOf } from '../../model/system-fields.ts'
import { contextOfPart } from '../../record/expressions.ts'
import { type TimeRemaining, timeRemainingOf } from '../../record/time-remaining.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import type { VersionValues } from '../history/versions.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { useTranslation } from '../words/i18n.ts'

/** The deadline of the record's lifecycle and the remaining time, until a final state is reached. */
export function LifecycleClock({ part, record }: { part: ResourcePart; record: VersionValues }) {
  const { resource, model, language } = part
  const translate = useTranslation()
  const context = useEvaluationContext()
  const left = timeRemainingOf(contextOfPart(model, context()), resource, record)
  if (!left) return null
  const { at: day, date, days, hoursLate, urgency } = left
  // A deadline that is computed has no title of its own.
  const field = fieldOf(resource, date.at)?.title[language] ?? translate('detail.deadline')
  const count = hoursLate ?? Math.abs(days)
  return (
    <p className={`lifecycle-clock muted num ${urgency}`}>
      {translate(messageFor(left), { field, day, days: count, smart_count: count })}
    </p>
  )
}

function messageFor({ date, days, hoursLate }: TimeRemaining) {
  if (hoursLate !== undefined) return 'detail.lateHours'
  if (days === 0) return date.isDeadline ? 'detail.today' : 'detail.fromToday'
  return days < 0 ? 'detail.late' : 'detail.left'
}
