import { OutlinedInput } from '@mui/material'
import type { ClipboardEvent, HTMLInputTypeAttribute, ReactNode } from 'react'
import { ariaOf } from './aria.ts'
import type { FilterProps, InputProps } from './field-web.ts'
import { typeOf } from './index.ts'
import { withQuery } from './query.ts'
import { isOneLine } from './text-value.ts'
import { words } from './words.ts'

interface TextInputProps extends InputProps<string> {
  readonly type?: HTMLInputTypeAttribute
  readonly inputMode?: 'text' | 'tel' | 'email' | 'url'
  readonly autoComplete?: string
  /** Several lines. */
  readonly isArea?: boolean
  readonly placeholder?: string
  readonly end?: ReactNode
}

/** A text box; the text is normalised (trimmed, stripped, upper case) when the box loses the focus. */
export function TextInput({
  end,
  isArea = false,
  type,
  inputMode,
  autoComplete = 'off',
  placeholder,
  ...props
}: TextInputProps) {
  const { id, field, value, disabled, invalid, onChange, onBlur } = props
  const settle = () => {
    const normal = typeOf(field).normalise?.(value, field)
    if (normal !== undefined && normal !== value) onChange(normal as string | null)
    onBlur?.()
  }
  // A browser would join the lines of a pasted text without a message: the value keeps them, and is refused.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text').trim()
    if (isArea || !(event.target instanceof HTMLInputElement) || isOneLine(text)) return
    event.preventDefault()
    const { value: former, selectionStart, selectionEnd } = event.target
    onChange(`${former.slice(0, selectionStart ?? 0)}${text}${former.slice(selectionEnd ?? former.length)}`)
  }
  return (
    <OutlinedInput
      id={id}
      fullWidth
      value={value ?? ''}
      disabled={disabled}
      error={invalid}
      type={type}
      // MUI's own textarea measures its height by script as soon as it is rendered.
      inputComponent={isArea ? 'textarea' : 'input'}
      placeholder={placeholder}
      endAdornment={end}
      className={isArea ? 'input-area' : undefined}
      slotProps={{
        input: {
          ...ariaOf(props),
          inputMode,
          autoComplete,
          // No maxLength: a browser truncates a longer pasted text without a message.
          spellCheck: isArea,
        },
      }}
      onChange={event => onChange(event.target.value === '' ? null : event.target.value)}
      onPaste={paste}
      onBlur={settle}
    />
  )
}

/** The filter for a contained text. */
export function TextFilter({ id, field, language, query, onChange }: FilterProps) {
  return (
    <OutlinedInput
      id={id}
      fullWidth
      value={query[field.name] ?? ''}
      placeholder={words.contains[language]}
      slotProps={{ input: { autoComplete: 'off', maxLength: 200 } }}
      onChange={event => onChange(withQuery(query, { [field.name]: event.target.value }))}
    />
  )
}
