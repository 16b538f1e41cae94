import { expressionOf, stepScopeOf } from '../../record/expressions.ts'
import { evaluate } from '../../rules/evaluate.ts'
import type { Row } from '../database/shape.ts'
import type { Effects } from './action.ts'
import type { TakenStep } from './effect-values.ts'
import { applyCreates } from './effects-create.ts'
import { applySends } from './effects-send.ts'
import { applyUpdates, type MakeTransition } from './effects-update.ts'
import type { CreatedRecord, Store } from './operations.ts'
import { handlerMissing } from './outside.ts'
import { ownData } from './own-data.ts'
import { withTargets } from './target-records.ts'
import type { Work } from './work.ts'

/** What effects of parts need. */
export interface EffectParts {
  readonly effects: Effects
  /** The store's operations within a transaction. */
  storeIn(work: Work): Store
}

/**
 * Makes the effects of a step, in the transaction of the step: a refusal undoes all of it. The updates of the resource
 * `updated` were made before.
 */
export async function applyEffects(
  work: Work & EffectParts,
  taken: TakenStep,
  transition: MakeTransition,
  updated?: string,
): Promise<{ readonly creates?: readonly CreatedRecord[] }> {
  await applyUpdates(work, taken, transition, name => name !== updated)
  const creates = await applyCreates(work, taken)
  await applySends(work, taken)
  await applyStarts(work, taken)
  await applyRuns(work, taken)
  return creates.length > 0 ? { creates } : {}
}

async function applyStarts(work: Work, taken: TakenStep): Promise<void> {
  const { resource, step, record } = taken
  const { starts } = step
  if (!starts) return
  if (!work.processes) throw new Error(`"${resource.name}.${step.name}" starts a process, and there are none.`)
  const { process, with: written } = starts
  const values = (isId: (variable: string) => boolean) => argumentsOf(work, taken, written, isId)
  await work.processes.start(work, resource, record, { key: process, values })
}

async function applyRuns(work: Work & EffectParts, taken: TakenStep): Promise<void> {
  const { resource, step, record } = taken
  for (const [name, written] of Object.entries(step.runs ?? {})) {
    const effect = work.effects[name]
    if (!effect) throw handlerMissing(name, step)
    const input = await argumentsOf(work, taken, written)
    const { ctx } = work
    await effect({ ctx, store: work.storeIn(work), own: ownData(work), resource: resource.name, record, input })
  }
}

/** The values of expressions by name; ids are texts. */
const argumentsOf = (
  work: Work,
  { resource, step, record, input }: TakenStep,
  written: Readonly<Record<string, string>>,
  isId: (name: string) => boolean = () => false,
): Promise<Row> =>
  withTargets(work, own =>
    Object.fromEntries(
      Object.entries(written).map(([name, text]) => {
        const expression = expressionOf(own.model, resource, text, stepScopeOf(step))
        const given = { record, input, me: own.me, ...(own.targets && { lookups: own.targets }) }
        return [name, evaluate(expression, given, own.clock, { id: isId(name) })]
      }),
    ),
  )
