import Button from '@mui/material/Button'
import { AlignJustify, Columns3, Rows3, X } from 'lucide-react'
import { useListContext } from 'ra-core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useChoices } from '../data/use-choices.ts'
import { useExactTotal } from '../list/list-total.ts'
import { useListView } from '../list/list-view.tsx'
import { useSelection } from '../list/selection.ts'
import { useListKind, useListKinds } from '../list/use-list-kind.ts'
import type { ListChanges } from '../list/use-row-changes.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { ChangedRows } from './changed-rows.tsx'
import { hasCollectionSteps } from './has-collection-steps.ts'

// They evaluate conditions, and most lists have none.
const CollectionButtons = lazy(() =>
  import('./collection-buttons.tsx').then(found => ({ default: found.CollectionButtons })),
)

const KindButtons = lazy(() => import('./kind-buttons.tsx').then(found => ({ default: found.KindButtons })))

/** The toolbar above the rows; while rows are selected, their operations replace it, so that no row moves. */
export function ListToolbar({ part, changes }: ListToolbarProps) {
  const { isAll, ids } = useSelection()
  const Bar = isAll || ids.length > 0 ? SelectionBar : ToolBar
  return (
    <Bar part={part}>
      <ChangedRows changes={changes} />
    </Bar>
  )
}

interface ListToolbarProps {
  readonly part: ResourcePart
  readonly changes: ListChanges
}

function ToolBar({ part, children }: { part: ResourcePart; children: ReactNode }) {
  const translate = useTranslation()
  const { preferences } = useEngine()
  const { density } = useChoices(preferences)
  const { text, smart_count } = useExactTotal()
  const { total = 0, perPage } = useListContext()
  const kinds = useListKinds(part.resource)
  const isTable = useListKind(part.resource) === undefined
  const isCompact = density === 'compact'
  return (
    <div
      className="list-bar gap-4 fixed ruled num wrap tap-44 inset"
      role="toolbar"
      aria-label={part.resource.titles[part.language]}
    >
      {/* The pager of several pages has the total. */}
      <span>{text && total <= perPage && translate('list.total', { total: text, smart_count })}</span>
      {part.bin && <span className="quiet ml-12">{part.bin.help}</span>}
      {children}
      <span className="room" />
      {kinds.length > 0 && !part.bin && (
        <Suspense>
          <KindButtons part={part} />
        </Suspense>
      )}
      {isTable && <HiddenColumns />}
      {hasCollectionSteps(part) && (
        <Suspense>
          <CollectionButtons part={part} />
        </Suspense>
      )}
      {isTable && (
        <>
          <Button
            variant="text"
            size="small"
            aria-label={translate(isCompact ? 'list.compact' : 'list.comfortable')}
            startIcon={isCompact ? <AlignJustify /> : <Rows3 />}
            onClick={() => preferences.write({ density: isCompact ? 'comfortable' : 'compact' })}
          >
            {translate('look.density')}
          </Button>
          {!part.bin && <ColumnsButton part={part} />}
        </>
      )}
    </div>
  )
}

/** The number of hidden columns, with a button that shows all of them until the user fits them again. */
function HiddenColumns() {
  const translate = useTranslation()
  const { hidden, isUnfitted, setUnfitted, plan } = useListView()
  if (plan.isChosen || (hidden === 0 && !isUnfitted)) return null
  return (
    <Button
      variant="text"
      size="small"
      aria-pressed={isUnfitted}
      title={translate(isUnfitted ? 'list.fitColumns' : 'list.showColumns')}
      onClick={() => setUnfitted(!isUnfitted)}
    >
      {isUnfitted ? translate('list.fitColumns') : translate('list.hiddenColumns', { smart_count: hidden })}
    </Button>
  )
}

const BulkOperations = lazy(() =>
  import('../bulk/bulk-operations.tsx').then(found => ({ default: found.BulkOperations })),
)

/** The number of selected rows, a button that selects all matching rows, and the operations. */
function SelectionBar({ part, children }: { part: ResourcePart; children: ReactNode }) {
  const translate = useTranslation()
  const { total = 0 } = useListContext()
  const { text } = useExactTotal()
  const selection = useSelection()
  const count = selection.isAll ? text : figure(selection.ids.length)
  return (
    <div
      className="list-bar gap-4 fixed ruled num wrap tap-44 inset"
      data-selected="true"
      role="toolbar"
      aria-label={part.resource.titles[part.language]}
    >
      <strong aria-live="polite">{translate('list.selected', { smart_count: count })}</strong>
      {!selection.isAll && selection.ids.length < total && (
        <button type="button" className="link" onClick={selection.selectAll}>
          {translate('list.selectAll', { total: text })}
        </button>
      )}
      {children}
      <Suspense fallback={<span className="room" />}>
        <BulkOperations part={part} selection={selection} count={count} />
      </Suspense>
      <Button variant="text" size="small" startIcon={<X />} onClick={selection.clear}>
        {translate('list.clear')}
      </Button>
    </div>
  )
}

const ColumnsPanel = lazy(() => import('../list/columns-panel.tsx').then(module => ({ default: module.ColumnsPanel })))

/** Opens the panel of column settings. */
function ColumnsButton({ part }: { part: ResourcePart }) {
  const translate = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        variant="text"
        size="small"
        startIcon={<Columns3 />}
        aria-haspopup="dialog"
        onClick={event => setAnchor(event.currentTarget)}
      >
        {translate('columns.open')}
      </Button>
      {anchor && (
        <Suspense>
          <ColumnsPanel part={part} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
