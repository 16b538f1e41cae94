import Button from '@mui/material/Button'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { bindNamed } from '../../model/names.ts'
import type { Stored } from '../data/delivery.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useRefusalReasons } from '../record/allowed.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { BindDialog } from './bind-dialog.tsx'

interface BindButtonProps {
  readonly part: ResourcePart
  readonly record: Stored
  /** The name of the bind. */
  readonly name: string
}

/** Opens the choice of the linked records, for users who may write the bind. */
export function BindButton({ part, record, name }: BindButtonProps) {
  const translate = useTranslation(recordWords)
  const { edit: reason } = useRefusalReasons(part, record)
  const [isOpen, setOpen] = useState(false)
  const bind = bindNamed(part.resource, name)
  if (!bind || !['edit', name].every(operation => part.may.includes(operation))) return null
  return (
    <>
      <Button
        size="small"
        variant="text"
        color="inherit"
        startIcon={<ListChecks size={16} />}
        disabled={reason !== undefined}
        title={reason}
        onClick={() => setOpen(true)}
      >
        {translate('bind.choose')}
      </Button>
      {isOpen && <BindDialog part={part} record={record} bind={bind} onClose={() => setOpen(false)} />}
    </>
  )
}
