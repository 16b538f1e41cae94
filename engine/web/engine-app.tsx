import CssBaseline from '@mui/material/CssBaseline'
import useMediaQuery from '@mui/material/useMediaQuery'
import { notifyManager, QueryClient } from '@tanstack/react-query'
import { type CoreAdminContextProps, type DataProvider, memoryStore } from 'ra-core'
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { AdminContext } from 'react-admin'
import { fetchFloating } from '../fields/floating.tsx'
import { addFieldTypes } from '../fields/formats.ts'
import { createUploads } from '../fields/uploads.ts'
import { addFieldWebs } from '../fields/web.ts'
import { markPath, type ShownBrand } from '../model/brand.ts'
import type { BrandColours, Language } from '../model/model.ts'
import { accessPart } from './access/access-part.ts'
import { chartPart } from './chart/chart-part.ts'
import { createAuthProvider } from './data/auth-provider.ts'
import { createDataProvider } from './data/data-provider.ts'
import { withDraftFiles } from './data/draft-files.ts'
import { createDrafts } from './data/drafts.ts'
import { EngineContext, type WebEngine } from './data/engine-context.ts'
import { createListMemory } from './data/list-memory.ts'
import { type ListViews, viewsQuery } from './data/list-views.ts'
import { indexKey, indexQuery, type ModelIndex, type ModelPart, partKey, partQuery } from './data/model-source.ts'
import { createNestedCreation } from './data/nested-creation.ts'
import { type OpenPages, openPagesKey, openPagesQuery, signInAddress, signInPage } from './data/open-pages.ts'
import { createPageStates } from './data/page-states.ts'
import type { Preferences } from './data/preferences.ts'
import { routesOf } from './data/routes.ts'
import { createRowChanges } from './data/row-changes.ts'
import type { Session } from './data/session.ts'
import { hasSessionMark } from './data/session-mark.ts'
import { createStoredTabs } from './data/stored-tabs.ts'
import { createUnsaved } from './data/unsaved.ts'
import { useChoices } from './data/use-choices.ts'
import { flowPart } from './flow/flow-part.ts'
import type { Screens } from './frame/brand.ts'
import { BrandContext } from './frame/brand-context.ts'
import { type BrowserRouter, createBrowserRouter, RoutedApp } from './frame/browser-router.tsx'
import { screenCode } from './frame/screen-code.tsx'
import { partCode, type WebPart } from './frame/web-part.ts'
import { galleryPart } from './gallery/gallery-part.ts'
import { firstPage } from './list/initial-page.ts'
import { addressOfPage } from './list/list-address.ts'
import { rowsThatFit } from './list/page-size.ts'
import { look } from './look/look.ts'
import { seedOf } from './look/themes.ts'
import { operationsPart } from './operations/operations-part.ts'
import { Notices } from './shell/notices.tsx'
import { fetchMessageCode, Rooms } from './shell/rooms.tsx'
import { fetchRoute, fetchScreen, fetchScreens } from './shell/screens.tsx'
import type { Start } from './start.ts'
import { createI18n } from './words/i18n.ts'
import { fetchMessages, type Messages } from './words/messages.ts'

/**
 * Creates the application with a product's screens and parts; resolves to the element to render. That is when all that the first
 * screen needs is loaded, so that it renders once, and at the latest before a user expects a sign of progress.
 */
export async function createEngineApp(
  ownScreens: Screens,
  start: Start,
  ownParts: readonly WebPart[] = [],
): Promise<ReactNode> {
  const parts = [...engineParts, ...ownParts]
  for (const [name, { type, web }] of parts.flatMap(({ fieldTypes = {} }) => Object.entries(fieldTypes))) {
    addFieldTypes({ [name]: type })
    addFieldWebs({ [name]: web })
  }
  const screens: Screens = Object.assign({}, ...parts.map(part => part.screens), ownScreens)
  const { preferences, connection, session } = start
  // While the data is loading: after the first layout, its arrival would be a second layout of the whole page.
  document.fonts.load('14px "Inter Latin"', 'a').catch(nothing)
  void import('./data/error-log.ts').then(({ recordErrors }) => recordErrors(), nothing)
  const lists = createListMemory()
  const left = createPageStates()
  const drafts = withDraftFiles(createDrafts(), session)
  const tabs = createStoredTabs()
  const uploads = createUploads(connection)
  const creating = createNestedCreation()
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
  })
  // Each response shows whether the session is valid: a check per screen would render all others again.
  queries.setQueryDefaults(['auth', 'checkAuth'], { staleTime: Number.POSITIVE_INFINITY })
  const dataProvider = createDataProvider(session, queries)
  const prefetch = takePrefetched(start, queries, dataProvider, screens)
  const providers = {
    authProvider: createAuthProvider({
      session,
      prefetch,
      lists,
      left,
      drafts,
      uploads,
      tabs,
      signIn: () => signInAddress(session, queries),
    }),
    dataProvider,
    queryClient: queries,
    store: memoryStore(),
  }
  const frame = (
    <Frame
      screens={screens}
      parts={parts}
      engine={{
        session,
        connection,
        preferences,
        unsaved: createUnsaved(),
        changes: createRowChanges(),
        lists,
        left,
        drafts,
        uploads,
        creating,
        tabs,
      }}
      providers={providers}
      messages={await start.messages}
    />
  )
  const address = await Promise.race([prefetch, pause(noticed)])
  // Not through the router, which would render all open screens again.
  if (address !== undefined) window.history.replaceState(window.history.state, '', address)
  const router = createBrowserRouter()
  // Without a session no user is fetched: the sign-in page is shown at once and redirects here afterwards.
  if (!hasSessionMark()) await openFirst(router, session, queries, screens)
  return <RoutedApp router={router}>{frame}</RoutedApp>
}

