import Button from '@mui/material/Button'
import { Upload } from 'lucide-react'
import { Link } from 'react-router'
import { addressOf } from '../data/addresses.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { mayImport } from './importable.ts'

/** Link to the import of a resource; needs the right to import. */
export function ImportButton({ part }: { part: ResourcePart }) {
  const translate = useTranslation()
  if (!mayImport(part)) return null
  return (
    <Button
      variant="outlined"
      color="inherit"
      component={Link}
      to={addressOf(part.resource, 'import')}
      startIcon={<Upload />}
    >
      {translate('importing.open')}
    </Button>
  )
}
