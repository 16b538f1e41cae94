import { useLogout } from 'ra-core'
import { useState } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useTranslation } from '../words/i18n.ts'

/** Confirms signing out, which deletes unsaved input: of this page, and of other tabs, whose forms have drafts. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
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
