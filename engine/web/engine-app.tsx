import CssBaseline from '@mui/material/CssBaseline'
import useMediaQuery from '@mui/material/useMediaQuery'
import { QueryClient } from '@tanstack/react-query'
import { type CoreAdminContextProps, CoreAdminUI, CustomRoutes, memoryStore } from 'ra-core'
import { useMemo } from 'react'
import { AdminContext } from 'react-admin'
import { createBrowserRouter, Route, RouterProvider } from 'react-router'
import { createAuthProvider } from './data/auth-provider.ts'
import { createCreating } from './data/creating.ts'
import { createDataProvider } from './data/data-provider.ts'
import { createDrafts } from './data/drafts.ts'
import { type Engine, EngineContext } from './data/engine-context.ts'
import { browserLine } from './data/line.ts'
import { createListMemory } from './data/list-memory.ts'
import { indexQuery, partQuery } from './data/model-source.ts'
import { createPreferences, type Preferences, useChoices } from './data/preferences.ts'
import { createSession, type Session } from './data/session.ts'
import { createUnsaved } from './data/unsaved.ts'
import { createI18n } from './i18n.ts'
import { look } from './look/look.ts'
import { fetchScreen, fetchScreens, screens } from './screens.tsx'
import type { Brand } from './shell/brand.ts'
import { BrandContext } from './shell/brand-context.ts'
import { CalmNotices } from './shell/calm-notices.tsx'
import { Home } from './shell/home.tsx'
import { NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'
import { ShellFault } from './shell/shell-fault.tsx'
import { SheetBusy } from './state/sheet-state.tsx'

/** Puts the engine's web together under a product's brand: render what it gives back. */
export function createEngineApp(brand: Brand) {
  const preferences = createPreferences('mingchu:choices')
  const lists = createListMemory()
  const drafts = createDrafts()
  const { line, fetch: watched } = browserLine()
  const session = createSession(() => preferences.read().language, { fetch: watched, now: Date.now })
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
  })
  const ahead = startAhead(session, queries, window.location.pathname)
  const providers = {
    authProvider: createAuthProvider({ session, ahead, lists, drafts }),
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
  return <RouterProvider router={createBrowserRouter([{ path: '*', element: frame }])} />
}

/**
 * Asks at once for what the address will need, so that its screen finds it there or on its way. Settles when the code of
 * the screen is there.
 */
function startAhead(session: Session, queries: QueryClient, address: string): Promise<void> {
  const { entity, code } = fetchScreen(address)
  void session.resume().then(isOpen => {
    if (!isOpen) return
    void queries.prefetchQuery(indexQuery(session))
    if (entity !== undefined) void queries.prefetchQuery(partQuery(session, entity))
  })
  setTimeout(() => whenIdle(fetchScreens), quietMilliseconds)
  return code
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
            <CoreAdminUI
              layout={Shell}
              loginPage={brand.SignIn}
              dashboard={Home}
              catchAll={NotFound}
              loading={SheetBusy}
              error={ShellFault}
              requireAuth
              disableTelemetry
              title={brand.title[language]}
            >
              <CustomRoutes>
                {screens.map(({ path, element }) => (
                  <Route key={path} path={path} element={element} />
                ))}
              </CustomRoutes>
            </CoreAdminUI>
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
