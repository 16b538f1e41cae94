import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { watch } from 'chokidar'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import type { LiveModel } from '../../live/live-model.ts'
import { printServed, type ServedProblem } from '../../live/served-problem.ts'
import type { Work } from '../../store/work.ts'
import { seedTenants } from './loaded-seeds.ts'
import { SeedFault } from './seed-files.ts'
import { loadNewSeeds } from './seed-rows.ts'

interface SeedParts {
  readonly database: Database
  readonly appDir: string
  /** Loads files when they are saved. */
  readonly watch: boolean
  readonly log: Logger
  /** The work of the operator in the tenant of the platform, with the served Model. */
  work(): Work
  /** A new database is not used without its seeds. */
  readonly isFirstStart: boolean
}

/** The descriptors, whose problems contain those of the seeds. */
export interface SeedLoading {
  readonly live: LiveModel
  /** Loads the seeds of tables, and of tenants, that are new. */
  load(): void
  close(): Promise<void>
}

/**
 * Loads the seeds of an app into tables that never had a row: now, when a file is saved, and when other descriptors are
 * served. Throws at a first start if one cannot be loaded; at others it is listed.
 */
export async function startSeedLoading(live: LiveModel, parts: SeedParts): Promise<SeedLoading> {
  const { database, appDir, log } = parts
  const listeners = new Set<() => void>()
  let invalid: ServedProblem | undefined
  let revision = ''
  let turn: Promise<unknown> = Promise.resolve()
  let isQueued = false
  let isClosed = false
  const show = (fault?: SeedFault) => {
    if (!fault && !invalid) return
    invalid = fault && { code: 'seed.invalid', severity: 'warning', message: fault.text }
    if (invalid) log.warn(printServed(invalid))
    for (const listener of listeners) listener()
  }
  const take = async () => {
    revision = live.described().revision
    if (isClosed || !existsSync(join(appDir, 'seeds'))) return show()
    const { loaded, fault } = await loadNewSeeds(database, await seedTenants(parts.work()), appDir)
    for (const { resource, rows } of loaded) log.info({ resource, rows }, 'seed loaded')
    // Rows of the calendar are part of the Model.
    if (loaded.length > 0) await live.catchUp()
    if (fault) throw fault
    show()
  }
  const load = () => {
    if (isQueued) return
    isQueued = true
    turn = turn
      .then(() => {
        isQueued = false
        return take()
      })
      .catch((error: unknown) => {
        if (error instanceof SeedFault) show(error)
        else log.error({ err: error }, 'the seeds could not be loaded')
      })
  }
  await take().catch((error: unknown) => {
    if (!(error instanceof SeedFault) || parts.isFirstStart) throw error
    show(error)
  })
  const watcher = parts.watch ? await watchSeeds(appDir, load) : undefined
  const endListening = live.onChange(() => {
    if (live.described().revision !== revision) load()
  })
  return {
    live: {
      ...live,
      problems: () => [...live.problems(), ...(invalid ? [invalid] : [])],
      onChange(listener) {
        const end = live.onChange(listener)
        listeners.add(listener)
        return () => {
          end()
          listeners.delete(listener)
        }
      },
    },
    load,
    async close() {
      isClosed = true
      endListening()
      await watcher?.close()
      await turn
    },
  }
}

/** Calls `onSave` when a file of a seed was saved or deleted. */
async function watchSeeds(appDir: string, onSave: () => void) {
  const partsOf = (path: string) => relative(appDir, path).split(sep)
  const watcher = watch(appDir, {
    ignoreInitial: true,
    depth: 1,
    ignored: path => !['', 'seeds'].includes(partsOf(path)[0] ?? ''),
    awaitWriteFinish: { stabilityThreshold: 100, pollInterval: 20 },
  })
    .on('all', (_event, path) => {
      if (/\.csv(\.gz)?$/.test(path)) onSave()
    })
    // What cannot be watched is read with the next change of the descriptors.
    .on('error', () => undefined)
  await new Promise<void>(resolve => watcher.once('ready', () => resolve()))
  return watcher
}
