import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { watch } from 'chokidar'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { type ConfirmRequest, changedMeanwhile } from '../../live/confirm.ts'
import type { LiveModel } from '../../live/live-model.ts'
import { printServed, type ServedProblem } from '../../live/served-problem.ts'
import type { ShownLoss } from '../../storage/apply.ts'
import type { Work } from '../../store/work.ts'
import { applySeeds, type SeedChange } from './changed-seeds.ts'
import { seedTenants } from './loaded-seeds.ts'
import { SeedFault } from './seed-files.ts'
import { problemOfSeed, seedInWords } from './seeds-in-words.ts'

interface SeedParts {
  readonly database: Database
  readonly appDir: string
  /** Takes files over when they are saved. */
  readonly watch: boolean
  readonly log: Logger
  /** The work of the operator in the tenant of the platform, with the served Model. */
  work(): Work
  /** A new database is not used without its seeds. */
  readonly isFirstStart: boolean
}

/** The descriptors with their seeds: what waits of these is confirmed in the same way. */
export interface FollowedSeeds {
  readonly live: LiveModel
  /** Compares the files again, after others may have taken them over. */
  check(): void
  /** Loads the seeds into tenants that were added. */
  tenantsChanged(): Promise<void>
  close(): Promise<void>
}

/**
 * Loads the seeds of an app, and takes over changed ones: now, when a file is saved, and when other descriptors are
 * served. Throws at a first start if one cannot be loaded; at others it is listed.
 */
export async function followSeeds(live: LiveModel, parts: SeedParts): Promise<FollowedSeeds> {
  const { database, appDir, log } = parts
  const changes = new Map<string, SeedChange>()
  const listeners = new Set<() => void>()
  const hasSeeds = () => existsSync(join(appDir, 'seeds'))
  let invalid: ServedProblem | undefined
  let revision = ''
  let tenants = 0
  let turn: Promise<unknown> = Promise.resolve()
  let isQueued = false
  let isClosed = false
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const take = async (allow: readonly ShownLoss[] = []): Promise<readonly SeedChange[]> => {
    revision = live.described().revision
    if (isClosed) return []
    const read = hasSeeds() ? await seedTenants(parts.work()) : []
    const found = await applySeeds(database, read, appDir, { allow, fills: true })
    tenants = read.length
    invalid = undefined
    // What was taken over with rows that users edited stays listed until the next change of the file.
    for (const [name, { waiting, fault }] of changes) if (waiting > 0 || fault) changes.delete(name)
    for (const one of found) {
      changes.set(one.name, one)
      const problem = problemOfSeed(one)
      if (problem) log.warn(printServed(problem))
      else log.info(seedInWords(one).en)
    }
    notify()
    return found
  }
  const list = ({ text }: SeedFault) => {
    invalid = { code: 'seed.invalid', severity: 'warning', message: text }
    log.warn(printServed(invalid))
    notify()
  }
  const check = () => {
    if (isQueued) return
    isQueued = true
    inTurn(() => {
      isQueued = false
      return take()
    }).catch((error: unknown) => {
      if (error instanceof SeedFault) list(error)
      else log.error({ err: error }, 'the seeds could not be compared')
    })
  }
  await inTurn(() => take()).catch((error: unknown) => {
    if (!(error instanceof SeedFault) || parts.isFirstStart) throw error
    list(error)
  })
  const watcher = parts.watch ? await watchSeeds(appDir, check) : undefined
  const endListening = live.onChange(() => {
    if (live.described().revision !== revision) check()
  })
  const confirm = async (request: ConfirmRequest) => {
    const isOfSeed = ({ loss }: ShownLoss) => (changes.get(loss)?.waiting ?? 0) > 0
    const allow = request.allow.filter(isOfSeed)
    const others = request.allow.filter(one => !allow.includes(one))
    if (others.length > 0 || allow.length === 0) await live.confirm({ ...request, allow: others })
    if (allow.length === 0) return
    if (request.revision !== live.described().revision) throw changedMeanwhile()
    const left = await inTurn(() => take(allow))
    log.info({ account: request.account, losses: allow }, 'seeds confirmed')
    if (left.some(({ name, waiting }) => waiting > 0 && allow.some(({ loss }) => loss === name)))
      throw changedMeanwhile()
  }
  return {
    live: {
      ...live,
      problems: () => [
        ...live.problems(),
        ...(invalid ? [invalid] : []),
        ...[...changes.values()].flatMap(one => problemOfSeed(one) ?? []),
      ],
      onChange(listener) {
        const end = live.onChange(listener)
        listeners.add(listener)
        return () => {
          end()
          listeners.delete(listener)
        }
      },
      confirm,
    },
    check,
    async tenantsChanged() {
      if (hasSeeds() && (await seedTenants(parts.work())).length !== tenants) check()
    },
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
