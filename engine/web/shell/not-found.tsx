import Button from '@mui/material/Button'
import { FileQuestionMark } from 'lucide-react'
import { useNavigate } from 'react-router'
import { StatePanel } from '../parts/state-panel.tsx'
import { useTranslation } from '../words/i18n.ts'

/** The page for an unknown address. */
export function NotFound() {
  const translate = useTranslation()
  const navigate = useNavigate()
  return (
    <StatePanel
      icon={<FileQuestionMark />}
      title={translate('state.notFoundTitle')}
      help={translate('state.notFoundHelp')}
    >
      <Button onClick={() => navigate('/')}>{translate('state.goHome')}</Button>
    </StatePanel>
  )
}
