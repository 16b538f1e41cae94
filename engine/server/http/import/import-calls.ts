import type { FastifyRequest } from 'fastify'
import type { ImportLine, ListedImport } from '../../../model/import-view.ts'
import { wallText } from '../../../rules/zone.ts'
import { done } from '../../errors/envelope.ts'
import { knownIn } from '../../errors/known-names.ts'
import { refuse } from '../../errors/refuse.ts'
import { attachment, fileName } from '../../services/export/file-name.ts'
import { exportFormats, mediaTypes } from '../../services/export/table-file.ts'
import { checkStaged } from '../../services/import/check-staged.ts'
import { deleteImport } from '../../services/import/delete-imports.ts'
import { ImportRefusal } from '../../services/import/import-refusal.ts'
import { mappingChoice, mappingOf, mappingText } from '../../services/import/mapping-choice.ts'
import { additionsPage, changesPage } from '../../services/import/planned-pages.ts'
import { reportFile } from '../../services/import/report-file.ts'
import { stageFile } from '../../services/import/stage-file.ts'
import { importsOf, releaseAllLeases, requestStop, type StagedImport } from '../../services/import/staged-import.ts'
import { problemsPage } from '../../services/import/staged-outcomes.ts'
import { viewOf } from '../../services/import/staged-view.ts'
import { linesParts } from '../../services/import/targets.ts'
import { importTemplateFile, templateTitle } from '../../services/import/template-file.ts'
import { writeStaged } from '../../services/import/write-staged.ts'
import type { App } from '../app.ts'
import { answerLines } from '../bulk-calls.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { detached } from '../detached.ts'
import { importAnswers } from './import-answers.ts'
import { fileType, withSentFile } from './import-file.ts'
import { checkOrderIn, choiceIn, fileIn, mappingSourceIn, pageIn, problemsIn, reportIn } from './import-input.ts'
import { sendImportNotice } from './import-notice.ts'
import { type ImportCallParts, type ImportParams, importStepsOf, ownImport } from './import-work.ts'

type OfResource = { readonly Params: { readonly resource: string } }
type OfImport = { readonly Params: ImportParams }

const path = '/api/engine/import/:resource'
/** Maximum number of files read concurrently: each workbook needs a thread and its memory. */
const maxRead = 3

/**
 * `/api/engine/import/…`: endpoints that upload a file, match its columns, check its rows and write them, only for the
 * user who uploaded it. Steps over rows stream lines of JSON. A write continues after the client disconnects.
 */
