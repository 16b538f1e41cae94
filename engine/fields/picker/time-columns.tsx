import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import type { Language } from '../../model/model.ts'
import { words } from '../words.ts'

interface TimeColumnsProps {
  readonly language: Language
  /** `HH:mm:ss`, or empty. */
  readonly time: string
  /** The current time; scrolled into view where no time is chosen. */
  readonly now: string
  /** The focus is in it. */
  readonly isEntered: boolean
  onPick(time: string): void
}

const hours = Array.from({ length: 24 }, (_, at) => String(at).padStart(2, '0'))
const fives = hours.slice(0, 12).map(at => String(Number(at) * 5).padStart(2, '0'))

/** Hours, and minutes in steps of five, as buttons; other minutes are typed. */
export function TimeColumns({ language, time, now, isEntered, onPick }: TimeColumnsProps) {
  const [hour = '', minute = ''] = time.split(':')
  const minutes = minute === '' || fives.includes(minute) ? fives : [...fives, minute].sort()
  return (
    <div className="time-columns flex py-8 pr-8 justify-center-phone pt-0-phone pb-12-phone px-12-phone">
      <Column
        label={words.hour[language]}
        items={hours}
        chosen={hour}
        nearest={now.slice(0, 2)}
        isEntered={isEntered}
        onPick={next => onPick(`${next}:${minute || '00'}:00`)}
      />
      <Column
        label={words.minute[language]}
        items={minutes}
        chosen={minute}
        nearest={String(Math.floor(Number(now.slice(3, 5)) / 5) * 5).padStart(2, '0')}
        isEntered={false}
        onPick={next => onPick(`${hour || '00'}:${next}:00`)}
      />
    </div>
  )
}

interface ColumnProps {
  readonly label: string
  readonly items: readonly string[]
  readonly chosen: string
  readonly nearest: string
  readonly isEntered: boolean
  onPick(item: string): void
}

function Column({ label, items, chosen, nearest, isEntered, onPick }: ColumnProps) {
  const element = useRef<HTMLDivElement>(null)
  const at = items.indexOf(chosen)
  const from = at < 0 ? items.indexOf(nearest) : at
  const options = () => element.current?.querySelectorAll<HTMLElement>('[role=option]')
  const onArrowKey = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -6, PageDown: 6, Home: -99, End: 99 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const next = Math.min(Math.max(from + by, 0), items.length - 1)
    onPick(items[next] ?? '')
    options()?.[next]?.focus()
  }
  useLayoutEffect(() => {
    // Not scrollIntoView, which would scroll the page as well.
    const [column, option] = [element.current, options()?.[from]]
    if (column && option) column.scrollTop = option.offsetTop - column.clientHeight / 2 + option.clientHeight / 2
  })
  useLayoutEffect(() => {
    if (isEntered) element.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [isEntered])
  return (
    <div className="time-column stack quiet size-12 text-center w-60 flex-1-phone">
      <span className="line-36" aria-hidden>
        {label}
      </span>
      <div ref={element} role="listbox" aria-label={label} onKeyDown={onArrowKey} tabIndex={-1}>
        {items.map((item, index) => (
          <div
            key={item}
            role="option"
            aria-selected={index === at}
            tabIndex={index === from ? 0 : -1}
            onClick={() => onPick(item)}
            onKeyDown={event => {
              if (event.key !== 'Enter' && event.key !== ' ') return
              event.preventDefault()
              onPick(item)
            }}
          >
            {item}
          </div>
        ))}
      </div>
    </div>
  )
}
