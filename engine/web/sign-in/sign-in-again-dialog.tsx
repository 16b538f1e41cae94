import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useEngine } from '../data/engine-context.ts'
import type { IndexPage } from '../data/model-source.ts'
import { signInPage } from '../data/open-pages.ts'
import { homeAddress } from '../data/routes.ts'
import type { Ending, EndReason } from '../data/suspension.ts'
import { initialsOf } from '../frame/initials.ts'
import { useTranslation } from '../words/i18n.ts'
import type { WordKey } from '../words/words.ts'
import { useCaptcha } from './captcha.ts'
import { CaptchaField } from './captcha-field.tsx'
import { CodeField, ticketOf } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'
import { signInPasswordFault } from './password-rule.ts'
import { ProviderButtons } from './provider-buttons.tsx'

const reasons: Readonly<Record<Exclude<EndReason, 'locked'>, WordKey>> = {
  expired: 'signInAgain.expired',
  'signed-out': 'signInAgain.signedOut',
  'password-changed': 'signInAgain.passwordChanged',
  'account-disabled': 'signInAgain.disabled',
  'tenant-closed': 'signInAgain.tenantClosed',
  'other-person': 'signInAgain.otherPerson',
  unknown: 'signInAgain.unknown',
}

/** The dialog of an expired session can be closed; the page of a deliberately ended one remains covered. */
const mayWait: ReadonlySet<EndReason> = new Set(['expired', 'unknown'])

interface SignInAgainDialogProps {
  readonly ending: Ending & { readonly reason: Exclude<EndReason, 'locked'> }
  readonly pages: readonly IndexPage[]
}

/** Asks for the password of the page's user and shows the reason. */
export function SignInAgainDialog({ ending, pages }: SignInAgainDialogProps) {
  const translate = useTranslation()
  const { session } = useEngine()
  const { captcha, renew } = useCaptcha()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [faults, setFaults] = useState<{ readonly password?: WordKey; readonly code?: WordKey }>({})
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const person = session.person()
  const [ticket, setTicket] = useState('')
  const isAskedFor = captcha.image !== '' && ticket === ''
  const isOptional = mayWait.has(ending.reason)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const weak = ticket ? undefined : signInPasswordFault(password)
    const isCodeMissing = isAskedFor && code.trim() === ''
    setFaults({ ...(weak && { password: weak }), ...(isCodeMissing && { code: 'signIn.noCaptcha' }) })
    setRefusal('')
    if (weak || isCodeMissing || isBusy) return
    setBusy(true)
    try {
      const second = ticket && { second: { ticket, code } }
      await session.signInAgain({ password, ...second, ...(captcha.key && { captcha: { key: captcha.key, code } }) })
    } catch (error) {
      const next = ticketOf(error)
      setTicket(before => next ?? before)
      setCode('')
      if (next) return
      setRefusal(error instanceof Error && error.message ? error.message : 'notice.unknown')
      renew()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      hideBackdrop
      className="over-cover"
      aria-labelledby="sign-in-again-title"
      aria-describedby="sign-in-again-reason"
      slotProps={{ paper: { className: 'sign-in-again' } }}
      {...(isOptional && { onClose: session.putOff })}
    >
      <form className="sign-in-form" noValidate onSubmit={event => void submit(event)}>
        <h2 className="size-17 line-26" id="sign-in-again-title">
          {translate('signInAgain.title')}
        </h2>
        <p id="sign-in-again-reason">
          {ending.message ?? translate(reasons[ending.reason])}
          {translate(ending.hasChanges ? 'signInAgain.keptAndSent' : 'signInAgain.kept')}
        </p>
        <div className="sign-in-again-person gap-12 line-20 mt-16 mb-4">
          <span
            className="avatar centered fixed accent bold selected square-24 circle size-11 line-1"
            aria-hidden="true"
          >
            {initialsOf(person?.name ?? '')}
          </span>
          <span>
            <strong className="bold size-14 ink">{person?.name}</strong>
            <br />
            {person?.account}
          </span>
        </div>
        {/* Password managers look for the account next to the password. */}
        <input
          className="unseen"
          type="text"
          autoComplete="username"
          readOnly
          tabIndex={-1}
          aria-hidden
          value={person?.account ?? ''}
        />
        {ticket ? (
          <CodeField value={code} onChange={setCode} />
        ) : (
          <PasswordField
            id="password-again"
            label={translate('signIn.password')}
            value={password}
            error={faults.password && translate(faults.password)}
            autoComplete="current-password"
            autoFocus
            onChange={value => {
              setPassword(value)
              setFaults(({ password: _fixed, ...rest }) => rest)
            }}
          />
        )}
        {isAskedFor && (
          <CaptchaField
            captcha={captcha}
            value={code}
            error={faults.code && translate(faults.code)}
            onRenew={renew}
            onChange={value => {
              setCode(value)
              setFaults(({ code: _fixed, ...rest }) => rest)
            }}
          />
        )}
        {refusal && (
          <p className="sign-in-refusal text-13 gap-8 late round-6 mb-12 py-8 px-12 error-soft" role="alert">
            <CircleAlert aria-hidden /> {/^\w+\.\w+$/.test(refusal) ? translate(refusal as WordKey) : refusal}
          </p>
        )}
        <Button type="submit" variant="contained" color="primary" fullWidth loading={isBusy}>
          {translate('signIn.submit')}
        </Button>
        {!ticket && <ProviderButtons providers={captcha.providers} isApart />}
        <div className="sign-in-again-others flex spread gap-8">
          <Button variant="text" color="inherit" onClick={() => setLeaving(true)}>
            {translate('signInAgain.switch')}
          </Button>
          {isOptional && (
            <Button variant="text" color="inherit" onClick={session.putOff}>
              {translate('signInAgain.later')}
            </Button>
          )}
        </div>
      </form>
      {isLeaving && (
        <SwitchDialog
          name={person?.name ?? ''}
          // Another user who has signed in already needs no sign-in page.
          address={ending.reason === 'other-person' ? homeAddress(pages) : signInPage(pages).path}
          onStay={() => setLeaving(false)}
        />
      )}
    </Dialog>
  )
}

interface SwitchDialogProps {
  readonly name: string
  readonly address: string
  onStay(): void
}

/** Warns before another user signs in. The input remains stored under the id of the first user. */
function SwitchDialog({ name, address, onStay }: SwitchDialogProps) {
  const translate = useTranslation()
  const { unsaved, tabs } = useEngine()
  const leave = () => {
    unsaved.allowLeaving()
    tabs.clear()
    // Reloaded: the memory of this page is not available to the next user.
    window.location.assign(address)
  }
  return (
    <ConfirmDialog
      className="over-cover"
      title={translate('signInAgain.switchTitle')}
      text={translate('signInAgain.switchText', { name })}
      cancel={translate('signInAgain.switchStay')}
      confirm={translate('signInAgain.switchLeave')}
      isDestructive
      onConfirm={leave}
      onClose={onStay}
    />
  )
}
