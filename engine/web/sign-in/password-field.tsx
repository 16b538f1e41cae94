import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { Eye, EyeOff } from 'lucide-react'
import { type Ref, useState } from 'react'
import { useTranslation } from '../words/i18n.ts'
import { describedBy, LabelledField } from './labelled.tsx'

interface PasswordFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  readonly help?: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly inputRef?: Ref<HTMLInputElement>
  readonly autoFocus?: boolean
  onChange(value: string): void
}

/** A password field with a button that shows the password. */
export function PasswordField({
  id,
  label,
  value,
  error,
  help,
  autoComplete,
  inputRef,
  autoFocus,
  onChange,
}: PasswordFieldProps) {
  const translate = useTranslation()
  const [isShown, setShown] = useState(false)
  return (
    <LabelledField id={id} label={label} error={error} {...(help && { help })}>
      <OutlinedInput
        id={id}
        fullWidth
        type={isShown ? 'text' : 'password'}
        value={value}
        error={error !== undefined}
        autoComplete={autoComplete}
        autoFocus={autoFocus ?? false}
        {...(inputRef && { inputRef })}
        inputProps={{
          'aria-describedby': error || help ? describedBy(id) : undefined,
          'aria-required': true,
          maxLength: 64,
        }}
        onChange={event => onChange(event.target.value)}
        endAdornment={
          <InputAdornment position="end">
            <IconButton
              size="small"
              aria-label={translate(isShown ? 'signIn.hide' : 'signIn.show')}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? <EyeOff /> : <Eye />}
            </IconButton>
          </InputAdornment>
        }
      />
    </LabelledField>
  )
}
