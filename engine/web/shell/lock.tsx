import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import { ArrowRight, CircleAlert } from 'lucide-react'
import { useLogout } from 'ra-core'
import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useRoutes } from '../data/use-routes.ts'
import { initialsOf } from '../frame/initials.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { useLanguage, useTranslation } from '../words/i18n.ts'
import { useSystemWords } from './system-words.ts'
import './lock.css'

/** The address of the lock page; pages.yaml of the engine declares it. */
const lockPath = '/lock'

/** Asks for the lock password before the session is locked. */
export function LockDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useSystemWords()
  const translate = useTranslation()
  const { session } = useEngine()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const lock = async () => {
    if (password.trim() === '') return setFault(words('lockEmpty'))
    setBusy(true)
    try {
      await session.lock(password)
      onClose()
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      title={translate('shell.lock')}
      text={words('lockHelp')}
      confirm={translate('shell.lock')}
      isBusy={isBusy}
      onConfirm={() => void lock()}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void lock()
        }}
      >
        <PasswordField
          id="lock-password"
          label={words('lockPassword')}
          value={password}
          error={fault}
          autoComplete="new-password"
          autoFocus
          onChange={value => {
            setPassword(value)
            setFault(undefined)
          }}
        />
      </form>
    </ConfirmDialog>
  )
}

/** The lock page over every page of a locked session: the time, the user, one field, and the way out. */
export function LockCover() {
  const words = useSystemWords()
  const translate = useTranslation()
  const logout = useLogout()
  const navigate = useNavigate()
  const { session, unsaved } = useEngine()
  const { pathname, search, hash } = useLocation()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const person = session.person()
  useEffect(() => {
    if (pathname !== lockPath) void navigate(lockPath, { replace: true, state: { from: pathname + search + hash } })
  }, [pathname, search, hash, navigate])

  const unlock = async (event: FormEvent) => {
    event.preventDefault()
    if (password.trim() === '') return setFault(words('lockEmpty'))
    setBusy(true)
    try {
      await session.unlock(password)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
      setPassword('')
      setBusy(false)
    }
  }
  const name = person?.name ?? ''
  return (
    <Dialog
      open
      fullScreen
      hideBackdrop
      className="over-cover"
      aria-labelledby="lock-person"
      slotProps={{ paper: { className: 'lock-page' } }}
    >
      <Clock />
      <span className="lock-avatar centered bold mb-8 square-56 round-28 size-20" aria-hidden="true">
        {initialsOf(name)}
      </span>
      <strong className="bold" id="lock-person">
        {name}
      </strong>
      <span className="text-13">{person?.account}</span>
      <form noValidate onSubmit={event => void unlock(event)}>
        <OutlinedInput
          fullWidth
          autoFocus
          type="password"
          value={password}
          placeholder={words('lockPassword')}
          error={fault !== undefined}
          inputProps={{
            'aria-label': words('lockPassword'),
            'aria-describedby': 'lock-fault',
            autoComplete: 'off',
            maxLength: 64,
          }}
          onChange={({ target }) => {
            setPassword(target.value)
            setFault(undefined)
          }}
          endAdornment={
            <IconButton type="submit" aria-label={words('unlock')} loading={isBusy}>
              <ArrowRight />
            </IconButton>
          }
        />
        <p id="lock-fault" className="text-13" role="alert">
          {fault !== undefined && (
            <>
              <CircleAlert size={13} aria-hidden /> {fault}
            </>
          )}
        </p>
      </form>
      <Button
        variant="text"
        color="inherit"
        onClick={() => (unsaved.any() ? setLeaving(true) : void logout({}, undefined, false))}
      >
        {translate('shell.signOut')}
      </Button>
      {isLeaving && (
        <ConfirmDialog
          className="over-cover"
          title={translate('shell.signOut')}
          text={words('lockUnsaved')}
          confirm={translate('shell.signOutDiscard')}
          isDestructive
          onConfirm={() => void logout({}, undefined, false)}
          onClose={() => setLeaving(false)}
        />
      )}
    </Dialog>
  )
}

function Clock() {
  const language = useLanguage()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  const shown = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options).format(now)
  return (
    <p className="lock-clock num grid justify-items-center mb-32">
      <time>{shown({ hour: '2-digit', minute: '2-digit', hour12: false })}</time>
      <span>{shown({ month: 'long', day: 'numeric', weekday: 'long' })}</span>
    </p>
  )
}

/** The page at the address of the lock: it returns to the page before once the session is unlocked. */
export function LockPage() {
  const { session } = useEngine()
  const { home } = useRoutes()
  const { state } = useLocation()
  const ending = useSyncExternalStore(session.watch, session.ending)
  if (ending?.reason === 'locked') return null
  const { from = home } = Object(state) as { readonly from?: string }
  return <Navigate replace to={from} />
}
