import { ariaOf } from './aria.ts'
import { isPast } from './day.ts'
import { DayBox } from './day-box.tsx'
import type { InputProps } from './field-web.ts'
import { textOption } from './options.ts'
import { dayPane } from './picker/panes.tsx'
import { PopPane, waitingPane } from './picker/pop-pane.tsx'
import { typedDay, typedMoment, typedTime } from './picker/typed-day.ts'
import { usePop } from './picker/use-pop.ts'
import { words } from './words.ts'

interface DayInputProps extends InputProps<string> {
  readonly kind: 'date' | 'datetime' | 'time'
}

/** The input of a day, a date and time or a time of day, typed in any usual form or chosen in the pane. */
export function DayInput({ kind, ...props }: DayInputProps) {
  const { id, field, language, unread, disabled, invalid, sources, onChange, onBlur } = props
  const value = unread?.unread ?? props.value
  const pop = usePop(() => onBlur?.())
  // The adjacent label names the field.
  const opens = (kind === 'time' ? words.pickTime : words.pick)[language]
  return (
    <div className="day-field" {...pop.around}>
      <DayBox
        id={id}
        kind={kind}
        language={language}
        opens={opens}
        value={value ?? ''}
        placeholder={words[kind][language]}
        disabled={disabled}
        invalid={invalid}
        aria={ariaOf(props)}
        pop={pop}
        isOpen={pop.isOpen}
        read={text => readers[kind](text, sources.now())}
        onChange={onChange}
        onOpen={pop.show}
        onWake={dayPane.fetch}
      />
      {pop.isOpen && (
        <PopPane pop={pop} title={field.title[language]} language={language}>
          <dayPane.Part
            kind={kind}
            language={language}
            now={sources.now()}
            value={value ?? ''}
            {...limitsOf(props)}
            isEntered={pop.isEntered}
            waiting={waitingPane(language)}
            onChange={onChange}
            onClose={pop.close}
          />
        </PopPane>
      )}
    </div>
  )
}

/** The parser of each kind; a day without a time gets the current time to the minute. */
const readers = {
  date: (text: string, now: string) => typedDay(text.replace(/[T ]00:00(:00)?$/, ''), now.slice(0, 10)),
  datetime: typedMoment,
  time: (text: string, now: string) => typedTime(text, now.slice(11)),
}

function limitsOf({ field, sources }: InputProps<string>): { min: string | undefined; max: string | undefined } {
  const [min, max] = [textOption(field, 'min'), textOption(field, 'max')]
  const today = sources.now().slice(0, 10)
  return { min, max: isPast(field) && (max === undefined || max > today) ? today : max }
}
