import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { ArchiveRestore } from 'lucide-react'
import { Link } from 'react-router'
import type { ResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'

/** Leads from a list to its deleted rows, for whoever may delete. Lines lie in their master's bin. */
export function BinButton({ part: { resource, may } }: { part: ResourcePart }) {
  const say = useSay()
  if (!may.includes('delete') || resource.partOf) return null
  return (
    <Tooltip title={say('bin.open')}>
      <IconButton component={Link} to={`/${resource.name}/bin`} aria-label={say('bin.open')}>
        <ArchiveRestore size={16} />
      </IconButton>
    </Tooltip>
  )
}
