import IconButton from '@mui/material/IconButton'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'

// The steps depend on rules, which are loaded after the first rows.
const RowButtons = lazy(() => import('./row-buttons.tsx').then(found => ({ default: found.RowButtons })))

interface RowActionsProps {
  readonly part: ResourcePart
  readonly record: Readonly<Record<string, unknown>>
  /** The menu was opened before its code was loaded. */
  readonly isWanted?: boolean
}

/** The actions of one row: its next step and edit while hovered or focused; the menu button always. */
export function RowActions({ part, record, isWanted = false }: RowActionsProps) {
  const translate = useTranslation()
  const [isPressed, setPressed] = useState(isWanted)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps clicks within from reaching the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row itself listens to no key
    <div className="row-actions" onClick={event => event.stopPropagation()}>
      <Suspense
        fallback={
          <IconButton
            size="small"
            aria-label={translate('list.moreActions')}
            aria-haspopup="menu"
            // The buttons load on press, so the press event may have no release.
            onPointerDown={() => setPressed(true)}
            onClick={() => setPressed(true)}
          >
            <Ellipsis />
          </IconButton>
        }
      >
        <RowButtons part={part} record={record} isOpen={isPressed} />
      </Suspense>
    </div>
  )
}
