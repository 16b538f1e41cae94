import type { Bilingual } from './model.ts'

/** How many records of one resource refer to a record by one field. */
export interface Related {
  readonly resource: string
  readonly field: string
  /** The resource in the plural, and the field where several of its fields refer here. */
  readonly title: Bilingual
  /** As many of them as the caller may view, counted up to the cap. */
  readonly count: number
  readonly capped: boolean
}
