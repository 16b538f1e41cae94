import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import type { Row } from '../../database/shape.ts'
import type { LinksInput, Store } from '../../store/operations.ts'
import { beginOperation, endOperation, recordRows } from './operation-log.ts'

/** The dependencies of recorded binds. */
export interface RecordedBindParts {
  readonly store: Store
  nextId(): string
}

/**
 * Replaces links, and records the change in the list of recent operations, where it can be undone. Both are in one
 * transaction: no change is without its record.
 */
export function recordedBind(
  { store, nextId }: RecordedBindParts,
  ctx: RequestContext,
  resource: string,
  name: string,
  input: LinksInput,
  key?: string,
): Promise<Row> {
  const id = nextId()
  const { actor } = ctx
  const recorded = async (queries: Queries) => {
    await beginOperation(queries, ctx, { id, resource, kind: 'edit', step: name, meant: 1 })
    await recordRows(queries, actor, id, [{ id: input.id, done: true }])
    await endOperation(queries, actor.tenantId, id)
  }
  return store.bind(ctx.within(id), resource, name, input, recorded, key)
}
