import type { OperationKind } from '../../../model/operation-view.ts'
import type { Queries } from '../../database/database.ts'
import { beginOperation, endOperation, markUndone, recordRows } from '../operations/operation-log.ts'
import { type BulkLine, type BulkOperation, type BulkParts, type BulkSelection, runBulk } from './bulk-run.ts'

/** The parts of a recorded run in addition to those of the run. */
export interface RecordedParts extends Omit<BulkParts, 'operation' | 'record'> {
  readonly queries: Queries
  /** Called with the id of an operation once it has been reverted completely. */
  onUndone?(operation: string): Promise<void>
}

/** Runs a bulk operation and records it in the list of recent operations. */
export async function* recordedBulk(
  parts: RecordedParts,
  selection: BulkSelection,
  bulkOperation: BulkOperation,
): AsyncGenerator<BulkLine> {
  const { queries, resource } = parts
  const { actor } = parts.ctx
  const { ids, operation } = selection
  if (ids.length === 0) return yield* runBulk(parts, ids, bulkOperation)
  await beginOperation(queries, parts.ctx, {
    id: operation,
    resource,
    kind: kindOf(bulkOperation),
    ...('name' in bulkOperation && { step: bulkOperation.name }),
    ...(bulkOperation.kind === 'update' && { edited: bulkOperation.values }),
    ...(bulkOperation.kind === 'undo' && { undoOf: bulkOperation.operation }),
    meant: ids.length,
  })
  try {
    const record: BulkParts['record'] = rows => recordRows(queries, actor, operation, rows)
    yield* runBulk({ ...parts, ctx: parts.ctx.within(operation), operation, record }, ids, bulkOperation)
  } finally {
    await end(parts, operation, bulkOperation).catch(error => parts.report(error))
  }
}

async function end({ queries, onUndone, ctx }: RecordedParts, operation: string, bulkOperation: BulkOperation) {
  const { tenantId } = ctx.actor
  await endOperation(queries, tenantId, operation)
  if (bulkOperation.kind !== 'undo') return
  if (await markUndone(queries, tenantId, operation, bulkOperation.operation)) await onUndone?.(bulkOperation.operation)
}

const kindOf = ({ kind }: BulkOperation): OperationKind => kinds[kind]

const kinds: Readonly<Record<BulkOperation['kind'], OperationKind>> = {
  remove: 'delete',
  restore: 'restore',
  update: 'edit',
  transition: 'transition',
  action: 'action',
  undo: 'undo',
}
