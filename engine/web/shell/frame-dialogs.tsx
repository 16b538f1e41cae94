import { lazy, Suspense } from 'react'
import type { FrameDialog } from '../frame/shell-context.ts'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { useTypedMeanwhile } from './use-typed-meanwhile.ts'

const CommandPalette = lazy(() => import('./palette/palette.tsx').then(({ CommandPalette: it }) => ({ default: it })))
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx').then(({ ShortcutSheet: it }) => ({ default: it })))
const LookDialog = lazy(() => import('./look-dialog.tsx').then(({ LookDialog: it }) => ({ default: it })))
const PasswordDialog = lazy(() =>
  import('../sign-in/password-dialog.tsx').then(({ PasswordDialog: it }) => ({ default: it })),
)

/** The dialogs of the frame: one at a time, its code loaded when it is first opened. */
export function FrameDialogs({ shown, onClose }: { shown: FrameDialog | undefined; onClose: () => void }) {
  return (
    <Suspense>
      {shown === 'palette' && <Palette onClose={onClose} />}
      {shown === 'shortcuts' && <ShortcutSheet onClose={onClose} />}
      {shown === 'look' && <LookDialog onClose={onClose} />}
      {shown === 'password' && <PasswordDialog onClose={onClose} />}
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
