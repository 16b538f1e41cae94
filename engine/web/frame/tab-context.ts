import { createContext, useContext } from 'react'
import type { NavigationTarget } from './tab-model.ts'

/** The actions of the tab that its screen uses. */
export interface TabActions {
  /** The page; undefined outside of a tab. */
  readonly page: string | undefined
  /** Whether this screen remains mounted, with its input, after a navigation to that address. */
  outlives(next: NavigationTarget): boolean
  /** Navigates and closes this tab, unless a screen with unsaved input is kept. */
  leaveFor(address: string): void
}

export const TabContext = createContext<TabActions | undefined>(undefined)

/** The tab of this screen, if there is one. */
export const useTab = (): TabActions | undefined => useContext(TabContext)
