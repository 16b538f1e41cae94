import Button from '@mui/material/Button'
import { EyeOff } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Bilingual } from '../../model/model.ts'
import { useLanguage, useSay } from '../words/i18n.ts'
import { StatePanel } from './state-panel.tsx'

/** In place of the screens of a resource that has none: what would be changed there has no effect. */
export function NoScreens({ title }: { readonly title: Bilingual }) {
  const say = useSay()
  const language = useLanguage()
  const navigate = useNavigate()
  return (
    <StatePanel
      icon={<EyeOff />}
      title={say('state.noScreensTitle', { resource: title[language] })}
      help={say('state.noScreensHelp')}
    >
      <Button onClick={() => navigate('/')}>{say('state.goHome')}</Button>
    </StatePanel>
  )
}
