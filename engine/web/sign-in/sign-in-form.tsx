import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import { CircleAlert } from 'lucide-react'
import { useLogin } from 'ra-core'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { useChoices } from '../data/use-choices.ts'
import { useTranslation } from '../words/i18n.ts'
import type { WordKey } from '../words/words.ts'
import { useCaptcha } from './captcha.ts'
import { CaptchaField } from './captcha-field.tsx'
import { CodeField, ticketOf } from './code-field.tsx'
import { describedBy, LabelledField } from './labelled.tsx'
import { PasswordField } from './password-field.tsx'
import { signInPasswordFault } from './password-rule.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { forgetSignOn, signOnFault } from './sign-on.ts'
import './sign-in-form.css'

const RegisterDialog = lazy(() => import('./register-dialog.tsx').then(({ RegisterDialog: it }) => ({ default: it })))

type Part = 'tenantId' | 'account' | 'password' | 'code'
type Faults = { readonly [Name in Part]?: WordKey }

/** Tenant, account, password and captcha; errors are shown at the field or above the button. */
export function SignInForm() {
  const translate = useTranslation()
  const login = useLogin()
  const { preferences } = useEngine()
  const { account: kept } = useChoices(preferences)
  const { captcha, renew } = useCaptcha()
  const [typed, setTyped] = useState<Readonly<Record<Part, string>>>({
    tenantId: kept?.tenantId ?? '000000',
    account: kept?.account ?? '',
    password: '',
    code: '',
  })
  const [isRemembered, setRemembered] = useState(true)
  const [faults, setFaults] = useState<Faults>({})
  const [signOn] = useState(signOnFault)
  useEffect(() => forgetSignOn, [])
  const [refusal, setRefusal] = useState(signOn && !signOn.ticket ? signOn.message : '')
  const [isBusy, setBusy] = useState(false)
  const [isRegistering, setRegistering] = useState(signOn?.oauthId !== undefined)
  const [ticket, setTicket] = useState(signOn?.ticket ?? '')
  const isAskedFor = captcha.image !== '' && ticket === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = ticket ? {} : faultsOf(typed, isAskedFor)
    setFaults(found)
    setRefusal('')
    if (Object.keys(found).length > 0) return
    const { tenantId, account, password, code } = typed
    preferences.write({ account: isRemembered ? { tenantId, account } : undefined })
    setBusy(true)
    try {
      const second = ticket && { second: { ticket, code } }
      await login({
        tenantId,
        account,
        password,
        ...second,
        ...(captcha.key && { captcha: { key: captcha.key, code } }),
      })
    } catch (error) {
      const next = ticketOf(error)
      setTicket(before => next ?? before)
      setTyped(before => ({ ...before, code: '' }))
      if (next) return
      setRefusal(error instanceof Error && error.message ? error.message : 'notice.unknown')
      renew()
    } finally {
      setBusy(false)
    }
  }
  const type = (part: Part) => (value: string) => {
    setTyped(before => ({ ...before, [part]: value }))
    setFaults(({ [part]: _corrected, ...rest }) => rest)
  }
  const error = (part: Part) => faults[part] && translate(faults[part])

  return (
    <>
      <form className="sign-in-form" noValidate onSubmit={event => void submit(event)}>
        {ticket ? (
          <CodeField value={typed.code} onChange={type('code')} />
        ) : (
          <>
            {(captcha.hasTenants || (kept && kept.tenantId !== '000000')) && (
              <TextField
                id="tenant"
                label={translate('signIn.tenant')}
                value={typed.tenantId}
                error={error('tenantId')}
                autoComplete="organization"
                onChange={type('tenantId')}
              />
            )}
            <TextField
              id="account"
              label={translate('signIn.account')}
              value={typed.account}
              error={error('account')}
              autoComplete="username"
              autoFocus={!kept}
              onChange={type('account')}
            />
            <PasswordField
              id="password"
              label={translate('signIn.password')}
              value={typed.password}
              error={error('password')}
              autoComplete="current-password"
              autoFocus={kept !== undefined}
              onChange={type('password')}
            />
            {isAskedFor && (
              <CaptchaField
                captcha={captcha}
                value={typed.code}
                error={error('code')}
                onRenew={renew}
                onChange={type('code')}
              />
            )}
            <FormControlLabel
              className="mt-12! mb-14!"
              control={<Checkbox checked={isRemembered} onChange={event => setRemembered(event.target.checked)} />}
              label={translate('signIn.remember')}
            />
          </>
        )}
        {refusal && (
          <p className="sign-in-refusal text-13 gap-8 late round-6 mb-12 py-8 px-12 error-soft" role="alert">
            <CircleAlert aria-hidden /> {refusal.includes('.') ? translate(refusal as WordKey) : refusal}
          </p>
        )}
        <Button type="submit" variant="contained" color="primary" fullWidth loading={isBusy}>
          {translate('signIn.submit')}
        </Button>
        {!ticket && <ProviderButtons providers={captcha.providers} />}
        {!ticket && captcha.mayRegister && (
          <p className="text-13 muted mt-12 text-center">
            {translate('signIn.noneYet')}{' '}
            <Button variant="text" onClick={() => setRegistering(true)}>
              {translate('signIn.register')}
            </Button>
          </p>
        )}
        {ticket && (
          <Button
            variant="text"
            fullWidth
            onClick={() => {
              setTicket('')
              setRefusal('')
              renew()
            }}
          >
            {translate('signIn.back')}
          </Button>
        )}
      </form>
      {isRegistering && captcha.mayRegister && (
        <Suspense>
          <RegisterDialog
            hasTenants={captcha.hasTenants}
            tenantId={typed.tenantId}
            oauthId={signOn?.oauthId}
            onClose={() => setRegistering(false)}
          />
        </Suspense>
      )}
    </>
  )
}

interface TextFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly autoComplete: string
  readonly autoFocus?: boolean
  onChange(value: string): void
}

function TextField({ id, label, value, error, autoComplete, autoFocus = false, onChange }: TextFieldProps) {
  return (
    <LabelledField id={id} label={label} error={error}>
      <OutlinedInput
        id={id}
        fullWidth
        value={value}
        error={error !== undefined}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        inputProps={{
          'aria-required': true,
          'aria-describedby': error ? describedBy(id) : undefined,
          maxLength: 64,
          autoCapitalize: 'none',
          spellCheck: false,
        }}
        onChange={event => onChange(event.target.value)}
      />
    </LabelledField>
  )
}

function faultsOf(typed: Readonly<Record<Part, string>>, isCaptchaAsked: boolean): Faults {
  const weak = signInPasswordFault(typed.password)
  return {
    ...(typed.tenantId.trim() === '' && { tenantId: 'signIn.noTenant' as const }),
    ...(typed.account.trim() === '' && { account: 'signIn.noAccount' as const }),
    ...(weak && { password: weak }),
    ...(isCaptchaAsked && typed.code.trim() === '' && { code: 'signIn.noCaptcha' as const }),
  }
}
