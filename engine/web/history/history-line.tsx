import Button from '@mui/material/Button'
import { GitCompare } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { isCreation } from '../../model/creation.ts'
import { useHistory } from '../data/history.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useRefusalReasons } from '../record/allowed.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { HistoryEntryShown } from './history-entry.tsx'
import { useReferenceNames } from './reference-names.ts'
import { shownValues } from './shown-changes.ts'
import { type Version, type VersionValues, versionsOf } from './versions.ts'
import './history-line.css'

const CompareDialog = lazy(() => import('./compare-dialog.tsx').then(module => ({ default: module.CompareDialog })))
const RestoreDialog = lazy(() => import('./restore-dialog.tsx').then(module => ({ default: module.RestoreDialog })))

type Opened =
  | { readonly kind: 'compare'; readonly older?: number; readonly newer?: number }
  | { readonly kind: 'restore'; readonly version: Version }

/** The timeline of a record's changes, the newest first, with comparison and restore of versions. */
export function HistoryLine({ part, record }: { part: ResourcePart; record: VersionValues & { readonly id: string } }) {
  const { resource, may } = part
  const translate = useTranslation(recordWords)
  const history = useHistory(resource.name, record.id, record['version'])
  const { entries } = history
  const versions = useMemo(
    () => (entries ? versionsOf(record, entries, !history.hasMore) : []),
    [record, entries, history.hasMore],
  )
  const names = useReferenceNames(
    part,
    useMemo(() => shownValues(part, entries ?? []), [part, entries]),
  )
  const [opened, open] = useState<Opened>()
  const close = () => open(undefined)
  const whyNot = useRefusalReasons(part, record)
  const mayRestore = may.includes('edit') && whyNot.edit === undefined

  return (
    <section className="history pt-20 pb-24 px-24 p-16-phone" aria-label={translate('history.title')}>
      <header className="history-head row spread min-h-28 mb-14">
        <h2>{translate('history.title')}</h2>
        {versions.length > 1 && (
          <Button
            size="small"
            variant="text"
            color="inherit"
            startIcon={<GitCompare size={16} />}
            onClick={() => open({ kind: 'compare' })}
          >
            {translate('history.compare')}
          </Button>
        )}
      </header>
      {history.error && (
        <p className="quiet text-12 num mb-12" role="status">
          {translate('history.failed')}{' '}
          <button type="button" className="link" onClick={history.refetch}>
            {translate('history.retry')}
          </button>
        </p>
      )}
      {entries?.length === 0 && <p className="quiet text-12 num mb-12">{translate('history.none')}</p>}
      {entries && entries.length > 0 && (
        <ol>
          {entries.map(entry => {
            const version = versions.find(one => one.entry === entry)
            const isLatest = version === versions[0]
            return (
              <HistoryEntryShown
                key={entry.id}
                part={part}
                record={record}
                entry={entry}
                names={names}
                isOpen={!isCreation(entry.operation)}
                {...(version &&
                  !isLatest && {
                    onCompare: () => open({ kind: 'compare', older: version.version }),
                    ...(mayRestore && { onRestore: () => open({ kind: 'restore', version }) }),
                  })}
              />
            )
          })}
        </ol>
      )}
      {history.hasMore && (
        <Button
          className="muted!"
          size="small"
          variant="text"
          color="inherit"
          loading={history.isLoadingMore}
          onClick={history.loadMore}
        >
          {translate('history.more')}
        </Button>
      )}
      <Suspense fallback={null}>
        {opened?.kind === 'compare' && (
          <CompareDialog
            part={part}
            versions={versions}
            {...(opened.older !== undefined && { older: opened.older })}
            {...(mayRestore && { onRestore: (version: Version) => open({ kind: 'restore', version }) })}
            onClose={close}
          />
        )}
        {opened?.kind === 'restore' && (
          <RestoreDialog part={part} record={record} version={opened.version} onClose={close} />
        )}
      </Suspense>
    </section>
  )
}
