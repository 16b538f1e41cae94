import { useResourceContext } from 'ra-core'
import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { statePath } from '../../model/state-path.ts'
import { type StateShape, stateShapes } from '../../model/state-shape.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { contextOfPart } from '../../record/expressions.ts'
import { type TimeRemaining, timeRemainingOf } from '../../record/time-remaining.ts'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { StateGlyph } from '../components/state-glyph.tsx'
import type { Stored } from '../data/delivery.ts'
import { useEngine } from '../data/engine-context.ts'
import { statusOf } from '../data/request-fault.ts'
import { type ResourcePart, useResourcePart } from '../data/resource-part.ts'
import { useWholeRecord } from '../data/whole-record.ts'
import { useBrand } from '../frame/brand-context.ts'
import { useRecordId } from '../frame/record-id.ts'
import { useShell } from '../frame/shell-context.ts'
import { useTab } from '../frame/tab-context.ts'
import { HistoryLine } from '../history/history-line.tsx'
import type { VersionValues } from '../history/versions.ts'
import { stateOf } from '../record/available-steps.ts'
import { displayOf } from '../record/display-of.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { StepButtons } from '../transitions/step-buttons.tsx'
import { useSteps } from '../transitions/use-steps.tsx'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { DetailGrid } from './detail-grid.tsx'
import { DetailHead } from './detail-head.tsx'
import { Neighbours } from './neighbours.tsx'
import { RecordGone } from './record-gone.tsx'
import { RelatedTabs } from './related-tabs.tsx'
import '../form/form.css'
import './record-detail.css'

/** The detail page of a record: state and next steps, fields in groups, related records, history. */
export function RecordDetail() {
  const name = useResourceContext() ?? ''
  const id = useRecordId()
  const part = useResourcePart(name)
  const record = useWholeRecord(part.data, name, id)
  const { lists } = useEngine()
  useEffect(() => lists.visited(name, id), [lists, name, id])
  if (part.data && statusOf(record.error) === 404) return <RecordGone part={part.data} id={id} error={record.error} />
  // A lost connection leaves the loaded record on the screen.
  const error = part.error ?? (record.known && statusOf(record.error) !== 403 ? null : record.error)
  if (error)
    return (
      <SheetFault error={error} title={part.data?.resource.title[part.data.language] ?? ''} retry={record.refetch} />
    )
  if (!part.data || !record.known) return <SheetLoading />
  return <Detail part={part.data} record={record.known} isWhole={record.data !== undefined} />
}

interface DetailProps {
  readonly part: ResourcePart
  readonly record: Stored
  /** False while its lines are not loaded, which distinguish its versions. */
  readonly isWhole: boolean
}

function Detail({ part, record, isWhole }: DetailProps) {
  const { resource, language } = part
  const steps = useSteps(part, record)
  const { isPhone } = useShell()
  const { parts } = useBrand()
  const sheet = useDetailScroll()
  useHeadingFocus(sheet, record['version'])
  const title = displayOf(part, record) || resource.title[language]
  return (
    <section className="sheet-form stack min-h-0 h-full" aria-label={title} ref={sheet}>
      <DetailHead
        part={part}
        record={record}
        title={title}
        steps={!isPhone && <StepButtons part={part} steps={steps} />}
      />
      {resource.lifecycle && (
        <div className="lifecycle-bar divided row wrap spread fixed text-13 gap-y-4 gap-x-24 pb-14 px-24">
          <LifecycleLine part={part} record={record} />
          <LifecycleClock part={part} record={record} />
        </div>
      )}
      <div className="detail-body grid grow scroll-1200 block-1200">
        <div className="detail-main scroll unclipped-1200">
          <RelatedTabs part={part} record={record}>
            <DetailGrid part={part} record={record} />
            {parts.map(
              ({ name, RecordPanel, panelOf = resource.name }) =>
                RecordPanel &&
                panelOf === resource.name && (
                  <Suspense key={name}>
                    <RecordPanel part={part} id={record.id} record={record} />
                  </Suspense>
                ),
            )}
          </RelatedTabs>
        </div>
        {!resource.readOnly && (
          <aside className="detail-rail scroll ruled-left unclipped-1200 unruled-left-1200 ruled-1200">
            {isWhole && <HistoryLine part={part} record={record} />}
          </aside>
        )}
        {/* At the bottom on a phone; the header has space for the title only. */}
        {isPhone && <Neighbours resource={resource} record={record} size={20} />}
      </div>
      {isPhone && steps.open.length + steps.barred.length > 0 && (
        <footer className="sheet-foot detail-foot flex items-center ruled fixed wrap-phone">
          <StepButtons part={part} steps={steps} />
        </footer>
      )}
      {steps.dialog}
    </section>
  )
}

