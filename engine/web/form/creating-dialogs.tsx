import { useQueryClient } from '@tanstack/react-query'
import { memo, useSyncExternalStore } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { resourceEntryOf } from '../data/model-source.ts'
import { RecordFormDialog } from './record-dialog.tsx'

/** The forms of records that are created from within another form; a saved record is chosen there. */
export const CreatingDialogs = memo(function CreatingDialogs() {
  const { session, creating } = useEngine()
  const queries = useQueryClient()
  const all = useSyncExternalStore(creating.watch, creating.now)
  return all.map(({ key, resource, presets, end }) => (
    <RecordFormDialog
      key={key}
      resource={resource}
      presets={presets}
      onClose={() => end()}
      onSaved={async record => {
        const { display } = await resourceEntryOf(session, queries, resource)
        end({ id: String(record.id), label: String(record[`${display}Name`] ?? record[display] ?? record.id) })
      }}
    />
  ))
})