/** Redirects to the sign-in page, and back afterwards, unless the page at this address needs no session. */
async function openFirst(router: BrowserRouter, session: Session, queries: QueryClient, screens: Screens) {
  const { pathname, search } = window.location
  const signIn = await signInAddress(session, queries)
  const open = queries.getQueryData<OpenPages>(openPagesQuery(session).queryKey)?.pages ?? []
  const page = open.find(({ path }) => path === pathname) ?? signInPage(open)
  await fetchRoute({ kind: 'page', page }, screens)
  if (pathname === page.path) return
  await router.navigate(signIn, { replace: true, state: { nextPathname: pathname, nextSearch: search } })
}

/** Pages for operators and developers. */
const operatorPart = {
  name: 'operator',
  screens: {
    ApiReference: screenCode(() => import('./api/api-reference.tsx').then(({ ApiReference }) => ApiReference)),
    TableDescriptors: screenCode(() =>
      import('./tables/table-descriptors.tsx').then(({ TableDescriptors }) => TableDescriptors),
    ),
    Dictionaries: screenCode(() =>
      import('./detail/dictionaries-page.tsx').then(({ DictionariesPage }) => DictionariesPage),
    ),
    SystemStatus: screenCode(() => import('./status/system-status.tsx').then(({ SystemStatus }) => SystemStatus)),
    Descriptors: screenCode(() =>
      import('./descriptors/descriptors-page.tsx').then(({ DescriptorsPage }) => DescriptorsPage),
    ),
  },
  panelOf: 'sysRevision',
  RecordPanel: partCode(() => import('./descriptors/revision-panel.tsx').then(({ RevisionPanel }) => RevisionPanel)),
} satisfies WebPart

const systemPage = (name: 'TestPage' | 'EmbeddedPage') =>
  screenCode(() => import('./shell/system-pages.tsx').then(pages => pages[name]))

/** The pages of the system that every application has. */
const systemPart = {
  name: 'system',
  screens: {
    Lock: screenCode(() => import('./shell/lock.tsx').then(({ LockPage }) => LockPage)),
    Info: screenCode(() => import('./shell/info-page.tsx').then(({ InfoPage }) => InfoPage)),
    Test: systemPage('TestPage'),
    Embedded: systemPage('EmbeddedPage'),
  },
} satisfies WebPart

/** The parts of every application. */
const engineParts: readonly WebPart[] = [
  operatorPart,
  systemPart,
  galleryPart,
  chartPart,
  flowPart,
  accessPart,
  operationsPart,
]

/** The screens that no product need supply. */
export type EngineScreen =
  | keyof typeof operatorPart.screens
  | keyof typeof systemPart.screens
  | keyof typeof flowPart.screens
  | keyof typeof accessPart.screens

/** Milliseconds after which the page renders without all of its data. */
const noticed = 300

const nothing = () => undefined

const pause = (milliseconds: number) => new Promise<undefined>(resolve => setTimeout(resolve, milliseconds))

/**
 * Adopts the requests sent before this code was loaded. Resolves when all that the first screen needs is loaded, rows
 * excepted: with the complete address of a list that was opened by an address without a search.
 */
async function takePrefetched(
  start: Start,
  queries: QueryClient,
  provider: DataProvider,
  screens: Screens,
): Promise<string | undefined> {
  for (const fetch of [fetchFloating, fetchMessageCode]) setTimeout(() => whenIdle(fetch), shownMilliseconds)
  setTimeout(() => whenIdle(() => fetchTheRest(screens)), quietMilliseconds)
  const { guess, pathname } = start.address
  const code = guess && hasSessionMark() ? fetchScreen(guess.screen) : undefined
  if (!(await start.isOpen)) return undefined
  const [address] = await Promise.all([takeAnswers(start, queries, provider), code])
  const index = queries.getQueryData<ModelIndex>(indexKey)
  if (index) await fetchRoute(routesOf(index).at(pathname), screens)
  queries.setQueryData(['auth', 'checkAuth', {}], true)
  return address
}

/** The address for a user without access to any screen. */
const nowhere: Start['address'] = { pathname: '/', isList: false, search: '' }

