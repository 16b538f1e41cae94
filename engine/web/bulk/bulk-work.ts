import type { BulkRequest, Reverted, Selected } from '../data/bulk.ts'

/** A bulk operation on selected records. */
export interface BulkWork {
  /** Title of the operation, as on its button. */
  readonly title: string
  readonly selected: Selected
  readonly bulkOperation: BulkRequest | Reverted
}
