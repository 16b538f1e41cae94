import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Language } from '../../model/model.ts'
import { words } from '../words.ts'
import { addMonths, clampDay, firstOf, monthOf } from './day-arithmetic.ts'
import { monthNames, monthTitle, yearTitle } from './day-names.ts'
import { type MarkedDays, MonthGrid } from './month-grid.tsx'

interface CalendarProps {
  readonly language: Language
  readonly today: string
  readonly min: string | undefined
  readonly max: string | undefined
  /** The number of months side by side. */
  readonly months: 1 | 2
  readonly marked: MarkedDays
  /** The month that is shown first. */
  readonly start: string
  /** With two months, the second one contains `start`: searches look at past days. */
  readonly isStartLast?: boolean
  /** The focus is in it. */
  readonly isEntered: boolean
  onPick(day: string): void
  onPoint?(day: string | undefined): void
}

/** One or two months, with buttons and keys to turn them; the title opens a choice of months, and of years. */
export function Calendar(props: CalendarProps) {
  const { language, today, min, max, months, start, isStartLast = false, marked, isEntered, onPick, onPoint } = props
  const [cursor, setCursor] = useState(() => clampDay(start, min, max))
  const [shown, setShown] = useState(() => monthOf(addMonths(cursor, isStartLast ? 1 - months : 0)))
  const [zoom, setZoom] = useState<'days' | 'months' | 'years'>('days')
  // Another day was typed or chosen outside the calendar.
  const [opened, setOpened] = useState(start)
  if (opened !== start) {
    setOpened(start)
    go(clampDay(start, min, max))
  }
  const element = useRef<HTMLDivElement>(null)
  const isWalking = useRef(false)
  useLayoutEffect(() => {
    if (!isEntered && !isWalking.current) return
    isWalking.current = false
    element.current?.querySelector<HTMLElement>(`[data-day="${cursor}"][tabindex="0"]`)?.focus()
  }, [cursor, isEntered])

  /** The months turn only when none of them contains the day. */
  function go(day: string) {
    setCursor(day)
    setZoom('days')
    const last = monthOf(addMonths(firstOf(shown), months - 1))
    if (monthOf(day) < shown) setShown(monthOf(day))
    else if (monthOf(day) > last) setShown(monthOf(addMonths(firstOf(monthOf(day)), 1 - months)))
  }
  const turn = (by: number) => {
    setShown(monthOf(addMonths(firstOf(shown), by)))
    setCursor(addMonths(cursor, by))
  }
  const year = Number(shown.slice(0, 4))
  if (zoom !== 'days') {
    const isYears = zoom === 'years'
    const decade = year - (year % 12)
    const step = isYears ? 144 : 12
    return (
      <div className="calendar flex gap-8 pt-8 pb-10 px-12" ref={element}>
        <Head
          back={{ word: isYears ? words.earlierYears : words.previousYear, double: () => turn(-step) }}
          forward={{ word: isYears ? words.laterYears : words.nextYear, double: () => turn(step) }}
          language={language}
        >
          {isYears ? (
            <span className="calendar-title bold px-8">{`${Math.max(decade, 1)} – ${decade + 11}`}</span>
          ) : (
            <TitleButton
              label={words.chooseYear[language]}
              title={yearTitle(shown.slice(0, 4), language)}
              onPress={() => setZoom('years')}
            />
          )}
        </Head>
        {isYears ? (
          <Twelve
            label={words.chooseYear[language]}
            items={Array.from({ length: 12 }, (_, at) => String(decade + at))}
            current={year - decade}
            onPick={at => {
              turn((decade + at - year) * 12)
              setZoom('months')
            }}
          />
        ) : (
          <Twelve
            label={words.chooseMonth[language]}
            items={monthNames(language)}
            current={Number(shown.slice(5)) - 1}
            onPick={at => {
              turn(at + 1 - Number(shown.slice(5)))
              setZoom('days')
            }}
          />
        )}
      </div>
    )
  }
  const all = Array.from({ length: months }, (_, at) => monthOf(addMonths(firstOf(shown), at)))
  return (
    <div className="calendar flex gap-8 pt-8 pb-10 px-12" ref={element}>
      {all.map((month, at) => (
        <div key={month} className="flex-1-phone">
          <Head
            {...(at === 0 && {
              back: {
                word: words.previousYear,
                double: () => turn(-12),
                single: () => turn(-1),
                near: words.previousMonth,
              },
            })}
            {...(at === months - 1 && {
              forward: { word: words.nextYear, double: () => turn(12), single: () => turn(1), near: words.nextMonth },
            })}
            language={language}
          >
            <TitleButton
              label={words.chooseMonth[language]}
              title={monthTitle(month, language)}
              onPress={() => setZoom('months')}
            />
          </Head>
          <MonthGrid
            month={month}
            language={language}
            today={today}
            min={min}
            max={max}
            marked={marked}
            cursor={cursor}
            isBare={months > 1}
            onPick={day => {
              setCursor(day)
              onPick(day)
            }}
            onGo={day => {
              isWalking.current = true
              go(clampDay(day, min, max))
              onPoint?.(day)
            }}
            onPoint={day => onPoint?.(day)}
          />
        </div>
      ))}
    </div>
  )
}

