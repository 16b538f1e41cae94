import { lazy, Suspense, useRef, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { SheetLoading } from '../components/sheet-state.tsx'
import { addressOf } from '../data/addresses.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { usePage } from '../frame/page-context.ts'
import { workAddress } from './flow-addresses.ts'
import { WorkPage } from './work-page.tsx'

const OpenModel = lazy(() => import('./modeler.tsx').then(found => ({ default: found.OpenModel })))

/** The pages of processes, by their addresses, which the specification gives. */
export function FlowScreen() {
  const { path = '' } = usePage() ?? {}
  switch (path) {
    case '/flow/modeler':
      return <ModelerPage />
    case '/work/process/*':
      return <ProcessAddress />
    default:
      return <WorkPage />
  }
}

/** The modeler with the model of the address, or with a new one, whose drawing goes on under its id once it is saved. */
function ModelerPage() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('id') ?? undefined
  const saved = useRef<string>(undefined)
  const [shown, setShown] = useState({ id, count: 0 })
  if (shown.id !== id) setShown({ id, count: shown.count + (id === saved.current ? 0 : 1) })
  const open = (next: string) => {
    saved.current = next
    setSearch({ id: next }, { replace: true })
  }
  return (
    <Suspense fallback={<SheetLoading />}>
      <OpenModel key={shown.count} id={id} onOpen={open} />
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
