import type { Row } from '../../database/shape.ts'
import type { StagedRow } from './staged-rows.ts'

/** What rows of people and roles have to pass beyond the predicate. */
export type RowGuard = (record: Row) => Promise<void>

/** What a guard looks at: of a record that is there, also which. */
export const guarded = ({ operation, recordId, record }: Pick<StagedRow, 'operation' | 'recordId' | 'record'>): Row =>
  operation === 'add' ? record : { ...record, id: recordId }
