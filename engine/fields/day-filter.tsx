import { useState } from 'react'
import type { Field } from '../model/model.ts'
import { systemFields } from '../model/system-fields.ts'
import { isPast } from './day.ts'
import { DayBox } from './day-box.tsx'
import { DayFault } from './day-input.tsx'
import { unreadMessage } from './fault.ts'
import type { FilterProps } from './field-web.ts'
import { addDays } from './picker/day-arithmetic.ts'
import { rangePane } from './picker/panes.tsx'
import { PopPane, waitingPane } from './picker/pop-pane.tsx'
import { typedDay } from './picker/typed-day.ts'
import { usePop } from './picker/use-pop.ts'
import { typedName, withQuery } from './query.ts'
import { words } from './words.ts'
import './inputs.css'

/** The query names of a range of days: a date's ends are days, a moment's are the starts of days. */
interface Ends {
  readonly from: string
  readonly to: string
  readonly isMoment: boolean
}

/** The filter for a range of days, both ends included, typed or chosen in one calendar. */
export function DayFilter({ id, field, language, sources, query, onChange }: FilterProps) {
  const pop = usePop(() => undefined)
  const [end, setEnd] = useState<'first' | 'last'>('first')
  const ends = endsOf(field)
  const { first, last } = rangeOfQuery(query, ends)
  const today = sources.now().slice(0, 10)
  const ask = (from: string, to: string) =>
    onChange(
      withQuery(query, {
        ...rangeQuery(from, to, ends),
        [typedName(ends.from)]: undefined,
        [typedName(ends.to)]: undefined,
      }),
    )
  const type = (which: 'first' | 'last', text: string | null) => {
    const name = typedName(which === 'first' ? ends.from : ends.to)
    const day = text === null ? '' : typedDay(text, today)
    const days = which === 'first' ? ([day ?? '', last] as const) : ([first, day ?? ''] as const)
    onChange(withQuery(query, { ...rangeQuery(...days, ends), [name]: day === undefined ? (text ?? '') : undefined }))
  }
  const title = `${field.title[language]} ${words.pick[language]}`
  const unread = unreadMessage(field, 'date')[language]
  const box = (which: 'first' | 'last', boxId: string, value: string, isBare = false) => {
    const typed = query[typedName(which === 'first' ? ends.from : ends.to)]
    const label = words[which === 'first' ? 'from' : 'to'][language]
    return (
      <DayBox
        id={boxId}
        kind="date"
        language={language}
        opens={title}
        value={typed ?? value}
        placeholder={label}
        invalid={typed !== undefined}
        fault={typed === undefined ? undefined : unread}
        aria={{ 'aria-label': `${field.title[language]} ${label}`, 'aria-invalid': typed !== undefined || undefined }}
        pop={pop}
        isOpen={pop.isOpen && end === which}
        read={text => typedDay(text, today)}
        isBare={isBare}
        onChange={text => type(which, text)}
        onOpen={() => {
          setEnd(which)
          pop.show()
        }}
        onWake={() => {
          setEnd(which)
          rangePane.fetch()
        }}
      />
    )
  }
  const isWrong = query[typedName(ends.from)] !== undefined || query[typedName(ends.to)] !== undefined
  return (
    <div className="input-range day-field relative gap-4 quiet min-0" {...pop.around}>
      {box('first', id, first, true)}
      <span aria-hidden>—</span>
      {box('last', `${id}-to`, last)}
      {isWrong && <DayFault text={unread} />}
      {pop.isOpen && (
        <PopPane pop={pop} title={field.title[language]} language={language}>
          <rangePane.Part
            language={language}
            today={today}
            first={first}
            last={last}
            isPast={isInPast(field)}
            end={end}
            isEntered={pop.isEntered}
            waiting={waitingPane(language)}
            onChange={ask}
            onClose={pop.close}
          />
        </PopPane>
      )}
    </div>
  )
}

/** A field that forbids the future does not offer future days. */
const isInPast = (field: Field) => isPast(field) || systemFields.some(({ name }) => name === field.name)

/** The query names of a field's range. `createTime` has the two names of the specification. */
export function endsOf({ name, type }: Field): Ends {
  if (type !== 'datetime') return { from: `${name}_ge`, to: `${name}_le`, isMoment: false }
  const from = name === 'createTime' ? `${name}_dategt` : `${name}_datege`
  return { from, to: `${name}_datelt`, isMoment: true }
}

/** The last day of a range of moments is queried by the start of the next day. */
export function rangeQuery(first: string, last: string, { from, to, isMoment }: Ends): Record<string, string> {
  if (!isMoment) return { [from]: first, [to]: last }
  return { [from]: first && `${first} 00:00:00`, [to]: last && `${addDays(last, 1)} 00:00:00` }
}

/** The range of days of a query, both ends included. */
export function rangeOfQuery(
  query: Readonly<Record<string, string>>,
  { from, to, isMoment }: Ends,
): { readonly first: string; readonly last: string } {
  const first = (query[from] ?? '').slice(0, 10)
  const end = query[to] ?? ''
  const isWholeDay = isMoment && end.slice(11) === '00:00:00'
  return { first, last: end && isWholeDay ? addDays(end.slice(0, 10), -1) : end.slice(0, 10) }
}
