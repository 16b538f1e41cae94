import { ResourceContextProvider } from 'ra-core'
import { Suspense } from 'react'
import { matchPath, useParams } from 'react-router'
import { useModelIndex } from '../data/resource-part.ts'
import { NoScreens } from '../parts/no-screens.tsx'
import { SheetLoading } from '../parts/sheet-state.tsx'
import { type ScreenCode, screenCode } from './screen-code.tsx'

const list = screenCode(() => import('../list-page/record-list.tsx').then(({ RecordList }) => RecordList))
const create = screenCode(() => import('../form/record-form.tsx').then(({ RecordCreate }) => RecordCreate))
const importing = screenCode(() => import('../import/import-page.tsx').then(({ ImportPage }) => ImportPage))
const edit = screenCode(() => import('../form/record-form.tsx').then(({ RecordEdit }) => RecordEdit))
const detail = screenCode(() => import('../detail/record-detail.tsx').then(({ RecordDetail }) => RecordDetail))
const operations = screenCode(() =>
  import('../operations/operations-page.tsx').then(({ OperationsPage }) => OperationsPage),
)
const operation = screenCode(() =>
  import('../operations/operation-page.tsx').then(({ OperationPage }) => OperationPage),
)
const bin = screenCode(() => import('../bin/record-bin.tsx').then(({ RecordBin }) => RecordBin))

/**
 * The screens of operations, and those of every resource. The latter are routes by pattern, not one for each resource, so that a descriptor that
 * is added or renamed needs nothing here.
 */
export const screens = [
  { path: '/operations', code: operations },
  { path: '/operations/:id', code: operation },
  { path: '/:entity', code: list },
  { path: '/:entity/create', code: create },
  { path: '/:entity/bin', code: bin },
  { path: '/:entity/import', code: importing },
  { path: '/:entity/:id', code: edit },
  { path: '/:entity/:id/show', code: detail },
].map(({ path, code }) => ({ path, code, element: <Screen code={code} /> }))

/** Fetches the code of the screen at an address before anything is drawn; settles when it is there, or will not be. */
export async function fetchScreen(address: string): Promise<void> {
  const screen = screens.find(({ path }) => matchPath(path, address))
  // The render of the screen handles and shows the failure.
  await screen?.code.fetch().catch(nothing)
}

const nothing = () => undefined

/** Preloads the code of all screens, so that none is missing when the connection is lost. */
export function fetchScreens(): void {
  for (const { code } of screens) code.fetch().catch(nothing)
}

/** Lets screens whose code failed to load be retried. */
export function renewScreens(): void {
  for (const { code } of screens) code.renew()
}

function Screen({ code: { Screen: Shown } }: { code: ScreenCode }) {
  const { entity = '', id = '' } = useParams()
  const entry = useModelIndex()?.resources.find(({ name }) => name === entity)
  if (entry?.screens === false) return <NoScreens title={entry.titles} />
  return (
    <ResourceContextProvider value={entity}>
      <Suspense fallback={<SheetLoading />}>
        <Shown key={`${entity}/${id}`} />
      </Suspense>
    </ResourceContextProvider>
  )
}
