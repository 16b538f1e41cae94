import type { Logger } from 'pino'
import { type Compiled, compile } from '../../compiler/compile.ts'
import type { Source } from '../../compiler/source.ts'
import { changesInWords } from '../../model/changes-in-words.ts'
import type { Bilingual, Model } from '../../model/model.ts'
import { widerAccess } from '../../model/wider-access.ts'
import type { Database, Queries } from '../database/database.ts'
import { isLockFault } from '../errors/database-errors.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { applyPlan, finishPlan, type Loss, LossNotAllowed, lossesOf, type ShownLoss } from '../storage/apply.ts'
import { hasMoreRows } from '../storage/concerned-rows.ts'
import { readNames } from '../storage/engine-names.ts'
import { engineVersion } from '../storage/engine-version.ts'
import { isServed, lockNames, raiseNamesVersion } from '../storage/names-version.ts'
import { planChanges, planner } from '../storage/plan.ts'
import { type NameRow, resolveNames, withNames } from '../storage/resolve-names.ts'
import type { FoundSteps } from '../storage/steps.ts'
import { storeDueSteps } from '../store/due-since.ts'
import { awaitLongWork } from '../store/long-work.ts'
import { type OverlaysByTenant, readOverlays } from '../store/overlay-table.ts'
import { synchroniseRoles } from '../store/shipped-roles.ts'
import type { Work } from '../store/work.ts'
import { synchroniseRows } from './edited-rows.ts'
import { invalidMigration, waitingMigration } from './migration-problems.ts'
import type { ModelSlot } from './model-holder.ts'
import {
  clearPending,
  type NewPending,
  pendingOf,
  pendingRevisions,
  storePending,
  withRows,
} from './pending-revision.ts'
import { changesOfRevision, type RevisionChanges } from './revision-changes.ts'
import {
  type ConfirmedLosses,
  type NewRevision,
  type StoredVersion,
  storedRevision,
  storedSources,
  storedVersion,
  storeRevision,
} from './revision-row.ts'
import { haveSameTables } from './same-tables.ts'
import {
  brokenHandlers,
  type HandlerNames,
  isError,
  isWaiting,
  missingHandlers,
  printServed,
  refusedLine,
  type ServedProblem,
  waiting,
} from './served-problem.ts'
import { type WaitingSet, waitingSets, withFilesOf } from './waiting-files.ts'

/** The context of loading a Model. */
export interface ReloadContext {
  readonly database: Database
  /** Absent in a command, which has none. */
  readonly handlers?: HandlerNames
  readonly log: Logger
  /** Milliseconds for which it waits for imports and bulk operations, before and after a stop is requested. */
  readonly patience?: number
  /** Ends that wait when the process stops. */
  readonly signal?: AbortSignal
  readonly slot: ModelSlot
  /**
   * The server's own work with a Model that is not served yet; in a tenant that of the operator, which grants what the
   * descriptors grant.
   */
  workOf(model: Model, tenantId?: string): Work
  /**
   * The last state of this process: `compiled` speeds up the next compilation, `stored` is compared with the stored
   * revision. `served` is the stored revision that is served.
   */
  readonly seen: {
    compiled?: Compiled
    /** Descriptors that were compiled before it was certain that they are complete. */
    early?: { readonly sources: readonly Source[]; readonly compiled: Compiled }
    stored?: string
    served?: Pick<StoredVersion, 'revision' | 'namesVersion'>
    /** The names with ids of the served Model. */
    names?: readonly NameRow[]
    /** Another process changed the tables, and may have ended before their indexes. */
    mayLackIndexes?: boolean
    /** The files that this process has read, and that wait for a confirmation. */
    pending?: readonly NewPending[]
    /** Changes of the tables wait for a confirmation, or that is not known yet. */
    mayWait?: boolean
    changes?: RevisionChanges
    reported: string
  }
}

/**
 * The result of loading descriptors: served, invalid, outdated because another process stored its own, or pending
 * because they would break rows or lose data.
 */
export type Outcome = 'served' | 'unfit' | 'late' | 'pending'

