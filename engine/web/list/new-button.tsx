import Button from '@mui/material/Button'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useSay } from '../words/i18n.ts'

/** Leads to the form of a new record. */
export function NewButton({ name }: { name: string }) {
  const say = useSay()
  return (
    <Button variant="contained" color="primary" component={Link} to={`/${name}/create`} startIcon={<Plus />}>
      {say('list.new')}
    </Button>
  )
}
