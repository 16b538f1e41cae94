import { transmittedNow } from '../../auth/request-context.ts'
import type { Database } from '../../database/database.ts'
import { run } from '../../database/run.ts'
import { readSources } from '../../live/app-files.ts'
import type { Work } from '../../store/work.ts'
import { readDemo } from './demo.ts'
import type { StoreFile } from './pictures.ts'
import { runSeed, type SeededRows, seededResources } from './run-seed.ts'
import { daysWith } from './workdays.ts'

/** The advisory lock that is held while a demonstration is seeded. */
const lockNumber = 7_140_221
/** As many working days as give 20,000 rows, also after a week of holidays. */
const size = { owners: 100, workdays: 22, seed: 'demo' }

/** Seeds a demonstration if its owner resource has no record yet; existing rows are left unchanged. */
export async function seedDemo(
  database: Database,
  work: Work,
  appDir: string,
  keep?: StoreFile,
): Promise<SeededRows[]> {
  const { model } = work.ctx
  const owner = model.owner === undefined ? undefined : model.resources[model.owner]
  if (!owner) return []
  const seed = async () => {
    const there = await run(database.kysely, `select 1 from "${owner.table}" limit 1`, [])
    if (there.length > 0) return []
    const demo = await readDemo(appDir)
    return runSeed(database, work, demo, {
      owners: size.owners,
      days: daysWith(size.workdays, transmittedNow(work.ctx).slice(0, 10), demo.holidays),
      seed: size.seed,
      ...(keep && { keep }),
      resources: seededResources(await readSources(appDir), demo),
    })
  }
  // The embedded database has one connection and one process.
  if (database.kind === 'embedded') return seed()
  return database.patiently(patient =>
    patient.transaction().execute(async queries => {
      // Two processes may start at once: the second waits here and then finds rows.
      await run(queries, `select pg_advisory_xact_lock(${lockNumber})`, [])
      return seed()
    }),
  )
}
