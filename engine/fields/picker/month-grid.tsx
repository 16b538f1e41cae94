import type { KeyboardEvent } from 'react'
import type { Language } from '../../model/model.ts'
import { addDays, addMonths, mondayOf, monthOf, weeksOf } from './day-arithmetic.ts'
import { dayName, monthTitle, weekdayNames } from './day-names.ts'

/** The marked range of days; a single day is both first and last. */
export interface MarkedDays {
  readonly first: string | undefined
  readonly last: string | undefined
}

interface MonthGridProps {
  readonly month: string
  readonly language: Language
  readonly today: string
  readonly min: string | undefined
  readonly max: string | undefined
  readonly marked: MarkedDays
  /** The day with the keyboard cursor. */
  readonly cursor: string
  /** Leaves out the days of the previous and next months: the adjacent table shows them. */
  readonly isBare: boolean
  onPick(day: string): void
  /** The keyboard cursor moves to a day. */
  onGo(day: string): void
  /** The pointer is over a day. */
  onPoint(day: string | undefined): void
}

/** A month as a table of days, with the keyboard navigation of the ARIA Authoring Practices. */
export function MonthGrid(props: MonthGridProps) {
  const { month, language, today, min, max, marked, cursor, isBare, onPick, onGo, onPoint } = props
  const isBarred = (day: string) => (min !== undefined && day < min) || (max !== undefined && day > max)
  const press = (event: KeyboardEvent) => {
    const next = keyed(event, cursor)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onGo(next)
  }
  return (
    <table
      className="month-grid num full-phone collapsed"
      role="grid"
      aria-label={monthTitle(month, language)}
      onKeyDown={press}
    >
      <thead>
        <tr>
          {weekdayNames(language).map(({ whole, short }) => (
            <th key={whole} className="quiet size-12 h-28 p-0 regular" scope="col" abbr={whole} aria-label={whole}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map(week => (
          <tr key={week[0]}>
            {week.map(day => {
              const isOut = monthOf(day) !== month
              if (isOut && isBare) return <td key={day} />
              return (
                // biome-ignore lint/a11y/useFocusableInteractive: the button within receives the focus
                <td key={day} role="gridcell" aria-selected={isMarked(day, marked)} className={bandOf(day, marked)}>
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === cursor && !isOut ? 0 : -1}
                    className={isOut ? 'quiet' : undefined}
                    aria-label={dayName(day, language)}
                    aria-current={day === today ? 'date' : undefined}
                    aria-disabled={isBarred(day) || undefined}
                    onClick={() => isBarred(day) || onPick(day)}
                    onPointerEnter={() => onPoint(day)}
                    onPointerLeave={() => onPoint(undefined)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isMarked = (day: string, { first, last }: MarkedDays) =>
  day === first || day === last || isBetween(day, first, last)

const isBetween = (day: string, first: string | undefined, last: string | undefined) =>
  first !== undefined && last !== undefined && day > first && day < last

/** The ends of the range are filled, the days between them form a band. */
function bandOf(day: string, { first, last }: MarkedDays): string | undefined {
  if (day === first || day === last) {
    if (first === undefined || last === undefined || first === last) return 'is-end'
    return day === first ? 'is-end is-first' : 'is-end is-last'
  }
  return isBetween(day, first, last) ? 'is-between' : undefined
}

function keyed({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent, day: string): string | undefined {
  if (altKey || ctrlKey || metaKey) return undefined
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return mondayOf(day)
    case 'End':
      return addDays(mondayOf(day), 6)
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1)
    default:
      return undefined
  }
}
