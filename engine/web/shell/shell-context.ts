import { createContext, useContext } from 'react'

/** What a screen may ask of the frame around it. */
export interface ShellDoor {
  /** The window is narrower than 768: bars, rows and dialogs are the phone's. */
  readonly isPhone: boolean
  openMenu(): void
}

export const ShellContext = createContext<ShellDoor>({ isPhone: false, openMenu: () => {} })

/** The frame around this screen. */
export const useShell = (): ShellDoor => useContext(ShellContext)
