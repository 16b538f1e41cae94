import { IconButton, OutlinedInput } from '@mui/material'
import { Calendar, Clock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Language } from '../model/model.ts'
import { withoutSeconds } from './day.ts'
import { Floating } from './floating.tsx'
import { weekdayName } from './picker/day-names.ts'
import type { Pop } from './picker/use-pop.ts'
import { typedAs } from './words.ts'
import './day-box.css'

export interface DayBoxProps {
  readonly id: string
  readonly kind: 'date' | 'datetime' | 'time'
  readonly language: Language
  /** The accessible name of the pane: the field and the kind of value. */
  readonly opens: string
  /** The transmitted value, or the typed text where it could not be read. */
  readonly value: string
  readonly placeholder: string
  readonly disabled?: boolean
  readonly invalid?: boolean
  /** The browser's validation message. */
  readonly fault?: string | undefined
  readonly aria: Readonly<Record<`aria-${string}`, string | boolean | undefined>>
  readonly pop: Pop
  /** The pane is open for this box; several boxes may share a pane. */
  readonly isOpen: boolean
  /** The transmitted value of a typed text. */
  read(text: string): string | undefined
  /** Receives the value, the typed text where it cannot be read, or null where the box is empty. */
  onChange(value: string | null): void
  onOpen(): void
  onWake(): void
  /** Without the button that opens the pane. */
  readonly isBare?: boolean
}

/**
 * A box for typing a day or a time in any usual form. The typed text stays unchanged until the box loses the focus;
 * then it becomes the value that was understood, or stays.
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
          // On touch screens the calendar opens; the on-screen keyboard would cover it.
          inputMode: isTouched() ? 'none' : undefined,
          ...props.aria,
        },
      }}
      endAdornment={
        props.isBare ? undefined : (
          <IconButton
            size="small"
            // By keyboard the box itself opens it.
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
        <Floating
          anchor={() => input.current?.closest('.MuiInputBase-root') ?? document.body}
          // The calendar is below the box.
          placement={isOpen ? 'top-start' : 'bottom-start'}
          className="z-1300 no-pointer"
          gap={2}
        >
          <p className="size-12 num boxed round-4 line-20 ink px-6 pop" role="status">
            {meaningOf(kind, props.read(typed), language)}
          </p>
        </Floating>
      )}
    </>
  )
}

/** The value of the typed text with its weekday; where it cannot be read, the accepted forms. */
function meaningOf(kind: DayBoxProps['kind'], value: string | undefined, language: Language): string {
  if (value === undefined) return typedAs[kind][language]
  return kind === 'time'
    ? withoutSeconds(value)
    : `${withoutSeconds(value)} ${weekdayName(value.slice(0, 10), language)}`
}

const finger = typeof matchMedia === 'function' ? matchMedia('(pointer: coarse)') : undefined
const isTouched = () => finger?.matches === true
