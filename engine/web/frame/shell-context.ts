import { createContext, useContext } from 'react'

/** The dialogs of the frame. */
export type FrameDialog = 'palette' | 'shortcuts' | 'look' | 'password' | 'signOut'

/** The actions of the frame that screens use. */
export interface ShellActions {
  /** The window is narrower than 768 pixels: phone layout. */
  readonly isPhone: boolean
  openMenu(): void
  open(dialog: FrameDialog): void
}

export const ShellContext = createContext<ShellActions>({ isPhone: false, openMenu: () => {}, open: () => {} })

/** The frame around this screen. */
export const useShell = (): ShellActions => useContext(ShellContext)
