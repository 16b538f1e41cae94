import { IconButton, OutlinedInput, Popper } from '@mui/material'
import { Calendar, Clock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Language } from '../model/model.ts'
import { withoutSeconds } from './day.ts'
import { weekdayName } from './picker/day-names.ts'
import type { Pop } from './picker/use-pop.ts'
import { typedAs } from './words.ts'
import './day-box.css'

interface DayBoxProps {
  readonly id: string
  readonly kind: 'date' | 'datetime' | 'time'
  readonly language: Language
  /** What opens: the field, and what is chosen of it. */
  readonly opens: string
  /** As the wire has it, or what was typed and could not be read. */
  readonly value: string
  readonly placeholder: string
  readonly disabled?: boolean
  readonly invalid?: boolean
  /** Said where the browser asks before it sends. */
  readonly fault?: string | undefined
  readonly aria: Readonly<Record<`aria-${string}`, string | boolean | undefined>>
  readonly pop: Pop
  /** Of several boxes at one pane: this one's is open. */
  readonly isOpen: boolean
  /** What the text means, as the wire has it. */
  read(text: string): string | undefined
  /** The value, what was typed where it cannot be read, or null where nothing was. */
  onChange(value: string | null): void
  onOpen(): void
  onWake(): void
  /** Without the button that shows what opens. */
  readonly isBare?: boolean
}

/**
 * One box in which a day or a time is typed as a person writes it. What is typed stays as typed until the box is left;
 * then it stands as it was understood, or as it was.
 */
export function DayBox(props: DayBoxProps) {
  const { id, kind, language, value, pop, isOpen, fault = '' } = props
  const [typed, setTyped] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.setCustomValidity(fault), [fault])
  const Icon = kind === 'time' ? Clock : Calendar
  const box = (
    <OutlinedInput
      id={id}
      fullWidth
      className="day-box"
      value={typed ?? withoutSeconds(value)}
      placeholder={props.placeholder}
      disabled={props.disabled ?? false}
      error={props.invalid ?? false}
      inputRef={input}
      slotProps={{
        input: {
          role: 'combobox',
          'aria-haspopup': 'dialog',
          'aria-expanded': isOpen,
          'aria-controls': isOpen ? pop.id : undefined,
          autoComplete: 'off',
          spellCheck: false,
          // A finger opens the calendar; the keyboard that a phone would raise lies over it.
          inputMode: isTouched() ? 'none' : undefined,
          ...props.aria,
        },
      }}
      endAdornment={
        props.isBare ? undefined : (
          <IconButton
            size="small"
            // The box itself opens it by keys.
            tabIndex={-1}
            disabled={props.disabled ?? false}
            aria-label={props.opens}
            onMouseDown={event => event.preventDefault()}
            onClick={() => {
              input.current?.focus()
              if (isOpen) pop.close()
              else props.onOpen()
            }}
          >
            <Icon aria-hidden />
          </IconButton>
        )
      }
      onFocus={props.onWake}
      onClick={event => event.target === input.current && props.onOpen()}
      onChange={event => {
        const text = event.target.value
        setTyped(text)
        props.onChange(text.trim() === '' ? null : (props.read(text) ?? text))
      }}
      onKeyDown={event => {
        if (event.key === 'Enter') setTyped(undefined)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
  return (
    <>
      {box}
      {typed !== undefined && typed.trim() !== '' && (
        <Popper
          open
          anchorEl={() => input.current?.closest('.MuiInputBase-root') ?? document.body}
          container={() => input.current?.closest('.MuiDialog-container') ?? document.body}
          // The calendar is below the box.
          placement={isOpen ? 'top-start' : 'bottom-start'}
          className="day-hint-pop"
          popperOptions={{ strategy: 'fixed' }}
          modifiers={[
            { name: 'offset', options: { offset: [0, 2] } },
            { name: 'preventOverflow', options: { padding: 8 } },
          ]}
        >
          <p className="day-hint" role="status">
            {meaningOf(kind, props.read(typed), language)}
          </p>
        </Popper>
      )}
    </>
  )
}

/** What is typed means, with the day of the week; where it cannot be read, what can be. */
function meaningOf(kind: DayBoxProps['kind'], value: string | undefined, language: Language): string {
  if (value === undefined) return typedAs[kind][language]
  return kind === 'time'
    ? withoutSeconds(value)
    : `${withoutSeconds(value)} ${weekdayName(value.slice(0, 10), language)}`
}

const finger = typeof matchMedia === 'function' ? matchMedia('(pointer: coarse)') : undefined
const isTouched = () => finger?.matches === true
