import Button from '@mui/material/Button'
import { ArchiveRestore, X } from 'lucide-react'
import { useListContext } from 'ra-core'
import { lazy, Suspense, useState } from 'react'
import type { ResourcePart } from '../data/resource-part.ts'
import { useRemoval } from '../data/use-removal.tsx'
import { useExactTotal } from '../list/list-total.ts'
import { useSelection } from '../list/selection.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'

const RestoreMany = lazy(() => import('./restore-many.tsx').then(found => ({ default: found.RestoreMany })))

/** The bar over deleted rows: their count, or the count of selected ones and their restore button. */
export function BinBar({ part }: { part: ResourcePart }) {
  const translate = useTranslation(workWords)
  const { total = 0, data: shown = [] } = useListContext()
  const { text, smart_count } = useExactTotal()
  const selection = useSelection()
  const [isAsking, setAsking] = useState(false)
  const removal = useRemoval(part.resource.name)
  const { isAll, ids, selected } = selection
  const restore = async () => {
    if (isAll || ids.length > 1) return setAsking(true)
    if (await removal.restore(ids)) selection.clear()
  }
  if (!isAll && ids.length === 0 && !isAsking) {
    return (
      <div className="list-bar gap-4 fixed ruled num wrap tap-44 inset">
        <span>{text && translate('list.total', { total: text, smart_count })}</span>
        <span className="quiet ml-12 hidden-phone">{translate('bin.help')}</span>
      </div>
    )
  }
  const count = isAll ? text : figure(ids.length)
  return (
    <div
      className="list-bar gap-4 fixed ruled num wrap tap-44 inset"
      data-selected="true"
      role="toolbar"
      aria-label={translate('bin.open')}
    >
      <strong aria-live="polite">{translate('list.selected', { smart_count: count })}</strong>
      {!isAll && ids.length < total && (
        <button type="button" className="link" onClick={selection.selectAll}>
          {translate('list.selectAll', { total: text, smart_count })}
        </button>
      )}
      <span className="list-bar-line edge" />
      <Button
        variant="text"
        size="small"
        startIcon={<ArchiveRestore />}
        disabled={isAsking}
        onClick={() => void restore()}
      >
        {translate('bin.restore')}
      </Button>
      <span className="room" />
      <Button variant="text" size="small" startIcon={<X />} onClick={selection.clear}>
        {translate('list.clear')}
      </Button>
      {isAsking && (
        <Suspense>
          <RestoreMany
            part={part}
            selected={selected}
            count={count}
            isMany={isAll || ids.length > shown.length}
            onClose={keep => {
              setAsking(false)
              if (keep) selection.select(keep)
              else selection.clear()
            }}
            onCancel={() => setAsking(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