async function takeAnswers({ session, address, preferences }: Start, queries: QueryClient, provider: DataProvider) {
  const { pathname, guess, isList, search } = session.mustChangePassword() || session.mustEnrol() ? nowhere : address
  const { entity = '' } = guess ?? {}
  const index = queries.prefetchQuery(indexQuery(session))
  const part = entity === '' ? undefined : queries.prefetchQuery(partQuery(session, entity))
  const views = isList ? queries.prefetchQuery(viewsQuery(session, entity)) : undefined
  await Promise.all([index, part, views])
  if (!isList) return undefined
  const resource = queries.getQueryData<ModelPart>(partKey(entity))?.model.resources[entity]
  const held = queries.getQueryData<ListViews>(viewsQuery(session, entity).queryKey)
  const fitting = resource && rowsThatFit(resource, preferences.read().density, window)
  const page = resource?.path === pathname && held && fitting && firstPage(resource, held, search, fitting)
  if (!page) return undefined
  const queryKey = [entity, 'getList'] as const
  // The list is about to render with them: it need not request them again.
  queries.setQueryDefaults(queryKey, { staleTime: 2000 })
  void queries.prefetchQuery({ queryKey: [...queryKey, page], queryFn: () => provider.getList(entity, page) })
  return search === '' ? addressOfPage(resource, page) : undefined
}

/** By then the first screen is shown: what opens over it is prefetched. */
const shownMilliseconds = 1000

/** By then the first screens are shown and the browser is idle. */
const quietMilliseconds = 15_000

/**
 * Fetches the screens and the language that have not been requested yet, so that neither is missing when the connection
 * is lost.
 */
function fetchTheRest(screens: Screens): void {
  fetchScreens(screens)
  for (const language of ['zh', 'en'] as const) fetchMessages(language).catch(() => undefined)
}

// Safari does not implement it.
const whenIdle = (act: () => void) => (window.requestIdleCallback ? window.requestIdleCallback(act) : act())

interface FrameProps {
  readonly screens: Screens
  readonly parts: readonly WebPart[]
  readonly engine: WebEngine
  readonly providers: CoreAdminContextProps & { readonly queryClient: QueryClient }
  /** The texts of the user's language. */
  readonly messages: Messages
}

function Frame({ screens, parts, engine, providers, messages }: FrameProps) {
  const { preferences } = engine
  const shownBrand = useShownBrand(providers.queryClient)
  const brand = useMemo(() => ({ ...shownBrand, screens, parts }), [shownBrand, screens, parts])
  const shown = useMessages(useChoices(preferences).language, messages)
  const i18n = useMemo(() => createI18n(shown, language => preferences.write({ language })), [shown, preferences])
  return (
    <EngineContext.Provider value={engine}>
      <BrandContext.Provider value={brand}>
        <AdminContext {...providers} i18nProvider={i18n} theme={useLook(preferences, brand.colours, shown.language)}>
          <CssBaseline enableColorScheme />
          <Notices>
            <Rooms />
          </Notices>
        </AdminContext>
      </BrandContext.Provider>
    </EngineContext.Provider>
  )
}

/**
 * The theme that the user chose, by default in the brand's colour, and in the system's colour scheme where the user
 * chose none.
 */
function useLook(preferences: Preferences, brand: BrandColours | undefined, language: Language) {
  const { theme, colour, scheme, density } = useChoices(preferences)
  const { primary, signIn: stage } = brand ?? {}
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true })
  const shown = scheme === 'system' ? (isSystemDark ? 'dark' : 'light') : scheme
  return useMemo(
    () =>
      look({
        theme,
        colour: colour ?? seedOf(theme, primary),
        scheme: shown,
        density,
        locale: language,
        ...(stage && { stage }),
      }),
    [theme, colour, primary, stage, shown, density, language],
  )
}

/** The brand until the server has sent it. */
const unsent: ShownBrand = { name: { zh: '', en: '' }, mark: markPath }

/** The brand as the server sent it last, with the index or to a visitor; it changes when app.yaml is saved. */
function useShownBrand(queries: QueryClient): ShownBrand {
  const last = useRef(unsent)
  return useSyncExternalStore(
    listener => {
      const follow = notifyManager.batchCalls(listener)
      // Not for every render of a component with a query, each of which is an event and would be a timer.
      return queries.getQueryCache().subscribe(({ type }) => (type === 'updated' || type === 'removed') && follow())
    },
    () => {
      const sent = queries.getQueryData<ModelIndex>(indexKey) ?? queries.getQueryData<OpenPages>(openPagesKey)
      // The index is removed at sign-out, before the pages for visitors are loaded.
      last.current = sent?.brand ?? last.current
      return last.current
    },
  )
}

/** The texts of the wanted language; those of the language before until they are there. */
function useMessages(wanted: Language, first: Messages): Messages {
  const [messages, setMessages] = useState(first)
  useEffect(() => {
    let isCurrent = true
    fetchMessages(wanted).then(
      next => isCurrent && setMessages(next),
      // The window in which it was chosen reports the failure; another window keeps its language.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [wanted])
  return messages
}
