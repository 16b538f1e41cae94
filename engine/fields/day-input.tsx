import { IconButton, OutlinedInput, Popover } from '@mui/material'
import { Calendar, Clock } from 'lucide-react'
import { useRef, useState } from 'react'
import { ariaOf } from './aria.ts'
import { isPast } from './day.ts'
import type { InputProps } from './field-web.ts'
import { textOption } from './options.ts'
import { QuickDays } from './quick-days.tsx'
import { clock, today } from './recent-days.ts'
import { words } from './words.ts'
import './inputs.css'

type Kind = 'date' | 'datetime' | 'time'

interface DayInputProps extends InputProps<string> {
  readonly kind: Kind
}

/**
 * The browser's own picker in our dress: at rest it shows the value as the wire has it, whatever order of day and
 * month the browser would choose, and beside it stand the days that are chosen most.
 */
export function DayInput({ kind, ...props }: DayInputProps) {
  const { id, field, language, value, disabled, invalid, onChange, onBlur } = props
  const input = useRef<HTMLInputElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement>()
  const { min, max } = limitsOf(props, kind)
  const pick = (day: string) => {
    setAnchor(undefined)
    onChange(kind === 'date' ? day : `${day} ${value?.slice(11) || clock()}`)
  }
  const clear = () => {
    setAnchor(undefined)
    onChange(null)
  }
  const openPicker = () => {
    setAnchor(undefined)
    input.current?.focus()
    input.current?.showPicker()
  }
  return (
    <>
      <OutlinedInput
        id={id}
        fullWidth
        className="input-day"
        type={kind === 'datetime' ? 'datetime-local' : kind}
        value={kind === 'datetime' ? (value ?? '').replace(' ', 'T') : (value ?? '')}
        disabled={disabled}
        error={invalid}
        inputRef={input}
        slotProps={{ input: { ...ariaOf(props), min, max, ...(kind !== 'date' && { step: 1 }) } }}
        endAdornment={
          <>
            <span aria-hidden className={value ? 'input-day-text' : 'input-day-text is-empty'}>
              {value || words[kind][language]}
            </span>
            <IconButton
              size="small"
              disabled={disabled}
              aria-label={kind === 'time' ? words.choose[language] : words.pick[language]}
              aria-haspopup={kind === 'time' ? undefined : 'dialog'}
              onClick={event => (kind === 'time' ? openPicker() : setAnchor(event.currentTarget))}
            >
              {kind === 'time' ? <Clock aria-hidden /> : <Calendar aria-hidden />}
            </IconButton>
          </>
        }
        onChange={event => onChange(wireOf(event.target.value, kind))}
        onBlur={onBlur}
      />
      {kind !== 'time' && (
        <Popover
          open={anchor !== undefined}
          anchorEl={anchor}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          onClose={() => setAnchor(undefined)}
        >
          <QuickDays
            label={`${field.title[language]} ${words.pick[language]}`}
            language={language}
            min={min?.slice(0, 10)}
            max={max?.slice(0, 10)}
            onPick={pick}
            onCalendar={openPicker}
            onClear={value ? clear : undefined}
          />
        </Popover>
      )}
    </>
  )
}

/** A picker's own text as the wire has it; seconds that it leaves out are nought. */
function wireOf(text: string, kind: Kind): string | null {
  if (text === '') return null
  if (kind === 'date') return text
  const [day, time = text] = text.split('T')
  const clock = time.length === 5 ? `${time}:00` : time.slice(0, 8)
  return kind === 'time' ? clock : `${day} ${clock}`
}

function limitsOf({ field }: InputProps<string>, kind: Kind): { readonly min?: string; readonly max?: string } {
  if (kind === 'time') return {}
  const min = textOption(field, 'min')
  const said = textOption(field, 'max')
  const now = today()
  const max = isPast(field) && (said === undefined || said > now) ? now : said
  const end = max ?? '9999-12-31'
  return kind === 'date'
    ? { ...(min !== undefined && { min }), max: end }
    : { ...(min !== undefined && { min: `${min}T00:00:00` }), max: `${end}T23:59:59` }
}
