import { createContext, useContext } from 'react'

/** The dialogs of the frame. */
export type FrameDialog = 'palette' | 'shortcuts' | 'look' | 'password' | 'security' | 'switch' | 'lock' | 'signOut'

/** The actions of the frame that screens use. */
export interface ShellActions {
  /** The window is narrower than 768 pixels: phone layout. */
  readonly isPhone: boolean
  openMenu(): void
  /** The key of the chosen top menu; undefined in an application without any. */
  readonly topMenu: string | undefined
  chooseTopMenu(key: string): void
  open(dialog: FrameDialog): void
}

export const ShellContext = createContext<ShellActions>({
  isPhone: false,
  openMenu: () => {},
  topMenu: undefined,
  chooseTopMenu: () => {},
  open: () => {},
})

/** The frame around this screen. */
export const useShell = (): ShellActions => useContext(ShellContext)
