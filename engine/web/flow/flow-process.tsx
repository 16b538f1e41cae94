import { useMemo, useState } from 'react'
import type { FlowDefinitionView, FlowInstanceView } from '../../model/flow-views.ts'
import { SheetDialog } from '../components/dialog.tsx'
import { Segment, Segments } from '../components/segments.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
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
  const id = isInstance ? { processInstanceId: of.processInstanceId } : { processDefinitionId: of.processDefinitionId }
  const view = useFlowQuery<{ readonly xml: string; readonly flow?: readonly FlowEntry[] }>(
    '/api/blade-flow/process/model-view',
    id,
  )
  const history = useFlowQuery<readonly FlowEntry[]>('/api/blade-flow/process/history-flow-list', id, isInstance)
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

/** The diagram over the page. */
export const ProcessDialog = ({
  title,
  onClose,
  ...process
}: FlowProcessProps & { readonly title: string; onClose(): void }) => (
  <SheetDialog title={title} width={1000} onClose={onClose}>
    <FlowProcess {...process} />
  </SheetDialog>
)

interface DefinitionDialogProps {
  readonly definition: Pick<FlowDefinitionView, 'id' | 'key' | 'name'>
  /** With all versions, which administrators read. */
  readonly hasVersions?: boolean
  onClose(): void
}

/** The diagram of a deployed process, in each of its versions with the number of instances that run on it. */
export function DefinitionDialog({
  definition: { id, key, name },
  hasVersions = false,
  onClose,
}: DefinitionDialogProps) {
  const words = useFlowWords()
  const [shown, show] = useState(id)
  const { data: versions = [] } = useFlowQuery<readonly FlowDefinitionView[]>(
    `definitions/${encodeURIComponent(key)}/versions`,
    {},
    hasVersions,
  )
  return (
    <SheetDialog title={name || key} width={1000} onClose={onClose}>
      {versions.length > 0 && (
        <Segments label={words('version')}>
          {versions.map(one => (
            <Segment key={one.id} isOn={one.id === shown} onChoose={() => show(one.id)}>
              v{one.version}, {words('runningCount', { count: one.running ?? 0 })}
            </Segment>
          ))}
        </Segments>
      )}
      <FlowProcess of={{ processDefinitionId: shown }} />
    </SheetDialog>
  )
}
