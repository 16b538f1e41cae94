import Button from '@mui/material/Button'
import { FileQuestionMark } from 'lucide-react'
import { useNavigate } from 'react-router'
import { StatePanel } from '../components/state-panel.tsx'
import { useRoutes } from '../data/use-routes.ts'
import { useTranslation } from '../words/i18n.ts'

/** The page for an unknown address. */
export function NotFound() {
  const translate = useTranslation()
  const navigate = useNavigate()
  const { home } = useRoutes()
  return (
    <StatePanel
      icon={<FileQuestionMark />}
      title={translate('state.notFoundTitle')}
      help={translate('state.notFoundHelp')}
    >
      <Button onClick={() => navigate(home)}>{translate('state.goHome')}</Button>
    </StatePanel>
  )
}
