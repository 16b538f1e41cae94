import Button from '@mui/material/Button'
import { Plus, Rocket, Upload, Workflow } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import type { FlowModelView } from '../../model/flow-views.ts'
import type { ProcessFault } from '../../processes/process-faults.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { useLanguage } from '../words/i18n.ts'
import { DeployDialog, useBpmnFile } from './deploying.tsx'
import { useFlowChange } from './flow-calls.ts'
import { FlowItems, useFlowList, useListTitle } from './flow-items.tsx'
import { DefinitionDialog } from './flow-process.tsx'
import { useFlowWords } from './flow-words.ts'
import { FormDialog } from './form-dialog.tsx'

/** The models of processes. */
export function ModelList({ onOpen }: { onOpen(id: string | undefined): void }) {
  const words = useFlowWords()
  return (
    <>
      <ScreenHead title={useListTitle()}>
        <Button variant="contained" startIcon={<Plus size={16} />} onClick={() => onOpen(undefined)}>
          {words('newModel')}
        </Button>
      </ScreenHead>
      <FlowItems<FlowModelView>
        list={useFlowList('/api/blade-flow/model/list')}
        onOpen={({ id }) => onOpen(id)}
        empty={{ icon: <Workflow />, title: words('noModels'), help: words('noModelsHelp') }}
        cells={[
          ({ name, modelKey }) => name || modelKey,
          ({ modelKey }) => modelKey,
          ({ version }) => `v${version}`,
          ({ lastUpdated }) => lastUpdated,
          ({ lastUpdatedBy }) => lastUpdatedBy,
        ]}
      />
    </>
  )
}

/** A row of `manager/list`. */
interface Definition {
  readonly id: string
  /** Empty: of all tenants. */
  readonly tenantId: string
  readonly key: string
  readonly name: string
  readonly categoryName: string
  readonly version: number
  /** 1 is active. */
  readonly suspensionState: number
  readonly deploymentTime: string
  readonly deploymentId: string
}

/** The deployed processes with their versions. A file with errors is opened in the modeler, which shows them at their places. */
export function DefinitionsPage({ onOpenXml }: { onOpenXml(xml: string): void }) {
  const words = useFlowWords()
  const language = useLanguage()
  const notify = useNotify()
  const list = useFlowList<Definition>('/api/blade-flow/manager/list')
  const [file, setFile] = useState<File>()
  const [shown, setShown] = useState<Definition>()
  const [asked, setAsked] = useState<readonly [Definition, 'suspend' | 'activate' | 'remove']>()
  const check = useFlowChange<readonly ProcessFault[]>()
  const [field, chooseFile] = useBpmnFile(async chosen => {
    const xml = await chosen.text()
    const faults = await check.mutateAsync({ path: 'check', body: { xml } })
    const error = faults.find(({ level }) => level === 'error')
    if (!error) return setFile(chosen)
    notify(`${words('line', { line: error.line })}: ${error[language]}`, { type: 'error' })
    if (error.code !== 'process.xml') onOpenXml(xml)
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
      <ScreenHead title={useListTitle()}>
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
      <FlowItems<Definition>
        list={list}
        onOpen={setShown}
        empty={{ icon: <Rocket />, title: words('noDefinitions'), help: words('noDefinitionsHelp') }}
        cells={[
          ({ name, key, version }) => `${name || key} v${version}`,
          ({ key }) => key,
          ({ tenantId }) => tenantId,
          ({ categoryName }) => categoryName,
          ({ suspensionState }) => words(suspensionState === 1 ? 'active' : 'suspended'),
          ({ deploymentTime }) => deploymentTime,
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
      {shown && <DefinitionDialog definition={shown} onClose={() => setShown(undefined)} />}
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
