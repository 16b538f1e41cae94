import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { FileUp, Plus, Rocket, Upload, Workflow, X } from 'lucide-react'
import { useState } from 'react'
import type { FlowModelView } from '../../model/flow-views.ts'
import type { ProcessFault } from '../../processes/process-faults.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { saveFile } from '../export/save-file.ts'
import { useLanguage } from '../words/i18n.ts'
import { DeployDialog, useBpmnFile } from './deploying.tsx'
import { useFlowChange } from './flow-calls.ts'
import { DefinitionDialog } from './flow-process.tsx'
import { FlowTable, useFlowList } from './flow-table.tsx'
import { useFlowWords } from './flow-words.ts'
import { FormDialog } from './form-dialog.tsx'

/** The models of processes. */
export function ModelList({ onOpen }: { onOpen(id: string | undefined): void }) {
  const words = useFlowWords()
  return (
    <>
      <ScreenHead title={words('models')}>
        <Button variant="contained" startIcon={<Plus size={16} />} onClick={() => onOpen(undefined)}>
          {words('newModel')}
        </Button>
      </ScreenHead>
      <FlowTable<FlowModelView>
        label={words('models')}
        list={useFlowList('/api/blade-flow/model/list')}
        isSearched
        onOpen={({ id }) => onOpen(id)}
        empty={{ icon: <Workflow />, title: words('noModels'), help: words('noModelsHelp') }}
        columns={[
          { title: 'name', cell: ({ name, modelKey }) => name || modelKey },
          { title: 'key', cell: ({ modelKey }) => modelKey },
          { title: 'version', width: 100, cell: ({ version }) => `v${version}` },
          { title: 'changed', width: 190, cell: ({ lastUpdated }) => lastUpdated },
          { title: 'changedBy', width: 140, cell: ({ lastUpdatedBy }) => lastUpdatedBy },
        ]}
      />
    </>
  )
}

/** A row of `manager/list`. */
interface Definition {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly categoryName: string
  readonly version: number
  /** 1 is active. */
  readonly suspensionState: number
  readonly deploymentTime: string
  readonly deploymentId: string
}

interface RefusedFile {
  readonly name: string
  readonly xml: string
  readonly faults: readonly ProcessFault[]
}

/** The deployed processes with their versions; a file with errors stays above them until it is dismissed. */
export function DefinitionsPage({ onOpenXml }: { onOpenXml(xml: string): void }) {
  const words = useFlowWords()
  const list = useFlowList<Definition>('/api/blade-flow/manager/list')
  const [refused, setRefused] = useState<RefusedFile>()
  const [file, setFile] = useState<File>()
  const [shown, setShown] = useState<Definition>()
  const [asked, setAsked] = useState<readonly [Definition, 'suspend' | 'activate' | 'remove']>()
  const check = useFlowChange<readonly ProcessFault[]>()
  const [field, chooseFile] = useBpmnFile(async chosen => {
    const xml = await chosen.text()
    const faults = await check.mutateAsync({ path: 'check', body: { xml } })
    const hasErrors = faults.some(({ level }) => level === 'error')
    setRefused(hasErrors ? { name: chosen.name, xml, faults } : undefined)
    if (!hasErrors) setFile(chosen)
  })
  const upload = (chosen: File) => (category: string, tenantIds: readonly string[]) => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ category, tenantIds: tenantIds.join() })) body.append(name, value)
    body.append('files', chosen)
    return { path: '/api/blade-flow/manager/deploy-upload', body }
  }
  const actionsOf = (row: Definition) =>
    (['suspend', 'activate', 'remove'] as const).filter(
      action => action === 'remove' || (action === 'suspend') === (row.suspensionState === 1),
    )
  return (
    <>
      <ScreenHead title={words('definitions')}>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<Upload size={16} />}
          loading={check.isPending}
          onClick={chooseFile}
        >
          {words('upload')}
        </Button>
        {field}
      </ScreenHead>
      {refused && <RefusedNote file={refused} onOpen={onOpenXml} onDismiss={() => setRefused(undefined)} />}
      <FlowTable<Definition>
        label={words('definitions')}
        list={list}
        isSearched
        onOpen={setShown}
        empty={{ icon: <Rocket />, title: words('noDefinitions'), help: words('noDefinitionsHelp') }}
        columns={[
          { title: 'process', cell: ({ name, key, version }) => `${name || key} v${version}` },
          { title: 'key', cell: ({ key }) => key },
          { title: 'category', width: 140, cell: ({ categoryName }) => categoryName },
          {
            title: 'state',
            width: 130,
            cell: ({ suspensionState }) => (
              <span className="state">
                <i className="flow-dot" data-on={suspensionState === 1} />
                {words(suspensionState === 1 ? 'active' : 'suspended')}
              </span>
            ),
          },
          { title: 'deployTime', width: 190, cell: ({ deploymentTime }) => deploymentTime },
        ]}
        actions={row =>
          actionsOf(row).map(action => (
            <Button
              key={action}
              size="small"
              color={action === 'remove' ? 'error' : 'primary'}
              onClick={() => setAsked([row, action])}
            >
              {words(action)}
            </Button>
          ))
        }
      />
      {shown && <DefinitionDialog definition={shown} hasVersions onClose={() => setShown(undefined)} />}
      {file && <DeployDialog name={file.name} deploy={upload(file)} onClose={() => setFile(undefined)} />}
      {asked && (
        <FormDialog
          title={words(asked[1])}
          help={`${asked[0].name} v${asked[0].version}. ${words(`${asked[1]}Help`)}`}
          isDestructive={asked[1] === 'remove'}
          change={() =>
            asked[1] === 'remove'
              ? { path: '/api/blade-flow/manager/delete-deployment', query: { deploymentIds: asked[0].deploymentId } }
              : {
                  path: '/api/blade-flow/manager/change-state',
                  query: { processId: asked[0].id, state: asked[1] === 'suspend' ? 'suspend' : 'active' },
                }
          }
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

interface RefusedNoteProps {
  readonly file: RefusedFile
  onOpen(xml: string): void
  onDismiss(): void
}

function RefusedNote({ file: { name, xml, faults }, onOpen, onDismiss }: RefusedNoteProps) {
  const words = useFlowWords()
  const language = useLanguage()
  const lines = faults.map(fault => `${words('line', { line: fault.line })}: ${fault[language]}`)
  return (
    <section className="flow-refused row gap-16" role="alert">
      <FileUp size={20} aria-hidden />
      <div className="grow">
        <strong className="medium break">{name}</strong>
        <p className="late text-13">{words('refused')}</p>
        <ul className="late text-13">
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <Button variant="outlined" color="inherit" onClick={() => onOpen(xml)}>
        {words('openInModeler')}
      </Button>
      <Button variant="outlined" color="inherit" onClick={() => saveFile(new Blob([lines.join('\n')]), `${name}.txt`)}>
        {words('saveFaults')}
      </Button>
      <IconButton aria-label={words('dismiss')} onClick={onDismiss}>
        <X size={16} />
      </IconButton>
    </section>
  )
}
