import { join } from 'node:path'
import type { Logger } from 'pino'
import { platformTenant } from './auth/actor.ts'
import { deleteExpiredCaptchas } from './auth/captchas.ts'
import type { Contexts } from './auth/request-context.ts'
import { deleteExpiredSessions } from './auth/sessions.ts'
import { deleteExpiredFailures } from './auth/sign-in-lock.ts'
import { deleteExpiredTickets } from './auth/ticket.ts'
import type { DatabaseClock } from './database/database-clock.ts'
import { sql } from './database/fragment.ts'
import { runAll } from './database/run.ts'
import type { SlowStatements } from './database/slow-statements.ts'
import { bladeDialect } from './dialects/blade/blade-dialect.ts'
import { oauthCalls } from './dialects/blade/oauth-calls.ts'
import { registrationHandlers } from './dialects/blade/registration-calls.ts'
import { restDialect } from './dialects/rest/rest-dialect.ts'
import { v1Dialect } from './dialects/v1/v1.ts'
import { accessCalls } from './http/access-calls.ts'
import type { App } from './http/app.ts'
import { binCalls } from './http/bin-calls.ts'
import { brandCalls } from './http/brand-calls.ts'
import { bulkCalls } from './http/bulk-calls.ts'
import { chartCalls } from './http/chart-calls.ts'
import { descriptorCalls } from './http/descriptor-calls.ts'
import type { EngineDialectParts } from './http/dialect.ts'
import { downloadCalls } from './http/download.ts'
import { dueStepCalls } from './http/due-step-calls.ts'
import { engineCalls } from './http/engine-calls.ts'
import { eventCalls } from './http/event-stream.ts'
import { evidenceCalls } from './http/evidence-calls.ts'
import { exportCalls } from './http/export-calls.ts'
import { factorCalls } from './http/factor-calls.ts'
import { findCalls } from './http/find-calls.ts'
import { flowCalls } from './http/flow-calls.ts'
import { healthCalls } from './http/health.ts'
import { importCalls } from './http/import/import-calls.ts'
import { inboxCalls } from './http/inbox-calls.ts'
import { listPositionCalls } from './http/list-position-calls.ts'
import { lockCalls } from './http/lock-calls.ts'
import { logHooks } from './http/log-hooks.ts'
import { type OperationCallParts, operationCalls } from './http/operation-calls.ts'
import { packageCalls } from './http/package-calls.ts'
import { pdfCalls } from './http/pdf-calls.ts'
import { personCalls } from './http/person-calls.ts'
import { pinAndVisitCalls } from './http/pin-and-visit-calls.ts'
import { relatedCalls } from './http/related-calls.ts'
import { revealCalls } from './http/reveal-calls.ts'
import { sessionCalls, sessionHandlers } from './http/session-calls.ts'
import { createSlots, type Slots } from './http/slots.ts'
import { statusCalls } from './http/status-calls.ts'
import { tableCalls } from './http/table-calls.ts'
import { treeCalls } from './http/tree-calls.ts'
import { uploadCalls } from './http/upload.ts'
import { viewCalls } from './http/view-calls.ts'
import { whyCall } from './http/why-call.ts'
import { createMessageDelivery } from './jobs/deliver-messages.ts'
import { deleteOldFailures, dueSteps, dueStepsJob } from './jobs/due-steps.ts'
import { flowTimers } from './jobs/flow-timers.ts'
import type { EngineJob, EngineJobs } from './jobs/job.ts'
import { importRecoveryJob } from './jobs/orphaned-work.ts'
import { refreshValues } from './jobs/refresh-values.ts'
import { reportsJob } from './jobs/reports.ts'
import { taskHandlers } from './jobs/task-handlers.ts'
import { revisionState } from './live/applied.ts'
import type { LiveModel } from './live/live-model.ts'
import type { Part } from './part.ts'
import { flowHandlers, type Workflow } from './processes/workflow.ts'
import { enableHandlers } from './services/enable-handlers.ts'
import { engineTopics, type Topics } from './services/events/topics.ts'
import { removeOldFiles } from './services/files/old-files.ts'
import type { Storage } from './services/files/storage.ts'
import { uploadsIn } from './services/files/storage.ts'
import type { UploadStorage } from './services/files/store-upload.ts'
import { deleteUnusedUploads } from './services/files/unused-uploads.ts'
import { deleteOldImports } from './services/import/delete-imports.ts'
import { recoverImports } from './services/import/recover-imports.ts'
import { isAnyAbandoned } from './services/import/staged-import.ts'
import { deleteOldLogs, type LogWriter } from './services/logs/log-writer.ts'
import { openidProviders } from './services/openid.ts'
import type { ExportFiles } from './services/operations/export-files.ts'
import { deleteOldOperations } from './services/operations/operation-log.ts'
import { createPdfRenderer } from './services/pdf/pdf-renderer.ts'
import type { Ports } from './services/ports.ts'
import { pinnedOf } from './services/views/pins-and-visits.ts'
import type { Settings } from './settings.ts'
import { openSteps } from './storage/steps.ts'
import type { EngineHandlers } from './store/action.ts'
import { auditHandlers } from './store/audit-handlers.ts'
import { deleteOldKeys } from './store/idempotency.ts'
import { deleteOldEvents } from './store/outbox.ts'
import { resetHandlers } from './store/reset-handlers.ts'
import { refreshJob } from './store/stale-values.ts'
import type { StoreParts } from './store/store.ts'
import { tenantHandlers } from './store/tenant-administrator.ts'

