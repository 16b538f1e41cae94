import { masterOf } from '../../../model/lines.ts'
import type { Resource } from '../../../model/model.ts'
import { refusalOf } from '../../errors/database-errors.ts'
import type { Work } from '../../store/work.ts'
import { beginOperation, endOperation } from '../operations/operation-log.ts'
import { countRows } from './staged-outcomes.ts'

/** The work of an import: its id is also the id of the operation, which its history entries reference. */
export const withinImport = (work: Work, id: string): Work => ({ ...work, ctx: work.ctx.within(id).unasked() })

/** The details of an import in the list of recent operations. */
interface ImportBegun {
  readonly resource: Resource
  /** The name of the file. */
  readonly file: string
  readonly rows: number
}

/** Records the start or the continuation of an import. */
export async function beginImport({ ctx, queries }: Work, id: string, begun: ImportBegun): Promise<void> {
  const { resource, file, rows } = begun
  // Lines imported on their own are changes of their masters.
  const { name: changed } = masterOf(ctx.model, resource) ?? resource
  await beginOperation(queries, ctx.actor, {
    id,
    resource: changed,
    kind: 'import',
    details: { file },
    meant: rows,
  })
}

/** Records how many rows an import has written and how many are wrong. The database may be unreachable. */
export async function endImport({ ctx, queries }: Work, id: string): Promise<void> {
  try {
    const { wrong, written } = await countRows(queries, id)
    await endOperation(queries, ctx.actor.tenantId, id, { done: written, failed: wrong })
  } catch (error) {
    if (refusalOf(error)?.status !== 503) throw error
  }
}
