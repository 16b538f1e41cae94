import { Activity, type ContextType, memo, type ReactNode, useMemo } from 'react'
import {
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router'
import { TabContext } from '../frame/tab-context.ts'
import type { NavigationTarget, Tab } from '../frame/tab-model.ts'
import { ScreenBoundary } from './screen-boundary.tsx'
import type { OpenTabs } from './use-tabs.ts'

interface TabPanelProps {
  readonly tab: Tab
  readonly isActive: boolean
  readonly children: ReactNode
  /** The route of the frame, the same for all pages. */
  readonly context: ContextType<typeof RouteContext>
  readonly outlives: OpenTabs['outlives']
  readonly leaveFor: OpenTabs['leaveFor']
}

/**
 * The screen of one open page. While hidden it keeps its state and input and does not render: React suspends its effects,
 * and it reads the address at which it was left.
 */
export const TabPanel = memo(function TabPanel({
  tab,
  isActive,
  children,
  context,
  outlives,
  leaveFor,
}: TabPanelProps) {
  const { page, place } = tab
  const tabContext = useMemo(
    () => ({
      page,
      outlives: (next: NavigationTarget) => outlives(page, next),
      leaveFor: (address: string) => leaveFor(page, address),
    }),
    [page, outlives, leaveFor],
  )
  // `<Routes location>` would provide the same, but at every change of the address, and all hidden screens would
  // render again.
  const at = useMemo(() => ({ location: place, navigationType: NavigationType.Pop }), [place])
  return (
    <Activity mode={isActive ? 'visible' : 'hidden'}>
      <div className="tab-panel stack grow" data-page={page}>
        <RouteContext value={context}>
          <LocationContext value={at}>
            <TabContext.Provider value={tabContext}>
              <ScreenBoundary at={place.key}>{children}</ScreenBoundary>
            </TabContext.Provider>
          </LocationContext>
        </RouteContext>
      </div>
    </Activity>
  )
}, isSame)

/** A hidden panel catches up with changes when it is shown again. */
function isSame(before: TabPanelProps, now: TabPanelProps): boolean {
  if (!before.isActive && !now.isActive) return before.tab === now.tab
  return (Object.keys(now) as (keyof TabPanelProps)[]).every(name => before[name] === now[name])
}
