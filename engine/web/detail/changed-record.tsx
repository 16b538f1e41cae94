import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { Stored } from '../data/delivery.ts'
import { useEngine } from '../data/engine-context.ts'
import { useRefetch } from '../data/use-refetch.ts'
import { useTranslation } from '../words/i18n.ts'

const ChangedChip = lazy(() => import('../components/changed-chip.tsx').then(found => ({ default: found.ChangedChip })))

/** Reports that another user changed the record that is on the screen, and shows the change when it is pressed. */
export function ChangedRecord({ resource, record }: { resource: string; record: Stored }) {
  const translate = useTranslation()
  const { changes } = useEngine()
  const refetch = useRefetch()
  const { id, version } = record
  const [seen, setSeen] = useState(() => changes.position())
  const isChanged = useSyncExternalStore(changes.subscribe, () => changes.has(resource, id, seen))
  useEffect(() => changes.want(resource), [changes, resource])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version contains the changes so far
  useEffect(() => setSeen(changes.position()), [changes, version])
  const refresh = () => {
    setSeen(changes.position())
    refetch()
  }
  return (
    <span role="status">
      {isChanged && (
        <Suspense>
          <ChangedChip text={translate('list.changedRecord')} onPress={refresh} />
        </Suspense>
      )}
    </span>
  )
}
