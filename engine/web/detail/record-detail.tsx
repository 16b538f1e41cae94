import { useResourceContext } from 'ra-core'
import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import type { Stored } from '../data/delivery.ts'
import { useEngine } from '../data/engine-context.ts'
import { statusOf } from '../data/request-fault.ts'
import { type ResourcePart, useResourcePart } from '../data/resource-part.ts'
import { useWholeRecord } from '../data/whole-record.ts'
import { useBrand } from '../frame/brand-context.ts'
import { useRecordId } from '../frame/record-id.ts'
import { useShell } from '../frame/shell-context.ts'
import { HistoryLine } from '../history/history-line.tsx'
import { displayOf } from '../record/display-of.ts'
import { StepButtons } from '../transitions/step-buttons.tsx'
import { useSteps } from '../transitions/use-steps.tsx'
import { DetailGrid } from './detail-grid.tsx'
import { DetailHead } from './detail-head.tsx'
import { LifecycleClock } from './lifecycle-clock.tsx'
import { LifecycleLine } from './lifecycle-line.tsx'
import { Neighbours } from './neighbours.tsx'
import { RecordGone } from './record-gone.tsx'
import { RelatedTabs } from './related-tabs.tsx'
import { useDetailScroll } from './use-detail-scroll.ts'
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
    <section className="sheet-form stack" aria-label={title} ref={sheet}>
      <DetailHead
        part={part}
        record={record}
        title={title}
        steps={!isPhone && <StepButtons part={part} steps={steps} />}
      />
      {resource.lifecycle && (
        <div className="lifecycle-bar divided row wrap spread fixed text-13">
          <LifecycleLine part={part} record={record} />
          <LifecycleClock part={part} record={record} />
        </div>
      )}
      <div className="detail-body grid">
        <div className="detail-main scroll">
          <RelatedTabs part={part} record={record}>
            <DetailGrid part={part} record={record} />
            {parts.map(
              ({ name, RecordPanel }) =>
                RecordPanel && (
                  <Suspense key={name}>
                    <RecordPanel part={part} id={record.id} />
                  </Suspense>
                ),
            )}
          </RelatedTabs>
        </div>
        {!resource.readOnly && (
          <aside className="detail-rail scroll">{isWhole && <HistoryLine part={part} record={record} />}</aside>
        )}
        {/* At the bottom on a phone; the header has space for the title only. */}
        {isPhone && <Neighbours resource={resource} record={record} size={20} />}
      </div>
      {isPhone && steps.open.length + steps.barred.length > 0 && (
        <footer className="sheet-foot detail-foot">
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
