import IconButton from '@mui/material/IconButton'
import { ArchiveRestore } from 'lucide-react'
import { Link } from 'react-router'
import { isLines } from '../../model/lines.ts'
import { addressOf } from '../data/addresses.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'

/** Link from a list to its deleted rows; needs the right to delete. */
export function BinButton({ part }: { part: ResourcePart }) {
  const translate = useTranslation()
  if (!hasBin(part)) return null
  return (
    <IconButton
      data-hint={translate('bin.open')}
      component={Link}
      to={addressOf(part.resource, 'bin')}
      aria-label={translate('bin.open')}
    >
      <ArchiveRestore size={16} />
    </IconButton>
  )
}

/** Whether this user has a bin for the resource: the right to delete. Deleted lines are in the bin of their master. */
export const hasBin = ({ resource, may }: ResourcePart): boolean => may.includes('delete') && !isLines(resource)