/** Moves the focus to the record's heading when a step's button disappears, so that keyboard users continue there. */
function useHeadingFocus(sheet: RefObject<HTMLElement | null>, version: unknown): void {
  const seen = useRef(version)
  useEffect(() => {
    if (seen.current === version) return
    seen.current = version
    const heading = sheet.current?.querySelector<HTMLElement>('h1')
    if (!heading || document.activeElement !== document.body || heading.offsetParent === null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [sheet, version])
}

/** The deadline of the record's lifecycle and the remaining time, until a final state is reached. */
function LifecycleClock({ part, record }: { part: ResourcePart; record: VersionValues }) {
  const { resource, model, language } = part
  const translate = useTranslation(recordWords)
  const context = useEvaluationContext()
  const left = timeRemainingOf(contextOfPart(model, context()), resource, record)
  if (!left) return null
  const { at: day, date, days, hoursLate, urgency } = left
  // A deadline that is computed has no title of its own.
  const field = fieldOf(resource, date.at)?.title[language] ?? translate('detail.deadline')
  const count = hoursLate ?? Math.abs(days)
  return (
    <p className={`lifecycle-clock muted num ${urgency}`}>
      {translate(messageFor(left), { field, day, days: count, smart_count: count })}
    </p>
  )
}

function messageFor({ date, days, hoursLate }: TimeRemaining) {
  if (hoursLate !== undefined) return 'detail.lateHours'
  if (days === 0) return date.isDeadline ? 'detail.today' : 'detail.fromToday'
  return days < 0 ? 'detail.late' : 'detail.left'
}

/** The states on the main path from start to end, the current one, and the next ones; a state apart from it is last. */
function LifecycleLine({ part, record }: { part: ResourcePart; record: Readonly<Record<string, unknown>> }) {
  const { resource, model, language } = part
  const { lifecycle } = resource
  const field = resource.fields.find(one => one.name === lifecycle?.field)
  const dictionary = model.dictionaries[String(field?.options['of'])]
  const now = stateOf(part, record)
  if (!lifecycle || !dictionary || !now) return null
  const shapes = stateShapes(lifecycle, dictionary)
  const { states, passed, side } = statePath(lifecycle, now)
  const shown = states.map((state, at) => ({
    state,
    place: at < passed ? 'past' : at === passed && side === undefined ? 'now' : 'ahead',
  }))

  return (
    <ol className="steps lifecycle flex wrap quiet gap-y-8 gap-x-10">
      {[...shown, ...(side === undefined ? [] : [{ state: side, place: 'now side' }])].map(({ state, place }) => {
        const entry = dictionary.entries.find(one => one.name === state)
        const shape = shapes.get(state)
        if (!entry || !shape) return null
        return (
          <li key={state} className={place} aria-current={state === now ? 'step' : undefined}>
            <StateGlyph shape={drawn(shape, place)} /> {entry.title[language]}
          </li>
        )
      })}
    </ol>
  )
}

function drawn(shape: StateShape, place: string): StateShape {
  if (place === 'past') return { ...shape, kind: 'done', colour: 'green' }
  return place === 'ahead' ? { ...shape, kind: 'between', share: 0, colour: 'grey' } : shape
}

interface Left {
  /** The scrolling element by its class, which depends on the width of the screen. */
  readonly part: string
  readonly top: number
}

/**
 * Stores the scroll position of a record and restores it when its tab is shown again: repeatedly while content below is
 * loading, until it is reached or the user scrolls.
 */
function useDetailScroll(): RefObject<HTMLElement | null> {
  const { left } = useEngine()
  const page = useTab()?.page
  const sheet = useRef<HTMLElement>(null)
  const isNew = useRef(true)
  useEffect(() => {
    const one = sheet.current
    if (!one) return
    const listener = ({ target }: Event) => {
      if (target instanceof HTMLElement && target.clientHeight > 0)
        left.write(page, 'scroll', { part: target.className, top: target.scrollTop } satisfies Left)
    }
    // Scrolling does not bubble.
    one.addEventListener('scroll', listener, { capture: true, passive: true })
    const stop = isNew.current ? bringBack(one, left.read<Left>(page, 'scroll')) : undefined
    isNew.current = false
    return () => {
      stop?.()
      one.removeEventListener('scroll', listener, { capture: true })
    }
  }, [left, page])
  return sheet
}

function bringBack(sheet: HTMLElement, left: Left | undefined): (() => void) | undefined {
  const part = left && [...sheet.getElementsByClassName(left.part)][0]
  if (!part || left.top === 0) return undefined
  const watcher = new ResizeObserver(() => {
    part.scrollTop = left.top
    if (Math.abs(part.scrollTop - left.top) <= 1) end()
  })
  const moves = ['wheel', 'pointerdown', 'keydown'] as const
  const end = () => {
    watcher.disconnect()
    for (const move of moves) sheet.removeEventListener(move, end, true)
  }
  for (const child of part.children) watcher.observe(child)
  for (const move of moves) sheet.addEventListener(move, end, { capture: true, passive: true })
  return end
}
