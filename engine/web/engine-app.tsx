import CssBaseline from '@mui/material/CssBaseline'
import useMediaQuery from '@mui/material/useMediaQuery'
import { QueryClient } from '@tanstack/react-query'
import { type CoreAdminContextProps, memoryStore } from 'ra-core'
import { useMemo } from 'react'
import { AdminContext } from 'react-admin'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { createAuthProvider } from './data/auth-provider.ts'
import { createCreating } from './data/creating.ts'
import { createDataProvider } from './data/data-provider.ts'
import { createDrafts } from './data/drafts.ts'
import { type Engine, EngineContext } from './data/engine-context.ts'
import { createListMemory } from './data/list-memory.ts'
import { viewsQuery } from './data/list-views.ts'
import { indexQuery, partQuery } from './data/model-source.ts'
import type { Preferences } from './data/preferences.ts'
import { hasSessionMark } from './data/session-mark.ts'
import { createUnsaved } from './data/unsaved.ts'
import { useChoices } from './data/use-choices.ts'
import { createI18n } from './i18n.ts'
import { look } from './look/look.ts'
import { fetchScreen, fetchScreens } from './screens.tsx'
import type { Brand } from './shell/brand.ts'
import { BrandContext } from './shell/brand-context.ts'
import { CalmNotices } from './shell/calm-notices.tsx'
import { Rooms } from './shell/rooms.tsx'
import type { Start } from './start.ts'

/** Puts the engine's web together under a product's brand: render what it gives back. */
export function createEngineApp(brand: Brand, start: Start) {
  const { preferences, line, session } = start
  const lists = createListMemory()
  const drafts = createDrafts()
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
  })
  // Each call tells whether the session stands: no screen has to ask again, and so draw all others anew.
  queries.setQueryDefaults(['auth', 'checkAuth'], { staleTime: Number.POSITIVE_INFINITY })
  const providers = {
    authProvider: createAuthProvider({ session, ahead: takeAhead(start, queries), lists, drafts }),
    dataProvider: createDataProvider(session, queries),
    queryClient: queries,
    store: memoryStore(),
  }
  const frame = (
    <Frame
      brand={brand}
      engine={{ session, line, preferences, unsaved: createUnsaved(), lists, drafts, creating: createCreating() }}
      providers={providers}
    />
  )
  // A router with data alone can hold a person back who leaves a form half written.
  const router = createBrowserRouter([{ path: '*', element: frame }])
  const { pathname, search } = window.location
  // Where nobody is signed in, nobody needs be asked for: the door comes at once, and leads here afterwards.
  if (!hasSessionMark() && pathname !== '/login')
    void router.navigate('/login', { replace: true, state: { nextPathname: pathname, nextSearch: search } })
  return <RouterProvider router={router} />
}

/** Takes in what was asked before this code was there. Settles when the code of the first screen is there, too. */
function takeAhead({ session, page: { entity, isList } }: Start, queries: QueryClient): Promise<void> {
  if (hasSessionMark())
    void session.resume().then(isOpen => {
      if (!isOpen) return
      void queries.prefetchQuery(indexQuery(session))
      if (entity === undefined) return
      void queries.prefetchQuery(partQuery(session, entity))
      if (isList) void queries.prefetchQuery(viewsQuery(session, entity))
    })
  setTimeout(() => whenIdle(fetchScreens), quietMilliseconds)
  return fetchScreen(window.location.pathname)
}

/** The first screens are there by then, and somebody reads. */
const quietMilliseconds = 15_000

// Safari has no such call.
const whenIdle = (act: () => void) => (window.requestIdleCallback ? window.requestIdleCallback(act) : act())

interface FrameProps {
  readonly brand: Brand
  readonly engine: Engine
  readonly providers: CoreAdminContextProps
}

function Frame({ brand, engine, providers }: FrameProps) {
  const { preferences } = engine
  const { language } = useChoices(preferences)
  const i18n = useMemo(() => createI18n(language, language => preferences.write({ language })), [language, preferences])
  return (
    <EngineContext.Provider value={engine}>
      <BrandContext.Provider value={brand}>
        <AdminContext {...providers} i18nProvider={i18n} theme={useLook(preferences)}>
          <CssBaseline enableColorScheme />
          <CalmNotices>
            <Rooms SignIn={brand.SignIn} />
          </CalmNotices>
        </AdminContext>
      </BrandContext.Provider>
    </EngineContext.Provider>
  )
}

/** The look that the person chose, in the scheme that the system wants where the person leaves it to it. */
function useLook(preferences: Preferences) {
  const { theme, colour, scheme, density, language } = useChoices(preferences)
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true })
  const shown = scheme === 'system' ? (isSystemDark ? 'dark' : 'light') : scheme
  return useMemo(
    () => look({ theme, scheme: shown, density, locale: language, ...(colour && { colour }) }),
    [theme, colour, shown, density, language],
  )
}
