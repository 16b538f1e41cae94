import type { ResourcePart } from '../data/resource-part.ts'
import type { VersionValues } from '../history/versions.ts'
import { LifecycleClock } from './lifecycle-clock.tsx'
import { LifecycleLine } from './lifecycle-line.tsx'

/** The lifecycle of a record, and on the right its deadline. */
export function LifecycleBar({ part, record }: { part: ResourcePart; record: VersionValues }) {
  return (
    <div className="lifecycle-bar">
      <LifecycleLine part={part} record={record} />
      <LifecycleClock part={part} record={record} />
    </div>
  )
}
