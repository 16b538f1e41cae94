import { IconButton, OutlinedInput } from '@mui/material'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { ariaOf } from '../aria.ts'
import { CodeCell } from '../cells.tsx'
import type { FieldWeb, InputProps } from '../field-web.ts'
import { requiresValue } from '../record-schema.ts'
import { words } from '../words.ts'

export const passwordWeb: FieldWeb<string> = {
  Cell: () => '••••••',
  // Records contain no secret: this is one that a step returned, to be read once.
  Whole: ({ value }) => <CodeCell value={value} />,
  Input: PasswordInput,
  width: 100,
}

function PasswordInput(props: InputProps<string>) {
  const { id, field, language, value, record, disabled, invalid, onChange, onBlur } = props
  const [isShown, setShown] = useState(false)
  const isNew = typeof record['id'] !== 'string'
  const required = requiresValue(field, isNew)
  return (
    <OutlinedInput
      id={id}
      fullWidth
      type={isShown ? 'text' : 'password'}
      value={value ?? ''}
      disabled={disabled}
      error={invalid}
      placeholder={isNew ? '' : words.keepPassword[language]}
      slotProps={{
        input: {
          ...ariaOf({ ...props, field: { ...field, required } }),
          autoComplete: 'new-password',
          maxLength: 64,
          spellCheck: false,
        },
      }}
      endAdornment={
        <IconButton
          size="small"
          disabled={disabled}
          aria-label={words[isShown ? 'hidePassword' : 'showPassword'][language]}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      }
      onChange={event => onChange(event.target.value === '' ? null : event.target.value)}
      onBlur={onBlur}
    />
  )
}
