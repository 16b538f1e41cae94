import { isReadOnly } from '../../model/names.ts'
import { isTransition } from '../../model/steps.ts'
import { dueCondition } from '../../record/due-condition.ts'
import { isSatisfied } from '../../record/expressions.ts'
import { isMet } from '../../record/step-guard.ts'
import { demand } from '../auth/access.ts'
import { dueSql } from '../auth/expressions.ts'
import type { Queries } from '../database/database.ts'
import { claimTime, type DueStep } from './due-rows.ts'
import { duplicateOf } from './duplicate.ts'
import { lockRecords } from './lock.ts'
import type { StoredRecord } from './plan-lines.ts'
import { stateAfter } from './state-key.ts'
import { assurePort, isFromState, runOn, type StepExecution, writeStep } from './step.ts'
import { parseStepInput } from './step-input.ts'
import { workOn } from './work.ts'

/**
 * Makes a step that is due of one record, in a transaction of its own: state, time and condition are evaluated again
 * under the lock. Returns whether it was made; `made` runs in the transaction. Refused like any write.
 */
export async function makeDueStep(
  work: StepExecution,
  due: DueStep,
  id: string,
  made: (queries: Queries) => Promise<void>,
): Promise<boolean> {
  const { ctx } = work
  const { resource, step } = due
  const access = demand(ctx, resource, step.name)
  assurePort(work, step)
  try {
    return await work.transaction(async queries => {
      const inside = { ...work, ...workOn(work, queries) }
      const before = (await lockRecords(inside, resource, access, [id])).get(id)
      if (!before || !isStillDue(inside, due, before)) return false
      if (!isTransition(step) && !(await claimTime(queries, ctx, due, id))) return false
      const asked = await parseStepInput(inside, resource, access, step, before, {})
      if (isTransition(step)) {
        const next = stateAfter(ctx, resource, step)
        await writeStep(inside, resource, access, step, before, asked, next)
      } else if (isReadOnly(resource)) await runOn(inside, resource, access, step, before, asked)
      else await writeStep(inside, resource, access, step, before, asked, {})
      await made(queries)
      return true
    })
  } catch (error) {
    throw duplicateOf(ctx, resource, error) ?? error
  }
}

/** Whether the step is due of the locked record; a condition that only the guard can evaluate is left to it. */
function isStillDue(work: StepExecution, { resource, step }: DueStep, before: StoredRecord): boolean {
  const { ctx } = work
  if (isTransition(step) && !isFromState(work, resource, step, before)) return false
  if (isSatisfied(ctx, resource, dueCondition(ctx.model, resource, step), before.record) !== true) return false
  return isMet(ctx, resource, step, before.record) || !dueSql(ctx, resource, step, 't').isWhole
}
