import type { Language } from '../model/model.ts'
import { shifted, today } from './recent-days.ts'
import { words } from './words.ts'
import './inputs.css'

interface QuickDaysProps {
  readonly label: string
  readonly language: Language
  readonly min?: string
  readonly max?: string
  onPick(day: string): void
  onCalendar(): void
  /** Left out where there is nothing to clear. */
  readonly onClear?: () => void
}

/** Today, yesterday, one week ago: none lies in the future. */
export function QuickDays({ label, language, min, max, onPick, onCalendar, onClear }: QuickDaysProps) {
  const now = today()
  const choices = [
    { day: now, word: words.today },
    { day: shifted(now, -1), word: words.yesterday },
    { day: shifted(now, -7), word: words.weekAgo },
  ]
  return (
    <fieldset className="quick-days" aria-label={label}>
      {choices.map(({ day, word }) => (
        <button
          key={word.en}
          type="button"
          disabled={(min !== undefined && day < min) || (max !== undefined && day > max)}
          onClick={() => onPick(day)}
        >
          {word[language]}
          <small>{day.slice(5)}</small>
        </button>
      ))}
      <hr />
      <button type="button" onClick={onCalendar}>
        {words.calendar[language]}
      </button>
      {onClear && (
        <button type="button" onClick={onClear}>
          {words.clear[language]}
        </button>
      )}
    </fieldset>
  )
}
