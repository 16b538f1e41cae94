import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Source } from '../../compiler/source.ts'
import type { Model } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors/refuse.ts'
import type { Served } from '../storage/ids.ts'
import type { FoundSteps } from '../storage/steps.ts'
import type { Work } from '../store/work.ts'
import { readBase, readSources } from './app-files.ts'
import { appliedText, revisionState } from './applied.ts'
import {
  applyDescriptors,
  compileEarly,
  finishIndexes,
  follow,
  type Outcome,
  type Permitted,
  type ReloadContext,
  recheck,
  refuseChange,
  serveStored,
} from './apply-descriptors.ts'
import { applyConfirmed, type ConfirmRequest, type DiscardRequest, unwatched, writeApplied } from './confirm.ts'
import { type DescriptorFiles, watchDescriptors } from './descriptor-files.ts'
import { createModelSlot, type ModelHolder } from './model-holder.ts'
import { type PendingRevision, pendingRevisions } from './pending-revision.ts'
import { type RestoreRequest, type RevisionDifference, revisionDifference, writeRevision } from './restore.ts'
import { servedAs, storedRevision, storedSources } from './revision-row.ts'
import { type HandlerNames, printServed, type ServedProblem } from './served-problem.ts'

export interface LiveParts {
  readonly database: Database
  readonly appDir: string
  readonly handlers: HandlerNames
  /** Applies descriptors when they are saved. */
  readonly watch: boolean
  /** The migrations of the app that have not run: they run at a start. */
  openSteps(): Promise<FoundSteps>
  readonly log: Logger
  /** Milliseconds for which changed descriptors wait for imports and bulk operations; 30 seconds by default. */
  readonly patience?: number
  /** The server's own work with a Model; that of the operator in a tenant. */
  workOf(model: Model, tenantId?: string): Work
}

/** The Model, synchronised with the files and with other processes. */
export interface LiveModel extends ModelHolder {
  /** The Model of the descriptors, without the edits of rows. */
  described(): Model
  /** Checks for a new revision stored by another process and for edited rows, and loads them. */
  catchUp(): Promise<void>
  /** Compares the tables with the served Model again, after a migration or a command has changed them or their rows. */
  recheck(): Promise<void>
  /** What this process serves, for its worker row. */
  served(): Served | undefined
  /** The sets of files that wait for a confirmation. */
  pending(): Promise<readonly PendingRevision[]>
  /** Applies files that wait, or changes that were left behind, with all the losses that are named. */
  confirm(request: ConfirmRequest): Promise<void>
  /** Writes the applied texts of files that wait. Throws (409) where this process reads no files. */
  discard(request: DiscardRequest): Promise<void>
  /** What a kept revision changed, with its files; undefined if it is not kept. */
  revisionDifference(revision: string): Promise<RevisionDifference | undefined>
  /** Writes the files of a kept revision, and applies them as saved ones. Throws (409) where this process reads no files. */
  restore(request: RestoreRequest): Promise<Outcome>
  /** Aborted when a newer engine has stored its revision: this process ends its jobs, and applies nothing more. */
  readonly retired: AbortSignal
  close(): Promise<void>
}

/** Thrown at start if the descriptors are invalid and no earlier revision is stored. */
export class NothingToServe extends Error {
  constructor(problems: readonly ServedProblem[]) {
    super(problems.map(printServed).join('\n'))
    this.name = 'NothingToServe'
  }
}

/** Between two looks for a revision that another process stored. */
export const pollMilliseconds = 180
/** Between two looks whether another process has ended before its indexes. */
const finishMilliseconds = 2000

