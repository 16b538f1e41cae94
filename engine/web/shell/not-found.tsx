import Button from '@mui/material/Button'
import { FileQuestionMark } from 'lucide-react'
import { useNavigate } from 'react-router'
import { StatePanel } from '../parts/state-panel.tsx'
import { useSay } from '../words/i18n.ts'

/** An address that leads nowhere. */
export function NotFound() {
  const say = useSay()
  const navigate = useNavigate()
  return (
    <StatePanel icon={<FileQuestionMark />} title={say('state.notFoundTitle')} help={say('state.notFoundHelp')}>
      <Button onClick={() => navigate('/')}>{say('state.goHome')}</Button>
    </StatePanel>
  )
}
