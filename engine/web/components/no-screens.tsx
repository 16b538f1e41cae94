import Button from '@mui/material/Button'
import { EyeOff } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Bilingual } from '../../model/model.ts'
import { useRoutes } from '../data/use-routes.ts'
import { useLanguage, useTranslation } from '../words/i18n.ts'
import { StatePanel } from './state-panel.tsx'

/** Shown instead of the screens of a resource that has none. */
export function NoScreens({ title }: { readonly title: Bilingual }) {
  const translate = useTranslation()
  const language = useLanguage()
  const navigate = useNavigate()
  const { home } = useRoutes()
  return (
    <StatePanel
      icon={<EyeOff />}
      title={translate('state.noScreensTitle', { resource: title[language] })}
      help={translate('state.noScreensHelp')}
    >
      <Button onClick={() => navigate(home)}>{translate('state.goHome')}</Button>
    </StatePanel>
  )
}
