import { useLogout } from 'ra-core'
import { lazy, Suspense } from 'react'
import type { FrameDialog } from '../frame/shell-context.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useTranslation } from '../words/i18n.ts'
import { useTypedMeanwhile } from './use-typed-meanwhile.ts'

const CommandPalette = lazy(() => import('./palette/palette.tsx').then(({ CommandPalette: it }) => ({ default: it })))
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx').then(({ ShortcutSheet: it }) => ({ default: it })))
const LookDialog = lazy(() => import('./look-dialog.tsx').then(({ LookDialog: it }) => ({ default: it })))
const PasswordDialog = lazy(() =>
  import('../sign-in/password-dialog.tsx').then(({ PasswordDialog: it }) => ({ default: it })),
)

/** What the frame lays over the page: one thing at a time, its code fetched when it is first wanted. */
export function FrameDialogs({ shown, onClose }: { shown: FrameDialog | undefined; onClose: () => void }) {
  const translate = useTranslation()
  const logout = useLogout()
  return (
    <Suspense>
      {shown === 'palette' && <Palette onClose={onClose} />}
      {shown === 'shortcuts' && <ShortcutSheet onClose={onClose} />}
      {shown === 'look' && <LookDialog onClose={onClose} />}
      {shown === 'password' && <PasswordDialog onClose={onClose} />}
      {shown === 'signOut' && (
        <ConfirmDialog
          title={translate('list.deleteTitle')}
          text={translate('shell.signOutSure')}
          confirm={translate('shell.signOut')}
          onConfirm={() => void logout()}
          onClose={onClose}
        />
      )}
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
