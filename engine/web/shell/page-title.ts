import { useEffect } from 'react'
import { useModelIndex } from '../data/resource-part.ts'
import { useSaid, useSay } from '../i18n.ts'
import { useBrand } from './brand-context.ts'

/** Writes the browser's title: the resource that the address names, and the product. */
export function usePageTitle(pathname: string): void {
  const { title } = useBrand()
  const index = useModelIndex()
  const said = useSaid()
  const say = useSay()
  const name = pathname.split('/')[1]
  const entry = index?.resources.find(one => one.name === name)
  const page = entry ? said(entry.title) : pathname === '/' ? say('shell.home') : ''
  const product = said(title)
  useEffect(() => {
    document.title = page ? `${page} · ${product}` : product
  }, [page, product])
}
