import { IconButton, Popover } from '@mui/material'
import { Calendar } from 'lucide-react'
import { useState } from 'react'
import type { Field } from '../model/model.ts'
import { systemFields } from '../model/system-fields.ts'
import { isPast } from './day.ts'
import type { FilterProps } from './field-web.ts'
import { withQuery } from './query.ts'
import { RangeEnd } from './range-end.tsx'
import { shifted, today } from './recent-days.ts'
import { words } from './words.ts'
import './inputs.css'

/** How a range of days is said in a query: a date's ends are days, a moment's are the beginnings of days. */
interface Ends {
  readonly from: string
  readonly to: string
  readonly isMoment: boolean
}

/** Above a list: from a day to a day, both included, with the ranges that are chosen most. */
export function DayFilter({ id, field, language, query, onChange }: FilterProps) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const ends = endsOf(field)
  const { first, last } = daysAsked(query, ends)
  const ask = (from: string, to: string) => onChange(withQuery(query, asked(from, to, ends)))
  const choose = (from: string, to: string) => {
    setAnchor(undefined)
    ask(from, to)
  }
  const now = today()
  // What only the past can have is not looked for in the future.
  const latest = isPast(field) || systemFields.some(({ name }) => name === field.name) ? now : undefined
  return (
    <div className="input-range">
      <RangeEnd
        id={id}
        field={field}
        language={language}
        type="date"
        word="from"
        value={first}
        max={last || latest}
        onChange={day => ask(day, last)}
      />
      <span aria-hidden>—</span>
      <RangeEnd
        id={`${id}-to`}
        field={field}
        language={language}
        type="date"
        word="to"
        value={last}
        min={first}
        max={latest}
        onChange={day => ask(first, day)}
      />
      <IconButton
        size="small"
        aria-label={`${field.title[language]} ${words.pick[language]}`}
        aria-haspopup="dialog"
        onClick={event => setAnchor(event.currentTarget)}
      >
        <Calendar aria-hidden />
      </IconButton>
      <Popover
        open={anchor !== undefined}
        anchorEl={anchor}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        onClose={() => setAnchor(undefined)}
      >
        <fieldset className="quick-days" aria-label={field.title[language]}>
          <button type="button" onClick={() => choose(now, now)}>
            {words.today[language]}
          </button>
          <button type="button" onClick={() => choose(shifted(now, -1), shifted(now, -1))}>
            {words.yesterday[language]}
          </button>
          <button type="button" onClick={() => choose(shifted(now, -7), shifted(now, -7))}>
            {words.weekAgo[language]}
          </button>
          <button type="button" onClick={() => choose(shifted(now, -7), now)}>
            {words.lastWeek[language]}
          </button>
          <hr />
          <button type="button" onClick={() => choose('', '')}>
            {words.clear[language]}
          </button>
        </fieldset>
      </Popover>
    </div>
  )
}

/** The query names of a field's range. `createTime` has the two that the specification gives it. */
export function endsOf({ name, type }: Field): Ends {
  if (type !== 'datetime') return { from: `${name}_ge`, to: `${name}_le`, isMoment: false }
  const from = name === 'createTime' ? `${name}_dategt` : `${name}_datege`
  return { from, to: `${name}_datelt`, isMoment: true }
}

/** A moment's last day is asked for by the beginning of the day after it. */
export function asked(first: string, last: string, { from, to, isMoment }: Ends): Record<string, string> {
  if (!isMoment) return { [from]: first, [to]: last }
  return { [from]: first && `${first} 00:00:00`, [to]: last && `${shifted(last, 1)} 00:00:00` }
}

/** The days, both included, that a query asks for. */
export function daysAsked(
  query: Readonly<Record<string, string>>,
  { from, to, isMoment }: Ends,
): { readonly first: string; readonly last: string } {
  const first = (query[from] ?? '').slice(0, 10)
  const end = query[to] ?? ''
  const isWholeDay = isMoment && end.slice(11) === '00:00:00'
  return { first, last: end && isWholeDay ? shifted(end.slice(0, 10), -1) : end.slice(0, 10) }
}
