import IconButton from '@mui/material/IconButton'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'

// Which steps a row allows is for its rules to say, which the first rows of a list do not wait for.
const RowButtons = lazy(() => import('./row-buttons.tsx').then(found => ({ default: found.RowButtons })))

interface RowActionsProps {
  readonly part: ResourcePart
  readonly record: Readonly<Record<string, unknown>>
  /** The menu was opened before its code was loaded. */
  readonly isWanted?: boolean
}

/** What can be done with one row: its next step and edit while it is under the pointer or in focus, more always. */
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
            // Pressed before the buttons are there, it may be gone before it is let go.
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
