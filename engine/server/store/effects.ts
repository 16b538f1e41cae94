import { applyCreates } from './effects-create.ts'
import { applySends } from './effects-send.ts'
import { applyUpdates, type MakeTransition } from './effects-update.ts'
import type { CreatedRecord } from './operations.ts'
import type { TakenStep } from './taken-step.ts'
import type { Work } from './work.ts'

/** Makes the effects of a step, in the transaction of the step: a refusal undoes all of it. */
export async function applyEffects(
  work: Work,
  taken: TakenStep,
  transition: MakeTransition,
): Promise<{ readonly creates?: readonly CreatedRecord[] }> {
  await applyUpdates(work, taken, transition)
  const creates = await applyCreates(work, taken)
  await applySends(work, taken)
  return creates.length > 0 ? { creates } : {}
}
