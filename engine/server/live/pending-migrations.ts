import type { Bilingual, Model } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import type { MigrationStep } from '../storage/move-step.ts'
import { digestOfSteps, shownSteps } from '../storage/steps.ts'
import type { PendingLoss } from './pending-revision.ts'
import type { ServedProblem } from './served-problem.ts'

/** Migrations as they wait for a confirmation, with the number of rows that each would move at present. */
export async function pendingMigrations(
  queries: Queries,
  model: Model,
  steps: readonly MigrationStep[],
): Promise<PendingLoss[]> {
  const shown = await shownSteps(queries, model, steps)
  return shown.map(({ name, text, count = 0, what = runs(name) }) => ({
    loss: `migration:${name}`,
    mark: 'migration' as const,
    count,
    what,
    rows: [],
    renames: [],
    step: { name, text },
  }))
}

const runs = (name: string): Bilingual => ({ zh: `执行 migrations/${name}`, en: `Run migrations/${name}.` })

/** The name of descriptors that wait. With migrations it differs when one of their texts does. */
export const pendingName = ({ revision }: Pick<Model, 'revision'>, steps: readonly MigrationStep[]): string =>
  steps.length === 0 ? revision : `${revision}+${digestOfSteps(steps)}`

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
