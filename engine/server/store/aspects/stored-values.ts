import { storesTargets } from '../../../record/target-reads.ts'
import { withLockedTargets } from '../refresh-values.ts'
import { countedChanges, isCounted, lockCounting, markedRows, rollUp } from '../roll-up.ts'
import { markReaders } from '../stale-values.ts'
import { type Aspect, isNew } from './aspect.ts'

/** Values that are computed from others: those are locked, and read once more. */
export const targetValues: Aspect = {
  async before({ work, resource }, changes) {
    const locked = await withLockedTargets(work, resource, changes)
    for (const [index, change] of changes.entries()) Object.assign(change, locked[index])
  },
  async after({ work, resource }, written) {
    const changed = written.filter(change => !isNew(change))
    await markReaders(work, resource, changed)
    for (const { part, lines } of changed.flatMap(({ parts }) => parts)) {
      const stored = lines.flatMap(({ before, changed }) => (before ? [{ id: String(before['id']), changed }] : []))
      await markReaders(work, part.resource, stored)
    }
  },
  isPlain: ({ ctx }, resource) => !storesTargets(ctx.model, resource),
}

export const rollUps: Aspect = {
  deleting: async ({ work, resource, ids }) => lockCounting(work, await markedRows(work, resource, ids)),
  async deleted({ work, resource, ids }) {
    await rollUp(work, await markedRows(work, resource, ids))
  },
  async after({ work, resource, origin, recording }, written) {
    if (recording === 'pending') return
    const report = origin === 'demonstration' ? () => undefined : undefined
    const entries = written.map(one => ({ ...one, entryId: one.step.id }))
    const values = await rollUp(work, countedChanges(resource, recording === 'initial' ? written : entries), report)
    for (const { id, after } of written) Object.assign(after, values.get(`${resource.name} ${id}`))
  },
  isPlain: (work, resource) => !isCounted(work, resource),
}
