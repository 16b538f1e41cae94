import { ariaOf } from './aria.ts'
import { isPast } from './day.ts'
import { DayBox, type DayBoxProps } from './day-box.tsx'
import type { InputProps } from './field-web.ts'
import { textOption } from './options.ts'
import { dayPane } from './picker/panes.tsx'
import { PopPane, waitingPane } from './picker/pop-pane.tsx'
import { typedDay, typedMoment, typedTime } from './picker/typed-day.ts'
import { usePop } from './picker/use-pop.ts'
import { words } from './words.ts'

interface DayInputProps extends InputProps<string> {
  readonly kind: DayBoxProps['kind']
}

/** The input of a day, a date and time or a time of day, typed in any usual form or chosen in the pane. */
export function DayInput({ kind, ...props }: DayInputProps) {
  const { id, field, language, value, unread, disabled, invalid, sources, onChange, onBlur } = props
  return (
    <PickedDay
      id={id}
      kind={kind}
      language={language}
      title={field.title[language]}
      // The adjacent label names the field.
      opens={(kind === 'time' ? words.pickTime : words.pick)[language]}
      value={unread?.unread ?? value ?? ''}
      placeholder={words[kind][language]}
      disabled={disabled}
      invalid={invalid}
      aria={ariaOf(props)}
      now={sources.now}
      {...limitsOf(props)}
      onChange={onChange}
      onLeave={() => onBlur?.()}
    />
  )
}

interface PickedDayProps extends Omit<DayBoxProps, 'pop' | 'isOpen' | 'read' | 'onOpen' | 'onWake' | 'isBare'> {
  /** The name of the pane. */
  readonly title: string
  readonly now: () => string
  /** The first and the last allowed day. */
  readonly min?: string | undefined
  readonly max?: string | undefined
  onLeave(): void
}

/** A box for one day, moment or time of day with its pane. */
export function PickedDay({ title, now, min, max, onLeave, ...box }: PickedDayProps) {
  const { kind, language, value, fault, onChange } = box
  const pop = usePop(onLeave)
  return (
    <div className="day-field relative" {...pop.around}>
      <DayBox
        {...box}
        pop={pop}
        isOpen={pop.isOpen}
        read={text => readers[kind](text, now())}
        onOpen={pop.show}
        onWake={dayPane.fetch}
      />
      {fault !== undefined && <DayFault text={fault} />}
      {pop.isOpen && (
        <PopPane pop={pop} title={title} language={language}>
          <dayPane.Part
            kind={kind}
            language={language}
            now={now()}
            value={value}
            min={min}
            max={max}
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

/** Why a filter's text is no day or time, shown once the filter loses the focus. */
export const DayFault = ({ text }: { readonly text: string }) => (
  <p className="day-fault hidden" role="alert">
    {text}
  </p>
)

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
