import type { Resource, Step } from '../../engine/model/model.ts'
import { autoStepsOf, isTransition } from '../../engine/model/steps.ts'
import { isMet } from '../../engine/record/step-guard.ts'
import { batchOrEach } from '../../engine/server/store/batch-or-each.ts'
import type { TakenStep } from '../../engine/server/store/effect-values.ts'
import { wantedRecords } from '../../engine/server/store/effects-create.ts'
import { applyUpdates, type MakeTransition } from '../../engine/server/store/effects-update.ts'
import { whole } from '../../engine/server/store/plan-lines.ts'
import { serialsOf } from '../../engine/server/store/serial.ts'
import { stateAfter } from '../../engine/server/store/state-key.ts'
import { setBy } from '../../engine/server/store/step.ts'
import { TargetRecords } from '../../engine/server/store/target-records.ts'
import { type Work, workOn } from '../../engine/server/store/work.ts'
import { write } from '../../engine/server/store/write.ts'
import { contextAt } from './generate-record.ts'
import type { CausedRow, GeneratedRecord, GeneratedVersion } from './generated-record.ts'

/** A step of a generated record that changes stored ones. */
interface NotedChange {
  readonly at: string
  readonly taken: TakenStep
}

/** The effects of the steps of generated records: rows that are generated later, and changes of stored records. */
export class StepEffects {
  private readonly work: Work
  private readonly rows = new Map<string, CausedRow[]>()
  private readonly changes: NotedChange[] = []

  constructor(work: Work) {
    this.work = work
  }

  /** Notes the effects of the steps that records have made, and of automatic ones at their creation. */
  async note(work: Work, resource: Resource, records: readonly GeneratedRecord[]): Promise<void> {
    // One cache of the records that expressions read, for all steps.
    const known = { ...work, ctx: work.ctx.withTargets(new TargetRecords()) }
    const auto = autoStepsOf(resource).filter(step => !isTransition(step))
    for (const made of records)
      for (const version of made.steps) {
        const steps = version.step ? [version.step] : auto
        for (const step of steps)
          if (step.creates || step.updates) await this.noteStep(known, resource, step, made, version)
      }
  }

  /** The rows of a resource that were caused since the last call. */
  take(name: string): readonly CausedRow[] {
    const rows = this.rows.get(name) ?? []
    this.rows.delete(name)
    return rows
  }

  /** The resources with rows that were caused, and not taken. */
  waiting(): readonly string[] {
    return [...this.rows.keys()]
  }

  /** Changes the stored records, in the order of time; returns the last reason why one was not changed. */
  async change(): Promise<string | undefined> {
    let why: string | undefined
    const changes: readonly NotedChange[] = this.changes.sort((one, other) => (one.at < other.at ? -1 : 1))
    const apply = (some: typeof changes) =>
      this.work.transaction(async queries => {
        for (const { at, taken } of some) {
          const then = { ...this.work, ctx: contextAt(this.work.ctx, at) }
          await applyUpdates(workOn(then, queries), taken, makeTransition, () => true)
        }
      })
    await batchOrEach(changes, apply, ({ taken: { resource, step } }, { errors, text }) => {
      why = `${resource.name}.${step.name}: ${Object.values(errors ?? { '': text })[0]?.en}`
    })
    return why
  }

  private async noteStep(
    work: Work,
    resource: Resource,
    step: Step,
    made: GeneratedRecord,
    { at, after, input }: GeneratedVersion,
  ) {
    const then = { ...work, ctx: contextAt(work.ctx, at) }
    // Serial numbers are given when the record is stored.
    const numbers = Object.fromEntries(serialsOf(resource).map(({ name }) => [name, made.record[name]]))
    const lines = new Map(made.parts.map(({ part, lines }) => [part.name, lines.map(line => line.after)]))
    const record = whole(then.ctx, resource, { record: { ...after, ...numbers }, lines })
    if (step.auto && !isMet(then.ctx, resource, step, record)) return
    const taken: TakenStep = { resource, step, record, input: input ?? {}, entryId: work.ids.next() }
    if (step.updates) this.changes.push({ at, taken })
    for (const { target, given, lines } of await wantedRecords(then, taken)) {
      const rows = this.rows.get(target.name) ?? []
      this.rows.set(target.name, rows)
      rows.push({ values: given, lines, at })
    }
  }
}

/** A transition of another record, which the updates of a step make. */
const makeTransition: MakeTransition = async (work, resource, step, before, input, causeId) => {
  const set = setBy(work.ctx, resource, step, { edited: before.record, input })
  const values = { ...set, ...stateAfter(work.ctx, resource, step) }
  const entry = { operation: step.name, input, causeId }
  await write(work, { resource, origin: 'effect' }, [{ before, set: values, step: entry }])
}
