import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import { markPath, type ShownBrand } from '../../model/brand.ts'
import { indexKey, type ModelIndex } from './model-source.ts'
import { type OpenPages, openPagesKey } from './open-pages.ts'

/** The brand until the server has sent it. */
const unsent: ShownBrand = { name: { zh: '', en: '' }, mark: markPath }

/** The brand as the server sent it last, with the index or to a visitor; it changes when app.yaml is saved. */
export function useShownBrand(queries: QueryClient): ShownBrand {
  const last = useRef(unsent)
  return useSyncExternalStore(
    listener => queries.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    () => {
      const sent = queries.getQueryData<ModelIndex>(indexKey) ?? queries.getQueryData<OpenPages>(openPagesKey)
      // The index is removed at sign-out, before the pages for visitors are loaded.
      last.current = sent?.brand ?? last.current
      return last.current
    },
  )
}
