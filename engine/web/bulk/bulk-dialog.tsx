import Button from '@mui/material/Button'
import { useNotify } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { SheetDialog } from '../components/dialog.tsx'
import { WorkProgress } from '../components/work-progress.tsx'
import { type BulkProgress, type BulkResult, type BulkWork, requestBulk } from '../data/bulk.ts'
import { hasNoResponse, type Sent, useDelivery } from '../data/delivery.ts'
import { useEngine } from '../data/engine-context.ts'
import { undoStateOf } from '../data/operations.ts'
import { RequestFault } from '../data/request-fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useDoneNotice } from '../data/use-done-notice.tsx'
import { useObjectText } from '../data/use-object-text.ts'
import { useUndo } from '../data/use-undo.tsx'
import { DisconnectedBar } from '../form/disconnected-bar.tsx'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import type { WordKey } from '../words/words.ts'
import { workWords } from '../words/work-words.ts'
import { BulkResultView } from './bulk-result.tsx'
import './bulk.css'

export interface BulkDialogProps {
  readonly part: ResourcePart
  readonly work: BulkWork
  /** Called once when the work has ended, however it ended; without a result where no response arrived. */
  onEnd(result: BulkResult | undefined): void
  /** Closed by the user, or automatically after full success; `keep` are records to retry. */
  onClose(keep: readonly string[] | undefined): void
}

const nothingYet: BulkProgress = { total: undefined, done: 0, failed: 0 }
/** An operation that has ended by then shows a message and no dialog. */
const patience = 400
const drawEvery = 100

/** The success message, where it is not the title of the operation. */
const doneWords: Readonly<Partial<Record<BulkWork['bulkOperation']['kind'], WordKey>>> = {
  restore: 'bin.restored',
  undo: 'operations.undoneCount',
}

/** Runs a bulk operation: its progress, a stop button, and the results of failed records. */
export function BulkDialog({ part, work, onEnd, onClose }: BulkDialogProps) {
  const translate = useTranslation(recordWords, workWords)
  const { progress, result, isLong, isDisconnected, isBusy, retry, stop } = useWork(part, work, onEnd, onClose)
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
          {translate(isDisconnected ? 'step.stopWaiting' : 'bulk.stop')}
        </Button>
      )}
    >
      {isDisconnected && <DisconnectedBar text={translate('bulk.cutOff')} isBusy={isBusy} onRetry={retry} />}
      <WorkProgress
        label={work.title}
        share={total ? (done + failed) / total : undefined}
        text={
          <>
            {total === undefined
              ? translate('bulk.finding')
              : translate('bulk.progress', { done: figure(done + failed), total: figure(total) })}
            {failed > 0 && <span className="mistake">{translate('bulk.failed', { smart_count: failed })}</span>}
          </>
        }
      />
      <p className="muted text-13 mt-8">{translate('bulk.stopHelp')}</p>
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
  const translate = useTranslation(recordWords, workWords)
  const notify = useNotify()
  const notifyDone = useDoneNotice()
  const undo = useUndo(resource.name)
  const whatOf = useObjectText(resource.name)
  const [progress, setProgress] = useState(nothingYet)
  const [result, setResult] = useState<BulkResult>()
  const [isLong, setLong] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const stopping = useRef<AbortController>(undefined)
  /** What was received before the connection broke. */
  const received = useRef<BulkResult>(undefined)

  const end = (ended: BulkResult) => {
    onEnd(ended)
    if (ended.failed.length > 0 || ended.left > 0) return setResult(ended)
    if (ended.end !== 'whole') notify('notice.cancelled', { type: 'info' })
    else if (work.bulkOperation.kind !== 'remove') void showDone(ended)
    onClose(undefined)
  }
  const showDone = async ({ done, name, operation }: BulkResult) => {
    const count = done.length
    const messageArgs = { step: work.title, what: whatOf(count, name) }
    // An action may have sent messages only.
    const hasUndo =
      operation !== undefined &&
      (work.bulkOperation.kind !== 'action' ||
        (await undoStateOf(session, operation).catch(() => undefined)) !== 'never')
    const undoArgs = operation !== undefined &&
      count > 0 && { operation, ...(hasUndo && { undo: () => undo(operation, count) }) }
    notifyDone({ message: doneWords[work.bulkOperation.kind] ?? 'notice.stepDone', messageArgs, ...undoArgs })
  }
  const fail = (message: string) => {
    notify(message, { type: 'error', multiLine: true })
    onEnd(undefined)
    onClose(undefined)
  }
  // A retry has the key of the first request: what was done before the connection broke is not done again.
  const delivery = useDelivery(
    async ({ key }: Sent<object>) => {
      const begun = new AbortController()
      stopping.current = begun
      let drawn = 0
      const draw = (next: BulkProgress) => {
        if (Date.now() - drawn < drawEvery) return
        drawn = Date.now()
        setProgress(next)
      }
      const ended = await requestBulk(session, resource.name, { ...work, signal: begun.signal, key }, draw)
      if (ended.end !== 'broken') return ended
      received.current = ended
      throw new RequestFault('bulk.cutOff', 0)
    },
    () => retry(),
  )
  const { isDisconnected } = delivery
  const attempt = async (answer: Promise<BulkResult>) => {
    setBusy(true)
    try {
      end(await answer)
    } catch (error) {
      if (!hasNoResponse(error)) fail(error instanceof Error ? error.message : 'notice.unknown')
    } finally {
      setBusy(false)
    }
  }
  const latest = useRef(() => attempt(delivery.send({})))
  useEffect(() => {
    // Begun once: a double render in development must not send it twice.
    if (stopping.current) return
    const timer = setTimeout(() => setLong(true), patience)
    void latest.current().finally(() => clearTimeout(timer))
  }, [])
  const retry = () => {
    if (!isBusy && delivery.unanswered()) void attempt(delivery.settle())
  }
  useHeldPage(result === undefined)
  const stop = () => {
    if (!isDisconnected) return stopping.current?.abort()
    delivery.drop()
    if (received.current) end(received.current)
    else fail(translate('bulk.lost'))
  }
  return { progress, result, isLong: isLong || isDisconnected, isDisconnected, isBusy, retry, stop }
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
