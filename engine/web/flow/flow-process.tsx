import { useMemo } from 'react'
import { Link } from 'react-router'
import type { FlowDefinitionView, FlowHistoryEntry, FlowInstanceDetail, FlowTaskView } from '../../model/flow-views.ts'
import { SheetDialog } from '../components/dialog.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { addressOf } from '../data/addresses.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useLocalized } from '../words/i18n.ts'
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

interface InstanceProps {
  readonly id: string
  /** Whether the page is that of the business record, which then needs no link. */
  readonly isOnRecord?: boolean
}

/** The record of an instance, and its diagram with its history. */
export function InstanceProcess({ id, isOnRecord = false }: InstanceProps) {
  const { data, error, refetch } = useFlowQuery<FlowInstanceDetail>(`instances/${encodeURIComponent(id)}`)
  if (error && !data) return <SheetFault error={error} retry={() => void refetch()} />
  if (!data) return <SheetLoading />
  const { record } = data.instance
  return (
    <>
      {record && !isOnRecord && <RecordLink {...record} />}
      <FlowProcess definition={data.instance.definition.id} detail={data} />
    </>
  )
}

/** The business record of a process. Without a right to its resource, its name alone. */
function RecordLink({ resource, id, display }: NonNullable<FlowTaskView['record']>) {
  const localized = useLocalized()
  const entry = useModelIndex()?.resources.find(one => one.name === resource)
  return (
    <p className="text-13">
      {entry && <span className="muted">{localized(entry.title)} </span>}
      {entry ? (
        <Link className="link" to={addressOf(entry, 'show', id)}>
          {display}
        </Link>
      ) : (
        display
      )}
    </p>
  )
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
