import { hasSameResource } from '../../../model/basis.ts'
import type { Match } from '../../../model/import-view.ts'
import { masterOf } from '../../../model/lines.ts'
import type { Model, Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { refusalOf } from '../../errors/database-errors.ts'
import { refuse } from '../../errors/refuse.ts'
import type { Work } from '../../store/work.ts'
import { beginOperation, endOperation, touchOperation } from '../operations/operation-log.ts'
import { demandFor, importAccess } from './import-access.ts'
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
  await beginOperation(queries, ctx, {
    id,
    resource: changedBy(ctx.model, resource),
    kind: 'import',
    details: { file },
    meant: rows,
  })
}

/** Lines imported on their own are changes of their masters. */
const changedBy = (model: Model, resource: Resource) => (masterOf(model, resource) ?? resource).name

/** An import that is being written. */
interface RunningImport {
  readonly id: string
  readonly work: Work
  readonly resource: Resource
  /** Written rows remain when it stops; otherwise they are rolled back. */
  readonly goodRows: boolean
}

/**
 * By what the next rows of an import are written, in the present Model. Refuses to go on if the resource is another one
 * by now: the rows were checked without it.
 */
export async function presentImport(running: RunningImport, ctx: RequestContext, match: Match | null) {
  const { work, resource } = running
  const { model } = work.ctx
  if (!hasSameResource(model, ctx.model, changedBy(model, resource))) return stopImport(running)
  const present = resourceOf(ctx.model, resource.name)
  return {
    work: { ...work, ctx },
    resource: present,
    access: demandFor(ctx, present, importAccess(ctx, present), match),
  }
}

/** Renews the lease of an import between two transactions; refuses to go on if changed descriptors request a stop. */
export async function continueImport(running: RunningImport): Promise<void> {
  const { work, id } = running
  if (await touchOperation(work.queries, work.ctx.actor.tenantId, id)) await stopImport(running)
}

async function stopImport({ work, id, resource: { title }, goodRows }: RunningImport): Promise<never> {
  const { rows, wrong, written, same } = await countRows(work.queries, id)
  const left = rows - wrong - same - (goodRows ? written : 0)
  throw refuse.conflict('import-changed', {
    zh: `“${title.zh}”的配置有修改，导入已停止，还有 ${left} 行未写入，请重新检查文件后再导入`,
    en: `The import was stopped because the descriptors of "${title.en}" were changed; ${left} rows were not written. Validate the file again before you import it.`,
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
