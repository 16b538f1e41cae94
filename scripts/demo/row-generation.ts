import type { Model, Resource } from '../../engine/model/model.ts'
import type { Row } from '../../engine/server/database/shape.ts'
import type { Work } from '../../engine/server/store/work.ts'
import type { Demo, Rows } from './demo.ts'
import type { CausedRow } from './generated-record.ts'
import type { Pictures } from './pictures.ts'
import type { KnownRecord, Pools } from './pools.ts'
import type { Random } from './random.ts'

/** One row while it is generated: its context, and the fields generated so far. */
export interface RowGeneration {
  readonly work: Work
  readonly model: Model
  readonly demo: Demo
  readonly pools: Pools
  readonly random: Random
  /** Absent if there is no storage for pictures. */
  readonly pictures?: Pictures
  readonly resource: Resource
  readonly rows: Rows
  /** The day of creation, and the moment. */
  readonly day: string
  readonly created: string
  /** The record for which the row is generated. */
  readonly each: KnownRecord | undefined
  /** The index among the rows of the same record and day. */
  readonly i: number
  /** The index among all rows. */
  readonly n: number
  readonly record: Row
  /** The fields that a literal row gives: read-only ones too, and lists as they are. */
  readonly literal?: ReadonlySet<string>
  /** Of a line, the record to which it belongs. */
  readonly master?: { readonly resource: Resource; readonly record: Row }
  /** What another record gives the row, if one causes it. */
  readonly caused?: CausedRow
}
