import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Ellipsis, Eye, Pencil, Trash2 } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'
import { RemoveDialog } from './remove-dialog.tsx'

interface RowActionsProps {
  readonly part: ResourcePart
  readonly record: Readonly<Record<string, unknown>>
}

/** What can be done with one row: edit while it is under the pointer or in focus, more always. */
export function RowActions({ part: { resource, may }, record }: RowActionsProps) {
  const say = useSay()
  const navigate = useNavigate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isAsked, setAsked] = useState(false)
  const id = String(record['id'])
  const here = `/${resource.name}/${encodeURIComponent(id)}`
  // The row leads somewhere when it is clicked; its buttons lead elsewhere.
  const apart = (then: () => void) => (event: MouseEvent) => {
    event.stopPropagation()
    setAnchor(null)
    then()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps clicks within from reaching the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row itself listens to no key
    <div className="row-actions" onClick={event => event.stopPropagation()}>
      {may.includes('edit') && (
        <IconButton
          size="small"
          className="row-action-quiet"
          aria-label={say('list.edit')}
          onClick={apart(() => navigate(here))}
        >
          <Pencil />
        </IconButton>
      )}
      <IconButton
        size="small"
        aria-label={say('list.moreActions')}
        aria-haspopup="menu"
        onClick={event => {
          event.stopPropagation()
          setAnchor(event.currentTarget)
        }}
      >
        <Ellipsis />
      </IconButton>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)} slotProps={{ paper: { className: 'menu' } }}>
          <MenuItem onClick={apart(() => navigate(`${here}/show`))}>
            <Eye aria-hidden /> {say('list.view')}
          </MenuItem>
          {may.includes('edit') && (
            <MenuItem onClick={apart(() => navigate(here))}>
              <Pencil aria-hidden /> {say('list.edit')}
            </MenuItem>
          )}
          {may.includes('delete') && (
            <MenuItem onClick={apart(() => setAsked(true))}>
              <Trash2 aria-hidden /> {say('list.delete')}
            </MenuItem>
          )}
        </Menu>
      )}
      {isAsked && <RemoveDialog name={resource.name} ids={[id]} onClose={() => setAsked(false)} />}
    </div>
  )
}
