import type { Step } from '../../engine/model/model.ts'
import type { Row } from '../../engine/server/database/shape.ts'
import type { Changes } from '../../engine/server/store/history.ts'
import type { LinkChange } from '../../engine/server/store/links.ts'
import type { LineInput, PreparedPart } from '../../engine/server/store/plan-lines.ts'

/** A generated record, ready to be stored. */
export interface GeneratedRecord {
  readonly id: string
  readonly ownerId: string | null
  record: Row
  parts: readonly PreparedPart[]
  readonly links: readonly LinkChange[]
  readonly steps: GeneratedVersion[]
}

/** One version of a generated record. */
export interface GeneratedVersion {
  readonly operation: string
  /** Wall-clock time. */
  readonly at: string
  /** Absent of the creation, whose values are those after it. */
  readonly changes?: Changes
  readonly input?: Row
  /** The step that made the version, with the record after it; absent of the creation. */
  readonly step?: Step
  readonly after: Row
}

/** A record that a step of another record creates. */
export interface CausedRow {
  readonly values: Row
  readonly lines: ReadonlyMap<string, LineInput>
  readonly at: string
}
