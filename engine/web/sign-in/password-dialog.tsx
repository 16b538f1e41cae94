import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useQueryClient } from '@tanstack/react-query'
import { useLogout, useNotify } from 'ra-core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { indexKey } from '../data/model-source.ts'
import { RequestFault } from '../data/request-fault.ts'
import { useTranslation } from '../words/i18n.ts'
import type { WordKey } from '../words/words.ts'
import { PasswordField } from './password-field.tsx'
import { newPasswordFault } from './password-rule.ts'

type Part = 'old' | 'new' | 'again'
type Faults = { readonly [Name in Part]?: WordKey }

const empty: Readonly<Record<Part, string>> = { old: '', new: '', again: '' }

interface PasswordDialogProps {
  readonly isForced?: boolean
  readonly className?: string
  onClose?(): void
}

/** Changes the user's own password; if the change is required, the only alternative is to sign out. */
export function PasswordDialog({ isForced, className, onClose }: PasswordDialogProps) {
  const translate = useTranslation()
  const logout = useLogout()
  return (
    <Dialog
      open
      {...(className && { className })}
      onClose={isForced ? undefined : onClose}
      hideBackdrop={isForced ?? false}
      aria-labelledby="password-title"
      slotProps={{ paper: { className: 'confirm' } }}
    >
      <DialogTitle id="password-title">{translate('password.title')}</DialogTitle>
      <PasswordForm
        {...(isForced && { help: translate('password.must') })}
        {...(onClose && { onDone: onClose })}
        other={
          <Button size="large" onClick={() => (isForced ? void logout() : onClose?.())}>
            {translate(isForced ? 'shell.signOut' : 'password.cancel')}
          </Button>
        }
      />
    </Dialog>
  )
}

interface PasswordFormProps {
  readonly help?: string
  /** The button beside that of the form. */
  readonly other?: ReactNode
  onDone?(): void
}

/** The form of the user's own password. */
export function PasswordForm({ help, other, onDone }: PasswordFormProps) {
  const translate = useTranslation()
  const notify = useNotify()
  const queries = useQueryClient()
  const { session } = useEngine()
  const [typed, setTyped] = useState(empty)
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = faultsOf(typed)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await session.call('/api/blade-user/update-password', {
        method: 'POST',
        body: { oldPassword: typed.old, newPassword: typed.new, newPassword1: typed.again },
      })
      notify('password.done', { type: 'success' })
      session.requirementMet()
      setTyped(empty)
      onDone?.()
      await queries.invalidateQueries({ queryKey: indexKey })
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error
      notify(error.message, { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  const field = (part: Part, label: WordKey, autoComplete: 'current-password' | 'new-password') => (
    <PasswordField
      id={`password-${part}`}
      label={translate(label)}
      value={typed[part]}
      error={faults[part] && translate(faults[part])}
      {...(part === 'new' && { help: translate('password.rule') })}
      autoComplete={autoComplete}
      autoFocus={part === 'old'}
      onChange={value => {
        setTyped(before => ({ ...before, [part]: value }))
        setFaults(({ [part]: _corrected, ...rest }) => rest)
      }}
    />
  )

  return (
    <form noValidate onSubmit={event => void submit(event)}>
      <DialogContent>
        {help && <DialogContentText>{help}</DialogContentText>}
        {field('old', 'password.old', 'current-password')}
        {field('new', 'password.new', 'new-password')}
        {field('again', 'password.again', 'new-password')}
      </DialogContent>
      <DialogActions>
        {other}
        <Button size="large" type="submit" variant="contained" color="primary" loading={isBusy}>
          {translate('password.submit')}
        </Button>
      </DialogActions>
    </form>
  )
}

function faultsOf(typed: Readonly<Record<Part, string>>): Faults {
  const weak = newPasswordFault(typed.new)
  const again = typed.again === '' ? 'password.noAgain' : typed.again !== typed.new ? 'password.differ' : undefined
  return {
    ...(typed.old === '' && { old: 'password.noOld' as const }),
    ...(weak && { new: weak }),
    ...(again && { again }),
  }
}
