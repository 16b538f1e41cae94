import { Button } from '@mui/material'
import { CircleCheck, CirclePause, Loader } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { ImportView } from '../../model/import-view.ts'
import { StatePanel } from '../components/state-panel.tsx'
import { addressOf } from '../data/addresses.ts'
import { useOperation } from '../data/operations.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { UndoButton } from '../operations/undo-button.tsx'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'
import { ImportProgress } from './import-progress.tsx'
import { counted } from './importable.ts'
import { ReportButton } from './problem-table.tsx'
import type { Import } from './use-import.ts'

interface StepResultProps {
  readonly part: ResourcePart
  readonly view: ImportView
  readonly importing: Import
  onAgain(): void
  /** Shows the columns, to check the rows again that are not yet written. */
  onColumns(): void
}

/** The result of the write; if it was interrupted, resume or roll back. */
export function StepResult(props: StepResultProps) {
  const { view, importing } = props
  const translate = useTranslation(importWords)
  const { running } = importing
  const { counts, state, isBusy } = view
  const right = counts.rows - counts.wrong - counts.same
  if (running) return <ImportProgress importing={importing} running={running} />
  if (state === 'writing' && (isBusy || !view.goodRows)) {
    const elsewhere = { what: 'write', done: counts.written, total: right } as const
    return (
      <div className="sheet-scroll">
        <ImportProgress importing={importing} running={elsewhere} />
        <StatePanel
          icon={<Loader />}
          title={translate('importing.onItsOwn')}
          help={translate('importing.onItsOwnHelp')}
        />
      </div>
    )
  }
  const isDone = state === 'written'
  const leftOut =
    counts.wrong > 0 ? translate('importing.leftOut', counted(counts.wrong)) : translate('importing.noneLeftOut')
  return (
    <div className="sheet-scroll">
      <StatePanel
        icon={isDone ? <CircleCheck /> : <CirclePause />}
        title={translate(
          isDone ? (view.match ? 'importing.writtenChanges' : 'importing.written') : 'importing.broken',
          {
            ...counted(counts.written),
            left: figure(right - counts.written),
          },
        )}
        help={
          isDone ? leftOut : translate(view.isStale ? 'importing.stale' : 'importing.expires', { at: view.expires })
        }
      >
        <Next {...props} />
      </StatePanel>
    </div>
  )
}

function Next({ part, view, importing, onAgain, onColumns }: StepResultProps) {
  const { resource } = part
  const translate = useTranslation(importWords)
  const navigate = useNavigate()
  const { data: operation } = useOperation(view.id)
  const goOn = async () => {
    await importing.write(true)
    await importing.changed()
  }
  return (
    <>
      {view.state === 'written' ? (
        <Button variant="contained" color="primary" onClick={() => navigate(addressOf(resource, 'list'))}>
          {translate('importing.toList')}
        </Button>
      ) : (
        <Button variant="contained" color="primary" onClick={view.isStale ? onColumns : () => void goOn()}>
          {translate(view.isStale ? 'importing.backToColumns' : 'importing.goOnWriting')}
        </Button>
      )}
      <Button variant="outlined" color="inherit" onClick={onAgain}>
        {translate('importing.another')}
      </Button>
      <Button variant="outlined" color="inherit" onClick={() => void importing.fetchFile(`/${view.id}/report?of=rows`)}>
        {translate('importing.reportRows')}
      </Button>
      {view.counts.wrong > 0 && <ReportButton view={view} importing={importing} />}
      {operation && <UndoButton operation={operation} label={translate('importing.undo')} isQuiet onUndone={onAgain} />}
    </>
  )
}
