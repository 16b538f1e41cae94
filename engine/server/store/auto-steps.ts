import type { Action, Bilingual, Resource, Transition } from '../../model/model.ts'
import { isReadOnly } from '../../model/names.ts'
import { autoStepsOf, isTransition } from '../../model/steps.ts'
import { isMet } from '../../record/step-guard.ts'
import { demand } from '../auth/access.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { lockRecord } from './lock.ts'
import { type StoredRecord, whole } from './plan-lines.ts'
import { stateAfter } from './state-key.ts'
import { isFromState, runOn, type StepExecution, writeStep } from './step.ts'
import { parseStepInput } from './step-input.ts'
import type { AutoCause } from './work.ts'

/** Automatic steps that cause each other end here. */
const deepest = 10

/**
 * Makes the steps with `auto` of a written record, in their written order and each at most once in the transaction: a
 * transition while the record is in a state from which it starts, an action if its condition was not true before the
 * write. No right is needed. Returns the record after them, or undefined where none was made.
 */
export async function makeAutoSteps(
  work: StepExecution,
  resource: Resource,
  { id, before, entryId, title }: AutoCause,
): Promise<StoredRecord | undefined> {
  const steps = autoStepsOf(resource)
  if (steps.length === 0) return undefined
  const depth = (work.depth ?? 0) + 1
  const inside: StepExecution = { ...work, ctx: work.ctx.forEffects('auto-step'), depth }
  const read = () => lockRecord(inside, resource, demand(inside.ctx, resource, 'view'), id, 'view')
  let current = await read()
  let isMade = false
  for (const step of steps) {
    const key = `${resource.name} ${id} ${step.name}`
    if (work.made?.has(key) || !isDue(inside, resource, step, before, current)) continue
    if (depth > deepest) throw tooDeep(step)
    work.made?.add(key)
    await makeOne(inside, resource, step, current, entryId).catch(error => {
      throw error instanceof Refusal ? withTitles(error, title, step.title) : error
    })
    isMade = true
    current = await read()
  }
  return isMade ? { ...current, record: whole(inside.ctx, resource, current) } : undefined
}

function isDue(
  work: StepExecution,
  resource: Resource,
  step: Transition | Action,
  before: StoredRecord | null,
  current: StoredRecord,
): boolean {
  const { ctx } = work
  const isTrue = (record: StoredRecord) => isMet(ctx, resource, step, whole(ctx, resource, record))
  if (isTransition(step)) return isFromState(work, resource, step, current) && isTrue(current)
  return isTrue(current) && !(before && isTrue(before))
}

async function makeOne(
  work: StepExecution,
  resource: Resource,
  step: Transition | Action,
  before: StoredRecord,
  causeId: string | undefined,
): Promise<void> {
  const access = demand(work.ctx, resource, step.name)
  const asked = await parseStepInput(work, resource, access, step, before, {})
  if (!isTransition(step) && isReadOnly(resource)) await runOn(work, resource, access, step, before, asked)
  else {
    const next = isTransition(step) ? stateAfter(work.ctx, resource, step) : {}
    await writeStep(work, resource, access, step, before, asked, next, causeId)
  }
}

/** A refusal of an automatic step, which refuses the whole write. */
function withTitles({ code, status, text, errors, data }: Refusal, cause: Bilingual, step: Bilingual): Refusal {
  const message = {
    zh: `“${cause.zh}”引起自动步骤“${step.zh}”：${text.zh}`,
    en: `"${cause.en}" causes the automatic step "${step.en}": ${text.en}`,
  }
  return new Refusal(code, status, message, { ...(errors && { errors }), ...(data !== undefined && { data }) })
}

const tooDeep = ({ title }: Pick<Transition, 'title'>) =>
  refuse.conflict('effect-depth', {
    zh: `自动步骤“${title.zh}”层层相连，已停止`,
    en: `The automatic steps that lead to "${title.en}" are nested too deeply`,
  })
