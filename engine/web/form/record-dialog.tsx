import { lazy, Suspense } from 'react'
import type { RecordFormDialogProps } from './record-dialog-sheet.tsx'

const Sheet = lazy(() => import('./record-dialog-sheet.tsx').then(module => ({ default: module.RecordDialogSheet })))

/** A record's form in a dialog, from wherever it is wanted; fetched when it is first opened. */
export function RecordFormDialog(props: RecordFormDialogProps) {
  return (
    <Suspense>
      <Sheet {...props} />
    </Suspense>
  )
}