/** What the endpoints of parts use. */
export interface EngineScope extends EngineDialectParts {
  /** Exports that run, by client. */
  readonly slots: Slots<string>
  readonly clock: DatabaseClock
  /** Aborted when the process is about to stop. */
  readonly stopping: AbortSignal
  readonly holder: LiveModel
  readonly storeParts: StoreParts
  readonly contexts: Contexts
  readonly secret: Uint8Array
  readonly settings: Settings
  readonly files: Storage
  readonly uploads: UploadStorage
  readonly ports: ReadonlySet<string>
  readonly adapters: Ports
  readonly log: Logger
  readonly topics: Topics
  readonly statements: SlowStatements
  readonly logs: LogWriter
  readonly zone: string
  /** For work that may take minutes. */
  readonly long: OperationCallParts & { readonly storeParts: StoreParts }
}

/** What the jobs of parts use. */
export interface JobScope {
  readonly files: Storage
  readonly exports: ExportFiles
  readonly dataDir: string
  readonly workflow: Workflow
}

/** A part that uses what products do not have: statements, the server's own work, and hooks of the HTTP server. */
interface EnginePart extends Part {
  serve?(app: App, scope: EngineScope): void | Promise<void>
  work?(scope: JobScope): EngineJobs
  readonly ownHandlers?: EngineHandlers
}

