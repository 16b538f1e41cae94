import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Plus, Workflow } from 'lucide-react'
import { useNotify } from 'ra-core'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { FlowModelView } from '../../model/flow-views.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { DeployDialog } from './deploy-dialog.tsx'
import { pageSize, useFlowChange, useFlowQuery } from './flow-calls.ts'
import { FlowDiagram } from './flow-diagram.tsx'
import { type FlowPage, FlowTable } from './flow-table.tsx'
import { useFlowWords } from './flow-words.ts'
import type { DrawnModel } from './modeler.tsx'

const Modeler = lazy(() => import('./modeler.tsx').then(found => ({ default: found.Modeler })))

/** The models of processes, and the one in the address in the modeler. */
export function ModelsPage() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('id')
  if (id !== null)
    return (
      <OpenModel id={id} onOpen={next => setSearch({ id: next }, { replace: true })} onBack={() => setSearch({})} />
    )
  return <ModelList onOpen={next => setSearch({ id: next })} />
}

const fresh = 'new'

function ModelList({ onOpen }: { onOpen(id: string): void }) {
  const words = useFlowWords()
  const [page, setPage] = useState(1)
  const query = useFlowQuery<FlowPage<FlowModelView>>('models', { page, size: pageSize })
  return (
    <>
      <ScreenHead title={words('models')}>
        <Button variant="contained" startIcon={<Plus size={16} />} onClick={() => onOpen(fresh)}>
          {words('newModel')}
        </Button>
      </ScreenHead>
      <div className="list-main">
        <FlowTable<FlowModelView>
          label={words('models')}
          query={query}
          page={page}
          onPage={setPage}
          idOf={({ id }) => id}
          onOpen={({ id }) => onOpen(id)}
          empty={{ icon: <Workflow />, title: words('noModels'), help: words('noModelsHelp') }}
          columns={[
            { title: words('name'), cell: ({ name, key }) => name || key },
            { title: words('key'), cell: ({ key }) => key },
            { title: words('version'), width: 100, cell: ({ version }) => `v${version}` },
            { title: words('changed'), width: 190, cell: ({ updatedAt }) => updatedAt },
            { title: words('changedBy'), width: 140, cell: ({ updatedBy }) => updatedBy?.name ?? '' },
          ]}
        />
      </div>
    </>
  )
}

interface OpenModelProps {
  readonly id: string
  onOpen(id: string): void
  onBack(): void
}

function OpenModel({ id, onOpen, onBack }: OpenModelProps) {
  const words = useFlowWords()
  const notify = useNotify()
  const isNew = id === fresh
  // Of the model that is opened: after the first save, the same drawing goes on under its id.
  const [start] = useState(id)
  const { data, error, refetch } = useFlowQuery<FlowModelView>(`models/${encodeURIComponent(id)}`, {}, !isNew)
  const { mutateAsync, isPending } = useFlowChange<{ readonly id: string }>()
  const [deploying, setDeploying] = useState<{ readonly id: string; readonly name: string }>()
  // A file that could not be deployed is opened here.
  const { xml: opened } = (useLocation().state ?? {}) as { readonly xml?: string }
  const [made] = useState(() => opened ?? emptyProcess())
  const isNarrow = useMediaQuery('(max-width: 991.95px)', { noSsr: true })
  const xml = isNew ? made : data?.xml
  if (error && !data) return <SheetFault error={error} title={words('models')} retry={() => void refetch()} />
  if (xml === undefined) return <SheetLoading />
  const save = async (model: DrawnModel) => {
    const saved = await mutateAsync({ path: 'models', body: { ...(!isNew && { id }), ...model } })
    notify(words('saved'), { type: 'success' })
    if (saved.id !== id) onOpen(saved.id)
    return saved.id
  }
  const title = data?.name ?? words('newModel')
  return (
    <>
      {isNarrow ? (
        <>
          <ScreenHead title={title} back={{ label: words('back'), onClick: onBack }} />
          <p className="inset muted text-13">{words('narrow')}</p>
          <FlowDiagram xml={xml} />
        </>
      ) : (
        <Suspense fallback={<SheetLoading />}>
          <Modeler
            key={start}
            title={title}
            xml={xml}
            note={data && `v${data.version}`}
            isSaving={isPending}
            onBack={onBack}
            onSave={save}
            onDeploy={async model => setDeploying({ id: await save(model), name: model.name })}
          />
        </Suspense>
      )}
      {deploying && (
        <DeployDialog
          name={deploying.name}
          deploy={(category, tenantIds) =>
            mutateAsync({ path: `models/${encodeURIComponent(deploying.id)}/deploy`, body: { category, tenantIds } })
          }
          onClose={() => setDeploying(undefined)}
        />
      )}
    </>
  )
}

/** A new model: start, task and end. Its key is new, so that it replaces no deployed process. */
function emptyProcess(): string {
  const key = `process_${Date.now().toString(36)}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" xmlns:app="urn:app:process" id="definitions" targetNamespace="urn:app:process" expressionLanguage="https://cel.dev">
  <bpmn:process id="${key}" isExecutable="true">
    <bpmn:extensionElements>
      <app:variables>
        <app:variable name="applyUser" type="user" />
        <app:variable name="pass" type="boolean" />
        <app:variable name="comment" type="text" />
      </app:variables>
    </bpmn:extensionElements>
    <bpmn:startEvent id="start" flowable:initiator="applyUser" />
    <bpmn:userTask id="task" />
    <bpmn:endEvent id="end" />
    <bpmn:sequenceFlow id="toTask" sourceRef="start" targetRef="task" />
    <bpmn:sequenceFlow id="toEnd" sourceRef="task" targetRef="end" />
  </bpmn:process>
</bpmn:definitions>`
}
