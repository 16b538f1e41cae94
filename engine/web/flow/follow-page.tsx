import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { Waypoints } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { useBladePage, useFlowChange } from './flow-calls.ts'
import { FlowDialog } from './flow-process.tsx'
import { FlowTable } from './flow-table.tsx'
import { useFlowWords } from './flow-words.ts'

/** A row of `follow/list`. */
interface Running {
  readonly id: string
  readonly processDefinitionKey: string
  readonly processInstanceId: string
  readonly suspensionState: number
  readonly startUser: string
  readonly startTime: string
}

/** The running instances, which an administrator can end. */
export function FollowPage() {
  const words = useFlowWords()
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<Running>()
  const [ending, setEnding] = useState<Running>()
  const [reason, setReason] = useState('')
  const query = useBladePage<Running>('follow/list', page)
  const { mutate, isPending } = useFlowChange()
  const end = ({ processInstanceId }: Running) =>
    mutate(
      {
        path: '/api/blade-flow/follow/delete-process-instance',
        query: { processInstanceId, deleteReason: reason },
      },
      { onSuccess: () => setEnding(undefined) },
    )
  return (
    <>
      <ScreenHead title={words('follow')} />
      <div className="list-main">
        <FlowTable<Running>
          label={words('follow')}
          query={query}
          page={page}
          onPage={setPage}
          idOf={({ id }) => id}
          onOpen={setShown}
          empty={{ icon: <Waypoints />, title: words('noInstances'), help: words('noInstancesHelp') }}
          columns={[
            { title: words('process'), cell: ({ processDefinitionKey }) => processDefinitionKey },
            { title: words('starter'), width: 160, cell: ({ startUser }) => startUser },
            { title: words('startTime'), width: 190, cell: ({ startTime }) => startTime },
            {
              title: words('state'),
              width: 130,
              cell: ({ suspensionState }) => words(suspensionState === 1 ? 'active' : 'suspended'),
            },
          ]}
          actions={row => (
            <Button
              size="small"
              color="error"
              onClick={() => {
                setReason('')
                setEnding(row)
              }}
            >
              {words('endInstance')}
            </Button>
          )}
        />
      </div>
      {shown && (
        <FlowDialog
          title={shown.processDefinitionKey}
          of={{ processInstanceId: shown.processInstanceId }}
          onClose={() => setShown(undefined)}
        />
      )}
      {ending && (
        <ConfirmDialog
          title={words('endInstance')}
          text={words('endInstanceHelp')}
          confirm={words('endInstance')}
          isDestructive
          isBusy={isPending}
          onConfirm={() => end(ending)}
          onClose={() => setEnding(undefined)}
        >
          <TextField label={words('reason')} value={reason} onChange={event => setReason(event.target.value)} />
        </ConfirmDialog>
      )}
    </>
  )
}
