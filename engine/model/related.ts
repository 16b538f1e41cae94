import type { Bilingual } from './model.ts'

/** The number of records of one resource that refer to a record by one field. */
export interface Related {
  readonly resource: string
  readonly field: string
  /** The resource in the plural, with the field if several of its fields refer to the record. */
  readonly title: Bilingual
  /** The number of those that the caller may view, counted up to the cap. */
  readonly count: number
  readonly capped: boolean
}
