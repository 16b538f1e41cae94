import { recordAct } from '../auth/audit.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { rightsDigest } from '../auth/rights-digest.ts'
import type { Database } from '../database/database.ts'
import type { Row } from '../database/shape.ts'
import { Refusal } from '../errors/refuse.ts'
import type { ExportFile } from '../services/export/export-file.ts'
import type { Format } from '../services/export/table-file.ts'
import { type ExportDetails, type ExportFiles, type FileCopy, fileHours } from '../services/operations/export-files.ts'
import { beginOperation, endOperation } from '../services/operations/operation-log.ts'
import type { Store } from '../store/operations.ts'
import { sendNotice } from '../store/outbox.ts'
import type { RowStream, StreamWanted } from '../store/stream.ts'

/** The dependencies of exports. */
export interface ExportCallParts {
  readonly store: Store
  readonly zone: string
  readonly database: Database
  readonly exports: ExportFiles
  nextId(): string
}

interface Recorded {
  readonly stream: RowStream
  readonly order: StreamWanted & { readonly format: Format }
  readonly name: string
  readonly file: ExportFile
}

/**
 * The bytes of an export, recorded as an operation, with a copy of the file that is stored for a day. A failure of the
 * copy does not fail the export.
 */
export async function* recordedExport(
  { database, exports, nextId }: ExportCallParts,
  ctx: RequestContext,
  { stream, order, name, file }: Recorded,
  report: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  const { actor, clock } = ctx
  const queries = database.kysely
  const id = nextId()
  const { resource, fields, total } = stream
  const details: Omit<ExportDetails, 'bytes' | 'file'> = {
    format: order.format,
    columns: fields.map(field => field.name),
    query: order.query as Row,
    isSelection: order.ids !== undefined,
    name,
    until: clock.now.getTime() + fileHours * 3_600_000,
    rights: rightsDigest(ctx, resource),
  }
  await recordAct(queries, ctx, { kind: 'export', resource, names: details.columns })
  const copy = await begin(async () => {
    await beginOperation(queries, ctx, { id, resource: resource.name, kind: 'export', details, meant: total })
    return exports.copy(id)
  }, report)
  let isWhole = false
  try {
    for await (const piece of file.bytes) {
      const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(piece)
      await copy?.take(bytes)
      yield bytes
    }
    isWhole = true
  } catch (error) {
    // The response has begun: the notice contains the reason.
    if (error instanceof Refusal && actor.userId !== null)
      await sendNotice(queries, nextId(), actor.tenantId, {
        to: { user: actor.userId },
        level: 'error',
        text: error.text,
        operation: id,
      }).catch(report)
    throw error
  } finally {
    const { isStored, bytes } = (await copy?.end(isWhole).catch(() => undefined)) ?? { isStored: false, bytes: 0 }
    const kept = isStored ? 'there' : isWhole ? 'too-large' : 'gone'
    const rows = file.written()
    await endOperation(queries, actor.tenantId, id, {
      meant: total,
      done: rows,
      details: { bytes, file: kept },
    }).catch(report)
  }
}

async function begin(work: () => Promise<FileCopy>, report: (error: unknown) => void): Promise<FileCopy | undefined> {
  try {
    return await work()
  } catch (error) {
    report(error)
    return undefined
  }
}
