import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ArchiveRestore, Ellipsis, History } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { hasBin } from '../bin/has-bin.ts'
import { addressOf } from '../data/addresses.ts'
import { operationsAddress } from '../data/operations.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'

/** The menu of a list's header: its recent operations, and its bin. */
export function ListMenu({ part }: { part: ResourcePart }) {
  const translate = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        aria-label={translate('list.moreActions')}
        aria-haspopup="menu"
        onClick={event => setAnchor(event.currentTarget)}
      >
        <Ellipsis size={16} />
      </IconButton>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)} slotProps={{ paper: { className: 'menu' } }}>
          <MenuItem component={Link} to={operationsAddress(part.resource.name)}>
            <History aria-hidden /> {translate('operations.title')}
          </MenuItem>
          {hasBin(part) && (
            <MenuItem component={Link} to={addressOf(part.resource, 'bin')}>
              <ArchiveRestore aria-hidden /> {translate('bin.open')}
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  )
}
