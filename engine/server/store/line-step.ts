import type { Resource } from '../../model/model.ts'
import type { Row } from '../database/shape.ts'
import type { PlannedWrite, WriteRequest, WriteStep } from './aspects/aspect.ts'
import { assureWritten } from './aspects/hidden-fields.ts'
import { record } from './history.ts'
import { linePartOf } from './referring.ts'
import { storedRecords } from './roll-up.ts'
import type { Work } from './work.ts'
import { plan, store } from './write.ts'

/** What a step writes into a line. */
export interface LineStep {
  /** The line before the step. Its master is locked. */
  readonly before: Row
  readonly values: Row
  /** Those of the values that were entered. */
  readonly entered: Row
  /** The fields to which the descriptor gives a value. */
  readonly chosen: ReadonlySet<string>
  readonly step: WriteStep & { readonly id: string }
  readonly title: WriteRequest['title']
  /** What the step causes in other records, from the line after it. */
  effects(work: Work, after: Row): Promise<void>
}

/**
 * Stores what a step writes into a line as a change of its master, of which the history names the step as the cause: the
 * rules, sums and version of the master apply.
 */
export async function writeLine(work: Work, lines: Resource, made: LineStep) {
  const { before, values, entered, chosen, step, title, effects } = made
  const { name, link, master: of } = linePartOf(work.ctx.model, lines)
  const [master] = await storedRecords(work, of, [String(before[link.name])])
  if (!master) throw new Error(`The line ${before['id']} of "${lines.name}" has no master.`)
  const id = String(before['id'])
  const target = { resource: of, origin: 'step' } as const
  const lineOf = ({ parts }: PlannedWrite) => {
    const line = parts.flatMap(part => part.lines).find(({ path }) => path === '')
    if (!line) throw new Error(`The line ${id} of "${lines.name}" is not in its master.`)
    return line
  }
  const after = (change: PlannedWrite) => ({ ...lineOf(change).after, version: change.after['version'] })
  const planned = await plan(work, target, {
    before: master,
    lines: new Map([[name, { kind: 'one', line: { id, values } } as const]]),
    step: { operation: 'update', causeId: step.id },
    chosen,
    ...(title && { title }),
    effects: (inside, change) => effects(inside, after(change)),
  })
  // Without the line, `when` of the field with the lines is not true.
  assureWritten(of, { ...planned, parts: [] }, {})
  assureWritten(lines, { ...planned, parts: [], unwritten: lineOf(planned).unwritten }, entered)
  await record(work.queries, work.ctx, lines, [{ ...step, recordId: id, version: null, changes: {} }])
  const [stored = planned] = await store(work, target, [planned])
  const { auto } = stored
  return {
    after: { ...after(stored), ...(auto && { version: auto.record['version'] }) },
    changed: lineOf(stored).changed,
  }
}
