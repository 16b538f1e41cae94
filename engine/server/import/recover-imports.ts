import type { Work } from '../store/work.ts'
import { brokenOff, forgetOldImports, leaveTurn, type Owner, takeTurn } from './kept-import.ts'
import { takeAllBack } from './write-kept.ts'

/** A tenant's work, as somebody who is bound by nothing else. */
export type WorkFor = (owner: Owner) => Work

/** Takes back what was to be written whole and was not, and forgets imports that nobody came back for. */
export async function recoverImports(queries: Work['queries'], workFor: WorkFor): Promise<number> {
  await forgetOldImports(queries)
  let count = 0
  for (const one of await brokenOff(queries)) {
    const work = workFor(one)
    const resource = work.asking.model.resources[one.resource]
    if (!resource) continue
    const turn = work.ids.next()
    await takeTurn(queries, one.id, turn)
    try {
      await takeAllBack({ work, resource }, one.id)
    } finally {
      await leaveTurn(queries, one.id, turn)
    }
    count += 1
  }
  return count
}
