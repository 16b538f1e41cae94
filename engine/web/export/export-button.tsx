import Button from '@mui/material/Button'
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'

const ExportDialog = lazy(() => import('./export-dialog.tsx').then(found => ({ default: found.ExportDialog })))

interface ExportButtonProps {
  readonly part: ResourcePart
  /** The selected rows; without them, the dialog offers all matching rows. */
  readonly ids?: readonly (string | number)[]
  /** Small and without a border, as in a toolbar. */
  readonly isQuiet?: boolean
}

/** Opens the dialog that exports a list; needs the right to export. Used inside a list. */
export function ExportButton({ part, ids, isQuiet }: ExportButtonProps) {
  const translate = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (!part.may.includes('export')) return null
  return (
    <>
      <Button
        {...(isQuiet ? { variant: 'text', size: 'small' } : { variant: 'outlined', color: 'inherit' })}
        startIcon={<Download />}
        onClick={() => setOpen(true)}
      >
        {translate('exporting.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog part={part} {...(ids && { ids: ids.map(String) })} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