/** What may be lost for descriptors. */
export interface Permitted {
  readonly confirmed?: ConfirmedLosses
  /** The set of files that is confirmed. */
  readonly confirms?: string
  /** The saved files, where these are without those of sets that wait. */
  readonly without?: { readonly sources: readonly Source[]; readonly sets: readonly WaitingSet[] }
  /** Losses without which the Model can be served are left for later: steps that have not run need the old values. */
  readonly leavesAll?: boolean
  /** The migrations that run with the descriptors at a start, and what is wrong with their files. Later they `wait` for it. */
  readonly migrations?: FoundSteps & { readonly wait: boolean }
  /** What waits for a confirmation goes on waiting: these are not the descriptors on disk. */
  readonly keepsPending?: boolean
  /** The account whose request changed the files. */
  readonly author?: string
}

/** Compiles descriptors that are probably the next ones. */
export function compileEarly({ seen }: ReloadContext, sources: readonly Source[]): void {
  seen.early = { sources, compiled: compile(sources, seen.compiled) }
}

/**
 * Compiles descriptors, migrates the tables, stores the revision for other processes, and serves it. Files that would
 * break rows or lose data wait for a confirmation, with those that do not compile without them; the others are applied.
 */
export async function applyDescriptors(
  reload: ReloadContext,
  sources: readonly Source[],
  permitted: Permitted = {},
): Promise<Outcome> {
  const { database, log, patience, signal, slot, seen } = reload
  const begun = performance.now()
  const next = seen.early?.sources === sources ? seen.early.compiled : compile(sources, seen.compiled)
  delete seen.early
  const before = slot.isFilled() ? slot.described() : undefined
  const { steps = [], faults = [], wait = false } = permitted.migrations ?? {}
  const problems: ServedProblem[] = [
    ...next.problems,
    // What waits was compared when it was saved; what a start read has the handlers of its build.
    ...(next.model ? handlerProblems(reload, permitted.confirmed ? undefined : before, next.model) : []),
    ...(before ? faults.map(invalidMigration) : []),
    // What is saved with them may need the values that they move.
    ...(wait ? steps.map(waitingMigration) : []),
  ]
  if (!next.model || problems.some(isError)) {
    // What waited is not what the files contain now.
    if (!permitted.confirmed && seen.pending) await endPending(reload)
    return unfit(reload, problems)
  }
  // A start ends, because it would run them at once.
  if (faults[0]) throw faults[0]
  const { model } = next
  const { revision: stored, engine = engineVersion } = (await storedVersion(database)) ?? {}
  const isUpgrade = engine < engineVersion
  // At a start, what changed since the stored descriptors.
  const isNewStart = !before && !seen.compiled && stored !== model.revision
  const present = before ?? (isNewStart ? await storedDescriptors(database) : seen.compiled)?.model
  if (before && stored !== seen.stored && stored !== model.revision) return late(reload, stored)
  const { confirmed, author } = permitted
  const wanted = { model, sources, ...(confirmed && { confirmed }), ...(author && { author }) }
  const compiling = { ...next, model, problems, sources }
  if (before && seen.pending && !confirmed && !permitted.without) {
    // Files that wait already stop no imports and bulk operations again.
    const losses = await openLosses(database, model, before)
    if (losses.length > 0) return waitFor(reload, compiling, losses, permitted)
  }
  // A waiting process follows the edits of tenants, and ends if another one stores its revision.
  const goesOn = async () => {
    if (before) await follow(reload)
    return seen.stored === stored
  }
  const limits = { ...(patience !== undefined && { patience }), ...(signal && { signal }) }
  const waiting = { queries: database.kysely, log, goesOn, ...limits }
  const isTakeover = stored !== undefined && stored !== model.revision
  const planned = isTakeover && present ? withNames(model, seen.names ?? (await readNames(database.kysely))) : model
  if (isTakeover && present && !(await awaitLongWork(waiting, present, planned)))
    return late(reload, await storedRevision(database))
  const brought: Brought | { readonly losses: readonly Loss[] } | 'late' =
    !before || stored !== model.revision || steps.length > 0 || confirmed
      ? await bringTables(reload, present, wanted, { stored, isUpgrade }, permitted)
      : unchanged(seen.names ?? [])
  if (brought === 'late') return late(reload, await storedRevision(database))
  if ('losses' in brought) return waitFor(reload, compiling, brought.losses, permitted)
  const { revision } = model
  const store = async (queries: Queries) => {
    if (isUpgrade && (await lockNames(queries))) await raiseNamesVersion(queries)
    return storeRevision(queries, stored, wanted)
  }
  if ((stored !== revision || isUpgrade) && !brought.isStored && !(await database.transaction(store)))
    return late(reload, await storedRevision(database))
  const isNew = stored !== revision || steps.length > 0 || (!before && (await isAlone(database)))
  const { without, confirms } = permitted
  if (without) await pend(reload, without.sources, without.sets, author)
  else if (confirms !== undefined) await endPending(reload, confirms)
  else if (!permitted.keepsPending && (isNew || seen.pending)) await endPending(reload)
  const version = await servedVersion(database, revision)
  // Changes left behind by the same Model stay listed until they are checked again.
  const waited = before?.revision === model.revision ? slot.problems().filter(isWaiting) : []
  const waits = waitingProblems(seen.pending)
  const shown = [...problems, ...waits, ...waited]
  const { reported } = seen
  // Before the Model is served: open pages read their rights when they receive its revision.
  // Grants of a resource that was dropped may be those of another one now.
  const named = withNames(model, brought.names)
  if (!before || !brought.isMatch || JSON.stringify(before.roles) !== JSON.stringify(model.roles))
    await synchroniseRoles(database.kysely, named, tenantId => reload.workOf(named, tenantId))
  await storeDueSteps(database.kysely, named, reload.workOf(named).ctx.clock.now)
  await serve(reload, next, named, { ...version, names: brought.names }, shown, begun)
  if (without) report(reload, waits, reported)
  await synchroniseRows(reload.workOf(named), before)
  put(reload, slot.described(), await presentOverlays(reload), slot.problems())
  // At most starts and after most edits nothing waits: the catalogue is not read again.
  if (seen.mayWait || !brought.isMatch) void showWaiting(reload, model, shown.filter(isOwn))
  return without ? 'pending' : 'served'
}

