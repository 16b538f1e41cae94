import { Navigate, useLocation, useNavigate } from 'react-router'
import { addressOf } from '../data/addresses.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { usePage } from '../frame/page-context.ts'
import { newModelAddress, startPage, taskAddress } from './addresses.ts'
import { DefinitionsPage } from './definitions-page.tsx'
import { FollowPage } from './follow-page.tsx'
import { ModelsPage } from './models-page.tsx'
import { WorkPage } from './work-page.tsx'

/** The pages of processes, by their addresses, which the specification gives. */
export function FlowScreen() {
  const navigate = useNavigate()
  const { path = '' } = usePage() ?? {}
  switch (path) {
    case '/flow/model':
      return <ModelsPage />
    case '/flow/manager':
      return <DefinitionsPage onOpenXml={xml => void navigate(newModelAddress, { state: { xml } })} />
    case '/flow/follow':
      return <FollowPage />
    case '/work/process/*':
      return <ProcessAddress />
    default:
      return <WorkPage />
  }
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
  if (kind === 'handle') return <Navigate to={taskAddress(first)} replace />
  if (!resource) return <Navigate to={startPage} replace />
  const address =
    kind === 'form' ? addressOf(resource, 'create') : addressOf(resource, 'show', decodeURIComponent(second))
  return <Navigate to={address} replace />
}
