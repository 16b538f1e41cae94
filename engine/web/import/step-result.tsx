import { Button } from '@mui/material'
import { CircleCheck, CirclePause, Loader } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ImportView } from '../../model/import-view.ts'
import type { Bilingual } from '../../model/model.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { figure } from '../figure.ts'
import { useSay } from '../i18n.ts'
import { ConfirmDialog } from '../state/confirm-dialog.tsx'
import { StatePanel } from '../state/state-panel.tsx'
import { ImportProgress } from './import-progress.tsx'
import { many } from './importable.ts'
import { ReportButton } from './problem-table.tsx'
import type { Import } from './use-import.ts'

interface StepResultProps {
  readonly part: ResourcePart
  readonly view: ImportView
  readonly importing: Import
  onAgain(): void
}

/** What came of the write; where it broke off, how to go on or back. */
export function StepResult({ part, view, importing, onAgain }: StepResultProps) {
  const say = useSay()
  const { running } = importing
  const { counts, state, isBusy } = view
  const right = counts.rows - counts.wrong - counts.same
  if (running) return <ImportProgress importing={importing} running={running} />
  if (state === 'writing' && (isBusy || !view.goodRows)) {
    const elsewhere = { what: 'write', done: counts.written, total: right } as const
    return (
      <div className="sheet-scroll">
        <ImportProgress importing={importing} running={elsewhere} />
        <StatePanel icon={<Loader />} title={say('importing.onItsOwn')} help={say('importing.onItsOwnHelp')} />
      </div>
    )
  }
  const isDone = state === 'written'
  return (
    <div className="sheet-scroll">
      <StatePanel
        icon={isDone ? <CircleCheck /> : <CirclePause />}
        title={say(isDone ? (view.match ? 'importing.writtenChanges' : 'importing.written') : 'importing.broken', {
          ...many(counts.written),
          left: figure(right - counts.written),
        })}
        help={counts.wrong > 0 ? say('importing.leftOut', many(counts.wrong)) : say('importing.noneLeftOut')}
      >
        <Next part={part} view={view} importing={importing} onAgain={onAgain} />
      </StatePanel>
    </div>
  )
}

type KeptRow = { readonly row: number; readonly message: Bilingual }

function Next({ part, view, importing, onAgain }: StepResultProps) {
  const { resource, may, language } = part
  const say = useSay()
  const notify = useNotify()
  const navigate = useNavigate()
  const [isUndoing, setUndoing] = useState(false)
  const [kept, setKept] = useState<readonly KeptRow[]>([])
  const changes = view.match !== null
  const mayUndo = may.includes('delete') || (view.match?.mode === 'update' && view.mayUpdate)
  const undo = async () => {
    setUndoing(false)
    const last = await importing.undo()
    await importing.changed()
    if (!last || last.undone === undefined) return
    setKept(last.kept ?? [])
    if (last.left) notify('importing.undoneSome', { type: 'warning', messageArgs: { ...last, why: last.why ?? '' } })
    else {
      notify('importing.undone', { type: 'info', messageArgs: many(last.undone) })
      onAgain()
    }
  }
  const goOn = async () => {
    await importing.write(true)
    await importing.changed()
  }
  return (
    <>
      {view.state === 'written' ? (
        <Button variant="contained" color="primary" onClick={() => navigate(`/${resource.name}`)}>
          {say('importing.toList')}
        </Button>
      ) : (
        <Button variant="contained" color="primary" onClick={() => void goOn()}>
          {say('importing.goOnWriting')}
        </Button>
      )}
      <Button variant="outlined" color="inherit" onClick={onAgain}>
        {say('importing.another')}
      </Button>
      <Button variant="outlined" color="inherit" onClick={() => void importing.fetchFile(`/${view.id}/report?of=rows`)}>
        {say('importing.reportRows')}
      </Button>
      {view.counts.wrong > 0 && <ReportButton view={view} importing={importing} />}
      {mayUndo && view.counts.written > 0 && (
        <Button variant="text" color="inherit" onClick={() => setUndoing(true)}>
          {say('importing.undo')}
        </Button>
      )}
      {kept.length > 0 && (
        <ul className="import-kept" aria-label={say('importing.notUndone')}>
          {kept.map(({ row, message }) => (
            <li key={row}>{say('importing.notUndoneRow', { row, why: message[language] })}</li>
          ))}
        </ul>
      )}
      {isUndoing && (
        <ConfirmDialog
          title={say('importing.undo')}
          text={say(changes ? 'importing.undoSureChanges' : 'importing.undoSure', many(view.counts.written))}
          confirm={say('importing.undoYes', many(view.counts.written))}
          isDestructive
          onConfirm={() => void undo()}
          onClose={() => setUndoing(false)}
        />
      )}
    </>
  )
}
