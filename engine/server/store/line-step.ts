import type { Resource } from '../../model/model.ts'
import type { Row } from '../database/shape.ts'
import { record } from './history.ts'
import { planChange } from './plan-change.ts'
import { linePartOf } from './referring.ts'
import { storedRecords } from './roll-up.ts'
import { assureWritten } from './unwritten-values.ts'
import type { Work } from './work.ts'
import { updateMany, type WriteStep } from './write.ts'

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
}

/**
 * Stores what a step writes into a line as a change of its master, of which the history names the step as the cause: the
 * rules, sums and version of the master apply.
 */
export async function writeLine(work: Work, lines: Resource, { before, values, entered, chosen, step }: LineStep) {
  const { name, link, master: of } = linePartOf(work.ctx.model, lines)
  const [master] = await storedRecords(work, of, [String(before[link.name])])
  if (!master) throw new Error(`The line ${before['id']} of "${lines.name}" has no master.`)
  const entryId = work.ids.next()
  const id = String(before['id'])
  const lineInputs = new Map([[name, { kind: 'one', line: { id, values } } as const]])
  const change = await planChange(work, of, master, {}, lineInputs, {
    operation: 'update',
    id: entryId,
    causeId: step.id,
  })
  const { prepared } = change
  // Without the line, `when` of the field with the lines is not true.
  assureWritten(of, { ...prepared, parts: [] }, {})
  const line = prepared.parts.flatMap(part => part.lines).find(({ path }) => path === '')
  if (!line) throw new Error(`The line ${id} of "${lines.name}" is not in its master.`)
  assureWritten(lines, { ...prepared, parts: [], unwritten: line.unwritten }, entered)
  await record(work.queries, work.ctx, lines, [{ ...step, recordId: id, version: null, changes: {} }])
  await updateMany(work, of, undefined, [{ ...change, chosen }])
  const after = { ...line.after, version: prepared.after['version'] }
  return {
    after,
    changed: line.changed,
    of,
    updated: undefined,
    cause: { id: String(master.record['id']), before: master, entryId },
  }
}
