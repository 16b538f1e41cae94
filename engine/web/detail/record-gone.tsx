import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileQuestionMark, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SheetLoading } from '../components/sheet-state.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { addressOf } from '../data/addresses.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ViewedEntry } from '../data/history.ts'
import { RequestFault } from '../data/request-fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useRemoval } from '../data/use-removal.tsx'
import { useTab } from '../frame/tab-context.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'

interface RecordGoneProps {
  readonly part: ResourcePart
  readonly id: string
  readonly error: unknown
}

/**
 * A record that was not found: deleted, with its user and a restore button if permitted; or never visible to this user.
 */
export function RecordGone({ part, id, error }: RecordGoneProps) {
  const { resource, language, may } = part
  const translate = useTranslation(recordWords)
  const tab = useTab()
  const navigate = useNavigate()
  const last = useLastChange(resource.name, id)
  const restoring = useRestoring(resource.name, id)
  const title = resource.title[language]
  const list = addressOf(resource, 'list')
  const toList = () => (tab ? tab.leaveFor(list) : void navigate(list))
  if (last.isPending) return <SheetLoading />
  if (last.data?.operation !== 'remove')
    return (
      <StatePanel
        icon={<FileQuestionMark />}
        title={error instanceof RequestFault ? error.message : translate('detail.goneTitle', { resource: title })}
        help={translate('detail.goneHelp')}
      >
        <Button onClick={toList}>{translate('detail.toList')}</Button>
      </StatePanel>
    )
  const who = last.data.userName ?? translate('history.system')
  return (
    <StatePanel
      icon={<Trash2 />}
      title={translate('detail.deletedTitle', { resource: title })}
      help={translate(may.includes('delete') ? 'detail.deletedHelp' : 'detail.deletedBy', { who, at: last.data.at })}
    >
      {may.includes('delete') && (
        <Button startIcon={<Undo2 />} loading={restoring.isBusy} onClick={restoring.restore}>
          {translate('detail.restore')}
        </Button>
      )}
      <Button variant="text" onClick={toList}>
        {translate('detail.toList')}
      </Button>
    </StatePanel>
  )
}

/** The last change of a record, deleted or not; null if the user may not see it. */
function useLastChange(resource: string, id: string) {
  const { session } = useEngine()
  return useQuery({
    queryKey: [resource, 'last', id],
    queryFn: async ({ signal }) => {
      const path = `/api/engine/history/${resource}/${encodeURIComponent(id)}`
      try {
        const [entry] = await session.call<readonly ViewedEntry[]>(path, { query: { size: 1 }, signal })
        return entry ?? null
      } catch (error) {
        if (error instanceof RequestFault) return null
        throw error
      }
    },
    gcTime: 0,
  })
}

/** Restores a deleted record, and refetches it. */
function useRestoring(resource: string, id: string) {
  const removal = useRemoval(resource)
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const restore = async () => {
    setBusy(true)
    if (await removal.restore([id])) await queries.invalidateQueries({ queryKey: [resource] })
    setBusy(false)
  }
  return { isBusy, restore: () => void restore() }
}
