import { useNotify } from 'ra-core'
import { copyText } from '../components/copy-text.ts'
import type { Addressed } from '../data/addresses.ts'
import { addressOf } from '../data/addresses.ts'

/** Copies the address of a record's page to the clipboard, and notifies of success or failure. */
export function useCopyLink(): (resource: Addressed, id: string) => Promise<void> {
  const notify = useNotify()
  return async (resource, id) => {
    const { href } = new URL(addressOf(resource, 'show', id), window.location.href)
    const isCopied = await copyText(href)
    notify(isCopied ? 'detail.linkCopied' : 'detail.linkNotCopied', { type: isCopied ? 'success' : 'warning' })
  }
}
