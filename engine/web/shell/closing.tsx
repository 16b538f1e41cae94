import { type ReactNode, useState } from 'react'
import { LeaveDialog } from '../components/leave-dialog.tsx'
import { useEngine } from '../data/engine-context.ts'
import type { OpenTabs } from './use-tabs.ts'

/** Closes tabs; asks first if they contain unsaved input. */
export function useClosing(tabs: OpenTabs): { close(pages: readonly string[]): void; question: ReactNode } {
  const { unsaved } = useEngine()
  const [asked, setAsked] = useState<readonly string[]>()
  const close = (pages: readonly string[]) => {
    if (pages.some(page => tabs.unsaved.includes(page))) setAsked(pages)
    else tabs.close(pages)
  }
  const end = (pages: readonly string[], isKept: boolean) => {
    setAsked(undefined)
    if (isKept) unsaved.keep(pages)
    tabs.close(pages)
  }
  const question = asked && (
    <LeaveDialog
      keepable={unsaved.keepable(asked)}
      onStay={() => setAsked(undefined)}
      onKeep={() => end(asked, true)}
      onDiscard={() => end(asked, false)}
    />
  )
  return { close, question }
}
