import { createContext, useContext } from 'react'

/** What the frame can lay over the page. */
export type FrameDialog = 'palette' | 'shortcuts' | 'look' | 'password' | 'signOut'

/** What a screen may ask of the frame around it. */
export interface ShellActions {
  /** The window is narrower than 768: bars, rows and dialogs are the phone's. */
  readonly isPhone: boolean
  openMenu(): void
  open(dialog: FrameDialog): void
}

export const ShellContext = createContext<ShellActions>({ isPhone: false, openMenu: () => {}, open: () => {} })

/** The frame around this screen. */
export const useShell = (): ShellActions => useContext(ShellContext)
