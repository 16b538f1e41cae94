import { OutlinedInput } from '@mui/material'
import { useState } from 'react'
import { ariaOf } from '../aria.ts'
import { isNothing, Nothing, WordsCell } from '../cells.tsx'
import type { FieldWeb, InputProps } from '../field-web.ts'
import { PresenceFilter } from '../presence-filter.tsx'
import { type Json, json, Unread } from './field.ts'

export const jsonWeb: FieldWeb<Json | Unread> = {
  Cell: ({ value }) =>
    isNothing(value) ? <Nothing /> : <WordsCell value={value instanceof Unread ? value.text : JSON.stringify(value)} />,
  Input: JsonInput,
  Filter: PresenceFilter,
}

/** JSON as text. A text that is not JSON becomes `Unread`, so that it is rejected instead of ignored. */
function JsonInput(props: InputProps<Json | Unread>) {
  const { id, field, model, value, disabled, invalid, onChange, onBlur } = props
  const [typed, setTyped] = useState<string>()
  const isBroken = value instanceof Unread
  const type = (text: string) => {
    setTyped(text)
    const read = text.trim() === '' ? { value: null } : json.parse(text, field, model)
    onChange('value' in read ? read.value : new Unread(text))
  }
  return (
    <OutlinedInput
      id={id}
      fullWidth
      inputComponent="textarea"
      className="input-area"
      value={typed ?? (isNothing(value) || isBroken ? '' : JSON.stringify(value, null, 2))}
      disabled={disabled}
      error={invalid || isBroken}
      slotProps={{ input: { ...ariaOf({ ...props, invalid: invalid || isBroken }), spellCheck: false } }}
      onChange={event => type(event.target.value)}
      onBlur={() => {
        if (!isBroken) setTyped(undefined)
        onBlur?.()
      }}
    />
  )
}
