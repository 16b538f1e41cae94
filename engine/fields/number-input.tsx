import { OutlinedInput } from '@mui/material'
import { useRef, useState } from 'react'
import { ariaOf } from './aria.ts'
import { fault, faultMessage } from './fault.ts'
import type { FilterProps, InputProps } from './field-web.ts'
import { typeOf } from './index.ts'
import { unitOf } from './number.ts'
import { withQuery } from './query.ts'
import type { UnreadText } from './unread-text.ts'
import { words } from './words.ts'
import './inputs.css'

/**
 * A number in any usual form. The typed text stays unchanged until the box loses the focus. A text that is no number
 * stays as an error.
 */
export function NumberInput(props: InputProps<number | string>) {
  const { id, field, model, language, value, unread, disabled, invalid, onChange, onBlur } = props
  const [typed, setTyped] = useState<string>()
  const before = useRef<unknown>(null)
  const unit = unitOf(field, language)
  const type = (text: string) => {
    if (typed === undefined) before.current = unread ? (unread.before ?? null) : (value ?? null)
    setTyped(text)
    const read = typeOf(field).parse(text, field, model)
    onChange(text.trim() === '' ? null : 'value' in read ? read.value : text)
  }
  const settle = () => {
    setTyped(undefined)
    if (typeof value === 'string') onChange({ ...unreadNumber(value, props), before: before.current })
  }
  return (
    <OutlinedInput
      id={id}
      fullWidth
      className="input-figure"
      value={typed ?? shown(props)}
      disabled={disabled}
      error={invalid}
      endAdornment={unit && <span className="input-unit fixed quiet size-13 nowrap pr-4">{unit}</span>}
      slotProps={{ input: { ...ariaOf(props), inputMode: 'decimal', autoComplete: 'off' } }}
      onChange={event => type(event.target.value)}
      onKeyDown={event => {
        const isSaved = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'
        if (isSaved || event.key === 'Enter') settle()
      }}
      onBlur={() => {
        settle()
        onBlur?.()
      }}
    />
  )
}

/** The error of a text that is no number. */
function unreadNumber(text: string, { field, model }: InputProps<number | string>): UnreadText {
  const read = typeOf(field).parse(text, field, model)
  const found =
    'fault' in read && read.fault.code !== 'value.incorrect' ? read.fault : fault('number.unreadable', { text })
  return { unread: text, message: faultMessage(found, field.title), candidates: [] }
}

function shown({ value, unread, field, model, language }: InputProps<number | string>): string {
  if (unread) return unread.unread
  return typeof value === 'number' ? typeOf(field).format(value, field, model, language) : (value ?? '')
}

/** The filter from a minimum to a maximum. A text that is no number stays, and the search rejects it. */
export function NumberFilter({ id, field, model, language, query, onChange }: FilterProps) {
  const settle = (name: string) => {
    const text = query[name] ?? ''
    const read = typeOf(field).parse(text, field, model)
    if (text !== '' && 'value' in read) onChange(withQuery(query, { [name]: String(read.value) }))
  }
  const [least, most] = [`${field.name}_ge`, `${field.name}_le`]
  const end = (name: string, placeholder: string, endId: string) => (
    <OutlinedInput
      id={endId}
      fullWidth
      value={query[name] ?? ''}
      placeholder={placeholder}
      slotProps={{
        input: {
          inputMode: 'decimal',
          autoComplete: 'off',
          maxLength: 30,
          'aria-label': `${field.title[language]} ${placeholder}`,
        },
      }}
      onChange={event => onChange(withQuery(query, { [name]: event.target.value }))}
      onKeyDown={event => event.key === 'Enter' && settle(name)}
      onBlur={() => settle(name)}
    />
  )
  return (
    <div className="input-range gap-4 quiet min-0">
      {end(least, words.least[language], id)}
      <span aria-hidden>—</span>
      {end(most, words.most[language], `${id}-to`)}
    </div>
  )
}
