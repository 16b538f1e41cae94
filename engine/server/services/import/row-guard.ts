import type { Row } from '../../database/shape.ts'
import type { StagedRow } from './staged-rows.ts'

/** The guard of user and role rows, in addition to the predicate. */
export type RowGuard = (record: Row) => Promise<void>

/** The input of the guard: for an existing record with its id. */
export const guarded = ({ operation, recordId, record }: Pick<StagedRow, 'operation' | 'recordId' | 'record'>): Row =>
  operation === 'add' ? record : { ...record, id: recordId }
