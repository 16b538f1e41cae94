import { useLogout } from 'ra-core'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useEngine } from '../data/engine-context.ts'
import type { FrameDialog } from '../frame/shell-context.ts'
import { useTranslation } from '../words/i18n.ts'

const CommandPalette = lazy(() => import('./palette/palette.tsx').then(({ CommandPalette: it }) => ({ default: it })))
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx').then(({ ShortcutSheet: it }) => ({ default: it })))
const LookDialog = lazy(() => import('./look-dialog.tsx').then(({ LookDialog: it }) => ({ default: it })))
const PasswordDialog = lazy(() =>
  import('../sign-in/password-dialog.tsx').then(({ PasswordDialog: it }) => ({ default: it })),
)

const SecurityDialog = lazy(() =>
  import('../sign-in/security-dialog.tsx').then(({ SecurityDialog: it }) => ({ default: it })),
)

const LockDialog = lazy(() => import('./lock.tsx').then(({ LockDialog: it }) => ({ default: it })))
const SwitchDialog = lazy(() => import('./switch-dialog.tsx').then(({ SwitchDialog: it }) => ({ default: it })))

/** The dialogs of the frame: one at a time, its code loaded when it is first opened. */
export function FrameDialogs({ shown, onClose }: { shown: FrameDialog | undefined; onClose: () => void }) {
  return (
    <Suspense>
      {shown === 'palette' && <Palette onClose={onClose} />}
      {shown === 'shortcuts' && <ShortcutSheet onClose={onClose} />}
      {shown === 'look' && <LookDialog onClose={onClose} />}
      {shown === 'password' && <PasswordDialog onClose={onClose} />}
      {shown === 'security' && <SecurityDialog onClose={onClose} />}
      {shown === 'switch' && <SwitchDialog onClose={onClose} />}
      {shown === 'lock' && <LockDialog onClose={onClose} />}
      {shown === 'signOut' && <SignOutDialog onClose={onClose} />}
    </Suspense>
  )
}

function Palette({ onClose }: { onClose: () => void }) {
  const takeTyped = useTypedMeanwhile()
  return (
    <Suspense>
      <CommandPalette takeTyped={takeTyped} onClose={onClose} />
    </Suspense>
  )
}

/** Confirms signing out, which deletes unsaved input: of this page, and of other tabs, whose forms have drafts. */
function SignOutDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslation()
  const logout = useLogout()
  const { session, unsaved, drafts } = useEngine()
  const person = session.person()
  const [isLost] = useState(() => unsaved.any() || (person !== undefined && drafts.count(person) > 0))
  return (
    <ConfirmDialog
      title={translate('list.deleteTitle')}
      text={translate(isLost ? 'shell.signOutUnsaved' : 'shell.signOutSure')}
      confirm={translate(isLost ? 'shell.signOutDiscard' : 'shell.signOut')}
      isDestructive={isLost}
      // To the address of the auth provider. The next user does not start at the page that this one left.
      onConfirm={() => void logout({}, undefined, false)}
      onClose={onClose}
    />
  )
}

/**
 * Buffers the characters typed before the input is rendered; they would otherwise be lost, or trigger shortcuts. The
 * input receives them when it gets the focus.
 */
function useTypedMeanwhile(): () => string {
  const typed = useRef('')
  const isOver = useRef(false)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (isOver.current || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (event.key.length === 1) typed.current += event.key
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
  return useCallback(() => {
    isOver.current = true
    const text = typed.current
    typed.current = ''
    return text
  }, [])
}
