import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { X } from 'lucide-react'
import { useId, useMemo } from 'react'
import type { FlowInstanceView } from '../../model/flow-views.ts'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { useShell } from '../frame/shell-context.ts'
import { useFlowQuery } from './flow-calls.ts'
import { FlowDiagram } from './flow-diagram.tsx'
import type { FlowEntry } from './flow-steps.ts'
import { useFlowWords } from './flow-words.ts'

interface FlowProcessProps {
  /** An instance with what it reached, or a definition. */
  readonly of: { readonly processInstanceId: string } | { readonly processDefinitionId: string }
  /** The open tasks of the instance: the history lacks those that no user has claimed. */
  readonly open?: FlowInstanceView['tasks']
}

/** The diagram of an instance or of a definition, with what was reached. */
export function FlowProcess({ of, open = noTasks }: FlowProcessProps) {
  const isInstance = 'processInstanceId' in of
  const view = useFlowQuery<{ readonly xml: string; readonly flow?: readonly FlowEntry[] }>(
    '/api/blade-flow/process/model-view',
    of,
  )
  const history = useFlowQuery<readonly FlowEntry[]>('/api/blade-flow/process/history-flow-list', of, isInstance)
  const { data: past = none } = history
  const steps = useMemo(() => [...past, ...open.filter(({ assignee }) => !assignee).map(unclaimed)], [past, open])
  const retry = () => {
    void view.refetch()
    if (isInstance) void history.refetch()
  }
  const error = view.error ?? history.error
  if (error) return <SheetFault error={error} retry={retry} />
  if (!view.data || (isInstance && !history.data)) return <SheetLoading />
  return <FlowDiagram xml={view.data.xml} marks={view.data.flow ?? none} steps={steps} />
}

const none: readonly FlowEntry[] = []
const noTasks: FlowInstanceView['tasks'] = []

const unclaimed = ({ element, name, candidates, createdAt }: FlowInstanceView['tasks'][number]): FlowEntry => ({
  historyActivityId: element,
  historyActivityType: 'candidate',
  historyActivityName: name,
  assigneeName: candidates.join(', '),
  createTime: createdAt,
  endTime: '',
})

/** The diagram over the page, 70 % wide. */
export function FlowDialog({
  title,
  onClose,
  ...process
}: FlowProcessProps & { readonly title: string; onClose(): void }) {
  const words = useFlowWords()
  const { isPhone } = useShell()
  const id = useId()
  return (
    <Dialog
      open
      fullScreen={isPhone}
      maxWidth={false}
      aria-labelledby={id}
      onClose={onClose}
      slotProps={{ paper: { className: 'flow-dialog' } }}
    >
      <DialogTitle id={id} className="row spread">
        {title}
        <IconButton aria-label={words('dismiss')} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </DialogTitle>
      <DialogContent className="flow-dialog-content">
        <FlowProcess {...process} />
      </DialogContent>
    </Dialog>
  )
}
