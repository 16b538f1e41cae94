import IconButton from '@mui/material/IconButton'
import Slider from '@mui/material/Slider'
import { Maximize, Minus, Pause, Play, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { FlowHistoryEntry } from '../../model/flow-views.ts'
import { wallText } from '../../rules/zone.ts'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { StateGlyph } from '../components/state-glyph.tsx'
import { useModelIndex } from '../data/resource-part.ts'
import { useShell } from '../frame/shell-context.ts'
import { useLanguage } from '../words/i18n.ts'
import type { BpmnCanvas } from './bpmn-services.ts'
import { durationText, entriesAt, flowMarks, flowSteps, momentsOf } from './flow-steps.ts'
import { useFlowWords } from './flow-words.ts'
import { showWhole, useCanvas } from './use-canvas.ts'
import './flow.css'

interface FlowDiagramProps {
  readonly xml: string
  /** What the instance reached, by time; without it only the model is drawn. */
  readonly entries?: readonly FlowHistoryEntry[]
}

/**
 * A process as a diagram with what was reached, a replay, and its steps as a list, which is all that a phone shows
 * at first and what screen readers read.
 */
export function FlowDiagram({ xml, entries = none }: FlowDiagramProps) {
  const words = useFlowWords()
  const { isPhone } = useShell()
  const zone = useModelIndex()?.zone ?? 'UTC'
  const moments = useMemo(() => momentsOf(entries), [entries])
  const [at, setAt] = useState<number>()
  const [isOpen, setOpen] = useState(false)
  const moment = at === undefined ? undefined : moments[at]
  const reached = useMemo(() => (moment === undefined ? entries : entriesAt(entries, moment)), [entries, moment])
  const steps = flowSteps(reached)
  return (
    <div className="stack min-h-0">
      {isPhone && !isOpen ? (
        <button type="button" className="link inset tap-44" onClick={() => setOpen(true)}>
          {words('showDiagram')}
        </button>
      ) : (
        <Drawing xml={xml} entries={reached} />
      )}
      {moments.length > 1 && (!isPhone || isOpen) && <Replay moments={moments} at={at} onMove={setAt} />}
      {steps.length > 0 && <StepLine steps={steps} now={moment ?? wallText(Date.now(), zone)} />}
    </div>
  )
}

const none: readonly FlowHistoryEntry[] = []

function Drawing({ xml, entries }: { readonly xml: string; readonly entries: readonly FlowHistoryEntry[] }) {
  const words = useFlowWords()
  const { place, canvas, error, retry } = useCanvas(xml, xml, async container => {
    const { createViewer } = await import('./bpmn-viewer.ts')
    return createViewer(container)
  })
  useMarks(canvas, entries)
  const zoom = (by: number) => canvas?.get('canvas').zoom(canvas.get('canvas').zoom() * by)
  if (error) return <SheetFault error={error} retry={retry} />
  return (
    <section className="bpmn flow-drawing relative min-h-0 clip fixed" aria-label={words('diagram')} ref={place}>
      {!canvas && <SheetLoading />}
      <div className="flow-zoom absolute flex round-8 paper">
        <IconButton size="small" aria-label={words('smaller')} onClick={() => zoom(0.8)}>
          <Minus size={14} />
        </IconButton>
        <IconButton size="small" aria-label={words('larger')} onClick={() => zoom(1.25)}>
          <Plus size={14} />
        </IconButton>
        <IconButton size="small" aria-label={words('whole')} onClick={() => showWhole(canvas)}>
          <Maximize size={14} />
        </IconButton>
      </div>
    </section>
  )
}

/** Draws what was reached; bpmn-js keeps markers until they are removed. */
function useMarks(canvas: BpmnCanvas | undefined, entries: readonly FlowHistoryEntry[]): void {
  useEffect(() => {
    if (!canvas) return
    const service = canvas.get('canvas')
    const drawn = [...flowMarks(entries)].filter(([id]) => canvas.get('elementRegistry').get(id))
    for (const [id, mark] of drawn) service.addMarker(id, `flow-${mark}`)
    return () => {
      for (const [id, mark] of drawn) service.removeMarker(id, `flow-${mark}`)
    }
  }, [canvas, entries])
}

interface ReplayProps {
  readonly moments: readonly string[]
  /** Undefined at the present. */
  readonly at: number | undefined
  onMove(at: number | undefined): void
}

/** The times of the process as a line; played, one each second. */
function Replay({ moments, at, onMove }: ReplayProps) {
  const words = useFlowWords()
  const [isPlaying, setPlaying] = useState(false)
  const last = moments.length - 1
  const shown = at ?? last
  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => {
      onMove(shown + 1 >= last ? undefined : shown + 1)
      if (shown + 1 >= last) setPlaying(false)
    }, 1000)
    return () => clearTimeout(timer)
  }, [isPlaying, shown, last, onMove])
  const play = () => {
    if (!isPlaying && at === undefined) onMove(0)
    setPlaying(!isPlaying)
  }
  return (
    <div className="row gap-16 inset flow-replay divided min-h-48">
      <IconButton aria-label={words(isPlaying ? 'pause' : 'replay')} onClick={play}>
        {isPlaying ? <Pause size={16} /> : <Play size={16} />}
      </IconButton>
      <Slider
        size="small"
        min={0}
        max={last}
        value={shown}
        aria-label={words('moment')}
        getAriaValueText={value => moments[value] ?? ''}
        onChange={(_, value) => onMove(Number(value) === last ? undefined : Number(value))}
      />
      <span className="text-12 muted num nowrap">{moments[shown]?.slice(5, 16)}</span>
    </div>
  )
}

/** Who did what, when, for how long and why, from the start to what runs now. */
function StepLine({ steps, now }: { readonly steps: readonly FlowHistoryEntry[]; readonly now: string }) {
  const words = useFlowWords()
  const language = useLanguage()
  return (
    <ol className="flow-steps py-16 inset" aria-label={words('steps')}>
      {steps.map(({ element, kind, name, person, startedAt, endedAt, comment, files = [] }) => {
        const isRunning = endedAt === undefined
        const took = durationText(startedAt, endedAt ?? now, language)
        return (
          <li className="trail text-13 relative" key={`${element} ${kind} ${startedAt}`} data-running={isRunning}>
            <StateGlyph
              shape={
                isRunning
                  ? { kind: 'between', share: 0.5, colour: 'blue' }
                  : { kind: 'done', share: 1, colour: 'green' }
              }
            />
            <p className="row gap-8 wrap">
              <strong className="medium">{kind === 'comment' ? words('comment') : name}</strong>
              <span className="muted">{person?.name || (isRunning ? words('unclaimed') : '')}</span>
              <span className="muted num push">{isRunning ? words('running') : endedAt.slice(5, 16)}</span>
            </p>
            {took !== '' && <p className="text-12 muted">{words('took', { time: took })}</p>}
            {comment && <p className="break boxed round-6 sunken mt-6 py-7 px-10">{comment}</p>}
            {files.map(file => (
              <p key={file.link}>
                <a className="link break" href={file.link} target="_blank" rel="noreferrer">
                  {file.name}
                </a>{' '}
                <span className="muted num">{Math.ceil(file.size / 1024)} KB</span>
              </p>
            ))}
          </li>
        )
      })}
    </ol>
  )
}
