import CssBaseline from '@mui/material/CssBaseline'
import useMediaQuery from '@mui/material/useMediaQuery'
import { QueryClient } from '@tanstack/react-query'
import { type CoreAdminContextProps, CoreAdminUI, CustomRoutes, memoryStore } from 'ra-core'
import { useMemo } from 'react'
import { AdminContext } from 'react-admin'
import { createBrowserRouter, Route, RouterProvider } from 'react-router'
import { createAuthProvider } from './auth-provider.ts'
import type { Brand } from './brand.ts'
import { BrandContext } from './brand-context.ts'
import { CalmNotices } from './calm-notices.tsx'
import { createDataProvider } from './data-provider.ts'
import { type Engine, EngineContext } from './engine-context.ts'
import { Home } from './home.tsx'
import { createI18n } from './i18n.ts'
import { look } from './look/look.ts'
import { NotFound } from './not-found.tsx'
import { createPreferences, type Preferences, useChoices } from './preferences.ts'
import { screens } from './screens.tsx'
import { createSession } from './session.ts'
import { SheetBusy } from './sheet-state.tsx'
import { Shell } from './shell.tsx'
import { ShellFault } from './shell-fault.tsx'
import { createUnsaved } from './unsaved.ts'

/** Puts the engine's web together under a product's brand: render what it gives back. */
export function createEngineApp(brand: Brand) {
  const preferences = createPreferences('mingchu:choices')
  const session = createSession(() => preferences.read().language)
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
  })
  const providers = {
    authProvider: createAuthProvider(session),
    dataProvider: createDataProvider(session, queries),
    i18nProvider: createI18n(preferences.read().language, language => preferences.write({ language })),
    queryClient: queries,
    store: memoryStore(),
  }
  const frame = (
    <Frame brand={brand} engine={{ session, preferences, unsaved: createUnsaved() }} providers={providers} />
  )
  // A router with data alone can hold a person back who leaves a form half written.
  return <RouterProvider router={createBrowserRouter([{ path: '*', element: frame }])} />
}

interface FrameProps {
  readonly brand: Brand
  readonly engine: Engine
  readonly providers: CoreAdminContextProps
}

function Frame({ brand, engine, providers }: FrameProps) {
  const { language } = useChoices(engine.preferences)
  return (
    <EngineContext.Provider value={engine}>
      <BrandContext.Provider value={brand}>
        <AdminContext {...providers} theme={useLook(engine.preferences)}>
          <CssBaseline />
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
