import Button from '@mui/material/Button'
import { FlaskConical, Lock, ServerCrash } from 'lucide-react'
import type { ReactNode } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { StatePanel } from '../components/state-panel.tsx'
import { WhyButton } from '../components/why-button.tsx'
import { notFoundPage } from '../data/addresses.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useRoutes } from '../data/use-routes.ts'
import { PageContext, usePage } from '../frame/page-context.ts'
import { FramedPage } from './framed-page.tsx'
import { useSystemWords } from './system-words.ts'

interface StatePageProps {
  readonly icon: ReactNode
  readonly title: 'forbidden' | 'broken' | 'test'
}

function StatePage({ icon, title }: StatePageProps) {
  const words = useSystemWords()
  const navigate = useNavigate()
  const { home } = useRoutes()
  return (
    <StatePanel isPage icon={icon} title={words(title)} help={words(`${title}Help`)}>
      <Button onClick={() => navigate(home)}>{words('home')}</Button>
      {title === 'forbidden' && <WhyButton refusal={{}} />}
    </StatePanel>
  )
}

/** The pages `/403`, without permission, and `/500`, of a failed server. */
export const ErrorPage = ({ isForbidden }: { readonly isForbidden: boolean }) =>
  isForbidden ? <StatePage icon={<Lock />} title="forbidden" /> : <StatePage icon={<ServerCrash />} title="broken" />

/** The page of mock menus, `/test/index`. */
export const TestPage = () => <StatePage icon={<FlaskConical />} title="test" />

/**
 * `/myiframe/{path}`: another site within the application. Only sites that pages declare are embedded: the rest of the
 * address is the key, the address or the link of such a page.
 */
export function EmbeddedPage() {
  const { pathname, search } = useLocation()
  const own = usePage()
  const pages = useModelIndex()?.pages ?? []
  const rest = decodeURIComponent(pathname.slice((own?.path.length ?? 0) - 1)) + search
  const page = pages.find(({ key, path, link }) => link !== undefined && [key, path.slice(1), link].includes(rest))
  if (!page) return <Navigate replace to={notFoundPage} />
  return (
    <PageContext value={page}>
      <FramedPage />
    </PageContext>
  )
}
