import Button from '@mui/material/Button'
import { Trash2, X } from 'lucide-react'
import { useListContext } from 'ra-core'
import { useState } from 'react'
import type { ResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'
import { RemoveDialog } from './remove-dialog.tsx'

/** As many as one call of the server hands out. */
const mostSelected = 200

/** What can be done with the rows that are selected. */
export function SelectionBar({ part }: { part: ResourcePart }) {
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