type Words = (typeof words)[keyof typeof words]

interface Turn {
  readonly word: Words
  double(): void
  readonly near?: Words
  single?(): void
}

interface HeadProps {
  readonly language: Language
  readonly back?: Turn
  readonly forward?: Turn
  readonly children: ReactNode
}

/** The title between the buttons that turn it; missing buttons leave their space. */
function Head({ language, back, forward, children }: HeadProps) {
  return (
    <div className="calendar-head grid h-36 items-center h-44-phone">
      <span>
        {back && <TurnButton label={back.word[language]} icon={<ChevronsLeft aria-hidden />} onPress={back.double} />}
        {back?.single && back.near && (
          <TurnButton label={back.near[language]} icon={<ChevronLeft aria-hidden />} onPress={back.single} />
        )}
      </span>
      {children}
      <span>
        {forward?.single && forward.near && (
          <TurnButton label={forward.near[language]} icon={<ChevronRight aria-hidden />} onPress={forward.single} />
        )}
        {forward && (
          <TurnButton label={forward.word[language]} icon={<ChevronsRight aria-hidden />} onPress={forward.double} />
        )}
      </span>
    </div>
  )
}

const TurnButton = ({ label, icon, onPress }: { label: string; icon: ReactNode; onPress(): void }) => (
  <button
    type="button"
    className="calendar-turn h-32 w-28 align-middle square-44-phone"
    aria-label={label}
    title={label}
    onClick={onPress}
  >
    {icon}
  </button>
)

const TitleButton = ({ label, title, onPress }: { label: string; title: string; onPress(): void }) => (
  <button type="button" className="calendar-title bold px-8" title={label} onClick={onPress}>
    <span aria-live="polite">{title}</span>
  </button>
)

interface TwelveProps {
  readonly label: string
  readonly items: readonly string[]
  readonly current: number
  onPick(at: number): void
}

/** Twelve months or years in three columns, with arrow-key navigation. */
function Twelve({ label, items, current, onPick }: TwelveProps) {
  const element = useRef<HTMLFieldSetElement>(null)
  const [at, setAt] = useState(current)
  const onArrowKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 }[event.key]
    const next = at + (by ?? 0)
    if (by === undefined || next < 0 || next > 11) return
    event.preventDefault()
    setAt(next)
    element.current?.querySelectorAll('button')[next]?.focus()
  }
  useLayoutEffect(() => {
    element.current?.querySelectorAll('button')[current]?.focus()
    setAt(current)
  }, [current])
  return (
    <fieldset ref={element} className="calendar-twelve grid gap-4 flex-1" aria-label={label} onKeyDown={onArrowKey}>
      {items.map((item, index) => (
        <button
          className="num size-14"
          key={item}
          type="button"
          tabIndex={index === at ? 0 : -1}
          aria-pressed={index === current}
          onClick={() => onPick(index)}
        >
          {item}
        </button>
      ))}
    </fieldset>
  )
}