/**
 * Loads the revision that another process stored, if it is not the served one, and the edits of tenants, if they have
 * changed. The tables are already migrated. Throws (503) if a newer engine has stored its revision, or this one cannot read
 * it.
 */
export async function follow(reload: ReloadContext): Promise<void> {
  const { database, seen, slot } = reload
  const { revision, namesVersion } = (await storedVersion(database)) ?? {}
  if (revision === undefined || revision === seen.stored) {
    const described = slot.described()
    // A command changed the tables: the worker row still has the version of the names that this Model uses.
    const isOther = namesVersion !== undefined && namesVersion !== described.namesVersion
    const present = isOther ? { ...described, namesVersion } : described
    return put(reload, present, await presentOverlays(reload), slot.problems())
  }
  const before = slot.isFilled() ? slot.described() : undefined
  if (await serveStored(reload)) {
    if (before && !haveSameTables(before, slot.described())) seen.mayLackIndexes = true
  } else if ((await storedRevision(database)) === revision) throw refuse.newerEngine()
}

/** Builds the indexes that the process which stored the served revision has left: it ended, or could not build them. */
export async function finishIndexes({ database, log, seen, slot }: ReloadContext): Promise<void> {
  if (!seen.mayLackIndexes) return
  // A revision that is followed meanwhile sets it again.
  delete seen.mayLackIndexes
  const model = slot.described()
  const { served } = seen
  const isStored = async () => (await storedRevision(database)) === served?.revision
  try {
    if (!(await finishPlan(database, model, isStored))) seen.mayLackIndexes = true
  } catch (error) {
    if (isLockFault(error)) seen.mayLackIndexes = true
    else log.warn({ err: error }, 'an index that another process began could not be built')
  }
}

/** Applies the files that cause no loss; the others wait for a confirmation in any process. */
async function waitFor(
  reload: ReloadContext,
  compiling: Compiling,
  losses: readonly Loss[],
  permitted: Permitted,
): Promise<Outcome> {
  const { database, seen } = reload
  const { author, confirmed } = permitted
  const { sources, sets } = permitted.without ?? { sources: compiling.sources, sets: [] }
  const applied = await storedDescriptors(database, seen.compiled)
  const found = waitingSets({ applied, saved: { ...compiling, sources } }, losses, sets)
  const countOf = (all: readonly WaitingSet[]) => all.reduce((count, { files }) => count + files.size, 0)
  // Where the files of the engine cause the loss, nothing can be served without them.
  if (!confirmed && applied.model && countOf(found) > countOf(sets)) {
    const rest = found.reduce((all, { files }) => withFilesOf(all, applied.sources, files), sources)
    return applyDescriptors(reload, rest, { ...permitted, without: { sources, sets: found } })
  }
  if (permitted.keepsPending) return 'pending'
  if (confirmed) await keepLosses(reload, permitted.confirms, losses)
  else await pend(reload, sources, found, author)
  unfit(reload, [...compiling.problems, ...waitingProblems(seen.pending)])
  return 'pending'
}

