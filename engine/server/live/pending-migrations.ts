import type { MigrationStep } from '../storage/step-fault.ts'
import type { PendingLoss } from './pending-revision.ts'
import type { ServedProblem } from './served-problem.ts'

/** Migrations as they wait for a confirmation. */
export const pendingMigrations = (steps: readonly MigrationStep[]): PendingLoss[] =>
  steps.map(({ name, text }) => ({
    loss: `migration:${name}`,
    mark: 'migration' as const,
    count: 0,
    what: { zh: `执行 migrations/${name}`, en: `Run migrations/${name}.` },
    rows: [],
    step: { name, text },
  }))

/** A migration that waits for a confirmation. */
export const waitingMigration = ({ loss, count, what }: PendingLoss): ServedProblem => ({
  code: 'migration.waiting',
  severity: 'error',
  message: what,
  loss: { loss, count },
  hint: {
    zh: '未执行，一起保存的修改也未生效：请在“配置变更”页面确认，或重新启动服务。',
    en: 'It has not run, and nothing that was saved with it is applied: confirm it on the page "Descriptors", or restart the server.',
  },
})
