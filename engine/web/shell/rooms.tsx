import { useQuery } from '@tanstack/react-query'
import { useAuthenticated, useNotificationContext } from 'ra-core'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'
import { lazyComponent } from '../../fields/lazy-component.tsx'
import { Hints } from '../components/hints.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { useEngine } from '../data/engine-context.ts'
import { type IndexPage, indexQuery } from '../data/model-source.ts'
import { openPagesQuery, signInPage } from '../data/open-pages.ts'
import { ModelIndexContext } from '../data/resource-part.ts'
import { homeAddress } from '../data/routes.ts'
import { hasSessionMark } from '../data/session-mark.ts'
import { storeShell } from '../data/stored-shell.ts'
import { useRoutes } from '../data/use-routes.ts'
import { SignInAgain } from '../sign-in/sign-in-again.tsx'
import { useLanguage } from '../words/i18n.ts'
import { PageScreen } from './page-screen.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { RoutedScreen } from './screens.tsx'
import { Shell } from './shell.tsx'
import { StoredFrame } from './stored-frame.tsx'
import { WarningDialog } from './warning-dialog.tsx'

const FactorDialog = lazy(() =>
  import('../sign-in/factor-dialog.tsx').then(({ FactorDialog: it }) => ({ default: it })),
)
const PasswordDialog = lazy(() =>
  import('../sign-in/password-dialog.tsx').then(({ PasswordDialog: it }) => ({ default: it })),
)

const LockCover = lazy(() => import('./lock.tsx').then(({ LockCover: it }) => ({ default: it })))

/**
 * The sign-in page, and the application for signed-in users. Not react-admin's own routes: they request rights that the
 * engine has already, and render the whole frame three times before the first row.
 */
export function Rooms() {
  const { key } = useLocation()
  const { session } = useEngine()
  const language = useLanguage()
  const { page, home, isPending, isSignedIn } = useOpenPage()
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  }, [language])
  // Only the user of an ended session leaves its page; one who is signed in needs none.
  const isLeft = page?.key === 'signIn' && (isSignedIn || session.ending() !== undefined)
  return (
    <ScreenBoundary at={key}>
      {isLeft ? (
        <Navigate replace to={home} />
      ) : page ? (
        <PageScreen page={page} />
      ) : isPending ? (
        <SheetLoading />
      ) : (
        signedIn
      )}
    </ScreenBoundary>
  )
}

interface OpenPage {
  /** The page at this address, if it is shown without a session: the sign-in page, and pages for visitors. */
  readonly page: IndexPage | undefined
  /** The address of the first page. */
  readonly home: string
  /** The pages for visitors are being fetched: after a sign-out, which clears them. */
  readonly isPending: boolean
  readonly isSignedIn: boolean
}

function useOpenPage(): OpenPage {
  const { pathname } = useLocation()
  const { session } = useEngine()
  const { data: index } = useQuery({ ...indexQuery(session), enabled: false })
  const isVisitor = index === undefined && !hasSessionMark()
  const { data: visible, isPending } = useQuery({ ...openPagesQuery(session), enabled: isVisitor })
  const pages = (index ?? visible)?.pages ?? []
  const signIn = signInPage(pages)
  const open = isVisitor ? pages : []
  const page = pathname === signIn.path ? signIn : open.find(({ path }) => path === pathname)
  return { page, home: homeAddress(pages), isPending: isVisitor && isPending, isSignedIn: index !== undefined }
}

/** Shows the app to signed-in users; redirects others to the sign-in page, and back afterwards. */
function Gate({ children }: { children: ReactNode }) {
  const { session } = useEngine()
  const { authenticated = false } = useAuthenticated()
  const { data, error, refetch } = useQuery({ ...indexQuery(session), enabled: authenticated })
  useEffect(() => {
    if (data) storeShell(data)
  }, [data])
  if (!authenticated)
    return (
      <>
        <StoredFrame />
        <Lock />
      </>
    )
  // A user who must change the password gets no data: no screen is shown until it is changed.
  const mustChangePassword = data ? data.me.mustChangePassword : session.mustChangePassword()
  const mustEnrol = data ? data.me.mustEnrol : session.mustEnrol()
  return (
    <>
      {mustChangePassword ? (
        <Suspense fallback={<SheetLoading />}>
          <PasswordDialog isForced />
        </Suspense>
      ) : mustEnrol ? (
        <Suspense fallback={<SheetLoading />}>
          <FactorDialog isForced />
        </Suspense>
      ) : data ? (
        <ModelIndexContext.Provider value={data}>{children}</ModelIndexContext.Provider>
      ) : error ? (
        <SheetFault error={error} retry={() => void refetch()} />
      ) : (
        <StoredFrame />
      )}
      <Messages />
      <WarningDialog />
      <SignInAgain pages={data?.pages ?? []} />
      <Lock />
      <Hints />
    </>
  )
}

const messages = lazyComponent(() => import('./notification.ts').then(({ Notification }) => Notification))

/** Prefetches the code of short messages. */
export const fetchMessageCode = messages.fetch

/** The short messages of react-admin, from the first one on. */
function Messages() {
  const { notifications } = useNotificationContext()
  const hasShown = useRef(false)
  hasShown.current ||= notifications.length > 0
  return hasShown.current && <messages.Part slotProps={{ content: { role: 'status' } }} waiting={() => null} />
}

/** Covers every page while the session is locked. */
function Lock() {
  const { session } = useEngine()
  const ending = useSyncExternalStore(session.watch, session.ending)
  if (ending?.reason !== 'locked') return null
  return (
    <>
      <div className="sign-in-cover at-0 fixed-place z-100001 stage-ground" />
      <Suspense>
        <LockCover />
      </Suspense>
    </>
  )
}

/** Replaces a former address by the current one. */
function PresentAddress({ children }: { children: ReactNode }) {
  const { pathname, search, hash, state } = useLocation()
  const present = useRoutes().redirect(pathname)
  return present === undefined ? children : <Navigate replace to={{ pathname: present, search, hash }} state={state} />
}

// Created once, so that a render of the parent causes none of the children.
const signedIn = (
  <Gate>
    <PresentAddress>
      <Shell>
        <RoutedScreen />
      </Shell>
    </PresentAddress>
  </Gate>
)
