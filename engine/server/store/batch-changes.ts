import { isGuarded } from '../../model/guard.ts'
import { isLines } from '../../model/lines.ts'
import type { Resource } from '../../model/model.ts'
import { hasAutoSteps, hasEffects, runsCode } from '../../model/steps.ts'
import { type Access, demand } from '../auth/access.ts'
import type { Row } from '../database/shape.ts'
import { Refusal } from '../errors/refuse.ts'
import type { PlannedWrite, WriteTarget } from './aspects/aspect.ts'
import { claimRecords, releaseRecords } from './idempotency.ts'
import { parseInput } from './input.ts'
import { lockRecords, refusalOfLock } from './lock.ts'
import type { Outcomes } from './operations.ts'
import type { StoredRecord } from './plan-lines.ts'
import { partsOf } from './referring.ts'
import { enteredIn } from './save.ts'
import { stateAfter } from './state-key.ts'
import { assureFrom, planStep, setBy, setFromInput, transitionNamed } from './step.ts'
import { parseStepInput } from './step-input.ts'
import { withTargets, withTargetsOf } from './target-records.ts'
import { type Work, workOn } from './work.ts'
import { plan, store } from './write.ts'

/** Changes the same fields of several records. Undefined where they have to be changed one by one. */
export async function updateBatch(
  work: Work,
  resource: Resource,
  ids: readonly string[],
  input: Row,
  key?: string,
): Promise<Outcomes | undefined> {
  const { ctx } = work
  const access = demand(ctx, resource, 'edit')
  const hasLines = partsOf(ctx.model, resource).some(({ name }) => Object.hasOwn(input, name))
  if (isLines(resource) || hasLines || hasAutoSteps(resource)) return undefined
  const bodyOf = (id: string) => ['update', resource.name, { ...input, id }]
  const target = { resource, access, origin: 'save' } as const
  return together(work, target, access, { operation: 'edit', ids, key, bodyOf, input }, (inside, before) =>
    plan(inside, target, { before, ...enteredIn(ctx, resource, parseInput(ctx, resource, access, input)) }),
  )
}

/** Runs a transition of several records. Undefined where it has to run one by one. */
export async function transitionBatch(
  work: Work,
  resource: Resource,
  ids: readonly string[],
  name: string,
  input: unknown,
  key?: string,
): Promise<Outcomes | undefined> {
  const { ctx } = work
  const step = transitionNamed(resource, name)
  const access = demand(ctx, resource, name)
  // A handler may have any effect, and the input of a restricted user is checked before the state changes.
  if (
    isGuarded(resource) ||
    runsCode(step) ||
    hasEffects(step) ||
    hasAutoSteps(resource) ||
    resource.approval !== undefined ||
    (access.bound && (step.edit.length > 0 || setFromInput(ctx, resource, step).length > 0))
  )
    return undefined
  const next = stateAfter(ctx, resource, step)
  const bodyOf = (id: string) => ['transition', resource.name, name, id, input]
  return together(
    work,
    { resource, origin: 'step' },
    access,
    { operation: name, ids, key, bodyOf, input: asRow(input) },
    async (inside, before) => {
      assureFrom(inside, resource, step, before)
      const parsed = await parseStepInput(inside, resource, access, step, before, input)
      const set = { ...(await withTargets(inside, own => setBy(own, resource, step, parsed))), ...next }
      return planStep(inside, resource, step, before, parsed, { set })
    },
  )
}

/** A change that is requested for several records. */
interface RequestedChange {
  readonly operation: string
  readonly ids: readonly string[]
  readonly key: string | undefined
  /** The entered values, which every record gets. */
  readonly input: Row
  /** The body with which the key would be stored if the record were processed alone. */
  bodyOf(id: string): unknown
}

/** Checks each stored record separately, and stores the valid changes in one transaction. */
function together(
  work: Work,
  target: WriteTarget,
  access: Access,
  { operation, ids, key, bodyOf, input }: RequestedChange,
  planOne: (inside: Work, before: StoredRecord) => Promise<PlannedWrite>,
): Promise<Outcomes> {
  const { resource } = target
  return work.transaction(async queries => {
    const inside = workOn(work, queries)
    const wanted = await claimRecords(inside, key, ids, bodyOf)
    const stored = await lockRecords(inside, resource, access, wanted)
    const rows = [...stored.values()].map(({ record, lines }) => ({
      ...record,
      ...Object.fromEntries(lines),
      ...input,
    }))
    const prepared = await withTargetsOf(inside, resource, rows)
    const outcomes = new Map<string, Refusal | null>(ids.map(id => [id, null]))
    const changes: PlannedWrite[] = []
    for (const id of wanted) {
      try {
        const before = stored.get(id)
        if (!before) throw await refusalOfLock(inside, resource, id, operation)
        changes.push(await planOne(prepared, before))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        outcomes.set(id, error)
      }
    }
    await releaseRecords(
      inside,
      key,
      wanted.filter(id => outcomes.get(id) !== null),
    )
    await store(inside, target, changes)
    return outcomes
  })
}

const asRow = (input: unknown): Row => (typeof input === 'object' && input !== null ? { ...input } : {})
