import { Button } from '@mui/material'
import type { Language } from '../../model/model.ts'
import { isDate } from '../calendar.ts'
import { words } from '../words.ts'
import { Calendar } from './calendar.tsx'
import { dayPresets } from './presets.ts'
import { QuickRail } from './quick-rail.tsx'
import { TimeColumns } from './time-columns.tsx'
import { toMinute } from './typed-day.ts'
import './calendar.css'

export interface DayPaneProps {
  readonly kind: 'date' | 'datetime' | 'time'
  readonly language: Language
  /** The current time, `YYYY-MM-DD HH:mm:ss`. */
  readonly now: string
  /** The transmitted value, or the typed text where it could not be read. */
  readonly value: string
  /** The first and the last allowed day. */
  readonly min: string | undefined
  readonly max: string | undefined
  readonly isEntered: boolean
  onChange(value: string | null): void
  onClose(): void
}

/** The pane of a box for a day, a moment or a time: frequent days, a calendar, a clock. */
export function DayPane(props: DayPaneProps) {
  const { kind, language, now, value, min, max, isEntered, onChange, onClose } = props
  const today = now.slice(0, 10)
  const [day, time] = kind === 'time' ? ['', value] : [value.slice(0, 10), value.slice(11)]
  const chosen = isDate(day) ? day : undefined
  const pickDay = (next: string) => {
    onChange(kind === 'date' ? next : `${next} ${time || `${now.slice(11, 16)}:00`}`)
    if (kind === 'date') onClose()
  }
  const pickTime = (next: string) => onChange(kind === 'time' ? next : `${chosen ?? today} ${next}`)
  return (
    <div className="day-pane flex stack-phone flex-1-phone min-h-0-phone y-scroll-phone">
      {kind !== 'time' && (
        <QuickRail
          label={words.quickDays[language]}
          items={dayPresets(today, min, max).map(({ title, day }) => ({
            title: title[language],
            note: day.slice(5),
            isChosen: day === chosen,
            choose: () => pickDay(day),
          }))}
        />
      )}
      <div className="stack grow">
        <div className="day-pane-parts flex flex-1 justify-center stack-phone justify-start-phone">
          {kind !== 'time' && (
            <Calendar
              language={language}
              today={today}
              min={min}
              max={max}
              months={1}
              marked={{ first: chosen, last: chosen }}
              start={chosen ?? today}
              isEntered={isEntered}
              onPick={pickDay}
            />
          )}
          {kind !== 'date' && (
            <TimeColumns
              language={language}
              time={time}
              now={now.slice(11)}
              isEntered={isEntered && kind === 'time'}
              onPick={pickTime}
            />
          )}
        </div>
        <div className="day-pane-foot ruled row spread gap-8 muted size-13 py-6 px-12">
          <Button
            variant="text"
            size="small"
            disabled={value === ''}
            onClick={() => {
              onChange(null)
              onClose()
            }}
          >
            {words.clear[language]}
          </Button>
          {kind !== 'date' && (
            <>
              <Button
                variant="text"
                size="small"
                onClick={() => onChange(toMinute(kind === 'time' ? now.slice(11) : now))}
              >
                {words.now[language]}
              </Button>
              <Button size="small" onClick={onClose}>
                {words.done[language]}
              </Button>
            </>
          )}
        </div>
      </div>
    </div>
  )
}
