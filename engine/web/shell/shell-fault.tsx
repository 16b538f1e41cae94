import Button from '@mui/material/Button'
import { TriangleAlert } from 'lucide-react'
import { useResetErrorBoundaryOnLocationChange } from 'ra-core'
import { useSay } from '../i18n.ts'
import { StatePanel } from '../state/state-panel.tsx'

/** What stands in place of a screen that broke; going elsewhere leaves it behind. */
export function ShellFault({ resetErrorBoundary }: { resetErrorBoundary: (...all: unknown[]) => void }) {
  const say = useSay()
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary)
  return (
    <StatePanel icon={<TriangleAlert />} title={say('state.failedTitle')} help={say('state.failedHelp')}>
      <Button onClick={() => window.location.reload()}>{say('state.reload')}</Button>
    </StatePanel>
  )
}