/** Stores sets of files with their losses; the served Model remains. */
async function pend(
  { database, seen }: ReloadContext,
  saved: readonly Source[],
  sets: readonly WaitingSet[],
  author?: string,
): Promise<void> {
  seen.pending = await Promise.all(
    sets.map(async ({ files, losses }) => pendingOf(saved, files, await withRows(database, losses), author)),
  )
  await storePending(database, seen.pending)
}

/** Shows the present losses of a set that was to be confirmed. */
async function keepLosses({ database, seen }: ReloadContext, confirms: string | undefined, losses: readonly Loss[]) {
  const present = await withRows(database, losses)
  const sets = (await pendingRevisions(database.kysely)).map(one =>
    one.revision === confirms ? { ...one, losses: present } : one,
  )
  await storePending(database, sets)
  if (seen.pending) seen.pending = sets
}

/** What the files of this process wait for. */
const waitingProblems = (sets: readonly NewPending[] = []): ServedProblem[] =>
  sets.flatMap(({ losses, files }) => losses.map(one => waiting(one, 'error', files[0])))

/** Whether a problem is no change of the tables that the served descriptors have left for later. */
const isOwn = (one: ServedProblem): boolean => !isWaiting(one)

/** Whether no other process can have stored what waits; the lease of one that was killed may remain. */
const isAlone = async ({ kind, kysely }: Database): Promise<boolean> => kind === 'embedded' || !(await isServed(kysely))

/** Removes what waited, when it is confirmed, or all of it, when its authors have changed the descriptors. */
async function endPending({ database, seen }: ReloadContext, confirmed?: string): Promise<void> {
  if (confirmed === undefined) await storePending(database, [])
  else await clearPending(database, confirmed)
  const left = confirmed === undefined ? [] : (seen.pending ?? []).filter(({ revision }) => revision !== confirmed)
  if (left.length > 0) seen.pending = left
  else delete seen.pending
}

/** Compiled descriptors that are not applied. */
interface Compiling extends Pick<Compiled, 'drafts'> {
  readonly model: Model
  readonly problems: readonly ServedProblem[]
  readonly sources: readonly Source[]
}

/** Serves the stored revision from the sources stored with it; false if this process has none that it can serve. */
export async function serveStored(reload: ReloadContext): Promise<boolean> {
  const begun = performance.now()
  const row = await storedSources(reload.database)
  const next = row && compile(row.sources, reload.seen.compiled)
  if (!row || !next?.model || next.problems.some(isError)) return false
  const names = await readNames(reload.database.kysely)
  // Another revision was stored meanwhile, which is served instead.
  if ((await storedRevision(reload.database)) !== row.revision) return false
  await serve(
    reload,
    next,
    withNames(next.model, names),
    { ...row, names },
    [...next.problems, ...handlerProblems(reload, undefined, next.model)],
    begun,
  )
  return true
}

/** The revision that this process has stored; another may have changed the tables since. */
async function servedVersion(database: Database, revision: string): Promise<Omit<ServedVersion, 'names'>> {
  const stored = await storedVersion(database)
  return {
    revision,
    number: stored?.number ?? 1,
    namesVersion: stored?.revision === revision ? stored.namesVersion : neverValid,
  }
}

/** Every transaction is refused until the process follows. */
const neverValid = -1

type ServedVersion = Omit<StoredVersion, 'engine'> & { readonly names: readonly NameRow[] }

/** Serves a Model, and logs that it did: whatever fails later, every revision that is served has its line. */
async function serve(
  reload: ReloadContext,
  compiled: Compiled,
  model: Model,
  { revision, number, namesVersion, names }: ServedVersion,
  problems: readonly ServedProblem[],
  begun: number,
): Promise<void> {
  const { log, seen, slot } = reload
  const before = slot.isFilled() ? slot.described() : undefined
  const isNew = before !== undefined && before.revision !== model.revision
  const changes = isNew ? changesSince(reload, before, seen.compiled?.model, model) : []
  const served = { revision, namesVersion }
  const overlays = await presentOverlays(reload)
  Object.assign(seen, { compiled, stored: revision, served, names, reported: '' })
  for (const one of problems) if (one.code === 'handler.missing') log.warn(printServed(one))
  put(reload, { ...model, namesVersion }, overlays, problems)
  if (!isNew) return
  const ms = Math.round(performance.now() - begun)
  log.info({ revision: number, digest: model.revision.slice(0, 8), ms }, appliedLine(changes))
}

