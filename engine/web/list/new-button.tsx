import Button from '@mui/material/Button'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { Resource } from '../../model/model.ts'
import { addressOf } from '../data/addresses.ts'
import { useTranslation } from '../words/i18n.ts'

/** Opens the form of a new record. */
export function NewButton({ resource }: { resource: Resource }) {
  const translate = useTranslation()
  return (
    <Button
      variant="contained"
      color="primary"
      component={Link}
      to={addressOf(resource, 'create')}
      startIcon={<Plus />}
    >
      {translate('list.new')}
    </Button>
  )
}
