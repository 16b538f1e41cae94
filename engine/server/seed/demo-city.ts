import { readSources } from '../app-files.ts'
import type { Database } from '../database/database.ts'
import { run } from '../store/run.ts'
import type { Work } from '../store/work.ts'
import { readDemo } from './demo.ts'
import type { Keep } from './pictures.ts'
import { ownResources, runSeed, type Sown } from './run-seed.ts'

/** Of locks that programs agree on, the one of filling a demonstration. */
const lockNumber = 7_140_221
const size = { owners: 100, days: 30, seed: 'demo' }

/** Fills a demonstration whose owner resource has no record yet; whatever is there stays as it is. */
export async function seedDemo(database: Database, work: Work, appDir: string, keep?: Keep): Promise<Sown[]> {
  const { model } = work.asking
  const owner = model.owner === undefined ? undefined : model.resources[model.owner]
  if (!owner) return []
  const seed = async () => {
    const there = await run(database.kysely, `select 1 from "${owner.table}" limit 1`, [])
    if (there.length > 0) return []
    return runSeed(database, work, await readDemo(appDir), {
      ...size,
      ...(keep && { keep }),
      resources: ownResources(await readSources(appDir)),
    })
  }
  // The embedded database has one connection and one process.
  if (database.kind === 'embedded') return seed()
  return database.patiently(patient =>
    patient.transaction().execute(async queries => {
      // Two processes may start at once: the second waits here, and finds rows.
      await run(queries, `select pg_advisory_xact_lock(${lockNumber})`, [])
      return seed()
    }),
  )
}
