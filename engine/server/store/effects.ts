import { applyCreates } from './effects-create.ts'
import { applySends } from './effects-send.ts'
import { applyUpdates, type MakeTransition } from './effects-update.ts'
import type { CreatedRecord } from './operations.ts'
import type { TakenStep } from './taken-step.ts'
import type { Work } from './work.ts'

/**
 * Makes the effects of a step, in the transaction of the step: a refusal undoes all of it. The updates of the resource
 * `updated` were made before.
 */
export async function applyEffects(
  work: Work,
  taken: TakenStep,
  transition: MakeTransition,
  updated?: string,
): Promise<{ readonly creates?: readonly CreatedRecord[] }> {
  await applyUpdates(work, taken, transition, name => name !== updated)
  const creates = await applyCreates(work, taken)
  await applySends(work, taken)
  return creates.length > 0 ? { creates } : {}
}
