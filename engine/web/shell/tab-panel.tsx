import { Activity, type ContextType, memo, type ReactNode, useMemo } from 'react'
import {
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router'
import { TabContext } from '../frame/tab-context.ts'
import type { Goal, Tab } from '../frame/tab-model.ts'
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
 * One opened page's screen. Out of sight it keeps what it shows and what was typed, but does no work: React ends
 * its effects, and the address that it reads is the one at which it was left.
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
  const door = useMemo(
    () => ({
      page,
      outlives: (next: Goal) => outlives(page, next),
      leaveFor: (address: string) => leaveFor(page, address),
    }),
    [page, outlives, leaveFor],
  )
  // `<Routes location>` would provide the same, and again at every change of the address: then all that is hidden would
  // be drawn again.
  const at = useMemo(() => ({ location: place, navigationType: NavigationType.Pop }), [place])
  return (
    <Activity mode={isActive ? 'visible' : 'hidden'}>
      <div className="tab-panel" data-page={page}>
        <RouteContext value={context}>
          <LocationContext value={at}>
            <TabContext.Provider value={door}>
              <ScreenBoundary at={place.key}>{children}</ScreenBoundary>
            </TabContext.Provider>
          </LocationContext>
        </RouteContext>
      </div>
    </Activity>
  )
}, isSame)

/** A panel out of sight takes up what changed around it when it comes back. */
function isSame(before: TabPanelProps, now: TabPanelProps): boolean {
  if (!before.isActive && !now.isActive) return before.tab === now.tab
  return (Object.keys(now) as (keyof TabPanelProps)[]).every(name => before[name] === now[name])
}
