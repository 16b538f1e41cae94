import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { ArchiveRestore } from 'lucide-react'
import { Link } from 'react-router'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'

/** Leads from a list to its deleted rows, for whoever may. */
export function BinButton({ part }: { part: ResourcePart }) {
  const translate = useTranslation()
  if (!hasBin(part)) return null
  return (
    <Tooltip title={translate('bin.open')}>
      <IconButton component={Link} to={`/${part.resource.name}/bin`} aria-label={translate('bin.open')}>
        <ArchiveRestore size={16} />
      </IconButton>
    </Tooltip>
  )
}

/** Whether this person has a bin to look into: whoever may delete. Lines lie in their master's. */
export const hasBin = ({ resource, may }: ResourcePart): boolean => may.includes('delete') && !resource.partOf
