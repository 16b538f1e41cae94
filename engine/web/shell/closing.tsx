import { useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { useSay } from '../i18n.ts'
import { ConfirmDialog } from '../state/confirm-dialog.tsx'
import type { TabsAtHand } from './use-tabs.ts'

/** Closes tabs, and asks first where something in them is unsaved. */
export function useClosing(tabs: TabsAtHand): { close(pages: readonly string[]): void; question: ReactNode } {
  const say = useSay()
  const translate = useTranslate()
  const [asked, setAsked] = useState<readonly string[]>()
  const close = (pages: readonly string[]) => {
    if (pages.some(page => tabs.unsaved.includes(page))) setAsked(pages)
    else tabs.close(pages)
  }
  const question = asked && (
    <ConfirmDialog
      title={say('list.deleteTitle')}
      text={translate('ra.message.unsaved_changes')}
      confirm={say('tabs.closeThis')}
      isDestructive
      onConfirm={() => {
        setAsked(undefined)
        tabs.close(asked)
      }}
      onClose={() => setAsked(undefined)}
    />
  )
  return { close, question }
}
