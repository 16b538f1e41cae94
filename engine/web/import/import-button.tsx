import Button from '@mui/material/Button'
import { Upload } from 'lucide-react'
import { Link } from 'react-router'
import type { ResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'
import { isImportable } from './import-view.ts'

/** Leads to the import of a resource, for whoever may. */
export function ImportButton({ part: { resource, may } }: { part: ResourcePart }) {
  const say = useSay()
  if (!may.includes('import') || !may.includes('add') || !isImportable(resource)) return null
  return (
    <Button variant="outlined" color="inherit" component={Link} to={`/${resource.name}/import`} startIcon={<Upload />}>
      {say('importing.open')}
    </Button>
  )
}
