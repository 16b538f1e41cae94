import { Button, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import {
  Check,
  CircleCheck,
  Eye,
  EyeOff,
  FileText,
  ShieldCheck,
  SkipForward,
  TriangleAlert,
  Undo2,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { ScreenHead } from '../../engine/web/components/screen-head.tsx'
import { StatePanel } from '../../engine/web/components/state-panel.tsx'
import { useResourcePart } from '../../engine/web/data/resource-part.ts'
import type { KeyNames } from '../../engine/web/frame/key-names.ts'
import { KeysShown } from '../../engine/web/frame/keys-shown.tsx'
import { usePage } from '../../engine/web/frame/page-context.ts'
import { useShell } from '../../engine/web/frame/shell-context.ts'
import { useShortcut } from '../../engine/web/frame/shortcuts.ts'
import { useLocalized } from '../../engine/web/words/i18n.ts'
import { useClient } from '../client.ts'
import { LetterDialog } from '../video/letter-dialog.tsx'
import { ShortcutKey, Tool, ToolBar } from '../video/tile-tools.tsx'
import { CaptureFacts } from './capture-facts.tsx'
import { CaptureFrame } from './capture-frame.tsx'
import { CaptureList } from './capture-list.tsx'
import { type Capture, frameOf } from './captures.ts'
import { useReviewWords } from './review-words.ts'
import { useQueue } from './use-queue.ts'
import './review.css'

const moves = [
  ['down', 'next', 1],
  ['right', 'next', 1],
  ['up', 'previous', -1],
  ['left', 'previous', -1],
] as const

/** One capture at a time, decided by keys or swipes; the next is already loaded, the last decision can be undone. */
export function CaptureReview() {
  const words = useReviewWords()
  const localized = useLocalized()
  const client = useClient()
  const page = usePage()
  const { isPhone } = useShell()
  const { data: part } = useResourcePart('witCaptureRecord')
  const { data: shots } = useResourcePart('entCameraScreenshot')
  const { data: warnings } = useResourcePart('entWarningLog')
  const queue = useQueue()
  const { current, group, last } = queue
  const [isDismissing, setDismissing] = useState(false)
  const [why, setWhy] = useState<string>()
  const [letterOf, setLetterOf] = useState<Capture>()
  const [said, setSaid] = useState<string>()
  const { data: counts } = useQuery({
    queryKey: ['captureReview', 'counts', 'totals'],
    queryFn: async () => {
      const since = `${new Intl.DateTimeFormat('sv').format(new Date())} 00:00:00`
      const [waiting, today] = await Promise.all([
        client.witCaptureRecord.page({ captureStatus: '0', size: 1 }),
        client.witCaptureRecord.reviewedByMe({ since }),
      ])
      return { waiting: waiting.capped ? `${waiting.total}+` : waiting.total, today }
    },
  })
  const entry = (dictionary: string, key: string | null | undefined) => {
    const found = part?.model.dictionaries[dictionary]?.entries.find(one => one.key === key)
    return found ? localized(found.title) : ''
  }
  const reasons = part?.model.dictionaries['capture_fault']?.entries ?? []
  const detection = entry('model_types', current?.modelType)
  const isSeen = current !== undefined && frameOf(current) !== undefined
  const approve = (captures: readonly Capture[]) => {
    setSaid(undefined)
    setDismissing(false)
    if (captures.length > 0 && captures.every(one => frameOf(one) !== undefined))
      void queue.decide(captures, 'approved')
  }
  const dismiss = (faultReason: string, reviewRemark?: string) => {
    if (!current) return
    // Why an activity is permitted has to be explained.
    if (faultReason === '5' && reviewRemark === undefined) return setWhy('')
    setSaid(undefined)
    setDismissing(false)
    setWhy(undefined)
    void queue.decide([current], 'auditFailed', { faultReason, ...(reviewRemark !== undefined && { reviewRemark }) })
  }
  const keep = async () => {
    if (!current) return
    const { entId, cameraId, modelType, shotTime, pictures, confidence, captureNo } = current
    const subject = `${current.cameraIdName ?? ''}：${detection}（${captureNo}）`
    try {
      await client.entCameraScreenshot.save(
        { subject, entId, cameraId, modelType: modelType ?? '605', shotTime, pictures, confidence },
        `evidence-${current.id}`,
      )
      setSaid(words('kept'))
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error))
    }
  }
  const canKeep = shots?.may.includes('add') === true && isSeen
  const canDraft = warnings?.may.includes('raise') === true
  /** What was just approved, otherwise the capture that is shown, which this approves. */
  const draft = () => {
    const one =
      last?.step === 'approved' && last.operation !== undefined ? last.captures[0] : isSeen ? current : undefined
    if (!one) return
    if (one === current) approve([one])
    setLetterOf(one)
  }
  useShortcut({ keys: 'a', title: words('approve'), when: isSeen }, () => current && approve([current]))
  useShortcut({ keys: 'shift+a', title: words('group'), when: group.length > 1 }, () => approve(group))
  useShortcut({ keys: 'r', title: words('dismiss'), when: current !== undefined }, () => setDismissing(!isDismissing))
  useShortcut({ keys: 'u', title: words('undo'), when: last?.operation !== undefined }, () => void queue.undo())
  // Of what was approved last, when nothing is left to show.
  useShortcut({ keys: 'l', title: words('letter'), when: canDraft && !isSeen && last?.step === 'approved' }, draft)

  const undoButton = last?.operation !== undefined && (
    <Button color="inherit" className="tap-44-phone" startIcon={<Undo2 size={16} />} onClick={() => void queue.undo()}>
      {words('undo')}
      {!isPhone && <KeysShown keys="u" />}
    </Button>
  )
  const what =
    last &&
    (last.captures.length > 1
      ? words('several', { count: last.captures.length })
      : String(last.captures[0]?.shotTime).slice(11))
  const bar = (
    <div className="review-last-decision row gap-8 text-13" role="status" aria-live="off">
      {queue.fault !== undefined ? (
        <span className="late row gap-4">
          <TriangleAlert size={16} aria-hidden />
          {queue.fault}
        </span>
      ) : said !== undefined ? (
        <span>{said}</span>
      ) : (
        last && (
          <span className="row gap-4 nowrap">
            <CircleCheck size={16} aria-hidden />
            {words(last.step === 'approved' ? 'approved' : 'dismissed', { what: what ?? '' })}
          </span>
        )
      )}
      {undoButton}
    </div>
  )
  return (
    <>
      <ScreenHead title={page && localized(page.title)}>
        {counts && (
          <span className="muted text-13 nowrap">
            {words('waiting', { count: counts.waiting })}
            {!isPhone && ` · ${words('reviewedToday', { count: counts.today })}`}
          </span>
        )}
      </ScreenHead>
      {moves.map(([keys, title, by]) => (
        <ShortcutKey key={keys} keys={keys} title={words(title)} onUse={() => queue.move(by)} />
      ))}
      {current ? (
        <div className={isPhone ? 'review is-phone stack grow' : 'review grow'}>
          {!isPhone && <CaptureList queue={queue} entry={entry} onApproveGroup={() => approve(group)} />}
          <div className="review-main stack grow">
            <div className="review-card stack grow scroll">
              <CaptureFrame
                capture={current}
                label={`${detection} ${current.confidence === null ? '' : `${current.confidence} %`}`}
                {...(isPhone && { onSwipe: to => (to === 'right' ? approve([current]) : setDismissing(true)) })}
              />
              {isPhone && (
                <CaptureFacts capture={current} detection={detection} titleOf={key => entry('capture_status', key)} />
              )}
            </div>
            <ToolBar name={words(isPhone ? 'swipe' : 'after')}>
              <Tool icon={<SkipForward />} keys="s" title={words('skip')} onUse={queue.skip} />
              <Tool
                icon={<ShieldCheck />}
                keys="e"
                title={words('evidence')}
                isOff={!canKeep}
                onUse={() => void keep()}
              />
              <Tool icon={<FileText />} keys="l" title={words('letter')} isOff={!canDraft || !isSeen} onUse={draft} />
            </ToolBar>
            {isDismissing && (
              <fieldset className="review-reasons row wrap gap-8 ruled py-8 px-16">
                <legend>{words('reason')}</legend>
                {reasons.map(({ key, title }) => (
                  <Button
                    key={key}
                    variant="outlined"
                    color="inherit"
                    className="tap-44-phone"
                    onClick={() => dismiss(key)}
                  >
                    {localized(title)} <KeysShown keys={key as KeyNames} />
                    <ShortcutKey keys={key as KeyNames} title={localized(title)} onUse={() => dismiss(key)} />
                  </Button>
                ))}
                {why !== undefined && (
                  <TextField
                    autoFocus
                    fullWidth
                    size="small"
                    label={words('why')}
                    helperText={words('whyHelp')}
                    value={why}
                    onChange={({ target }) => setWhy(target.value)}
                    onKeyDown={({ key, nativeEvent }) => {
                      if (key === 'Enter' && !nativeEvent.isComposing && why.trim() !== '') dismiss('5', why.trim())
                      if (key === 'Escape') setWhy(undefined)
                    }}
                  />
                )}
              </fieldset>
            )}
            <div className="review-foot row spread gap-8 ruled py-8 px-16 min-h-64">
              <Button
                variant="outlined"
                color="inherit"
                className="tap-44"
                startIcon={<X size={16} />}
                aria-expanded={isDismissing}
                onClick={() => setDismissing(!isDismissing)}
              >
                {words('dismiss')}
                {!isPhone && <KeysShown keys="r" />}
              </Button>
              {bar}
              <Button
                variant="contained"
                className="tap-44"
                disabled={!isSeen}
                startIcon={<Check size={16} />}
                onClick={() => approve([current])}
              >
                {words('approve')}
                {!isPhone && <KeysShown keys="a" />}
              </Button>
            </div>
          </div>
          {!isPhone && (
            <CaptureFacts capture={current} detection={detection} titleOf={key => entry('capture_status', key)} />
          )}
        </div>
      ) : queue.error ? (
        <StatePanel icon={<EyeOff />} title={words('failed')} help={queue.error.message}>
          <Button variant="outlined" color="inherit" onClick={queue.again}>
            {words('again')}
          </Button>
        </StatePanel>
      ) : queue.isPending ? (
        <div className="review-waiting" aria-busy="true" />
      ) : (
        <StatePanel icon={<Eye />} title={words('done')} help={words('doneHelp', { count: counts?.today ?? 0 })}>
          {bar}
          <Button variant="outlined" color="inherit" onClick={queue.again}>
            {words('again')}
          </Button>
        </StatePanel>
      )}
      {letterOf && (
        <LetterDialog
          of={letterOf.id}
          ent={letterOf.entIdName ?? ''}
          time={String(letterOf.shotTime)}
          cite={letterOf.cite}
          picture={<CaptureFrame capture={letterOf} label={entry('model_types', letterOf.modelType)} />}
          warning={() => client.entWarningLog.find({ captureId: letterOf.id })}
          isReady={last?.operation !== undefined && last.captures.includes(letterOf)}
          onClose={text => {
            setLetterOf(undefined)
            if (text !== undefined) setSaid(text)
          }}
        />
      )}
    </>
  )
}
