import { useQuery } from '@tanstack/react-query'
import { useAuthenticated } from 'ra-core'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Notification } from 'react-admin'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { useEngine } from '../data/engine-context.ts'
import { indexQuery } from '../data/model-source.ts'
import { ModelIndexContext } from '../data/resource-part.ts'
import { SheetLoading } from '../parts/sheet-state.tsx'
import { SignInAgain } from '../sign-in/sign-in-again.tsx'
import { useLanguage } from '../words/i18n.ts'
import { Home } from './home.tsx'
import { NotFound } from './not-found.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { screens } from './screens.tsx'
import { Shell } from './shell.tsx'

const PasswordDialog = lazy(() =>
  import('../sign-in/password-dialog.tsx').then(({ PasswordDialog: it }) => ({ default: it })),
)

/**
 * The door and what lies behind it. Not react-admin's own routes: they ask for rights that the engine knows already,
 * and draw the whole shell three times over before a first row.
 */
export function Rooms({ SignIn }: { SignIn: ComponentType }) {
  const { key } = useLocation()
  const { session } = useEngine()
  const language = useLanguage()
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  }, [language])
  return (
    <ScreenBoundary at={key}>
      <Routes>
        {/* Only its user leaves the page of a session that ended. */}
        <Route path="/login" element={session.ending() ? <Navigate replace to="/" /> : <SignIn />} />
        <Route path="*" element={signedIn} />
      </Routes>
    </ScreenBoundary>
  )
}

/** Shows the app to signed-in users; redirects others to the sign-in page, and back afterwards. */
function Gate({ children }: { children: ReactNode }) {
  const { session } = useEngine()
  const { authenticated = false } = useAuthenticated()
  const { data } = useQuery({ ...indexQuery(session), enabled: authenticated })
  if (!authenticated) return <SheetLoading />
  // A user who must change the password gets no data: no screen is shown until it is changed.
  const mustChangePassword = data ? data.me.mustChangePassword : session.mustChangePassword()
  return (
    <>
      {mustChangePassword ? (
        <Suspense fallback={<SheetLoading />}>
          <PasswordDialog isForced />
        </Suspense>
      ) : (
        <ModelIndexContext.Provider value={data}>{children}</ModelIndexContext.Provider>
      )}
      <Notification slotProps={{ content: { role: 'status' } }} />
      <SignInAgain />
    </>
  )
}

// Created once, so that a render above causes none below.
const signedIn = (
  <Gate>
    <Shell>
      <Routes>
        <Route path="/" element={<Home />} />
        {screens.map(({ path, element }) => (
          <Route key={path} path={path} element={element} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Shell>
  </Gate>
)