/** Compiles the descriptors, migrates the tables, and follows later changes. */
export async function startLiveModel({
  database,
  appDir,
  handlers,
  watch,
  openSteps,
  log,
  patience,
  workOf,
}: LiveParts): Promise<LiveModel> {
  const stored = await storedRevision(database)
  const slot = createModelSlot()
  const closing = new AbortController()
  const reload: ReloadContext = {
    database,
    handlers,
    log,
    slot,
    signal: closing.signal,
    ...(patience !== undefined && { patience }),
    workOf,
    seen: { reported: '', ...(stored !== undefined && { stored }) },
  }
  let turn: Promise<void> = Promise.resolve()
  /** Serialises changes on disk and changes by other processes. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }
  const announceOwn = (before: string | undefined) => {
    const { served } = reload.seen
    if (served && served.revision !== before) announcing = announce(reload, served.revision, () => closed)
  }
  let closed = false
  const retiring = new AbortController()
  const retire = (reason: Refusal) => {
    closed = true
    retiring.abort(reason)
    log.error(reason.text.en)
  }
  let announcing: Promise<void> = Promise.resolve()
  let finishing: Promise<void> = Promise.resolve()
  let finishedAt = 0
  let isFinishing = false
  /** Not in turn: an index of a large table takes minutes, and later revisions are served meanwhile. */
  const finishSometimes = () => {
    if (!reload.seen.mayLackIndexes || isFinishing || performance.now() - finishedAt < finishMilliseconds) return
    isFinishing = true
    finishing = finishIndexes(reload).finally(() => {
      isFinishing = false
      finishedAt = performance.now()
    })
  }
  const takeChanges = async (files: DescriptorFiles, first: 'changed' | 'read' = 'changed', author?: string) => {
    const before = reload.seen.served?.revision
    const apply = async (sources: readonly Source[]) =>
      applyDescriptors(reload, sources, {
        migrations: { ...(await openSteps()), wait: true },
        ...(author !== undefined && { author }),
      })
    const saved = first === 'read' ? files.read() : files.changed(sources => compileEarly(reload, sources))
    let outcome = await apply(await saved)
    while (outcome === 'late') outcome = await apply(await files.read())
    announceOwn(before)
    return outcome
  }
  const takeConfirmed = async (request: ConfirmRequest) => {
    // A save that the watcher has not announced yet: other changes wait then, or none, and the confirmation is refused.
    if (files && (await files.isOld())) await takeChanges(files, 'read')
    const before = reload.seen.served?.revision
    await applyConfirmed(reload, request, (await openSteps()).steps.length > 0)
    log.info({ account: request.account, losses: request.allow, revision: request.revision }, 'changes confirmed')
    announceOwn(before)
  }
  const takeDiscarded = async (files: DescriptorFiles, { revision, account }: DiscardRequest) => {
    await writeApplied(reload, appDir, revision)
    log.info({ account, revision }, 'changes discarded')
    // The watcher may drop a second save of the files.
    await takeChanges(files, 'read', account)
  }
  const takeRestore = async (files: DescriptorFiles, request: RestoreRequest) => {
    let outcome: Outcome = 'unfit'
    await inTurn(async () => {
      await writeRevision(reload, appDir, request)
      log.info({ account: request.account, revision: request.revision }, 'files of a former revision written')
      outcome = await takeChanges(files, 'read', request.account)
    })
    return outcome
  }
  let files: DescriptorFiles | undefined
  const takeSaved = () => {
    const own = files
    // What is saved during the start is read by it.
    if (!own || closed) return
    inTurn(async () => {
      await takeChanges(own).catch(error => refuseChange(reload, error))
    }).catch(() => undefined)
  }
  files = watch ? await watchDescriptors(appDir, takeSaved) : undefined
  const close = async () => {
    closed = true
    closing.abort()
    await files?.close()
    await turn
    await announcing
    await finishing
  }
  try {
    const migrations = await openSteps()
    await inTurn(() => begin(reload, () => files?.read() ?? readSources(appDir), migrations))
  } catch (error) {
    await close()
    throw error
  }
  const poll = async () => {
    while (!closed) {
      await sleep(pollMilliseconds, undefined, { ref: false })
      if (closed) return
      await inTurn(async () => {
        // The embedded database has only one process.
        if (database.kind === 'postgres') await follow(reload)
      }).catch(error => {
        if (error instanceof Refusal && error.code === 'newer-engine') retire(error)
        else log.debug({ err: error }, 'the stored revision could not be read')
      })
      finishSometimes()
    }
  }
  void poll()
  const { current, described, onChange } = slot
  for (const one of slot.editProblems()) log.warn(printServed(one))
  return {
    current,
    described,
    problems: () => [...slot.problems(), ...slot.editProblems()],
    onChange,
    catchUp: () => inTurn(() => follow(reload)),
    recheck: () => inTurn(() => recheck(reload)),
    served: () => reload.seen.served && servedAs(reload.seen.served),
    pending: () => pendingRevisions(database.kysely),
    confirm: request => inTurn(() => takeConfirmed(request)),
    discard: request => inTurn(() => (files ? takeDiscarded(files, request) : Promise.reject(unwatched()))),
    revisionDifference: revision => revisionDifference(reload, files && appDir, revision),
    restore: request => (files ? takeRestore(files, request) : Promise.reject(unwatched())),
    retired: retiring.signal,
    close,
  }
}

