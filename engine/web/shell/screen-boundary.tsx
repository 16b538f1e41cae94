import Button from '@mui/material/Button'
import { PackageOpen, TriangleAlert } from 'lucide-react'
import { Component, type ContextType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { NotLoaded } from '../components/sheet-state.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { useEngine } from '../data/engine-context.ts'
import { BrandContext } from '../frame/brand-context.ts'
import { useTranslation } from '../words/i18n.ts'
import { renewScreens } from './screens.tsx'

interface ScreenBoundaryProps {
  /** Another address is another attempt. */
  readonly at: string
  readonly children: ReactNode
}

/** Confines the error of a screen to its tab. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { readonly error?: unknown; readonly at?: string }> {
  static override contextType = BrandContext
  declare context: ContextType<typeof BrandContext>
  override state: { readonly error?: unknown; readonly at?: string } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ at }: ScreenBoundaryProps, before: { readonly at?: string }) {
    return before.at === at ? null : { at, error: undefined }
  }

  readonly retry = () => this.setState({ error: undefined })

  override componentDidCatch(error: unknown) {
    // For the error log.
    reportError(error)
    // After the error is stored: React renders a suspended screen repeatedly.
    renewScreens(this.context?.screens ?? {})
  }

  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : <ScreenFault error={error} onRetry={this.retry} />
  }
}

/** Shown instead of a screen that failed; one whose code the server no longer has offers a reload. */
function ScreenFault({ error, onRetry }: { error: unknown; onRetry: () => void }) {
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
const isLoadFault = (error: unknown): boolean => error instanceof Error && loadFaults.test(error.message)
