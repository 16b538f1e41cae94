import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { StatePanel } from '../components/state-panel.tsx'
import { useEngine } from '../data/engine-context.ts'
import type { IndexPage } from '../data/model-source.ts'
import { signInPage } from '../data/open-pages.ts'
import { serviceUser } from '../data/session.ts'
import { forgetToken } from '../data/session-mark.ts'
import { useTranslation } from '../words/i18n.ts'
import { SignInAgainDialog } from './sign-in-again-dialog.tsx'
import './sign-in-again.css'

const PasswordDialog = lazy(() => import('./password-dialog.tsx').then(({ PasswordDialog: it }) => ({ default: it })))
const ClosingDialog = lazy(() => import('./closing-dialog.tsx').then(({ ClosingDialog: it }) => ({ default: it })))

/**
 * Asks the user to sign in again over the page when the session has ended. The page stays mounted with its input and is
 * covered: no other person can read it. In the first bundle, because the connection may be lost.
 */
export function SignInAgain({ pages }: { pages: readonly IndexPage[] }) {
  const { session, unsaved, tabs } = useEngine()
  const ending = useSyncExternalStore(session.watch, session.ending)
  useFreshAfter(ending === undefined)
  const signIn = signInPage(pages).path
  const isSignedOut = ending?.reason === 'signed-out' && !ending.hasChanges && !unsaved.any()
  useEffect(() => {
    if (!isSignedOut) return
    // Signed out in another tab: without unsaved input nothing is kept, and a reload clears the memory of this page.
    tabs.clear()
    window.location.replace(signIn)
  }, [isSignedOut, signIn, tabs])
  const closing = useSyncExternalStore(session.watch, session.closing)
  if (closing && !ending)
    return (
      <Suspense>
        <ClosingDialog key={closing} closing={closing} />
      </Suspense>
    )
  if (ending && session.person()?.userId === serviceUser) return <TokenEnded signIn={signIn} />
  if (!ending || ending.isPutOff) return null
  const { reason } = ending
  if (reason === 'locked') return null
  return (
    <>
      <div className="sign-in-cover at-0 fixed-place z-100001 stage-ground" />
      {ending.isPasswordDue ? (
        <Suspense>
          <PasswordDialog isForced className="over-cover" />
        </Suspense>
      ) : (
        <SignInAgainDialog ending={{ ...ending, reason }} pages={pages} />
      )}
    </>
  )
}

/** Covers a display whose token has expired or was revoked: no user is there to sign in again. */
function TokenEnded({ signIn }: { readonly signIn: string }) {
  const translate = useTranslation()
  const leave = () => {
    forgetToken()
    window.location.assign(signIn)
  }
  return (
    <div className="sign-in-cover at-0 flex fixed-place z-100001 stage-ground">
      <div className="paper grow flex">
        <StatePanel
          isPage
          icon={<KeyRound />}
          title={translate('signInAgain.token')}
          help={translate('signInAgain.tokenHelp')}
        >
          <Button onClick={leave}>{translate('signIn.submit')}</Button>
        </StatePanel>
      </div>
    </div>
  )
}

/** Refetches the visible data after sign-in: rows that failed to load, rights that changed. */
function useFreshAfter(isOpen: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (isOpen) return
    return () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'auth' })
  }, [isOpen, queries])
}