/** Milliseconds in which the processes of a database usually follow. */
const usualDelay = 10_000

/** Logs on how many processes a revision is applied: at once, when it is on all, or when that takes long. */
async function announce({ database, log }: ReloadContext, revision: string, isClosed: () => boolean): Promise<void> {
  const end = Date.now() + usualDelay
  for (let logged = ''; !isClosed(); await sleep(pollMilliseconds)) {
    const state = await revisionState(database.kysely).catch(() => undefined)
    if (state?.revision !== revision) return
    const text = appliedText(state)
    const isLate = Date.now() > end
    // The line about the change is enough for one process.
    if (state.of === 1 && state.isApplied) return
    if (state.isApplied) log.info({ revision }, text)
    else if (isLate) log.warn({ revision, workers: state.workers }, text)
    else if (logged === '') log.info({ revision }, text)
    logged = text
    if (state.isApplied || isLate) return
  }
}

/** Serves the descriptors on disk; if they are invalid, the stored revision, so that the system stays available. */
async function begin(
  reload: ReloadContext,
  read: () => Promise<readonly Source[]>,
  migrations: FoundSteps,
): Promise<void> {
  if (await isServed(reload, () => orStored(reload, read), { migrations: { ...migrations, wait: false } })) return
  const problems = reload.slot.problems()
  const text = problems.map(printServed).join('\n')
  // An older engine may have stored them: their tables are migrated too.
  const isStored = (await ofAppStored(reload)).length > 0
  const stored = async () => [...(await readBase()), ...(await ofAppStored(reload))]
  const isApplied = isStored && (await isServed(reload, stored, { keepsPending: true }))
  if (!isApplied && !(await serveStored(reload))) throw new NothingToServe(problems)
  reload.slot.keep(problems)
  reload.log.error(`The descriptors are not applied; the stored revision is served.\n${text}`)
}

/** Applies descriptors, now or later; they are read again if another process was faster. False if they cannot be applied. */
async function isServed(
  reload: ReloadContext,
  read: () => Promise<readonly Source[]>,
  permitted: Permitted,
): Promise<boolean> {
  let outcome = await applyDescriptors(reload, await read(), permitted)
  while (outcome === 'late') outcome = await applyDescriptors(reload, await read(), permitted)
  return outcome === 'served' || (outcome === 'pending' && reload.slot.isFilled())
}

/** The descriptors on disk; where the app has none, or no folder, those of the stored revision. */
async function orStored(reload: ReloadContext, read: () => Promise<readonly Source[]>): Promise<readonly Source[]> {
  const onDisk = await read().catch(missingFolder)
  if (!(onDisk instanceof Error) && onDisk.some(isOfApp)) return onDisk
  const stored = await ofAppStored(reload)
  if (stored.length > 0) {
    reload.log.warn('The app has no descriptors on disk; those of the stored revision are served.')
    return [...(await readBase()), ...stored]
  }
  if (onDisk instanceof Error) throw onDisk
  return onDisk
}

function missingFolder(error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT') return error
  throw error
}

const ofAppStored = async ({ database }: ReloadContext): Promise<readonly Source[]> =>
  (await storedSources(database))?.sources.filter(isOfApp) ?? []

const isOfApp = ({ origin }: Source): boolean => origin === 'app'
