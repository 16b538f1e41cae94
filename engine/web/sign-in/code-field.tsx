import OutlinedInput from '@mui/material/OutlinedInput'
import { RequestFault } from '../data/request-fault.ts'
import { useTranslation } from '../words/i18n.ts'
import { describedBy, LabelledField } from './labelled.tsx'

/** The ticket of a refused sign-in that only lacks the code of a second factor. */
export const ticketOf = (error: unknown): string | undefined =>
  error instanceof RequestFault ? error.body.ticket : undefined

interface CodeFieldProps {
  readonly value: string
  /** Of a second factor that has no recovery codes yet. */
  readonly isNew?: boolean
  onChange(value: string): void
}

/** The code of a second factor, or a recovery code. */
export function CodeField({ value, isNew, onChange }: CodeFieldProps) {
  const translate = useTranslation()
  const id = 'second-factor-code'
  return (
    <LabelledField id={id} label={translate('signIn.code')} {...(!isNew && { help: translate('signIn.codeHelp') })}>
      <OutlinedInput
        id={id}
        fullWidth
        autoFocus
        value={value}
        autoComplete="one-time-code"
        inputProps={{
          'aria-required': true,
          ...(!isNew && { 'aria-describedby': describedBy(id) }),
          maxLength: 20,
          inputMode: 'text',
        }}
        onChange={event => onChange(event.target.value)}
      />
    </LabelledField>
  )
}