export async function importCalls(app: App, parts: ImportCallParts): Promise<void> {
  const queries = parts.database.kysely
  const importOf = (request: FastifyRequest, params: ImportParams) => ownImport(parts, request, params)
  const { withProgress, report } = importAnswers(app)
  const reading = createConcurrencyLimit(maxRead)

  app.get<OfResource>(path, async request => {
    const { owner } = importStepsOf(parts, request, request.params.resource)
    return done((await importsOf(queries, owner)).map(listed), request.language)
  })
  await app.register(async within => {
    // The body is not parsed: it is written to the disk once the user and the permission are known.
    within.addContentTypeParser(fileType, (_request: FastifyRequest, _body: unknown, next: (error: null) => void) =>
      next(null),
    )
    within.post<OfResource>(path, { config: { kind: 'import', readsQuery: true } }, async (request, reply) => {
      const steps = importStepsOf(parts, request, request.params.resource)
      const sent = fileIn(request.query)
      const disconnected = new AbortController()
      reply.raw.once('close', () => disconnected.abort(new ImportRefusal('import.broken')))
      const { id } = await withSentFile(request, parts.scratch, file =>
        reading(() => stageFile(steps, { path: file, ...sent }, disconnected.signal)),
      )
      return done(await viewOf(steps, id), request.language)
    })
  })
  app.get<OfResource>(`${path}/template`, async (request, reply) => {
    const { resource, access, work } = importStepsOf(parts, request, request.params.resource)
    const { format } = Object(request.query) as { readonly format?: unknown }
    const known = exportFormats.find(one => one === format)
    if (!known) throw refuse.input({ format: { zh: 'format 须为 csv 或 xlsx', en: 'format must be csv or xlsx' } })
    const { model } = work.ctx
    // A known owner needs no column.
    const hidden = new Set([...access.hidden, ...Object.keys(access.own)])
    const name = fileName(templateTitle(resource.title)[request.language], today(parts.zone), known)
    const templated = { resource, parts: linesParts(model, resource, hidden), hidden, model }
    return reply
      .header('content-disposition', attachment(name))
      .type(mediaTypes[known])
      .send(importTemplateFile(templated, request.language, known))
  })
  app.get<OfImport>(`${path}/:id`, async request => {
    const { steps, staged } = await importOf(request, request.params)
    return done(await viewOf(steps, staged.id), request.language)
  })
  app.delete<OfImport>(`${path}/:id`, async request => {
    const { staged } = await importOf(request, request.params)
    assureLeft(staged)
    await deleteImport(queries, staged.id)
    return done(null, request.language)
  })
  app.get<OfImport>(`${path}/:id/problems`, async request => {
    const { staged } = await importOf(request, request.params)
    return done(await problemsPage(queries, staged.id, problemsIn(request.query)), request.language)
  })
  app.get<OfImport>(`${path}/:id/additions`, async request => {
    const { steps, staged } = await importOf(request, request.params)
    return done(await additionsPage(steps, staged, pageIn(request.query), request.language), request.language)
  })
  app.get<OfImport>(`${path}/:id/changes`, async request => {
    const { steps, staged } = await importOf(request, request.params)
    const part = pageIn(request.query)
    return done(await changesPage(steps, staged.id, part, request.language), request.language)
  })
  app.get<OfImport>(`${path}/:id/report`, async (request, reply) => {
    const { staged } = await importOf(request, request.params)
    const kind = reportIn(request.query)
    const title = `${staged.file.replace(/\.[^.]*$/, '')} ${reportTitles[kind][request.language]}`
    const { id, details } = staged
    const { bytes, format } = reportFile({ queries, id, details, language: request.language }, kind)
    return reply
      .header('content-disposition', attachment(fileName(title, today(parts.zone), format)))
      .type(mediaTypes[format])
      .send(bytes)
  })
  app.post<OfImport>(`${path}/:id/mapping`, async request => {
    const { steps, staged } = await importOf(request, request.params)
    const { resource, work } = steps
    const mapping = mappingOf(work.ctx.model, resource.name, mappingSourceIn(request.body))
    return done(mappingChoice(await viewOf(steps, staged.id), mapping), request.language)
  })
  app.post<OfImport>(`${path}/:id/mapping/file`, async (request, reply) => {
    const { steps, staged } = await importOf(request, request.params)
    const { resource } = steps
    const title = `${resource.title[request.language]} ${messages.mapping[request.language]}`
    const text = mappingText(resource.name, await viewOf(steps, staged.id), choiceIn(request.body))
    return reply
      .header('content-disposition', attachment(fileName(title, today(parts.zone), 'yaml')))
      .type('application/yaml; charset=utf-8')
      .send(text)
  })
  app.post<OfImport>(`${path}/:id/check`, { compress: false, config: { kind: 'import' } }, async (request, reply) => {
    const { steps, staged } = await importOf(request, request.params)
    const check = await checkStaged(steps, staged, checkOrderIn(request.body))
    return answerLines(reply, withProgress(request, steps, staged.id, check))
  })
  app.post<OfImport>(`${path}/:id/write`, { compress: false, config: { kind: 'import' } }, async (request, reply) => {
    const { steps, staged } = await importOf(request, request.params)
    const { goodRows = false } = knownIn(request.body, ['goodRows'])
    if (typeof goodRows !== 'boolean') throw refuse.input({ goodRows: messages.goodRows })
    const write = withProgress(request, steps, staged.id, await writeStaged(steps, staged, goodRows))
    const failed = (error: unknown) => report(request, error)
    const ended = (line: ImportLine | undefined) => {
      sendImportNotice(parts, request.ctx, staged, line).catch(failed)
    }
    return answerLines(reply, detached(write, { failed, ended }))
  })
  app.post<OfImport>(`${path}/:id/stop`, async request => {
    const { staged } = await importOf(request, request.params)
    await requestStop(queries, staged.id)
    return done(null, request.language)
  })

  // No other process uses an embedded database: those that worked on an import have ended.
  if (parts.database.kind === 'embedded') app.addHook('onReady', () => releaseAllLeases(queries))
}

const listed = ({ id, file, state, at, expires, isBusy, details }: StagedImport): ListedImport => ({
  id,
  file,
  state,
  at,
  expires,
  isBusy,
  rows: details.rows,
})

/** Refuses to delete an import that is in progress or must be rolled back. */
function assureLeft({ isBusy, state, details }: StagedImport): void {
  if (isBusy || (state === 'writing' && !details.goodRows)) throw new ImportRefusal('import.busy')
}

const today = (zone: string) => wallText(Date.now(), zone).slice(0, 10)

const messages = {
  goodRows: { zh: 'goodRows 须为 true 或 false', en: 'goodRows must be true or false' },
  mapping: { zh: '导入映射', en: 'import mapping' },
}

const reportTitles = {
  problems: { zh: '错误报告', en: 'problems' },
  'wrong-rows': { zh: '待改正的行', en: 'rows to correct' },
  rows: { zh: '导入结果', en: 'import results' },
}
