import { Alert, Button, IconButton } from '@mui/material'
import { ArrowLeft, Download, History } from 'lucide-react'
import { useResourceContext } from 'ra-core'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Encoding } from '../../model/import-view.ts'
import { NoRight } from '../components/no-right.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { StateGlyph } from '../components/state-glyph.tsx'
import { addressOf } from '../data/addresses.ts'
import { operationsAddress } from '../data/operations.ts'
import { statusOf } from '../data/request-fault.ts'
import { type ResourcePart, useResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'
import { recordWords } from '../words/record-words.ts'
import type { WordKey } from '../words/words.ts'
import { workWords } from '../words/work-words.ts'
import { DownloadMenu } from './download-menu.tsx'
import type { Sheets } from './import-calls.ts'
import { mayImport } from './importable.ts'
import { StepCheck } from './step-check.tsx'
import { StepColumns } from './step-columns.tsx'
import { StepFile } from './step-file.tsx'
import { StepResult } from './step-result.tsx'
import { type Import, useImport } from './use-import.ts'
import '../form/form.css'
import './import.css'

/** The import of a file into the resource, step by step; the address contains the file's id. */
export function ImportPage() {
  const name = useResourceContext() ?? ''
  const translate = useTranslation(importWords, recordWords, workWords)
  const part = useResourcePart(name)
  if (part.error) return <SheetFault error={part.error} retry={part.refetch} />
  if (!part.data) return <SheetLoading />
  const { resource, language } = part.data
  if (mayImport(part.data)) return <ImportSheet part={part.data} />
  const title = resource.titles[language]
  return (
    <NoRight
      title={translate('importing.rightTitle', { resource: title })}
      help={translate('importing.rightHelp', { resource: title })}
      attempted={{ resource: name, operation: 'import' }}
    />
  )
}

function ImportSheet({ part }: { part: ResourcePart }) {
  const { resource, language } = part
  const translate = useTranslation(importWords, recordWords, workWords)
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const id = search.get('id') ?? undefined
  const importing = useImport(resource.name, id)
  const { view, error, failed, running } = importing
  // The user returned to the columns after a check, or to the file for another sheet.
  const [isMatching, setMatching] = useState(false)
  const [file, setFile] = useState<File>()
  const title = translate('importing.title', { resource: resource.titles[language] })
  const isGone = id !== undefined && error !== null && statusOf(error) === 404
  if (error && !view && !isGone) return <SheetFault error={error} title={title} retry={importing.renew} />
  if (id !== undefined && !view && !isGone) return <SheetLoading />

  const open = (next: string | undefined) => {
    setMatching(false)
    setSearch(next === undefined ? {} : { id: next }, { replace: true })
  }
  const send = async (chosen: File, sheets?: Sheets) => {
    const before = view?.id
    setFile(chosen)
    const sent = await importing.send(chosen, sheets)
    if (!sent) return
    if (before !== undefined) await importing.drop(before)
    open(sent.id)
  }
  const leave = async () => {
    if (view && view.state !== 'writing') await importing.drop(view.id)
    navigate(addressOf(resource, 'list'))
  }
  const startAgain = async (isDropped: boolean) => {
    if (isDropped && view) await importing.drop(view.id)
    setFile(undefined)
    open(undefined)
  }
  const at = isGone || !view ? 'file' : stepOf(view.state, isMatching)

  return (
    <section className="sheet-form import stack min-h-0 h-full" aria-label={title} aria-busy={running !== undefined}>
      <header className="sheet-head row gap-12 fixed">
        <IconButton aria-label={translate('form.back')} onClick={() => navigate(addressOf(resource, 'list'))}>
          <ArrowLeft size={16} />
        </IconButton>
        <h1 className="truncate size-18">{title}</h1>
        <StepsLine at={at} />
        <div className="sheet-actions row gap-8 push">
          <IconButton
            component={Link}
            to={operationsAddress(resource.name, 'import')}
            aria-label={translate('operations.title')}
            title={translate('operations.title')}
          >
            <History size={16} />
          </IconButton>
          {part.may.includes('add') && (
            <DownloadMenu
              importing={importing}
              icon={<Download />}
              title={translate('importing.template')}
              files={(['xlsx', 'csv'] as const).map(one => [translate(`exporting.${one}`), `/template?format=${one}`])}
            />
          )}
        </div>
      </header>
      {failed !== undefined && importing.encodings.length === 0 && (
        <Alert severity="error" className="mt-0! mx-24! mb-8! mx-16-phone!">
          {failed}
        </Alert>
      )}
      {at === 'file' && (
        <StepFile importing={importing} onFile={send} onOpen={open}>
          {file && importing.encodings.length > 0 && (
            <EncodingList importing={importing} onChoose={encoding => void send(file, { encoding })} />
          )}
          {isGone && <p className="import-note row wrap muted text-13 pb-12 inset">{translate('importing.gone')}</p>}
        </StepFile>
      )}
      {at === 'columns' && view && (
        <StepColumns
          key={view.id}
          part={part}
          view={view}
          importing={importing}
          {...(file && { onSheets: (sheets: Sheets) => void send(file, sheets) })}
          onChecked={() => setMatching(false)}
        >
          <Button variant="outlined" color="inherit" onClick={() => startAgain(view.state !== 'writing')}>
            {translate('importing.otherFile')}
          </Button>
          <Button variant="text" color="inherit" onClick={leave}>
            {translate('form.cancel')}
          </Button>
        </StepColumns>
      )}
      {at === 'check' && view && (
        <StepCheck part={part} view={view} importing={importing}>
          <Button variant="outlined" color="inherit" disabled={running !== undefined} onClick={() => setMatching(true)}>
            {translate('importing.backToColumns')}
          </Button>
          <Button variant="outlined" color="inherit" disabled={running !== undefined} onClick={() => startAgain(true)}>
            {translate('importing.sendAgain')}
          </Button>
          <Button variant="text" color="inherit" disabled={running !== undefined} onClick={leave}>
            {translate('form.cancel')}
          </Button>
        </StepCheck>
      )}
      {at === 'write' && view && (
        <StepResult
          part={part}
          view={view}
          importing={importing}
          onAgain={() => startAgain(false)}
          onColumns={() => setMatching(true)}
        />
      )}
    </section>
  )
}

function stepOf(state: 'taken' | 'checked' | 'writing' | 'written', isMatching: boolean): ImportStep {
  switch (state) {
    case 'taken':
      return 'columns'
    case 'checked':
      return isMatching ? 'columns' : 'check'
    case 'writing':
      return isMatching ? 'columns' : 'write'
    case 'written':
      return 'write'
  }
}

/** Offers the encodings in which a file can be read, with some of its lines in each. */
function EncodingList({ importing, onChoose }: { importing: Import; onChoose(encoding: Encoding): void }) {
  const translate = useTranslation(importWords, recordWords, workWords)
  return (
    <section className="my-24" aria-label={translate('importing.encoding')}>
      <h2>{translate('importing.encoding')}</h2>
      <p className="quiet text-13 mt-10">{translate('importing.encodingHelp')}</p>
      <ul className="mt-4">
        {importing.encodings.map(({ encoding, lines }) => (
          <li className="tap-44 wrap-phone py-8-phone px-0-phone" key={encoding}>
            <pre className="muted size-13 whole-line-phone! num min-0 x-scroll grow">{lines.join('\n')}</pre>
            <Button variant="outlined" onClick={() => onChoose(encoding)}>
              {encoding.toUpperCase()}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The steps of an import. */
type ImportStep = 'file' | 'columns' | 'check' | 'write'

const steps: readonly (readonly [ImportStep, WordKey])[] = [
  ['file', 'importing.stepFile'],
  ['columns', 'importing.stepColumns'],
  ['check', 'importing.stepCheck'],
  ['write', 'importing.stepWrite'],
]
const past = { kind: 'done', share: 1, colour: 'green' } as const

/** A progress line of the steps. */
function StepsLine({ at }: { at: ImportStep }) {
  const translate = useTranslation(importWords, recordWords, workWords)
  const now = steps.findIndex(([step]) => step === at)
  return (
    <ol className="steps import-steps row quiet text-13 full-phone gap-y-8 gap-x-10 ml-16">
      {steps.map(([step, title], index) => (
        <li
          key={step}
          className={index < now ? 'past' : index === now ? 'now' : 'ahead'}
          aria-current={index === now ? 'step' : undefined}
        >
          {index < now ? (
            <StateGlyph shape={past} />
          ) : (
            <span className="import-step-number centered muted size-12 medium circle hovered square-20 line-1">
              {index + 1}
            </span>
          )}
          <span className="import-step-title hidden-1200">{translate(title)}</span>
        </li>
      ))}
    </ol>
  )
}
