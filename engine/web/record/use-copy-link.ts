import { useNotify } from 'ra-core'
import { copyText } from '../parts/copy-text.ts'

/** Puts the address of a record's page on the clipboard, and says whether it is there. */
export function useCopyLink(): (resource: string, id: string) => Promise<void> {
  const notify = useNotify()
  return async (resource, id) => {
    const { href } = new URL(`/${resource}/${encodeURIComponent(id)}/show`, window.location.href)
    const isCopied = await copyText(href)
    notify(isCopied ? 'detail.linkCopied' : 'detail.linkNotCopied', { type: isCopied ? 'success' : 'warning' })
  }
}
