import type { ResourcePart } from '../data/resource-part.ts'
import { LifecycleClock } from './lifecycle-clock.tsx'
import { LifecycleLine } from './lifecycle-line.tsx'
import type { Values } from './versions.ts'

/** Where a record stands between its start and its end, and at the right what the clock will do. */
export function LifecycleBar({ part, record }: { part: ResourcePart; record: Values }) {
  return (
    <div className="lifecycle-bar">
      <LifecycleLine part={part} record={record} />
      <LifecycleClock part={part} record={record} />
    </div>
  )
}
