import type { FlowInstanceView } from '../../model/flow-views.ts'
import { SheetFault } from '../components/sheet-state.tsx'
import type { RecordPanelProps } from '../frame/web-part.ts'
import { useFlowQuery } from './flow-calls.ts'
import { InstanceProcess } from './flow-process.tsx'
import { useFlowWords } from './flow-words.ts'

/**
 * The latest process of a record: who has it since when, and the diagram. Nothing where it never had one. Of an instance,
 * its own diagram.
 */
export function RecordFlow({ part, id }: RecordPanelProps) {
  const { resource } = part
  if (resource.name === 'flowInstance')
    return (
      <section className="flow-of-record">
        <InstanceProcess id={id} />
      </section>
    )
  return resource.approval !== undefined ? <ApprovalOf resource={resource.name} id={id} /> : null
}

function ApprovalOf({ resource, id }: { readonly resource: string; readonly id: string }) {
  const words = useFlowWords()
  const { data, error, refetch } = useFlowQuery<readonly FlowInstanceView[]>('of-record', { resource, id })
  if (error) return <SheetFault error={error} title={words('process')} retry={() => void refetch()} />
  const latest = data?.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))[0]
  if (!latest) return null
  return (
    <section className="flow-of-record" aria-label={words('process')}>
      <h2>
        {latest.definition.name} <span className="text-12 muted">v{latest.definition.version}</span>
      </h2>
      <ul className="text-13">
        {latest.tasks.map(({ id: task, name, assignee, candidates, createdAt }) => (
          <li key={task}>
            <strong className="medium">{name}</strong>{' '}
            {words('since', { name: assignee?.name ?? candidates.join(', '), time: createdAt.slice(5, 16) })}
          </li>
        ))}
        {latest.reason !== undefined && <li className="soon">{words('waiting', { text: latest.reason })}</li>}
        {latest.endedAt !== undefined && <li className="muted">{words('finished')}</li>}
      </ul>
      <InstanceProcess id={latest.id} isOnRecord />
    </section>
  )
}
