import { useMemo } from 'react'
import type { FlowDefinitionView, FlowHistoryEntry, FlowInstanceDetail } from '../../model/flow-views.ts'
import { SheetDialog } from '../components/dialog.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { useFlowQuery } from './flow-calls.ts'
import { FlowDiagram } from './flow-diagram.tsx'

interface FlowProcessProps {
  /** The id of the definition. */
  readonly definition: string
  /** The instance whose steps are drawn. */
  readonly detail?: FlowInstanceDetail
}

/** The diagram of a definition, with what an instance reached. */
export function FlowProcess({ definition, detail }: FlowProcessProps) {
  const view = useFlowQuery<{ readonly xml: string }>('/api/blade-flow/process/model-view', {
    processDefinitionId: definition,
  })
  const entries = useMemo(() => (detail ? withCandidates(detail) : none), [detail])
  if (view.error) return <SheetFault error={view.error} retry={() => void view.refetch()} />
  if (!view.data) return <SheetLoading />
  return <FlowDiagram xml={view.data.xml} entries={entries} />
}

const none: readonly FlowHistoryEntry[] = []

/** The history, in which open tasks that no user has claimed name those who may. */
const withCandidates = ({ instance, history }: FlowInstanceDetail): readonly FlowHistoryEntry[] =>
  history.map(entry => {
    const isUnclaimed = entry.kind === 'userTask' && entry.endedAt === undefined && !entry.person
    const task = isUnclaimed && instance.tasks.find(({ element }) => element === entry.element)
    return task ? { ...entry, person: { name: task.candidates.join(', ') } } : entry
  })

/** The diagram of an instance with its history. */
export function InstanceProcess({ id }: { readonly id: string }) {
  const { data, error, refetch } = useFlowQuery<FlowInstanceDetail>(`instances/${encodeURIComponent(id)}`)
  if (error && !data) return <SheetFault error={error} retry={() => void refetch()} />
  if (!data) return <SheetLoading />
  return <FlowProcess definition={data.instance.definition.id} detail={data} />
}

/** The diagram of a deployed process. */
export const DefinitionDialog = ({
  definition: { id, key, name },
  onClose,
}: {
  readonly definition: Pick<FlowDefinitionView, 'id' | 'key' | 'name'>
  onClose(): void
}) => (
  <SheetDialog title={name || key} width={1000} onClose={onClose}>
    <FlowProcess definition={id} />
  </SheetDialog>
)
