import { platformTenant } from '../auth/actor.ts'
import { deleteExpiredCaptchas } from '../auth/captchas.ts'
import { deleteExpiredSessions } from '../auth/sessions.ts'
import { deleteExpiredFailures } from '../auth/sign-in-lock.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { removeOldFiles } from '../services/files/old-files.ts'
import type { Storage } from '../services/files/storage.ts'
import { deleteUnusedUploads } from '../services/files/unused-uploads.ts'
import { deleteOldImports } from '../services/import/delete-imports.ts'
import { recoverImports } from '../services/import/recover-imports.ts'
import { isAnyAbandoned } from '../services/import/staged-import.ts'
import type { ExportFiles } from '../services/operations/export-files.ts'
import { deleteOldOperations } from '../services/operations/operation-log.ts'
import { deleteOldKeys } from '../store/idempotency.ts'
import { deleteOldEvents } from '../store/outbox.ts'
import { refreshJob } from '../store/stale-values.ts'
import { deleteOldFailures, dueSteps, dueStepsJob } from './due-steps.ts'
import type { EngineJob, EngineJobs } from './job.ts'
import { importRecoveryJob } from './orphaned-work.ts'
import { refreshValues } from './refresh-values.ts'

const hour = 3600
/** Days that finished runs are stored; runs without effects are stored for one. */
const runDays = 30

export interface EngineJobParts {
  readonly files: Storage
  readonly exports: ExportFiles
  /** Folders for files that are being received or read. */
  readonly scratch: readonly string[]
}

/** The jobs of every server. */
export function engineJobs({ files, exports, scratch }: EngineJobParts): EngineJobs {
  return {
    [dueStepsJob]: dueSteps(),
    [refreshJob]: refreshValues,
    [importRecoveryJob]: importRecovery,
    'import-expiry': {
      title: { zh: '清理过期的导入文件', en: 'Delete expired imports' },
      schedule: { seconds: 300 },
      run: async ({ queries, ctx }) => deleteOldImports(queries, ctx.clock.now),
    },
    'file-expiry': {
      title: { zh: '清理过期的导出文件和临时文件', en: 'Delete expired exports and temporary files' },
      schedule: { seconds: hour },
      async run() {
        const counts = [await exports.removeOld()]
        for (const folder of scratch) counts.push(await removeOldFiles(folder, 24))
        return counts.reduce((sum, count) => sum + count, 0)
      },
    },
    'upload-expiry': {
      title: { zh: '清理未被引用的上传文件', en: 'Delete unused uploads' },
      schedule: { seconds: hour },
      run: async ({ workFor, ctx }) =>
        deleteUnusedUploads(work => workFor(platformTenant).transaction(work), ctx, files),
    },
    'session-expiry': {
      title: {
        zh: '清理过期的会话、验证码和登录失败记录',
        en: 'Delete expired sessions, captchas and failed sign-ins',
      },
      schedule: { seconds: hour },
      run: async ({ queries, ctx: { clock } }) =>
        (await deleteExpiredSessions(queries, clock.now)) +
        (await deleteExpiredCaptchas(queries, clock.now)) +
        (await deleteExpiredFailures(queries, clock.now)),
    },
    'idempotency-key-expiry': {
      title: { zh: '清理过期的幂等键', en: 'Delete expired idempotency keys' },
      schedule: { seconds: hour },
      run: async ({ queries, ctx }) => deleteOldKeys(queries, ctx.clock.now),
    },
    'operation-expiry': {
      title: { zh: '清理过期的操作记录', en: 'Delete expired operation records' },
      schedule: { seconds: hour },
      run: async ({ queries, ctx }) => deleteOldOperations(queries, ctx.clock.now),
    },
    'event-expiry': {
      title: { zh: '清理过期的变更通知', en: 'Delete expired change events' },
      schedule: { seconds: 60 },
      run: async ({ queries }) => deleteOldEvents(queries),
    },
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
  }
}

const importRecovery: EngineJob = {
  title: { zh: '回滚中断的导入', en: 'Roll back interrupted imports' },
  schedule: { seconds: 60, atStart: true },
  dueIf: isAnyAbandoned,
  // The import may have written users whose rights no job has.
  run: ({ queries, operatorWorkFor, warn }) =>
    recoverImports(queries, operatorWorkFor, error => warn(error, 'an interrupted import could not be rolled back')),
}
