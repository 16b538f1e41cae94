import Button from '@mui/material/Button'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../words/i18n.ts'

/** Link to the form of a new record. */
export function NewButton({ name }: { name: string }) {
  const translate = useTranslation()
  return (
    <Button variant="contained" color="primary" component={Link} to={`/${name}/create`} startIcon={<Plus />}>
      {translate('list.new')}
    </Button>
  )
}
