import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '../../fields/id/id-text.ts'
import { wallText } from '../../rules/zone.ts'
import type { Guard } from '../auth/guarded-store.ts'
import type { Database } from '../database/database.ts'
import { formats } from '../export/export-file.ts'
import { attachment, fileName } from '../export/file-name.ts'
import { checkKept } from '../import/check-kept.ts'
import { importAccess } from '../import/import-access.ts'
import { ImportRefusal } from '../import/import-refusal.ts'
import { importableResource } from '../import/importable-resource.ts'
import { forgetImport, importOf, importsOf, type KeptImport, leaveAllTurns, stopTurn } from '../import/kept-import.ts'
import type { StepProgress, Steps } from '../import/kept-steps.ts'
import { type ImportView, viewOf } from '../import/kept-view.ts'
import { importableFields } from '../import/match-columns.ts'
import { administrator } from '../import/open-work.ts'
import { recoverImports } from '../import/recover-imports.ts'
import { reportFile } from '../import/report-file.ts'
import { problemsPage, writtenIds } from '../import/staging.ts'
import { takeFile } from '../import/take-file.ts'
import { templateFile } from '../import/template-file.ts'
import { writeKept } from '../import/write-kept.ts'
import type { ModelHolder } from '../live/model-holder.ts'
import { refuse } from '../refuse.ts'
import { demand } from '../store/access.ts'
import type { Asking } from '../store/asking.ts'
import type { Store } from '../store/operations.ts'
import type { HashPassword, Work } from '../store/work.ts'
import type { App } from './app.ts'
import { askingOf, known, signedInOf } from './asked.ts'
import { runBulk } from './bulk-run.ts'
import { detached } from './detached.ts'
import { done } from './envelope.ts'
import { failureOf } from './failure.ts'
import { createGate } from './gate.ts'
import { fileType, withSentFile } from './import-file.ts'
import { checkOrderIn, fileIn, problemsIn, reportIn } from './import-input.ts'

/** What imports in the web stand on. */
export interface ImportCallParts {
  readonly database: Database
  readonly store: Store
  readonly guard: Guard
  readonly holder: ModelHolder
  readonly zone: string
  readonly hashPassword: HashPassword
  /** Folder for files that are being read. */
  readonly scratch: string
  nextId(): string
  catchUp(): Promise<void>
}

/** A line of the answer to a step: how far it is, and at the end how the import stands, or why it could not go on. */
export type ImportLine =
  | StepProgress
  | { readonly import: ImportView; readonly failed?: string }
  | { readonly failed: string }
  | { readonly undone: number; readonly left: number; readonly why?: string }

type OfResource = { readonly Params: { readonly resource: string } }
type OfImport = { readonly Params: { readonly resource: string; readonly id: string } }

const path = '/api/engine/import/:resource'
const recoverMilliseconds = 60_000
/** Files that are read at a time: each workbook takes a thread and its memory. */
const mostRead = 3

/**
 * `/api/engine/import/…`: a file taken, its columns matched, its rows checked and written, each a call of its own, by
 * the person alone who sent it. Steps over rows answer with lines of JSON. A write goes on when nobody listens.
 */
