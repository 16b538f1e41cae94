import Button from '@mui/material/Button'
import { useNotify } from 'ra-core'
import type { ComponentType } from 'react'
import { ofOption } from '../../fields/options.ts'
import type { FlowInstanceView, FlowModelView } from '../../model/flow-views.ts'
import { entryKeyOf } from '../../model/message.ts'
import { hasProcesses } from '../../model/steps.ts'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import type { RecordPanelProps } from '../frame/web-part.ts'
import { useFlowChange, useFlowQuery } from './flow-calls.ts'
import { FlowDiagram } from './flow-diagram.tsx'
import { FlowProcess, InstanceProcess } from './flow-process.tsx'
import { endWord, useFlowWords } from './flow-words.ts'

/**
 * The latest process of a record: who has it since when, and the diagram. Nothing where it never had one. Of a model, a
 * deployed process and an instance, its own diagram.
 */
export function RecordFlow(props: RecordPanelProps) {
  const { part, id } = props
  const { resource } = part
  const Drawn = drawnOf[resource.name]
  if (!Drawn) return hasProcesses(resource) ? <ApprovalOf {...props} /> : null
  return (
    <section className="flow-of-record ruled">
      <Drawn id={id} />
    </section>
  )
}

const drawnOf: Readonly<Record<string, ComponentType<{ readonly id: string }>>> = {
  flowModel: ModelDiagram,
  flowDefinition: ({ id }) => <FlowProcess definition={id} />,
  flowInstance: InstanceProcess,
}

function ModelDiagram({ id }: { readonly id: string }) {
  const { data, error, refetch } = useFlowQuery<FlowModelView>('/api/blade-flow/model/detail', { id })
  if (error && !data) return <SheetFault error={error} retry={() => void refetch()} />
  return data?.modelEditorXml === undefined ? <SheetLoading /> : <FlowDiagram xml={data.modelEditorXml} />
}

function ApprovalOf({ part, id, record }: RecordPanelProps) {
  const words = useFlowWords()
  const resource = part.resource.name
  const { data, error, refetch } = useFlowQuery<readonly FlowInstanceView[]>('of-record', { resource, id })
  if (error) return <SheetFault error={error} title={words('process')} retry={() => void refetch()} />
  const latest = data?.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))[0]
  const isStopped = !latest || latest.state === 'withdrawn' || latest.state === 'deleted'
  const submit = data &&
    part.resource.approval !== undefined &&
    isStopped &&
    isUndecided(part, record) &&
    part.may.includes('edit') && <SubmitButton word={latest ? 'submitAgain' : 'submit'} resource={resource} id={id} />
  if (!latest) return submit ? <section className="flow-of-record ruled">{submit}</section> : null
  return (
    <section className="flow-of-record ruled" aria-label={words('process')}>
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
        {latest.endedAt !== undefined && <li className="muted">{words(endWord(latest.state))}</li>}
      </ul>
      {submit}
      <InstanceProcess id={latest.id} isOnRecord />
    </section>
  )
}

/** Whether the record is in the state in which its process begins. */
function isUndecided(
  { resource: { lifecycle, fields }, model }: RecordPanelProps['part'],
  record: RecordPanelProps['record'],
): boolean {
  const field = fields.find(({ name }) => name === lifecycle?.field)
  const state = field && (record[field.name] ?? null)
  return !field || !lifecycle || state === null || state === entryKeyOf(model, ofOption(field), lifecycle.initial)
}

interface SubmitProps {
  readonly word: 'submit' | 'submitAgain'
  readonly resource: string
  readonly id: string
}

function SubmitButton({ word, resource, id }: SubmitProps) {
  const words = useFlowWords()
  const notify = useNotify()
  const { mutate, isPending } = useFlowChange()
  const change = { path: 'start', body: { resource, id } }
  return (
    <Button
      variant="outlined"
      loading={isPending}
      onClick={() => mutate(change, { onSuccess: () => notify(words('begun'), { type: 'success' }) })}
    >
      {words(word)}
    </Button>
  )
}
