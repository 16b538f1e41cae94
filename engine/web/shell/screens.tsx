import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { EyeOff, FileQuestionMark } from 'lucide-react'
import { ResourceContextProvider } from 'ra-core'
import { lazy, Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Bilingual } from '../../model/model.ts'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { notFoundPage, type ResourceScreen } from '../data/addresses.ts'
import { useEngine } from '../data/engine-context.ts'
import { unlistedQuery } from '../data/model-source.ts'
import { statusOf } from '../data/request-fault.ts'
import { type Route, type ScreenRoute, unlistedScreen } from '../data/routes.ts'
import { useRoutes } from '../data/use-routes.ts'
import { readCarried } from '../form/carried-form.ts'
import type { Screens } from '../frame/brand.ts'
import { RecordIdContext } from '../frame/record-id.ts'
import { type ScreenCode, screenCode } from '../frame/screen-code.tsx'
import { useTab } from '../frame/tab-context.ts'
import { useLanguage, useTranslation } from '../words/i18n.ts'
import { boardPage, codeOfPage, framedPage, PageScreen } from './page-screen.tsx'

/** The screens that every resource has. */
const resourceScreens: Readonly<Record<ResourceScreen, ScreenCode>> = {
  list: screenCode(() => import('../list-page/record-list.tsx').then(({ RecordList }) => RecordList)),
  create: screenCode(() => import('../form/record-form.tsx').then(({ RecordCreate }) => RecordCreate)),
  bin: screenCode(() => import('../list-page/record-bin.tsx').then(({ RecordBin }) => RecordBin)),
  import: screenCode(() => import('../import/import-page.tsx').then(({ ImportPage }) => ImportPage)),
  edit: screenCode(() => import('../form/record-form.tsx').then(({ RecordEdit }) => RecordEdit)),
  show: screenCode(() => import('../detail/record-detail.tsx').then(({ RecordDetail }) => RecordDetail)),
}
const ownScreens = [...Object.values(resourceScreens), framedPage, boardPage]

/** Loads the code of a resource's screen before the first render; resolves when it is loaded or has failed. */
export async function fetchScreen(screen: ResourceScreen): Promise<void> {
  // The render of the screen handles and shows the failure.
  await resourceScreens[screen].fetch().catch(nothing)
}

/** Loads the code of the screen at a route before the first render; resolves when it is loaded or has failed. */
export async function fetchRoute(route: Route, screens: Screens): Promise<void> {
  const code = codeOf(route, screens)
  await code?.fetch().catch(nothing)
}

function codeOf(route: Route, screens: Screens): ScreenCode | undefined {
  switch (route.kind) {
    case 'resource':
      return resourceScreens[route.screen]
    case 'page':
      return codeOfPage(route.page, screens)
    case 'error':
    case 'unlisted':
      return undefined
  }
}

const nothing = () => undefined

/** Preloads the code of all screens, so that none is missing when the connection is lost. */
export function fetchScreens(screens: Screens): void {
  for (const code of [...ownScreens, ...Object.values(screens)]) code.fetch().catch(nothing)
}

/** Lets screens whose code failed to load be retried. */
export function renewScreens(screens: Screens): void {
  for (const code of [...ownScreens, ...Object.values(screens)]) code.renew()
}

/** The screen of an address, by the route table. */
export function RoutedScreen() {
  const { pathname } = useLocation()
  const route = useRoutes().at(pathname)
  switch (route.kind) {
    case 'page':
      return <PageScreen page={route.page} />
    case 'resource':
      if (route.resource.screens === false) return <NoScreens title={route.resource.titles} />
      return <ResourceScreens {...route} resource={route.resource.name} />
    case 'error':
      return pathname === notFoundPage ? (
        <NotFound />
      ) : (
        <Suspense fallback={<SheetLoading />}>
          <ErrorPage isForbidden={pathname === '/403'} />
        </Suspense>
      )
    case 'unlisted':
      return <UnlistedScreen pathname={pathname} />
  }
}

interface ResourceScreensProps extends ScreenRoute {
  readonly resource: string
}

function ResourceScreens({ resource, screen, id }: ResourceScreensProps) {
  const { Screen } = resourceScreens[screen]
  return (
    <ResourceContextProvider value={resource}>
      <RecordIdContext value={id}>
        <Suspense fallback={<SheetLoading />}>
          <Screen key={`${screen}/${resource}/${id}`} />
        </Suspense>
      </RecordIdContext>
    </ResourceContextProvider>
  )
}

const ErrorPage = lazy(() => import('./system-pages.tsx').then(found => ({ default: found.ErrorPage })))
const RemovedForm = lazy(() => import('../form/removed-form.tsx').then(found => ({ default: found.RemovedForm })))

/** The input of a form whose resource was removed. */
const RemovedInputOfForm = () => (
  <Suspense fallback={<SheetLoading />}>
    <RemovedForm />
  </Suspense>
)

/** An address that is not in the index: lines, which have no list, or the reason why nothing is shown. */
function UnlistedScreen({ pathname }: { readonly pathname: string }) {
  const { session, left } = useEngine()
  const { data, error, refetch } = useQuery(unlistedQuery(session, pathname))
  const carried = readCarried(left, useTab()?.page)
  if (error && statusOf(error) === 404) return carried ? <RemovedInputOfForm /> : <NotFound />
  if (error) return <SheetFault error={error} retry={() => void refetch()} />
  if (!data) return <SheetLoading />
  const route = unlistedScreen(data, pathname)
  return route ? <ResourceScreens {...route} resource={data.name} /> : <NotFound />
}

/** Shown instead of the screens of a resource that has none. */
function NoScreens({ title }: { readonly title: Bilingual }) {
  const translate = useTranslation()
  const language = useLanguage()
  const navigate = useNavigate()
  const { home } = useRoutes()
  return (
    <StatePanel
      icon={<EyeOff />}
      title={translate('state.noScreensTitle', { resource: title[language] })}
      help={translate('state.noScreensHelp')}
    >
      <Button onClick={() => navigate(home)}>{translate('state.goHome')}</Button>
    </StatePanel>
  )
}

/** The page for an unknown address. */
function NotFound() {
  const translate = useTranslation()
  const navigate = useNavigate()
  const { home } = useRoutes()
  return (
    <StatePanel
      isPage
      icon={<FileQuestionMark />}
      title={translate('state.notFoundTitle')}
      help={translate('state.notFoundHelp')}
    >
      <Button onClick={() => navigate(home)}>{translate('state.goHome')}</Button>
    </StatePanel>
  )
}
