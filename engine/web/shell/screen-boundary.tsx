import { Component, type ContextType, type ReactNode } from 'react'
import { BrandContext } from '../frame/brand-context.ts'
import { ScreenFault } from './screen-fault.tsx'
import { renewScreens } from './screens.tsx'

interface ScreenBoundaryProps {
  /** Another address is another try. */
  readonly at: string
  readonly children: ReactNode
}

/** Keeps the fault of one tab's screen from taking the others with it. */
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
    // Not before the fault stands here: React draws a screen that waits again and again.
    renewScreens(this.context?.screens ?? {})
  }

  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : <ScreenFault error={error} onRetry={this.retry} />
  }
}
