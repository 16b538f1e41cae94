import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { FileUp, Rocket, Upload, X } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useRef, useState } from 'react'
import type { ProcessFault } from '../../processes/process-faults.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { saveFile } from '../export/save-file.ts'
import { useLanguage } from '../words/i18n.ts'
import { DeployDialog } from './deploy-dialog.tsx'
import { useBladePage, useFlowChange, useUpload } from './flow-calls.ts'
import { FlowDialog } from './flow-process.tsx'
import { FlowTable } from './flow-table.tsx'
import { useFlowWords } from './flow-words.ts'

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
  const [page, setPage] = useState(1)
  const [refused, setRefused] = useState<RefusedFile>()
  const [shown, setShown] = useState<Definition>()
  const [leaving, setLeaving] = useState<{ readonly row: Definition; readonly what: 'suspend' | 'remove' }>()
  const query = useBladePage<Definition>('manager/list', page)
  const { mutate, isPending } = useFlowChange()
  const changeState = (row: Definition, state: 'active' | 'suspend') =>
    mutate(
      { path: '/api/blade-flow/manager/change-state', query: { processId: row.id, state } },
      { onSettled: () => setLeaving(undefined) },
    )
  const remove = ({ deploymentId }: Definition) =>
    mutate(
      { path: '/api/blade-flow/manager/delete-deployment', query: { deploymentIds: deploymentId } },
      { onSettled: () => setLeaving(undefined) },
    )
  return (
    <>
      <ScreenHead title={words('definitions')}>
        <UploadButton onRefuse={setRefused} />
      </ScreenHead>
      {refused && <RefusedNote file={refused} onOpen={onOpenXml} onDismiss={() => setRefused(undefined)} />}
      <div className="list-main">
        <FlowTable<Definition>
          label={words('definitions')}
          query={query}
          page={page}
          onPage={setPage}
          idOf={({ id }) => id}
          onOpen={setShown}
          empty={{ icon: <Rocket />, title: words('noDefinitions'), help: words('noDefinitionsHelp') }}
          columns={[
            { title: words('process'), cell: ({ name, key, version }) => `${name || key} v${version}` },
            { title: words('key'), cell: ({ key }) => key },
            { title: words('category'), width: 140, cell: ({ categoryName }) => categoryName },
            {
              title: words('state'),
              width: 130,
              cell: ({ suspensionState }) => (
                <span className="state">
                  <i className="flow-dot" data-on={suspensionState === 1} />
                  {words(suspensionState === 1 ? 'active' : 'suspended')}
                </span>
              ),
            },
            { title: words('deployTime'), width: 190, cell: ({ deploymentTime }) => deploymentTime },
          ]}
          actions={row => (
            <>
              {row.suspensionState === 1 ? (
                <Button size="small" onClick={() => setLeaving({ row, what: 'suspend' })}>
                  {words('suspend')}
                </Button>
              ) : (
                <Button size="small" onClick={() => changeState(row, 'active')}>
                  {words('activate')}
                </Button>
              )}
              <Button size="small" color="error" onClick={() => setLeaving({ row, what: 'remove' })}>
                {words('remove')}
              </Button>
            </>
          )}
        />
        <p className="inset text-12 muted">{words('suspendHelp')}</p>
      </div>
      {shown && (
        <FlowDialog title={shown.name} of={{ processDefinitionId: shown.id }} onClose={() => setShown(undefined)} />
      )}
      {leaving && (
        <ConfirmDialog
          title={words(leaving.what)}
          text={
            leaving.what === 'suspend'
              ? words('suspendHelp')
              : words('removeDeployment', { name: `${leaving.row.name} v${leaving.row.version}` })
          }
          confirm={words(leaving.what)}
          isDestructive={leaving.what === 'remove'}
          isBusy={isPending}
          onConfirm={() => (leaving.what === 'suspend' ? changeState(leaving.row, 'suspend') : remove(leaving.row))}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}

/** Uploads a file as a new version; its errors are found before. */
function UploadButton({ onRefuse }: { onRefuse(file: RefusedFile | undefined): void }) {
  const words = useFlowWords()
  const notify = useNotify()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const check = useFlowChange<readonly ProcessFault[]>()
  const upload = useUpload()
  const choose = async (chosen: File) => {
    const xml = await chosen.text()
    const faults = await check.mutateAsync({ path: 'check', body: { xml } })
    const hasErrors = faults.some(({ level }) => level === 'error')
    onRefuse(hasErrors ? { name: chosen.name, xml, faults } : undefined)
    if (!hasErrors) setFile(chosen)
  }
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Upload size={16} />}
        loading={check.isPending}
        onClick={() => input.current?.click()}
      >
        {words('upload')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".bpmn,.xml"
        aria-label={words('upload')}
        onChange={event => {
          const [chosen] = event.target.files ?? []
          if (chosen) void choose(chosen)
          event.target.value = ''
        }}
      />
      {file && (
        <DeployDialog
          name={file.name}
          deploy={(category, tenantIds) =>
            upload({ files: file, category, tenantIds: tenantIds.join() }).catch(error => {
              notify(error.message, { type: 'error' })
              throw error
            })
          }
          onClose={() => setFile(undefined)}
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
