import type { Database } from '../../engine/server/database/database.ts'
import { applyPlan, lossesOf } from '../../engine/server/storage/apply.ts'
import { type Plan, planner } from '../../engine/server/storage/plan.ts'

/** Applies a plan with every loss that it shows. */
export const applyAll = (database: Database, plan: Plan, by = planner): Promise<Plan> =>
  applyPlan(database, plan, { allow: lossesOf(plan) }, by)
