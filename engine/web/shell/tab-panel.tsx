import { Activity, memo, type ReactNode, useMemo } from 'react'
import { Route, Routes } from 'react-router'
import { ScreenBoundary } from './screen-boundary.tsx'
import { TabContext } from './tab-context.ts'
import type { Goal, Tab } from './tab-model.ts'
import type { TabsAtHand } from './use-tabs.ts'

interface TabPanelProps {
  readonly tab: Tab
  readonly isActive: boolean
  readonly children: ReactNode
  readonly outlives: TabsAtHand['outlives']
  readonly leaveFor: TabsAtHand['leaveFor']
}

/**
 * One opened page's screen. Out of sight it keeps what it shows and what was typed, but does no work: React ends
 * its effects, and the address that it reads is the one at which it was left.
 */
export const TabPanel = memo(function TabPanel({ tab, isActive, children, outlives, leaveFor }: TabPanelProps) {
  const { page, place } = tab
  const door = useMemo(
    () => ({
      page,
      outlives: (next: Goal) => outlives(page, next),
      leaveFor: (address: string) => leaveFor(page, address),
    }),
    [page, outlives, leaveFor],
  )
  return (
    <Activity mode={isActive ? 'visible' : 'hidden'}>
      <div className="tab-panel" data-page={page}>
        <TabContext.Provider value={door}>
          <Routes location={place}>
            <Route path="*" element={<ScreenBoundary at={place.key}>{children}</ScreenBoundary>} />
          </Routes>
        </TabContext.Provider>
      </div>
    </Activity>
  )
})
