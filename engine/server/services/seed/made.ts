import type { Row } from '../../database/shape.ts'
import type { Changes } from '../../store/history.ts'
import type { PreparedPart } from '../../store/plan-lines.ts'

/** A record as it will be stored. */
export interface Made {
  readonly id: string
  readonly ownerId: string | null
  record: Row
  readonly parts: readonly PreparedPart[]
  readonly steps: Step[]
}

/** One version of a record. */
export interface Step {
  readonly operation: string
  /** On the wall clock. */
  readonly at: string
  readonly changes: Changes
  readonly input?: Row
}
