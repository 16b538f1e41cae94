import { idOf } from '../../model/ids.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { faultOf } from '../errors/database-errors.ts'
import { type DueStep, dueCount, dueStepsOf, readsStaleValues } from '../store/due-rows.ts'

/** A step that the job does not know in this version. */
export interface NewDueStep {
  readonly due: DueStep
  /** Records that are due already, which the step skips. Null before its columns and values exist. */
  readonly count: number | null
}

/** The steps of a Model whose condition, or what it reads of the descriptors, is new or changed. Changes nothing. */
export async function newDueSteps(queries: Queries, ctx: RequestContext): Promise<NewDueStep[]> {
  const steps = dueStepsOf(ctx.model)
  if (steps.length === 0) return []
  const known = await unlessMissing(runAll(queries, sql`select resource, step, digest from engine_due_step`))
  const found = new Set((known ?? []).map(row => `${row['resource']} ${row['step']} ${row['digest']}`))
  const fresh = steps.filter(({ resource, step, digest }) => !found.has(`${idOf(resource)} ${idOf(step)} ${digest}`))
  const counted: NewDueStep[] = []
  for (const due of fresh) {
    const isStale = await unlessMissing(readsStaleValues(queries, ctx, due))
    counted.push({
      due,
      count: isStale === false ? await unlessMissing(dueCount(queries, ctx, due, ctx.clock.now)) : null,
    })
  }
  return counted
}

/** Null where a table or column does not exist yet. */
async function unlessMissing<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading
  } catch (error) {
    if (['42P01', '42703'].includes(faultOf(error)?.code ?? '')) return null
    throw error
  }
}
