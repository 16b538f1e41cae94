import type { Bilingual } from './model.ts'

/** A field whose stored values a job makes for all rows of a resource, because it or its formula is new. */
export interface FillProgress {
  readonly resource: string
  readonly field: string
  readonly resourceTitle: Bilingual
  readonly title: Bilingual
  /** Number of the rows, in all tenants. */
  readonly count: number
  /** Number of those up to which the job has come. */
  readonly done: number
}
