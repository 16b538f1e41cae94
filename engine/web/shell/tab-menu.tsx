import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useQueryClient } from '@tanstack/react-query'
import { Eraser, X } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { isClosable } from '../frame/tab-model.ts'
import { useTranslation } from '../words/i18n.ts'
import type { OpenTabs } from './use-tabs.ts'

interface TabMenuProps {
  readonly tabs: OpenTabs
  readonly at: { readonly page: string; readonly left: number; readonly top: number }
  onClose(pages: readonly string[]): void
  onLeave(): void
}

/** The menu of a tab: close, close others, close all, clear the cache. */
export function TabMenu({ tabs, at, onClose, onLeave }: TabMenuProps) {
  const translate = useTranslation()
  const clear = useClearCache()
  const [isAsked, setAsked] = useState(false)
  const closable = tabs.all.map(({ page }) => page).filter(page => isClosable(tabs, page))
  const others = closable.filter(page => page !== at.page)
  const then = (pages: readonly string[]) => () => {
    onLeave()
    onClose(pages)
  }
  if (isAsked) {
    return (
      <ConfirmDialog
        title={translate('list.deleteTitle')}
        text={translate('tabs.clearSure')}
        confirm={translate('list.confirm')}
        onConfirm={() => {
          onLeave()
          void clear()
        }}
        onClose={onLeave}
      />
    )
  }
  return (
    <Menu
      open
      onClose={onLeave}
      anchorReference="anchorPosition"
      anchorPosition={at}
      slotProps={{ paper: { className: 'menu' } }}
    >
      <MenuItem onClick={() => setAsked(true)}>
        <Eraser aria-hidden /> {translate('tabs.clear')}
      </MenuItem>
      <Divider />
      <MenuItem disabled={!isClosable(tabs, at.page)} onClick={then([at.page])}>
        <X aria-hidden /> {translate('tabs.closeThis')}
      </MenuItem>
      <MenuItem disabled={others.length === 0} onClick={then(others)}>
        <span className="fixed w-16" /> {translate('tabs.closeOthers')}
      </MenuItem>
      <MenuItem disabled={closable.length === 0} onClick={then(closable)}>
        <span className="fixed w-16" /> {translate('tabs.closeAll')}
      </MenuItem>
    </Menu>
  )
}

/** Clears the cache, here and, for an administrator, on the server, and refetches what is shown. */
function useClearCache(): () => Promise<void> {
  const { session } = useEngine()
  const queries = useQueryClient()
  const isAdministrator = useModelIndex()?.me.administrator === true
  const notify = useNotify()
  return async () => {
    try {
      // The response has no envelope, as on the original platform.
      if (isAdministrator) await session.stream('/api/blade-auth/oauth/clear-cache', AbortSignal.timeout(20_000))
      queries.removeQueries({ type: 'inactive' })
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'auth' })
      notify('tabs.cleared', { type: 'success' })
    } catch (error) {
      notify(error instanceof Error ? error.message : 'notice.unknown', { type: 'error' })
    }
  }
}
