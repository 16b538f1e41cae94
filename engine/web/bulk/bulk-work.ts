import type { BulkOperation, Reverted, Selected } from '../data/bulk.ts'

/** Something to be done to many records. */
export interface BulkWork {
  /** What is done, as its button says. */
  readonly title: string
  readonly selected: Selected
  readonly bulkOperation: BulkOperation | Reverted
}
