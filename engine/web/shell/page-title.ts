import { useEffect } from 'react'
import { useBrand } from '../frame/brand-context.ts'
import { useLocalized } from '../words/i18n.ts'
import { usePageName } from './tab-title.ts'

/** Sets the browser's title: the visible page, and the name of the application. */
export function usePageTitle(page: string): void {
  const { name } = useBrand()
  const localized = useLocalized()
  const product = localized(name)
  useEffect(() => {
    document.title = page ? `${page} · ${product}` : product
  }, [page, product])
}

/**
 * Sets the browser's title for a page by its address; a component of its own, so that the frame is not rendered again when the name is
 * loaded.
 */
export function PageTitle({ page }: { readonly page: string }): null {
  usePageTitle(usePageName(page))
  return null
}
