import { useNotify } from 'ra-core'
import { copyText } from '../parts/copy-text.ts'

/** Copies the address of a record's page to the clipboard, and notifies of success or failure. */
export function useCopyLink(): (resource: string, id: string) => Promise<void> {
  const notify = useNotify()
  return async (resource, id) => {
    const { href } = new URL(`/${resource}/${encodeURIComponent(id)}/show`, window.location.href)
    const isCopied = await copyText(href)
    notify(isCopied ? 'detail.linkCopied' : 'detail.linkNotCopied', { type: isCopied ? 'success' : 'warning' })
  }
}
