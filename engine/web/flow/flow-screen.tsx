import { lazy, Suspense } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { SheetLoading } from '../components/sheet-state.tsx'
import { addressOf } from '../data/addresses.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { usePage } from '../frame/page-context.ts'
import { DefinitionsPage, ModelList } from './admin-pages.tsx'
import { modelAddress, workAddress } from './flow-addresses.ts'
import { WorkPage } from './work-page.tsx'

const OpenModel = lazy(() => import('./modeler.tsx').then(found => ({ default: found.OpenModel })))

/** The pages of processes, by their addresses, which the specification gives. */
export function FlowScreen() {
  const navigate = useNavigate()
  const { path = '' } = usePage() ?? {}
  switch (path) {
    case '/flow/model':
      return <ModelsPage />
    case '/flow/manager':
      return <DefinitionsPage onOpenXml={xml => void navigate(modelAddress(fresh), { state: { xml } })} />
    case '/work/process/*':
      return <ProcessAddress />
    default:
      return <WorkPage />
  }
}

const fresh = 'new'

/** The models of processes, or the one in the address. */
function ModelsPage() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('id')
  if (id === null) return <ModelList onOpen={(next = fresh) => setSearch({ id: next })} />
  return (
    <Suspense fallback={<SheetLoading />}>
      <OpenModel
        id={id === fresh ? undefined : id}
        onOpen={next => setSearch({ id: next }, { replace: true })}
        onBack={() => setSearch({})}
      />
    </Suspense>
  )
}

/**
 * The addresses of the base platform's forms, `/work/process/leave/handle/…`: a new record of the resource that the route
 * names, the task, or the record.
 */
function ProcessAddress() {
  const { pathname } = useLocation()
  const resources = useModelIndex()?.resources ?? []
  const [, , , name = '', kind, first = '', second = ''] = pathname.split('/')
  const resource = resources.find(one => one.name === name)
  if (kind === 'handle') return <Navigate to={workAddress('todo', first)} replace />
  if (!resource) return <Navigate to={workAddress('start')} replace />
  const address =
    kind === 'form' ? addressOf(resource, 'create') : addressOf(resource, 'show', decodeURIComponent(second))
  return <Navigate to={address} replace />
}
