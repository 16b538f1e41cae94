import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { X } from 'lucide-react'
import { useId } from 'react'
import { useShell } from '../frame/shell-context.ts'
import { SheetFault, SheetLoading } from '../parts/sheet-state.tsx'
import { useFlowQuery } from './flow-calls.ts'
import { FlowDiagram } from './flow-diagram.tsx'
import type { FlowEntry } from './flow-steps.ts'
import { useFlowWords } from './flow-words.ts'

interface FlowProcessProps {
  /** An instance with what it reached, or a definition. */
  readonly of: { readonly processInstanceId: string } | { readonly processDefinitionId: string }
}

/** The diagram of an instance or of a definition, with what was reached. */
export function FlowProcess({ of }: FlowProcessProps) {
  const isInstance = 'processInstanceId' in of
  const view = useFlowQuery<{ readonly xml: string; readonly flow?: readonly FlowEntry[] }>(
    '/api/blade-flow/process/model-view',
    of,
  )
  const history = useFlowQuery<readonly FlowEntry[]>('/api/blade-flow/process/history-flow-list', of, isInstance)
  const retry = () => {
    void view.refetch()
    if (isInstance) void history.refetch()
  }
  const error = view.error ?? history.error
  if (error) return <SheetFault error={error} retry={retry} />
  if (!view.data || (isInstance && !history.data)) return <SheetLoading />
  return <FlowDiagram xml={view.data.xml} marks={view.data.flow ?? none} steps={history.data ?? none} />
}

const none: readonly FlowEntry[] = []

/** The diagram over the page, 70 % wide. */
export function FlowDialog({ title, of, onClose }: FlowProcessProps & { readonly title: string; onClose(): void }) {
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
        <FlowProcess of={of} />
      </DialogContent>
    </Dialog>
  )
}
