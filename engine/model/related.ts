import type { Bilingual } from './model.ts'

/** The records of one resource that refer to a record by one field, or that a bind links to it: a list, and their number. */
export interface Related {
  readonly resource: string
  /** Of a bind, its name. */
  readonly field: string
  /** The name of the related field that declares the list; absent for references that no field declares. */
  readonly list?: string
  /** The columns that the list declares, instead of those of the resource. */
  readonly columns?: readonly string[]
  /** A bind links the records. */
  readonly isBound?: true
  /** The list is narrower than the records that refer to the record. */
  readonly isNarrowed?: true
  /** The title of the related field, or the resource in the plural, with the field if several of its fields refer to the record. */
  readonly title: Bilingual
  readonly help?: Bilingual
  /** The number of those that the caller may view, counted up to the cap. */
  readonly count: number
  readonly capped: boolean
}
