import type { Work } from '../../store/work.ts'
import { acquireLease, interruptedImports, releaseLease } from './staged-import.ts'
import { rollBackAll } from './write-staged.ts'

/** The work of the server itself in a tenant. */
export type WorkFor = (tenantId: string) => Work

/**
 * Rolls back all-or-nothing imports that were interrupted, and returns their number. One that cannot be rolled back is
 * reported, and does not stop the others.
 */
export async function recoverImports(
  queries: Work['queries'],
  workFor: WorkFor,
  report: (error: unknown) => void,
): Promise<number> {
  let count = 0
  for (const one of await interruptedImports(queries)) {
    try {
      if (await recover(queries, one.id, workFor(one.tenantId), one.resource)) count += 1
    } catch (error) {
      report(error)
    }
  }
  return count
}

async function recover(queries: Work['queries'], id: string, work: Work, name: string): Promise<boolean> {
  const resource = work.ctx.model.resources[name]
  if (!resource) return false
  const turn = work.ids.next()
  await acquireLease(queries, id, turn)
  try {
    await rollBackAll({ work, resource }, id)
  } finally {
    await releaseLease(queries, id, turn)
  }
  return true
}