/** The parts of every server, in the order in which their endpoints are registered. */
export const engineParts: readonly EnginePart[] = [
  {
    name: 'logs',
    serve: (app, { logs }) => logHooks(app, logs),
    work: () => ({
      'log-expiry': {
        title: { zh: '清理过期的接口日志和错误日志', en: 'Delete expired API and error logs' },
        schedule: { at: '03:40' },
        run: async ({ queries, ctx }) => deleteOldLogs(queries, ctx.model, ctx.clock.now),
      },
    }),
  },
  {
    name: 'health',
    serve: (app, { database, clock, holder: { retired }, stopping }) =>
      healthCalls(app, database, clock, { retired, stopping }),
  },
  {
    name: 'status',
    serve: (app, { database, settings: { dataDir, metricsToken }, statements }) =>
      statusCalls(app, {
        database,
        dataDir,
        slow: () => statements.latest,
        ...(metricsToken !== undefined && { metricsToken }),
      }),
  },
  {
    name: 'accounts',
    serve(app, { database, clock, settings, holder, ...scope }) {
      const parts = { ...scope, database: database.reserved, clock: clock.now, model: () => holder.current() }
      lockCalls(app, parts)
      sessionCalls(app, parts)
      factorCalls(app, parts)
      const { publicUrl, outboundHosts } = settings
      const identities = scope.adapters.identity ?? openidProviders(outboundHosts)
      const address = publicUrl !== undefined && { publicUrl }
      return oauthCalls(app, { ...parts, ...address, identities, settings })
    },
    ownHandlers: { ...resetHandlers, ...tenantHandlers, ...sessionHandlers, ...registrationHandlers, ...auditHandlers },
    work: () => ({
      'session-expiry': {
        title: {
          zh: '清理过期的会话、验证码、票据和登录失败记录',
          en: 'Delete expired sessions, captchas, tickets and failed sign-ins',
        },
        schedule: { seconds: hour },
        run: async ({ queries, ctx: { clock } }) =>
          (await deleteExpiredSessions(queries, clock.now)) +
          (await deleteExpiredCaptchas(queries, clock.now)) +
          (await deleteExpiredTickets(queries, clock.now)) +
          (await deleteExpiredFailures(queries, clock.now)),
      },
    }),
  },
  {
    name: 'records',
    serve(app, scope) {
      engineCalls(app, {
        ...scope,
        maySwitch: scope.settings.switchMode,
        pinned: ctx => pinnedOf(scope.database.reserved.kysely, ctx),
      })
      listPositionCalls(app, scope.store)
      relatedCalls(app, scope.store)
      treeCalls(app, scope.store)
      findCalls(app, scope.store)
      revealCalls(app, scope.store)
      personCalls(app, scope)
      dueStepCalls(app, scope.database)
    },
    work: () => ({
      [dueStepsJob]: dueSteps(),
      [refreshJob]: refreshValues,
      'idempotency-key-expiry': {
        title: { zh: '清理过期的幂等键', en: 'Delete expired idempotency keys' },
        schedule: { seconds: hour },
        run: async ({ queries, ctx }) => deleteOldKeys(queries, ctx.clock.now),
      },
    }),
  },
  {
    name: 'access',
    serve(app, scope) {
      accessCalls(app, scope)
      packageCalls(app, scope)
      whyCall(app, scope)
    },
  },
  {
    name: 'overlays',
    serve(app, { holder, database: { reserved }, settings }) {
      brandCalls(app, holder)
      descriptorCalls(app, {
        live: holder,
        revisionState: () => revisionState(reserved.kysely),
        migrations: () => openSteps(reserved, settings.appDir),
      })
    },
  },
  {
    name: 'views',
    serve(app, scope) {
      inboxCalls(app, scope)
      pinAndVisitCalls(app, scope)
      viewCalls(app, scope)
    },
  },
  {
    name: 'tables',
    serve: (app, { database, store, secret, settings: { appDir, live, outboundHosts } }) =>
      tableCalls(app, { database: database.reserved, store, secret, appDir, live, outboundHosts }),
  },
  { name: 'bin', serve: (app, { store }) => binCalls(app, store) },
  {
    name: 'charts',
    serve: (app, scope) => chartCalls(app, scope, [scope.settings.dataDir, scope.settings.appDir]),
  },
  {
    name: 'processes',
    serve: (app, scope) => flowCalls(app, scope),
    ownHandlers: flowHandlers,
    work: ({ workflow }) => ({ 'flow-timers': flowTimers(() => workflow) }),
  },
  { name: 'bulk', serve: (app, { long }) => bulkCalls(app, long) },
  {
    name: 'history',
    serve: (app, { long }) => operationCalls(app, long),
    work: () => ({
      'operation-expiry': {
        title: { zh: '清理过期的操作记录', en: 'Delete expired operation records' },
        schedule: { seconds: hour },
        run: async ({ queries, ctx }) => deleteOldOperations(queries, ctx.clock.now),
      },
    }),
  },
  {
    name: 'export',
    serve: (app, { long, slots }) => exportCalls(app, { ...long, slots }),
    work: () => ({ reports: reportsJob }),
  },
  {
    name: 'pdf',
    serve(app, scope) {
      const drawer = createPdfRenderer()
      app.addHook('onClose', () => drawer.close())
      const { publicUrl } = scope.settings
      pdfCalls(app, { ...scope, drawer, ...(publicUrl !== undefined && { publicUrl }) })
      evidenceCalls(app, scope)
    },
  },
  {
    name: 'import',
    serve: (app, { long: { storeParts, zone, catchUp }, settings }) =>
      importCalls(app, { ...storeParts, zone, catchUp, scratch: importsIn(settings.dataDir) }),
    work: () => ({
      [importRecoveryJob]: importRecovery,
      'import-expiry': {
        title: { zh: '清理过期的导入文件', en: 'Delete expired imports' },
        schedule: { seconds: 300 },
        run: async ({ queries, ctx }) => deleteOldImports(queries, ctx.clock.now),
      },
    }),
  },
  {
    name: 'events',
    serve: (app, { clock, settings, ...scope }) =>
      eventCalls(app, { ...scope, clock: clock.now, slots: createSlots(settings.limits.streams) }),
    topics: engineTopics,
    work: () => ({
      'event-expiry': {
        title: { zh: '清理过期的变更通知', en: 'Delete expired change events' },
        schedule: { seconds: 60 },
        run: async ({ queries }) => deleteOldEvents(queries),
      },
    }),
  },
  {
    name: 'messages',
    serve(app, { database, adapters, holder, log }) {
      const delivery = createMessageDelivery({ database: database.background, ports: adapters, log })
      app.addHook('onReady', async () => delivery.start())
      holder.retired.addEventListener('abort', () => void delivery.stop())
      app.addHook('preClose', () => delivery.stop())
    },
  },
  {
    name: 'dialects',
    async serve(app, scope) {
      await restDialect(app, scope)
      for (const dialect of [bladeDialect, v1Dialect]) dialect(app, scope)
    },
  },
  {
    name: 'files',
    ownHandlers: enableHandlers,
    async serve(app, { uploads, files, ...scope }) {
      await uploadCalls(app, uploads)
      downloadCalls(app, { ...scope, storage: files })
    },
    work: ({ files, exports, dataDir }) => ({
      'file-expiry': {
        title: { zh: '清理过期的导出文件和临时文件', en: 'Delete expired exports and temporary files' },
        schedule: { seconds: hour },
        async run() {
          const counts = [await exports.removeOld()]
          for (const folder of [uploadsIn(dataDir), importsIn(dataDir)]) counts.push(await removeOldFiles(folder, 24))
          return counts.reduce((sum, count) => sum + count, 0)
        },
      },
      'upload-expiry': {
        title: { zh: '清理未被引用的上传文件', en: 'Delete unused uploads' },
        schedule: { seconds: hour },
        run: async ({ workFor, ctx }) =>
          deleteUnusedUploads(work => workFor(platformTenant).transaction(work), ctx, files),
      },
    }),
  },
  {
    name: 'jobs',
    ownHandlers: taskHandlers,
    work: () => ({
      'job-run-expiry': {
        title: { zh: '清理过期的任务日志', en: 'Delete expired task logs' },
        schedule: { at: '03:30' },
        async run({ queries, ctx }) {
          const now = sql`${ctx.clock.now.toISOString()}::timestamptz`
          const old = sql`delete from engine_job_run where ended < ${now} - case when result = 'done' and count = 0
          then interval '1 day' else make_interval(days => ${runDays}::integer) end returning id`
          // Tasks that no server of a month has had.
          const gone = sql`delete from engine_job where next_at < ${now} - make_interval(days => ${runDays}::integer)
          and (lease_until is null or lease_until < now()) returning name`
          const failures = await deleteOldFailures(queries, ctx.model, ctx.clock.now)
          return (await runAll(queries, old)).length + (await runAll(queries, gone)).length + failures
        },
      },
    }),
  },
]

/** Folder for import files while they are read. */
const importsIn = (dataDir: string): string => join(dataDir, 'imports')

const hour = 3600
/** Days that finished runs are stored; runs without effects are stored for one. */
const runDays = 30

const importRecovery: EngineJob = {
  title: { zh: '回滚中断的导入', en: 'Roll back interrupted imports' },
  schedule: { seconds: 60, atStart: true },
  dueIf: isAnyAbandoned,
  // The import may have written users whose rights no job has.
  run: ({ queries, operatorWorkFor, warn }) =>
    recoverImports(queries, operatorWorkFor, error => warn(error, 'an interrupted import could not be rolled back')),
}
