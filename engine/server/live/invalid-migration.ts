import type { StepFault } from '../storage/step-fault.ts'
import type { ServedProblem } from './served-problem.ts'

/** A file of `migrations/` that the next start refuses to run. */
export const invalidMigration = ({ text, at }: StepFault): ServedProblem => ({
  code: 'migration.invalid',
  severity: 'error',
  ...(at && { at }),
  message: text,
  hint: {
    zh: '请先改正，否则服务下次无法启动；在此之前不要确认删除它要迁移的值。',
    en: 'Correct it, otherwise the next start fails. Do not confirm the deletion of values that it moves before that.',
  },
})
