import Button from '@mui/material/Button'
import { Columns3 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'

const ColumnsPanel = lazy(() => import('./columns-panel.tsx').then(module => ({ default: module.ColumnsPanel })))

/** Opens the panel of column settings. */
export function ColumnsButton({ part }: { part: ResourcePart }) {
  const translate = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        variant="text"
        size="small"
        startIcon={<Columns3 />}
        aria-haspopup="dialog"
        onClick={event => setAnchor(event.currentTarget)}
      >
        {translate('columns.open')}
      </Button>
      {anchor && (
        <Suspense>
          <ColumnsPanel part={part} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
