import type { Model, Resource } from '../../../model/model.ts'
import type { Row } from '../../database/shape.ts'
import type { Work } from '../../store/work.ts'
import type { Demo, Rows } from './demo.ts'
import type { Pictures } from './pictures.ts'
import type { Known, Pools } from './pools.ts'
import type { Random } from './random.ts'

/** One row on its way: what is known of it before its fields are, and those that are made. */
export interface Making {
  readonly work: Work
  readonly model: Model
  readonly demo: Demo
  readonly pools: Pools
  readonly random: Random
  /** Absent where there is no place to keep any. */
  readonly pictures?: Pictures
  readonly resource: Resource
  readonly rows: Rows
  /** The day on which it was made, and the moment. */
  readonly day: string
  readonly created: string
  /** The record that the row is one of several for. */
  readonly each: Known | undefined
  /** How many of the same record and the same day came before. */
  readonly i: number
  /** How many came before. */
  readonly n: number
  readonly record: Row
}
