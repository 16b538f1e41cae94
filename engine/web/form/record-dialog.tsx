import { lazy, Suspense } from 'react'
import type { RecordFormDialogProps } from './record-dialog-sheet.tsx'

const Sheet = lazy(() => import('./record-dialog-sheet.tsx').then(module => ({ default: module.RecordDialogSheet })))

/** The form of a record in a dialog; its code is loaded when it is first opened. */
export function RecordFormDialog(props: RecordFormDialogProps) {
  return (
    <Suspense>
      <Sheet {...props} />
    </Suspense>
  )
}
