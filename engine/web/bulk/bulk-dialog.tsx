import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useNotify } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { type BulkProgress, type BulkResult, runBulk } from '../data/bulk.ts'
import { useEngine } from '../data/engine-context.ts'
import { isOffline } from '../data/fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'
import { SheetDialog } from '../state/dialog.tsx'
import { BulkResultView } from './bulk-result.tsx'
import { type BulkWork, figure } from './bulk-work.ts'
import './bulk.css'

interface BulkDialogProps {
  readonly part: ResourcePart
  readonly work: BulkWork
  /** Told once when the work has ended, however it ended; nothing is known where no answer came. */
  onEnd(result: BulkResult | undefined): void
  /** Closed by the person, or by itself where all went well; `keep` are records that he wants to try again. */
  onClose(keep: readonly string[] | undefined): void
}

const nothingYet: BulkProgress = { total: undefined, done: 0, failed: 0 }
/** Work that is done by then shows no dialog, only that it is done. */
const patience = 400
const drawEvery = 100

/** Does one thing to many records: how far it is, a way to stop, and what became of those that failed. */
export function BulkDialog({ part, work, onEnd, onClose }: BulkDialogProps) {
  const say = useSay()
  const { progress, result, isLong, stop } = useWork(part, work, onEnd, onClose)
  if (result) {
    return <BulkResultView part={part} work={work} result={result} onClose={onClose} />
  }
  if (!isLong) return null
  const { total, done, failed } = progress
  return (
    <SheetDialog
      title={work.title}
      width={480}
      isBusy
      onClose={() => onClose(undefined)}
      foot={() => (
        <Button variant="outlined" color="inherit" onClick={stop}>
          {say('bulk.stop')}
        </Button>
      )}
    >
      <div className="bulk-progress">
        <p role="status">
          {total === undefined
            ? say('bulk.finding')
            : say('bulk.progress', { done: figure(done + failed), total: figure(total) })}
          {failed > 0 && <span className="bulk-wrong">{say('bulk.failed', { smart_count: failed })}</span>}
        </p>
        <LinearProgress
          aria-label={work.title}
          variant={total ? 'determinate' : 'indeterminate'}
          value={total ? ((done + failed) / total) * 100 : 0}
        />
        <p className="bulk-hint">{say('bulk.stopHelp')}</p>
      </div>
    </SheetDialog>
  )
}

function useWork(
  { resource }: ResourcePart,
  work: BulkWork,
  onEnd: BulkDialogProps['onEnd'],
  onClose: BulkDialogProps['onClose'],
) {
  const { session } = useEngine()
  const say = useSay()
  const notify = useNotify()
  const [progress, setProgress] = useState(nothingYet)
  const [result, setResult] = useState<BulkResult>()
  const [isLong, setLong] = useState(false)
  const stopping = useRef<AbortController>(undefined)
  const latest = useRef({ onEnd, onClose, say })
  latest.current = { onEnd, onClose, say }
  useEffect(() => {
    // Begun once: what is shown twice in development must not be done twice.
    if (stopping.current) return
    stopping.current = new AbortController()
    const { signal } = stopping.current
    const timer = setTimeout(() => setLong(true), patience)
    let drawn = 0
    const draw = (next: BulkProgress) => {
      if (Date.now() - drawn < drawEvery) return
      drawn = Date.now()
      setProgress(next)
    }
    const { selected, doing, title } = work
    runBulk(session, resource.name, { selected, doing, signal }, draw)
      .then(
        ended => {
          latest.current.onEnd(ended)
          if (ended.failed.length > 0 || ended.left > 0) return setResult(ended)
          if (ended.end !== 'whole') notify('notice.cancelled', { type: 'info' })
          else if (doing.kind !== 'remove')
            notify('bulk.done', { type: 'success', messageArgs: { what: title, smart_count: ended.done.length } })
          latest.current.onClose(undefined)
        },
        (error: unknown) => {
          const said = error instanceof Error ? error.message : 'notice.unknown'
          notify(isOffline(error) ? latest.current.say('bulk.lost') : said, { type: 'error', multiLine: true })
          latest.current.onEnd(undefined)
          latest.current.onClose(undefined)
        },
      )
      .finally(() => clearTimeout(timer))
  }, [session, notify, resource.name, work])
  useHeldPage(result === undefined)
  return { progress, result, isLong, stop: () => stopping.current?.abort() }
}

/** Asks before the browser leaves the page, which would stop the work. */
function useHeldPage(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isHeld])
}
