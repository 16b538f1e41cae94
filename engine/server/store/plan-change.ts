import type { Resource } from '../../model/model.ts'
import type { Row } from '../database/shape.ts'
import type { LineInput, StoredRecord } from './plan-lines.ts'
import { prepare } from './prepare.ts'
import { withTargets } from './target-records.ts'
import type { Work } from './work.ts'
import type { StoredChange, WriteStep } from './write.ts'

/** The change of a stored record to new values and lines. Only checks that need the database remain. */
export async function planChange(
  work: Work,
  resource: Resource,
  before: StoredRecord,
  values: Row,
  lineInputs: ReadonlyMap<string, LineInput> = new Map(),
  step: WriteStep = { operation: 'update' },
): Promise<StoredChange> {
  const prepared = await withTargets(work, ctx => prepare(ctx, resource, before, values, lineInputs))
  return { before: before.record, prepared, step }
}
