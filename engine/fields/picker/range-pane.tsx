import { Button, useMediaQuery } from '@mui/material'
import { useState } from 'react'
import type { Language } from '../../model/model.ts'
import { isDate } from '../calendar.ts'
import { words } from '../words.ts'
import { Calendar } from './calendar.tsx'
import { daysCounted } from './day-arithmetic.ts'
import { rangePresets } from './presets.ts'
import { QuickRail } from './quick-rail.tsx'
import './calendar.css'

export interface RangePaneProps {
  readonly language: Language
  readonly today: string
  /** Days, both included; empty or an unreadable text where there is none. */
  readonly first: string
  readonly last: string
  /** The field cannot be in the future. */
  readonly isPast: boolean
  /** The end whose box was clicked. */
  readonly end: 'first' | 'last'
  readonly isEntered: boolean
  onChange(first: string, last: string): void
  onClose(): void
}

/** The pane of a range of days: the first click sets its start, the second its end. */
export function RangePane(props: RangePaneProps) {
  const { language, today, isPast, isEntered, onChange, onClose } = props
  const isWide = useMediaQuery('(min-width: 900px)', { noSsr: true })
  const [first, last] = [props.first, props.last].map(day => (isDate(day) ? day : undefined))
  const [pressed, setPressed] = useState<string | undefined>(props.end === 'last' && !last ? first : undefined)
  const [pointed, setPointed] = useState<string>()
  const pick = (day: string) => {
    if (props.end === 'last' && pressed === undefined && first !== undefined && day >= first) finish(first, day)
    else if (pressed === undefined) {
      setPressed(day)
      onChange(day, '')
    } else if (day < pressed) finish(day, pressed)
    else finish(pressed, day)
  }
  const finish = (from: string, to: string) => {
    onChange(from, to)
    onClose()
  }
  const [from, to] = pressed === undefined ? [first, last] : sorted(pressed, pointed ?? pressed)
  return (
    <div className="day-pane flex stack-phone flex-1-phone min-h-0-phone y-scroll-phone">
      <QuickRail
        label={words.quickDays[language]}
        items={rangePresets(today, isPast).map(preset => ({
          title: preset.title[language],
          isChosen: preset.first === first && preset.last === last,
          choose: () => finish(preset.first, preset.last),
        }))}
      />
      <div className="stack grow">
        <div className="day-pane-parts flex flex-1 justify-center stack-phone justify-start-phone">
          <Calendar
            language={language}
            today={today}
            min={undefined}
            max={isPast ? today : undefined}
            months={isWide ? 2 : 1}
            marked={{ first: from, last: to }}
            start={(props.end === 'last' ? (last ?? first) : (first ?? last)) ?? today}
            isStartLast={isPast}
            isEntered={isEntered}
            onPick={pick}
            onPoint={setPointed}
          />
        </div>
        <div className="day-pane-foot ruled row spread gap-8 muted size-13 py-6 px-12">
          <Button
            variant="text"
            size="small"
            disabled={props.first === '' && props.last === ''}
            onClick={() => finish('', '')}
          >
            {words.clear[language]}
          </Button>
          <span role="status">
            {pressed === undefined && from && to
              ? stretch(from, to, language)
              : words[pressed === undefined ? 'pressFirst' : 'pressLast'][language]}
          </span>
          <Button size="small" onClick={onClose}>
            {words.done[language]}
          </Button>
        </div>
      </div>
    </div>
  )
}

const sorted = (one: string, other: string) => (one <= other ? [one, other] : [other, one])

const stretch = (first: string, last: string, language: Language) => {
  const count = daysCounted(first, last)
  return language === 'zh'
    ? `${first} 至 ${last}，共${count}天`
    : `${first} to ${last}, ${count} day${count === 1 ? '' : 's'}`
}