/** The edits of the tenants, of which only changed ones are read again. */
const presentOverlays = ({ database, slot }: ReloadContext) => readOverlays(database.kysely, slot.overlays())

/** Serves a Model of descriptors with the edits of the tenants. */
function put(
  { database, slot }: ReloadContext,
  described: Model,
  overlays: OverlaysByTenant,
  problems: readonly ServedProblem[],
): void {
  if (slot.isFilled() && slot.described() === described && slot.overlays() === overlays) return
  slot.put(described, overlays, problems)
  database.follow(`${slot.current().revision} ${described.namesVersion}`)
}

function unfit({ log, slot, seen }: ReloadContext, problems: readonly ServedProblem[]): Outcome {
  if (slot.isFilled()) report({ log, seen }, problems, seen.reported)
  slot.keep(problems)
  return 'unfit'
}

/** Logs what is not applied, once. */
function report({ log, seen }: Pick<ReloadContext, 'log' | 'seen'>, problems: readonly ServedProblem[], last: string) {
  seen.reported = problems.map(printServed).join('\n')
  if (seen.reported !== last) log.warn(refusedLine(problems))
}

/** What changed since a Model, before it is served: open pages ask for it at once. */
function changesSince({ seen }: ReloadContext, before: Model, compiled: Model | undefined, model: Model) {
  const described = compiled?.revision === before.revision ? compiled : before
  seen.changes ??= new Map()
  return changesOfRevision(seen.changes, [before.revision, model.revision], () => changesInWords(described, model))
}

/** The line of a log about applied descriptors: what changed, in words. */
function appliedLine(found: readonly Bilingual[]): string {
  const changes = found.map(({ en }) => en)
  const others = changes.length > maxListedChanges ? [`${changes.length - maxListedChanges} more`] : []
  const words =
    changes.length === 0 ? 'only descriptions' : changes.slice(0, maxListedChanges).concat(others).join('; ')
  return `Descriptors applied: ${words}`
}

const maxListedChanges = 5

/** Reports descriptors that could not be applied, for example because the database refused a table. */
export function refuseChange(reload: ReloadContext, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const text = error instanceof Refusal ? error.text : { zh: message, en: message }
  reload.log.debug({ err: error }, 'a change could not be applied')
  unfit(reload, [
    {
      code: 'apply.failed',
      severity: 'error',
      message: { zh: `无法应用：${text.zh}`, en: `The descriptors could not be applied: ${text.en}` },
      hint: {
        zh: '请撤销最近的修改，或按上面的原因改正后再保存。',
        en: 'Undo the latest change, or correct the cause above and save again.',
      },
    },
  ])
}

function late({ seen }: ReloadContext, stored: string | undefined): Outcome {
  if (stored === undefined) delete seen.stored
  else seen.stored = stored
  return 'late'
}

const handlerProblems = ({ handlers }: ReloadContext, before: Model | undefined, after: Model): ServedProblem[] =>
  handlers ? [...missingHandlers(after, handlers), ...(before ? brokenHandlers(before, after, handlers) : [])] : []

/** The result of a migration: the names with their ids, and whether the revision is stored. */
interface Brought {
  readonly names: readonly NameRow[]
  readonly isStored: boolean
  /** The tables match the Model, so no change waits that did not wait before. */
  readonly isMatch: boolean
}

const unchanged = (names: readonly NameRow[]): Brought => ({ names, isStored: false, isMatch: false })

/** Thrown in the transaction that renames, which is rolled back: another process stored its revision. */
class StoredMeanwhile extends Error {}

