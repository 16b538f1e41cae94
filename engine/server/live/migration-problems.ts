import type { MigrationStep, StepFault } from '../storage/step-fault.ts'
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

/** A migration that was saved while the server runs. */
export const waitingMigration = ({ name }: MigrationStep): ServedProblem => ({
  code: 'migration.waiting',
  severity: 'error',
  at: { file: `migrations/${name}`, line: 1, column: 1 },
  message: { zh: `migrations/${name} 还未执行。`, en: `migrations/${name} has not run.` },
  hint: {
    zh: '一起保存的修改也未生效：请重新启动服务。',
    en: 'Nothing that was saved with it is applied: restart the server.',
  },
})
