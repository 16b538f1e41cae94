import type { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import { startPglite } from '../../engine/server/database/embedded.ts'

/** An empty embedded database in memory; `remove` hands it on to the next test. */
export interface EmptyInstance {
  readonly instance: PGlite
  remove(): Promise<void>
}

interface Pooled {
  readonly pglite: PGlite
  uses: number
}

/** Starting one costs a hundred times as much as emptying one. */
const idle: Pooled[] = []
/** Each use leaves dead rows in the catalogue. */
const mostUses = 25

export async function emptyInstance(): Promise<EmptyInstance> {
  const pooled = idle.pop() ?? { pglite: await startPglite({ template: inject('embeddedTemplate') }), uses: 0 }
  pooled.uses += 1
  return {
    instance: pooled.pglite,
    async remove() {
      if (pooled.uses < mostUses && (await isEmptied(pooled.pglite))) idle.push(pooled)
      else await pooled.pglite.close()
    },
  }
}

/** One statement at a time: sent together they would be one transaction, in which `discard all` is refused. */
const emptying = ['rollback', 'discard all', 'drop schema public cascade', 'create schema public']

async function isEmptied(pglite: PGlite): Promise<boolean> {
  try {
    for (const statement of emptying) await pglite.query(statement)
    return true
  } catch {
    return false
  }
}
