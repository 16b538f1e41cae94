import { timeLeftOf } from '../../fields/time-left.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { wallText } from '../../rules/zone.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import type { VersionValues } from '../history/versions.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { useTranslation } from '../words/i18n.ts'

/** The deadline of the record's lifecycle and the remaining time, until a final state is reached. */
export function LifecycleClock({ part, record }: { part: ResourcePart; record: VersionValues }) {
  const { resource, model, language } = part
  const translate = useTranslation()
  const { clock } = useEvaluationContext()()
  const left = timeLeftOf(model, resource, record, wallText(clock.now.getTime(), clock.zone).slice(0, 10))
  const field = left && fieldOf(resource, left.due.field)
  if (!left || !field) return null
  const { day, days, due, urgency } = left
  const blanks = { field: field.title[language], day, days: Math.abs(days), smart_count: Math.abs(days) }
  return (
    <p className={`lifecycle-clock ${urgency}`}>
      {days === 0
        ? translate(due.isDeadline ? 'detail.today' : 'detail.fromToday', blanks)
        : translate(days < 0 ? 'detail.late' : 'detail.left', blanks)}
    </p>
  )
}
