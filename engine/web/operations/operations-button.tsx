import IconButton from '@mui/material/IconButton'
import { History } from 'lucide-react'
import { Link } from 'react-router'
import { operationsAddress } from '../data/operations.ts'
import { useTranslation } from '../words/i18n.ts'

/** Link to the recent operations of a resource: all, or those of one kind. */
export function OperationsButton({ resource, kind = '' }: { resource: string; kind?: string }) {
  const translate = useTranslation()
  return (
    <IconButton
      data-hint={translate('operations.title')}
      component={Link}
      to={operationsAddress(resource, kind)}
      aria-label={translate('operations.title')}
    >
      <History size={16} />
    </IconButton>
  )
}
