import { type ReactNode, useState } from 'react'
import { LeaveDialog } from '../state/leave-dialog.tsx'
import type { TabsAtHand } from './use-tabs.ts'

/** Closes tabs, and asks first where something in them is unsaved. */
export function useClosing(tabs: TabsAtHand): { close(pages: readonly string[]): void; question: ReactNode } {
  const [asked, setAsked] = useState<readonly string[]>()
  const close = (pages: readonly string[]) => {
    if (pages.some(page => tabs.unsaved.includes(page))) setAsked(pages)
    else tabs.close(pages)
  }
  const question = asked && (
    <LeaveDialog
      onStay={() => setAsked(undefined)}
      onLeave={() => {
        setAsked(undefined)
        tabs.close(asked)
      }}
    />
  )
  return { close, question }
}