/** Migrates the tables, or returns the losses that this would cause without changing anything. */
async function bringTables(
  { database, log, seen }: ReloadContext,
  before: Model | undefined,
  wanted: NewRevision & { readonly model: Model },
  { stored, isUpgrade }: { readonly stored: string | undefined; readonly isUpgrade: boolean },
  { leavesAll = false, migrations }: Permitted,
): Promise<Brought | { readonly losses: readonly Loss[] } | 'late'> {
  const { model, confirmed } = wanted
  // Most edits concern titles, shown columns or rules, and need no access to the database.
  const { steps = [] } = migrations ?? {}
  if (before && seen.names && steps.length === 0 && !confirmed) {
    const named = resolveNames(model, seen.names)
    const isSame = haveSameTables(before, named.model) && widerAccess(before, named.model).length === 0
    if (named.changed.length === 0 && isSame) return { ...unchanged(seen.names), isMatch: true }
  }
  let present = stored
  let isStored = false
  // Together with the names: no other process reads them for the former Model.
  const store = async (queries: Queries) => {
    // Migrations may run without a new revision.
    const isSame = present === model.revision && !confirmed && !isUpgrade
    if (present === undefined || isSame) return
    if (!(await storeRevision(queries, present, wanted))) throw new StoredMeanwhile()
    present = model.revision
    isStored = true
  }
  const apply = async (leave: (loss: ShownLoss) => boolean): Promise<Brought> => {
    const policy = { allow: confirmed?.losses ?? [], leave }
    const within = { storeRevision: store, steps, isUpgrade }
    const done = await applyPlan(database, { model, before, changes: [] }, policy, planner, within)
    for (const { name } of done.ran) log.info({ step: name }, 'migration step executed')
    const { names = [], didMatch: isMatch } = done
    return { names, isStored, isMatch }
  }
  try {
    return await apply(() => leavesAll || steps.length > 0).catch(async error => {
      if (!(error instanceof LossNotAllowed)) throw error
      const left = await leftBehind(database, error.changes, before)
      if (left.length === 0) throw error
      return await apply(({ loss, count }) => left.some(one => one.loss === loss && one.count >= count))
    })
  } catch (error) {
    if (error instanceof StoredMeanwhile) return 'late'
    if (!(error instanceof LossNotAllowed)) throw error
    return { losses: error.changes }
  }
}

/** The served Model; at a start, that of the stored revision. */
const presentModel = async (database: Database, served: Model | undefined): Promise<Model | undefined> =>
  served ?? (await storedDescriptors(database)).model

/** The descriptors that were applied last, compiled, with the ids of their names; of none where the database has none. */
export async function storedDescriptors(
  database: Database,
  previous?: Compiled,
): Promise<Compiled & { readonly sources: readonly Source[] }> {
  const sources = (await storedSources(database))?.sources ?? []
  const { model, ...compiled } = compile(sources, previous)
  return { ...compiled, sources, ...(model && { model: withNames(model, await readNames(database.kysely)) }) }
}

/** The losses of descriptors that those before have not left for later. */
async function openLosses(database: Database, model: Model, before: Model): Promise<readonly Loss[]> {
  const losses = lossesOf(await planChanges(database, model, planner, before))
  const left = losses.length > 0 ? await leftBehind(database, losses, before) : []
  return losses.filter(one => !left.includes(one))
}

/** Those of some losses that the served descriptors have left for later, with all their rows: others do not wait for them. */
export async function leftBehind(
  database: Database,
  losses: readonly Loss[],
  before?: Model,
): Promise<readonly Loss[]> {
  const served = await presentModel(database, before)
  const found = served ? lossesOf(await planChanges(database, served)) : []
  const left: Loss[] = []
  for (const one of losses) {
    const former = found.find(({ loss }) => loss === one.loss)
    if (former && !(await hasMoreRows(database.kysely, one, former))) left.push(one)
  }
  return left
}

/** Compares the tables with the served Model again, after others have changed them or their rows. */
export function recheck(reload: ReloadContext): Promise<void> {
  const { slot } = reload
  const problems = slot.problems().filter(isOwn)
  // A comparison that runs ends without effect.
  slot.keep(problems)
  return showWaiting(reload, slot.described(), problems)
}

/**
 * Adds pending changes to the problems. It runs later, because it reads the whole catalogue and no request waits for
 * it.
 */
async function showWaiting(
  { database, seen, slot, log }: ReloadContext,
  model: Model,
  problems: readonly ServedProblem[],
): Promise<void> {
  const shown = slot.problems()
  seen.mayWait = true
  await planChanges(database, model)
    .then(plan => withRows(database, lossesOf(plan)))
    .then(losses => {
      // Descriptors saved since then have problems of their own.
      if (slot.problems() !== shown) return
      const left = losses.map(loss => ({ ...waiting(loss, 'warning'), loss }))
      seen.mayWait = left.length > 0
      if (left.length > 0 || shown.length > problems.length) slot.keep([...problems, ...left])
    })
    .catch(error => log.debug({ err: error }, 'the deferred changes could not be read'))
}
