import { Component, type ContextType, type ReactNode } from 'react'
import { BrandContext } from '../frame/brand-context.ts'
import { ScreenFault } from './screen-fault.tsx'
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

  override componentDidCatch() {
    // After the error is stored: React renders a suspended screen repeatedly.
    renewScreens(this.context?.screens ?? {})
  }

  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : <ScreenFault error={error} onRetry={this.retry} />
  }
}
