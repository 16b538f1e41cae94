import { ResourceContextProvider } from 'ra-core'
import { type ComponentType, lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { SheetBusy } from './state/sheet-state.tsx'

const RecordList = lazy(() => import('./list/record-list.tsx').then(module => ({ default: module.RecordList })))
const RecordCreate = lazy(() => import('./record/record-form.tsx').then(module => ({ default: module.RecordCreate })))
const RecordEdit = lazy(() => import('./record/record-form.tsx').then(module => ({ default: module.RecordEdit })))
const RecordDetail = lazy(() => import('./record/record-detail.tsx').then(module => ({ default: module.RecordDetail })))

/**
 * The screens of every resource. They are routes by pattern, not one for each resource, so that a descriptor that
 * is added or renamed needs nothing here.
 */
export const screens = [
  { path: '/:entity', element: <Screen of={RecordList} /> },
  { path: '/:entity/create', element: <Screen of={RecordCreate} /> },
  { path: '/:entity/:id', element: <Screen of={RecordEdit} /> },
  { path: '/:entity/:id/show', element: <Screen of={RecordDetail} /> },
]

function Screen({ of: Shown }: { of: ComponentType }) {
  const { entity = '', id = '' } = useParams()
  return (
    <ResourceContextProvider value={entity}>
      <Suspense fallback={<SheetBusy />}>
        <Shown key={`${entity}/${id}`} />
      </Suspense>
    </ResourceContextProvider>
  )
}
