import Button from '@mui/material/Button'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../words/i18n.ts'
import { StatePanel } from './state-panel.tsx'

interface NoRightProps {
  readonly title: string
  /** The required permission, and who grants it. */
  readonly help: string
  /** Other links; back is always shown. */
  readonly children?: ReactNode
}

/** Shown instead of a screen that the user has no right to open. */
export function NoRight({ title, help, children }: NoRightProps) {
  const translate = useTranslation()
  const navigate = useNavigate()
  return (
    <StatePanel icon={<Lock />} title={title} help={help}>
      {children}
      <Button onClick={() => navigate(-1)}>{translate('state.back')}</Button>
    </StatePanel>
  )
}
