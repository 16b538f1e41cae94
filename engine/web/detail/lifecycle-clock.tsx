import { wallText } from '../../rules/zone.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { daysFrom } from '../history/moment.ts'
import type { Values } from '../history/versions.ts'
import { useSay } from '../i18n.ts'
import { stateOf } from '../record/open-steps.ts'
import { useSurroundings } from '../record/surroundings.ts'
import { dueOf } from './due.ts'

/** Days that are few enough to hurry. */
const soon = 3

/** The day that the record's lifecycle waits for and how far it is, until the record has reached an end. */
export function LifecycleClock({ part, record }: { part: ResourcePart; record: Values }) {
  const { resource, model, language } = part
  const say = useSay()
  const { clock } = useSurroundings()()
  const due = dueOf(model, resource)
  const value = due && record[due.field.name]
  const state = stateOf(part, record)
  if (!due || typeof value !== 'string' || !state || resource.lifecycle?.end.includes(state)) return null
  const day = value.slice(0, 10)
  const left = daysFrom(wallText(clock.now.getTime(), clock.zone).slice(0, 10), day)
  // A day from which something may be done is nothing to press for, and once it has come it says no more.
  if (!due.isDeadline && left < 0) return null
  const urgency = !due.isDeadline ? '' : left < 0 ? 'late' : left <= soon ? 'soon' : ''
  const said = { field: due.field.title[language], day, days: Math.abs(left), smart_count: Math.abs(left) }
  return (
    <p className={`lifecycle-clock ${urgency}`}>
      {left === 0
        ? say(due.isDeadline ? 'detail.today' : 'detail.fromToday', said)
        : say(left < 0 ? 'detail.late' : 'detail.left', said)}
    </p>
  )
}
