import Button from '@mui/material/Button'
import { PackageOpen, TriangleAlert } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { NotLoaded } from '../components/sheet-state.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useTranslation } from '../words/i18n.ts'

/** Shown instead of a screen that failed; one whose code the server no longer has offers a reload. */
export function ScreenFault({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const translate = useTranslation()
  const { connection } = useEngine()
  const isDown = useSyncExternalStore(connection.watch, connection.isDown)
  const isLoad = isLoadFault(error)
  const reload = () => window.location.reload()
  useEffect(() => {
    // The server's response shows whether the code is missing or the connection is lost.
    if (isLoad) connection.tryNow()
  }, [isLoad, connection])
  useEffect(() => {
    if (isLoad && isDown) return () => onRetry()
  }, [isLoad, isDown, onRetry])
  if (isLoad && isDown) {
    return <NotLoaded onTry={connection.tryNow} />
  }
  if (isLoad) {
    return (
      <StatePanel
        icon={<PackageOpen />}
        title={translate('state.newBuildTitle')}
        help={translate('state.newBuildHelp')}
      >
        <Button variant="contained" onClick={reload}>
          {translate('state.reload')}
        </Button>
      </StatePanel>
    )
  }
  return (
    <StatePanel icon={<TriangleAlert />} title={translate('state.failedTitle')} help={translate('state.failedHelp')}>
      <Button onClick={onRetry}>{translate('state.retry')}</Button>
      <Button variant="text" onClick={reload}>
        {translate('state.reload')}
      </Button>
    </StatePanel>
  )
}

// The messages of Chromium, Firefox and Safari for a module that could not be loaded.
const loadFaults =
  /dynamically imported module|importing a module script failed|unable to preload|error loading|^load timeout$/i

/** Whether a part of the program could not be fetched. */
export const isLoadFault = (error: unknown): boolean => error instanceof Error && loadFaults.test(error.message)
