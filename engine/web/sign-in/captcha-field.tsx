import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from '../words/i18n.ts'
import type { Captcha } from './captcha.ts'
import { describedBy, LabelledField } from './labelled.tsx'
import './sign-in-form.css'

interface CaptchaFieldProps {
  readonly captcha: Captcha
  readonly value: string
  readonly error: string | undefined
  onRenew(): void
  onChange(value: string): void
}

/** The captcha's characters, its picture, and a button for another one. */
export function CaptchaField({ captcha, value, error, onRenew, onChange }: CaptchaFieldProps) {
  const translate = useTranslation()
  return (
    <LabelledField id="captcha" label={translate('signIn.captcha')} error={error}>
      <div className="row gap-12">
        <OutlinedInput
          className="flex-1!"
          id="captcha"
          fullWidth
          value={value}
          error={error !== undefined}
          placeholder={translate('signIn.captchaHint')}
          autoComplete="off"
          inputProps={{
            'aria-required': true,
            'aria-describedby': error ? describedBy('captcha') : undefined,
            maxLength: 8,
            autoCapitalize: 'none',
            spellCheck: false,
          }}
          onChange={event => onChange(event.target.value)}
        />
        <img
          className="fixed boxed round-6 fit white-ground"
          src={captcha.image}
          alt={translate('signIn.captchaPicture')}
          width={130}
          height={40}
        />
        <IconButton aria-label={translate('signIn.captchaAgain')} onClick={onRenew}>
          <RefreshCw />
        </IconButton>
      </div>
    </LabelledField>
  )
}
