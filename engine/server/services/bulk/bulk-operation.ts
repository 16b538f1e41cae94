import type { OperationKind } from '../../../model/operation-view.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Queries } from '../../database/database.ts'
import { beginOperation, endOperation, recordRows, settleUndo } from '../operations/operation-log.ts'
import { type BulkLine, type BulkParts, type Doing, type Meant, runBulk } from './bulk-run.ts'

/** The parts of a recorded run in addition to those of the run. */
export interface RecordedParts extends Omit<BulkParts, 'operation' | 'record'> {
  readonly queries: Queries
  /** Called with the id of an operation once it has been reverted completely. */
  undone?(operation: string): Promise<void>
}

/** Runs a bulk operation and records it in the list of recent operations. */
export async function* recordedBulk(parts: RecordedParts, meant: Meant, doing: Doing): AsyncGenerator<BulkLine> {
  const { queries, caller, resource } = parts
  const { ids, operation } = meant
  if (ids.length === 0) return yield* runBulk(parts, ids, doing)
  await beginOperation(queries, caller, {
    id: operation,
    resource,
    kind: kindOf(doing),
    ...('name' in doing && { step: doing.name }),
    ...(doing.kind === 'update' && { edited: doing.values }),
    ...(doing.kind === 'undo' && { undoOf: doing.operation }),
    meant: ids.length,
  })
  try {
    const store = parts.store.within(operation)
    const record: BulkParts['record'] = rows => recordRows(queries, caller, operation, rows)
    yield* runBulk({ ...parts, store, operation, record }, ids, doing)
  } finally {
    await end(parts, caller, operation, doing).catch(error => parts.report(error))
  }
}

async function end({ queries, undone }: RecordedParts, { tenantId }: Caller, operation: string, doing: Doing) {
  await endOperation(queries, tenantId, operation)
  if (doing.kind !== 'undo') return
  if (await settleUndo(queries, tenantId, operation, doing.operation)) await undone?.(doing.operation)
}

const kindOf = ({ kind }: Doing): OperationKind => kinds[kind]

const kinds: Readonly<Record<Doing['kind'], OperationKind>> = {
  remove: 'delete',
  restore: 'restore',
  update: 'edit',
  move: 'transition',
  action: 'action',
  undo: 'undo',
}
