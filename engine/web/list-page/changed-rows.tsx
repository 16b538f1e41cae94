import { lazy, Suspense } from 'react'
import { maxCounted } from '../data/row-changes.ts'
import type { ListChanges } from '../list/use-row-changes.ts'
import { useTranslation } from '../words/i18n.ts'

const ChangedChip = lazy(() => import('../components/changed-chip.tsx').then(found => ({ default: found.ChangedChip })))

/**
 * Reports rows that other users changed, and refreshes the list. The element is there from the beginning, so that
 * screen readers announce its content.
 */
export function ChangedRows({ changes: { count, refresh } }: { changes: ListChanges }) {
  const translate = useTranslation()
  const figure = count >= maxCounted ? `${maxCounted - 1}+` : count
  const text = count < 0 ? translate('list.mayHaveChanged') : translate('list.changedRows', { count: figure })
  return (
    <span role="status">
      {count !== 0 && (
        <Suspense>
          <ChangedChip text={text} onPress={refresh} />
        </Suspense>
      )}
    </span>
  )
}
