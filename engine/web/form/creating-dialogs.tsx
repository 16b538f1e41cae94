import { memo, useSyncExternalStore } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { RecordFormDialog } from './record-dialog.tsx'

/** The forms of records that are created from within another form; a saved record is chosen there. */
export const CreatingDialogs = memo(function CreatingDialogs() {
  const { creating } = useEngine()
  const all = useSyncExternalStore(creating.watch, creating.now)
  return all.map(({ key, resource, presets, end }) => (
    <RecordFormDialog
      key={key}
      resource={resource}
      presets={presets}
      onClose={() => end()}
      onSaved={({ id }, label) => end({ id, label })}
    />
  ))
})
