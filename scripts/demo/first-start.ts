import { transmittedNow } from '../../engine/server/auth/request-context.ts'
import type { Database } from '../../engine/server/database/database.ts'
import { run } from '../../engine/server/database/run.ts'
import type { FilledStart } from '../../engine/server/engine.ts'
import { readSources } from '../../engine/server/live/app-files.ts'
import { filesIn, uploadsIn } from '../../engine/server/services/files/storage.ts'
import type { NewAccount } from '../../engine/server/services/seed/first-rows.ts'
import { includeAll } from '../../engine/server/store/due-since.ts'
import type { Work } from '../../engine/server/store/work.ts'
import { type Demo, hasDemo, readDemo } from './demo.ts'
import { faultReason, writeDemoAccounts, writeOrganisation } from './demo-accounts.ts'
import { startProcesses } from './demo-processes.ts'
import { type StoreFile, storeFilesIn } from './pictures.ts'
import { runSeed, seededResources } from './run-seed.ts'
import type { SeededRows } from './seeded-rows.ts'
import { daysWith } from './workdays.ts'

/** The advisory lock that is held while a demonstration is seeded. */
const lockNumber = 7_140_221
/** The working days of a term: as many, also after a week of holidays. */
const size = { owners: 60, workdays: 52, seed: 'demo' }

/**
 * Creates the accounts and the rows of the demonstration: by default in a new database whose app describes one. A fault
 * of the description is logged with its place, and the server starts.
 */
export async function fillDemonstration(start: FilledStart): Promise<readonly NewAccount[]> {
  const { settings, log } = start
  if (!(settings.demo ?? (start.isFirstStart && hasDemo(settings.appDir)))) return []
  try {
    return await filled(start)
  } catch (error) {
    log.error({ why: faultReason(error) }, 'the demonstration data could not be generated')
    log.debug({ err: error }, 'the demonstration data could not be generated')
    return []
  }
}

async function filled(start: FilledStart): Promise<readonly NewAccount[]> {
  const { database, settings, log, workOf, workflow, isFirstStart } = start
  const { appDir, dataDir } = settings
  const work = await workOf('demonstration')
  const demo = await readDemo(appDir)
  await writeOrganisation(work, demo).catch(error =>
    log.warn({ why: faultReason(error) }, 'the organisation of the demonstration could not be written'),
  )
  const seeded = await seedDemo(database, work, appDir, demo, storeFilesIn(work, filesIn(dataDir), uploadsIn(dataDir)))
  for (const { resource, givenUp, why } of seeded)
    if (givenUp > 0) log.warn({ resource, givenUp, why }, 'rows of the demonstration data could not be written')
  const total = seeded.reduce((sum, { rows, lines }) => sum + rows + lines, 0)
  if (total > 0)
    await startProcesses(work, workflow).catch(error =>
      log.warn({ why: faultReason(error) }, 'the processes of the demonstration could not be started'),
    )
  // Its rows were written for these steps, which would skip what was due before the first start.
  if (isFirstStart) await includeAll(work.queries)
  log.info({ resources: seeded.length, rows: total }, 'demonstration data loaded')
  // After the rows to which they refer.
  const { created, faults } = await writeDemoAccounts(work, demo)
  for (const { account, why } of faults) log.warn({ account, why }, 'an account of the demonstration was not created')
  return created
}

/** Seeds a demonstration if its owner resource has no record yet; existing rows are left unchanged. */
export async function seedDemo(
  database: Database,
  work: Work,
  appDir: string,
  demo: Demo,
  keep?: StoreFile,
): Promise<SeededRows[]> {
  const { model } = work.ctx
  const owner = model.owner === undefined ? undefined : model.resources[model.owner]
  if (!owner) return []
  const seed = async () => {
    const there = await run(database.kysely, `select 1 from "${owner.table}" limit 1`, [])
    if (there.length > 0) return []
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
