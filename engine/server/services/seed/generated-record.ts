import type { Row } from '../../database/shape.ts'
import type { Changes } from '../../store/history.ts'
import type { PreparedPart } from '../../store/plan-lines.ts'

/** A generated record, ready to be stored. */
export interface GeneratedRecord {
  readonly id: string
  readonly ownerId: string | null
  record: Row
  readonly parts: readonly PreparedPart[]
  readonly steps: GeneratedVersion[]
}

/** One version of a generated record. */
export interface GeneratedVersion {
  readonly operation: string
  /** Wall-clock time. */
  readonly at: string
  readonly changes: Changes
  readonly input?: Row
}
