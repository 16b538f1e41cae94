import Button from '@mui/material/Button'
import { AlignJustify, Rows3, Trash2, X } from 'lucide-react'
import { useListContext, useNotify } from 'ra-core'
import { useState } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { useChoices } from '../data/preferences.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'
import { useExactTotal } from './list-total.ts'
import { RemoveDialog } from './remove-dialog.tsx'

/** The bar over the rows; while rows are selected it speaks of them, in the same place and height. */
export function ListToolbar({ part }: { part: ResourcePart }) {
  const { selectedIds } = useListContext()
  return selectedIds.length > 0 ? <SelectionBar part={part} /> : <ToolBar part={part} />
}

function ToolBar({ part }: { part: ResourcePart }) {
  const say = useSay()
  const notify = useNotify()
  const { preferences } = useEngine()
  const { density } = useChoices(preferences)
  const { text } = useExactTotal()
  const isCompact = density === 'compact'
  return (
    <div className="list-bar" role="toolbar" aria-label={part.resource.title[part.language]}>
      <span>{text && say('list.total', { total: text })}</span>
      <span className="room" />
      {part.may.includes('delete') && (
        <Button
          variant="text"
          size="small"
          startIcon={<Trash2 />}
          onClick={() => notify('list.nothingSelected', { type: 'warning' })}
        >
          {say('list.delete')}
        </Button>
      )}
      <Button
        variant="text"
        size="small"
        startIcon={isCompact ? <AlignJustify /> : <Rows3 />}
        onClick={() => preferences.write({ density: isCompact ? 'comfortable' : 'compact' })}
      >
        {say(isCompact ? 'list.compact' : 'list.comfortable')}
      </Button>
    </div>
  )
}

/** As many as one call of the server hands out. */
const mostSelected = 200

function SelectionBar({ part }: { part: ResourcePart }) {
  const say = useSay()
  const { selectedIds, onUnselectItems, onSelectAll, total = 0 } = useListContext()
  const [isAsked, setAsked] = useState(false)
  return (
    <div className="list-bar" data-selected="true" role="toolbar">
      <strong>{say('list.selected', { smart_count: selectedIds.length })}</strong>
      {selectedIds.length < total && total <= mostSelected && (
        <button type="button" className="link" onClick={() => onSelectAll({ limit: mostSelected })}>
          {say('list.selectAll', { total })}
        </button>
      )}
      {part.may.includes('delete') && (
        <>
          <span className="list-bar-line" />
          <Button variant="text" size="small" color="error" startIcon={<Trash2 />} onClick={() => setAsked(true)}>
            {say('list.delete')}
          </Button>
        </>
      )}
      <span className="room" />
      <Button variant="text" size="small" startIcon={<X />} onClick={() => onUnselectItems()}>
        {say('list.clear')}
      </Button>
      {isAsked && <RemoveDialog name={part.resource.name} ids={selectedIds} onClose={() => setAsked(false)} />}
    </div>
  )
}