export async function importCalls(app: App, parts: ImportCallParts): Promise<void> {
  const { database, guard, store, holder } = parts
  const queries = database.kysely
  let isClosing = false
  const reading = createGate(mostRead)
  const running = new Set<Promise<void>>()

  const workOf = (asking: Asking): Work => ({
    asking,
    queries,
    ids: { next: parts.nextId },
    hashPassword: parts.hashPassword,
    transaction: inner => database.transaction(inner),
  })
  const stepsOf = (request: FastifyRequest, name: string): Steps => {
    const asking = askingOf(signedInOf(request), parts)
    const { caller } = asking
    const access = importAccess(asking, known(asking.model, name))
    const resource = importableResource(asking.model, name)
    const owner = { tenantId: caller.tenantId, userId: caller.userId, resource: resource.name }
    const isGuarded = guard.decides(resource.name)
    const assure = (record: unknown) => guard.assure(caller, resource.name, record)
    return { work: workOf(asking), resource, access, owner, ...(isGuarded && { guard: assure }) }
  }
  const keptOf = async (request: FastifyRequest, { resource, id }: OfImport['Params']) => {
    const steps = stepsOf(request, resource)
    if (!isId(id)) throw new ImportRefusal('import.unknown', { id: id.slice(0, 40) })
    return { steps, kept: await importOf(queries, steps.owner, id) }
  }

  /** Keeps account of work, and ends it between two of its rows where the server stops. */
  async function* accounted<Item>(work: AsyncGenerator<Item>): AsyncGenerator<Item> {
    let end: () => void = () => undefined
    const ended = new Promise<void>(resolve => {
      end = resolve
    })
    running.add(ended)
    try {
      for await (const item of work) {
        if (isClosing) throw new ImportRefusal('import.broken')
        yield item
      }
    } finally {
      running.delete(ended)
      end()
    }
  }
  const report = (request: FastifyRequest, error: unknown) => {
    const { body, bug } = failureOf(error, request.language, request.id)
    if (bug) request.log.error({ err: error }, 'an import met a bug')
    return body.msg
  }
  /** Progress, then how the import stands; what stops it is its last line. */
  async function* told(
    request: FastifyRequest,
    steps: Steps,
    id: string,
    work: AsyncGenerator<StepProgress>,
  ): AsyncGenerator<ImportLine> {
    try {
      yield* accounted(work)
      yield { import: await viewOf(steps, id) }
    } catch (error) {
      const failed = report(request, error)
      const view = await viewOf(steps, id).catch(() => undefined)
      yield { failed, ...(view && { import: view }) }
    }
  }
  const answer = (reply: FastifyReply, lines: AsyncGenerator<ImportLine>): FastifyReply => {
    reply.header('content-type', 'application/x-ndjson; charset=utf-8').header('x-accel-buffering', 'no')
    return reply.send(Readable.from(textOf(lines), { highWaterMark: 1 }))
  }

  app.get<OfResource>(path, async request => {
    const { owner } = stepsOf(request, request.params.resource)
    const kept = await importsOf(queries, owner)
    const listed = kept.map(({ id, file, state, at, isBusy, details }) => ({
      id,
      file,
      state,
      at,
      isBusy,
      rows: details.rows,
    }))
    return done(listed, request.language)
  })
  await app.register(async within => {
    // The body is left as it is: it goes to the disk, and only once it is known who sends it and may.
    within.addContentTypeParser(fileType, (_request: FastifyRequest, _body: unknown, next: (error: null) => void) =>
      next(null),
    )
    within.post<OfResource>(path, async (request, reply) => {
      const steps = stepsOf(request, request.params.resource)
      const sent = fileIn(request.query)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort(new ImportRefusal('import.broken')))
      const { id } = await withSentFile(request, parts.scratch, file =>
        reading(() => takeFile(steps, { path: file, ...sent }, gone.signal)),
      )
      return done(await viewOf(steps, id), request.language)
    })
  })
  app.get<OfResource>(`${path}/template`, async (request, reply) => {
    const { resource, access, work } = stepsOf(request, request.params.resource)
    const { format } = Object(request.query) as { readonly format?: unknown }
    const known = formats.find(one => one === format)
    if (!known) throw refuse.input({ format: { zh: 'format 须为 csv 或 xlsx', en: 'format must be csv or xlsx' } })
    const fields = importableFields(resource, access.hidden)
    const title = { zh: `${resource.title.zh} 导入模板`, en: `${resource.title.en} import template` }
    const name = fileName(title[request.language], today(parts.zone), known)
    return reply
      .header('content-disposition', attachment(name))
      .type(known === 'csv' ? csvType : xlsxType)
      .send(templateFile(resource, fields, work.asking.model, request.language, known))
  })
  app.get<OfImport>(`${path}/:id`, async request => {
    const { steps, kept } = await keptOf(request, request.params)
    return done(await viewOf(steps, kept.id), request.language)
  })
  app.delete<OfImport>(`${path}/:id`, async request => {
    const { kept } = await keptOf(request, request.params)
    assureLeft(kept)
    await forgetImport(queries, kept.id)
    return done(null, request.language)
  })
  app.get<OfImport>(`${path}/:id/problems`, async request => {
    const { kept } = await keptOf(request, request.params)
    return done(await problemsPage(queries, kept.id, problemsIn(request.query)), request.language)
  })
  app.get<OfImport>(`${path}/:id/report`, async (request, reply) => {
    const { kept } = await keptOf(request, request.params)
    const kind = reportIn(request.query)
    const title = `${kept.file.replace(/\.[^.]*$/, '')} ${reportTitles[kind][request.language]}`
    const { head } = kept.details
    return reply
      .header('content-disposition', attachment(fileName(title, today(parts.zone), 'csv')))
      .type(csvType)
      .send(Readable.from(reportFile({ queries, id: kept.id, head, language: request.language }, kind)))
  })
  app.post<OfImport>(`${path}/:id/check`, { compress: false }, async (request, reply) => {
    const { steps, kept } = await keptOf(request, request.params)
    return answer(reply, told(request, steps, kept.id, await checkKept(steps, kept, checkOrderIn(request.body))))
  })
  app.post<OfImport>(`${path}/:id/write`, { compress: false }, async (request, reply) => {
    const { steps, kept } = await keptOf(request, request.params)
    const { goodRows } = Object(request.body) as { readonly goodRows?: unknown }
    const write = await writeKept(steps, kept, goodRows === true)
    const work = told(request, steps, kept.id, write)
    return answer(
      reply,
      detached(remembered(work), error => report(request, error)),
    )
    /** Who imports people or roles changes what people may do. */
    async function* remembered(lines: AsyncGenerator<ImportLine>): AsyncGenerator<ImportLine> {
      try {
        yield* lines
      } finally {
        await guard.written(steps.resource.name, async () => undefined)
      }
    }
  })
  app.post<OfImport>(`${path}/:id/stop`, async request => {
    const { kept } = await keptOf(request, request.params)
    await stopTurn(queries, kept.id)
    return done(null, request.language)
  })
  app.post<OfImport>(`${path}/:id/undo`, { compress: false }, async (request, reply) => {
    const { steps, kept } = await keptOf(request, request.params)
    demand(steps.work.asking, steps.resource, 'delete')
    assureLeft(kept)
    if (kept.state !== 'writing' && kept.state !== 'written') throw new ImportRefusal('import.wrong-state')
    return answer(reply, undo(request, steps, kept))
  })

  /** Deletes what an import wrote as a person would, row by row where all cannot go together. */
  async function* undo(request: FastifyRequest, steps: Steps, kept: KeptImport): AsyncGenerator<ImportLine> {
    const ids = BigInt64Array.from(await writtenIds(queries, kept.id), BigInt)
    const bulk = {
      store,
      caller: steps.work.asking.caller,
      resource: steps.resource.name,
      language: request.language,
      requestId: request.id,
      catchUp: () => parts.catchUp(),
      report: (error: unknown) => request.log.error({ err: error }, 'taking back an import met a bug'),
      stopped: () => (isClosing ? new ImportRefusal('import.broken').say[request.language] : undefined),
    }
    let [count, gone, why] = [0, 0, undefined as string | undefined]
    for await (const line of runBulk(bulk, ids, { kind: 'remove' })) {
      if (!('id' in line)) continue
      count += 1
      if (line.ok) gone += 1
      else why ??= line.message
      if (count % 50 === 0) yield { done: count, total: ids.length }
    }
    if (gone === ids.length) await forgetImport(queries, kept.id)
    yield { undone: gone, left: ids.length - gone, ...(why !== undefined && { why }) }
  }

  const recover = async () => {
    const admin = await administrator(database, 'zh')
    const asking = { model: holder.current(), clock: { now: new Date(), zone: parts.zone } }
    return recoverImports(queries, ({ tenantId, userId }) =>
      workOf({ ...asking, caller: { ...admin, tenantId, userId } }),
    )
  }
  let recovering = Promise.resolve()
  const recoverNow = () => {
    recovering = recover().then(
      count => {
        if (count > 0) app.log.warn({ count }, 'imports that broke off were taken back')
      },
      error => app.log.warn({ err: error }, 'imports that broke off could not be taken back'),
    )
  }
  app.addHook('onReady', async () => {
    await rm(parts.scratch, { recursive: true, force: true })
    // Nobody else holds an embedded database: who worked on an import is no more.
    if (database.kind === 'embedded') await leaveAllTurns(queries)
    recoverNow()
  })
  const timer = setInterval(recoverNow, recoverMilliseconds).unref()
  app.addHook('preClose', async () => {
    isClosing = true
    clearInterval(timer)
    await Promise.all([...running, recovering])
  })
}

/** Refuses to let go of what is being worked on, or is about to be taken back. */
function assureLeft({ isBusy, state, details }: KeptImport): void {
  if (isBusy || (state === 'writing' && !details.goodRows)) throw new ImportRefusal('import.busy')
}

async function* textOf(lines: AsyncGenerator<ImportLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`
}

const today = (zone: string) => wallText(Date.now(), zone).slice(0, 10)
const csvType = 'text/csv; charset=utf-8'
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const reportTitles = {
  problems: { zh: '错误报告', en: 'problems' },
  'wrong-rows': { zh: '待改正的行', en: 'rows to mend' },
  rows: { zh: '逐行结果', en: 'outcome by row' },
}
