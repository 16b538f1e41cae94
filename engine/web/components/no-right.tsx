import Button from '@mui/material/Button'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Attempted } from '../data/request-fault.ts'
import { useTranslation } from '../words/i18n.ts'
import { StatePanel } from './state-panel.tsx'
import { WhyButton } from './why-button.tsx'

interface NoRightProps {
  readonly title: string
  /** The required permission, and who grants it. */
  readonly help: string
  readonly attempted?: Attempted
  /** Other links; back is always shown. */
  readonly children?: ReactNode
}

/** Shown instead of a screen that the user has no right to open. */
export function NoRight({ title, help, attempted, children }: NoRightProps) {
  const translate = useTranslation()
  const navigate = useNavigate()
  return (
    <StatePanel icon={<Lock />} title={title} help={help}>
      {children}
      <Button onClick={() => navigate(-1)}>{translate('state.back')}</Button>
      <WhyButton refusal={attempted} />
    </StatePanel>
  )
}
