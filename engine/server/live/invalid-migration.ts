import type { StepFault } from '../storage/step-fault.ts'
import type { ServedProblem } from './served-problem.ts'

/** A file of `migrations/` that cannot run. */
export const invalidMigration = ({ text, at }: StepFault): ServedProblem => ({
  code: 'migration.invalid',
  severity: 'error',
  ...(at && { at }),
  message: text,
  hint: {
    zh: '请先改正：在此之前保存的修改不会生效，服务也无法重新启动。',
    en: 'Correct it: until then no saved change is applied, and the server cannot start again.',
  },
})

/** A confirmed migration that was rolled back, with everything that was saved with it. */
export const migrationFailed = ({ text, at }: StepFault): ServedProblem => ({
  code: 'migration.failed',
  severity: 'error',
  ...(at && { at }),
  message: text,
  hint: {
    zh: '请改正这些数据或迁移文件，再确认一次。',
    en: 'Correct the data or the file, then confirm it again.',
  },
})
