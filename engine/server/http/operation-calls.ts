import type { FastifyRequest } from 'fastify'
import { isId } from '../../fields/id/id-text.ts'
import type { OperationRow, UndoCounts } from '../../model/operation-view.ts'
import { demand } from '../auth/access.ts'
import { rightsDigest } from '../auth/rights-digest.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { done } from '../errors/envelope.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { bulkTrial, maxTried, recordedBulk, selectionByKey } from '../services/bulk/bulk-run.ts'
import { attachment } from '../services/export/file-name.ts'
import { mediaTypes } from '../services/export/table-file.ts'
import { deleteImport } from '../services/import/delete-imports.ts'
import type { ExportDetails, ExportFiles } from '../services/operations/export-files.ts'
import { endOperation, idsToUndo, someIdsToUndo } from '../services/operations/operation-log.ts'
import { operationOf, operationRows } from '../services/operations/operation-of.ts'
import type { App } from './app.ts'
import { answerLines, type BulkCallParts, bulkParts, closingOf } from './bulk-calls.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { resourceNamed, wrongIds } from './request-parts.ts'

type OfOperation = { readonly Params: { readonly id: string } }

export interface OperationCallParts extends BulkCallParts {
  readonly exports: ExportFiles
}

const path = '/api/engine/operations'

/**
 * `/api/engine/operations`: one operation on several records that the actor may see, the results by record, undo with
 * the count of its records, and export files.
 */
export function operationCalls(app: App, parts: OperationCallParts): void {
  const { store } = parts
  const queries = parts.database.kysely
  const isClosing = closingOf(app)
  const viewed = async (request: FastifyRequest, id: string) => {
    if (!isId(id)) throw wrongIds()
    return operationOf(queries, request.ctx, id)
  }

  app.get<OfOperation>(`${path}/:id`, async request => done(await viewed(request, request.params.id), request.language))
  app.get<OfOperation>(`${path}/:id/rows`, async request => {
    const { ctx } = request
    const operation = await viewed(request, request.params.id)
    const { resource } = operation
    const { after, which } = Object(request.query) as Readonly<Record<string, unknown>>
    if (after !== undefined && (typeof after !== 'string' || !isId(after))) throw wrongIds()
    const part = { which: which === 'failed' ? 'failed' : 'all', ...(after !== undefined && { after }) } as const
    const { rows, hasMore } = await operationRows(queries, ctx.actor, operation, part, request.language)
    const ids = rows.map(row => row.id)
    const isThere = Object.hasOwn(ctx.model.resources, resource)
    const names = isThere ? await store.displays(ctx, resource, ids) : new Map<string, string>()
    const shown = rows.map((row): OperationRow => ({ ...row, display: names.get(row.id) ?? null }))
    return done({ rows: shown, hasMore }, request.language)
  })
  app.get<OfOperation>(`${path}/:id/undo`, { config: { kind: 'count' } }, async request => {
    const { ctx } = request
    const { id, undo, resource } = await viewed(request, request.params.id)
    assureUndo(undo)
    const { name } = resourceNamed(ctx.model, resource)
    const { ids, hasMore } = await someIdsToUndo(queries, ctx.actor.tenantId, id, maxTried)
    const bulk = { ...bulkParts(parts, request, name, undefined, isClosing), operation: parts.nextId() }
    const { tried, done: reverted } = await bulkTrial(bulk, { ids }, { kind: 'undo', operation: id })
    const counts: UndoCounts = { reverted, leftOut: tried - reverted, capped: hasMore }
    return done(counts, request.language)
  })
  app.post<OfOperation>(`${path}/:id/undo`, { compress: false, config: { kind: 'undo' } }, async (request, reply) => {
    const { ctx } = request
    const operation = await viewed(request, request.params.id)
    const { id } = operation
    const key = idempotencyKey(request)
    const resource = resourceNamed(ctx.model, operation.resource)
    const bulk = bulkParts(parts, request, resource.name, key, isClosing)
    const selection = await selectionByKey(bulk, { undo: id }, parts.nextId, async () => {
      assureUndo(operation.undo)
      // The results of an interrupted operation are reconstructed from its history.
      if (operation.state === 'interrupted') await endOperation(queries, ctx.actor.tenantId, id)
      return idsToUndo(queries, ctx.actor.tenantId, id)
    })
    if (!selection) throw new Error(`The operation ${id} has too many rows.`)
    const onUndone = operation.kind === 'import' ? (of: string) => deleteImport(queries, of) : undefined
    const recorded = { ...bulk, queries, ...(onUndone && { onUndone }) }
    return answerLines(reply, recordedBulk(recorded, selection, { kind: 'undo', operation: id }))
  })
  app.get<OfOperation>(`${path}/:id/file`, async (request, reply) => {
    const { ctx } = request
    const { id, exported, resource: name } = await viewed(request, request.params.id)
    const resource = resourceNamed(ctx.model, name)
    demand(ctx, resource, 'export')
    const file = exported?.file === 'there' ? await parts.exports.read(id) : undefined
    if (!exported || !file) throw new Refusal('file-gone', 404, messages.gone)
    const [row] = await runAll(
      queries,
      sql`select details from engine_operation where tenant_id = ${ctx.actor.tenantId} and id = ${id}::bigint`,
    )
    const { rights } = (row?.['details'] ?? {}) as Partial<ExportDetails>
    if (rights !== rightsDigest(ctx, resource)) throw new Refusal('rights-changed', 403, messages.rightsChanged)
    return reply
      .header('content-disposition', attachment(exported.name))
      .header('content-length', file.size)
      .type(mediaTypes[exported.format])
      .send(file.bytes())
  })
}

function assureUndo(state: string): void {
  const message = refusals[state]
  if (message) throw refuse.conflict('not-undoable', message)
}

const refusals: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  running: { zh: '操作还在进行，请稍后再撤销', en: 'The operation is still running: undo it when it has finished' },
  undone: { zh: '该操作已撤销', en: 'The operation has already been undone' },
  expired: { zh: '超过 30 天的操作不能撤销', en: 'An operation can be undone for 30 days' },
  never: { zh: '没有可撤销的数据变化', en: 'There are no data changes to undo' },
  forbidden: {
    zh: '您没有执行该操作的权限，不能撤销；请联系管理员',
    en: 'Undo requires the permission for the operation itself. Contact an administrator.',
  },
}

const messages = {
  gone: { zh: '导出文件已清理，请重新导出', en: 'The file has expired; please export again' },
  rightsChanged: {
    zh: '您的权限在导出之后有变化，请重新导出',
    en: 'Your permissions have changed since the export; please export again',
  },
}
