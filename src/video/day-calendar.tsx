import IconButton from '@mui/material/IconButton'
import { useQueries } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useEngine } from '../../engine/web/data/engine-context.ts'
import { useLanguage } from '../../engine/web/words/i18n.ts'
import { cameraPath } from './places.ts'
import { wallDayOf, wallTimeOf, wholeDay } from './timeline-scale.ts'
import { useVideoWords } from './video-words.ts'

interface DayCalendarProps {
  readonly cameras: readonly string[]
  /** `yyyy-MM-dd`. */
  readonly day: string
  readonly today: string
  onChoose(day: string): void
}

interface DayAnswer {
  readonly day: string
  readonly recorded: boolean
  readonly events: number
}

/** A month of days: a dot where something is recorded, a red one where there are events. */
export function DayCalendar({ cameras, day, today, onChoose }: DayCalendarProps) {
  const words = useVideoWords()
  const language = useLanguage()
  const { session } = useEngine()
  const [month, setMonth] = useState(day.slice(0, 7))
  const answers = useQueries({
    queries: cameras.map(camera => ({
      queryKey: ['video', 'days', camera, month],
      queryFn: () => session.call<{ days: readonly DayAnswer[] }>(cameraPath(camera, 'days'), { query: { month } }),
      staleTime: 60_000,
    })),
  })
  const known = (date: string) => answers.flatMap(({ data }) => data?.days.filter(one => one.day === date) ?? [])
  const start = wallTimeOf(`${month}-01`)
  const locale = language === 'zh' ? 'zh-CN' : 'en'
  const text = (time: number, options: Intl.DateTimeFormatOptions) =>
    new Date(time).toLocaleDateString(locale, { timeZone: 'UTC', ...options })
  const first = start - ((new Date(start).getUTCDay() + 6) % 7) * wholeDay
  const days = Array.from({ length: 42 }, (_, at) => wallDayOf(first + at * wholeDay))
  const turn = (by: number) => setMonth(wallDayOf(start + by * wholeDay).slice(0, 7))
  return (
    <section aria-label={words('days')} className="day-calendar">
      <header className="row spread">
        <h2 className="text-13">{text(start, { year: 'numeric', month: 'long' })}</h2>
        <span>
          <IconButton aria-label={words('before')} onClick={() => turn(-1)}>
            <ChevronLeft />
          </IconButton>
          <IconButton aria-label={words('after')} onClick={() => turn(32)}>
            <ChevronRight />
          </IconButton>
        </span>
      </header>
      <div className="day-calendar-days num text-12 grid text-center">
        {days.slice(0, 7).map(date => (
          <span key={date} className="quiet" aria-hidden>
            {text(wallTimeOf(date), { weekday: 'narrow' })}
          </span>
        ))}
        {days.map(date => {
          if (!date.startsWith(month)) return <span key={date} />
          const found = known(date)
          const isRecorded = found.some(({ recorded }) => recorded)
          const events = found.reduce((sum, one) => sum + one.events, 0)
          return (
            <button
              key={date}
              type="button"
              className="tap-44-phone relative round-6 h-32"
              disabled={date > today}
              aria-pressed={date === day}
              aria-label={words('day', {
                day: text(wallTimeOf(date), { month: 'long', day: 'numeric' }),
                recorded: words(isRecorded ? 'recorded' : 'notRecorded'),
                events,
              })}
              data-dot={events > 0 ? 'events' : isRecorded ? 'recorded' : 'none'}
              onClick={() => onChoose(date)}
            >
              {Number(date.slice(8))}
            </button>
          )
        })}
      </div>
    </section>
  )
}
