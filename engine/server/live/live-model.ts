import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Compiled, compile } from '../../compiler/compile.ts'
import type { Source } from '../../compiler/source.ts'
import type { Model } from '../../model/model.ts'
import { readSources } from '../app-files.ts'
import type { Database } from '../database/database.ts'
import { applyPlan, LossNotAllowed } from '../storage/apply.ts'
import { isLoss } from '../storage/change.ts'
import { planChanges } from '../storage/plan.ts'
import { tablesOf } from '../storage/tables-of.ts'
import { type DescriptorFiles, watchDescriptors } from './descriptor-files.ts'
import { createModelSlot, type ModelHolder } from './model-holder.ts'
import { storedRevision, storedSources, storeRevision } from './revision-row.ts'
import {
  brokenHandlers,
  type HandlerNames,
  isError,
  missingHandlers,
  printServed,
  type ServedProblem,
  waiting,
} from './served-problem.ts'

export interface LiveParts {
  readonly database: Database
  readonly appDir: string
  readonly handlers: HandlerNames
  /** Take descriptors over as they are saved. */
  readonly watch: boolean
  readonly log: Logger
}

/** The Model, kept in step with the files and with the other processes. */
export interface LiveModel extends ModelHolder {
  /** Looks at once whether another process stored a new revision, and takes it over. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** There is nothing to serve: the descriptors are no good, and no earlier revision is stored. */
export class NothingToServe extends Error {
  constructor(problems: readonly ServedProblem[]) {
    super(problems.map(printServed).join('\n'))
    this.name = 'NothingToServe'
  }
}

const pollMilliseconds = 180

/** Compiles the descriptors, brings the tables to them, and from then on follows every change. */
export async function startLiveModel(parts: LiveParts): Promise<LiveModel> {
  const { database, appDir, handlers, log } = parts
  const slot = createModelSlot()
  let compiled: Compiled | undefined
  let stored = await storedRevision(database)
  let started = false
  let closed = false
  let files: DescriptorFiles | undefined
  const problemsOnDisk = { unfit: '' }

  const swap = (next: Compiled, model: Model, problems: readonly ServedProblem[]) => {
    compiled = next
    stored = model.revision
    database.follow(model.revision)
    slot.put(model, problems)
  }

  /** Takes sources over; false when another process stored a revision meanwhile, so that they may be old. */
  const adopt = async (sources: readonly Source[]): Promise<boolean> => {
    const next = compile(sources, compiled)
    const before = started ? slot.current() : undefined
    const problems = [...next.problems, ...(next.model ? handlerProblems(before, next.model, handlers) : [])]
    if (!next.model || problems.some(isError)) {
      unfit(problems)
      return true
    }
    const now = await storedRevision(database)
    if (now !== next.model.revision || !started) {
      if (started && now !== stored) {
        stored = now
        return false
      }
      const left = await bringTables(database, before, next.model, problems)
      if (left) {
        unfit(left)
        return true
      }
      if (now !== next.model.revision && !(await storeRevision(database, now, next.model.revision, sources))) {
        stored = await storedRevision(database)
        return false
      }
    }
    swap(next, next.model, problems)
    void showWaiting(next.model, problems)
    return true
  }

  const unfit = (problems: readonly ServedProblem[]) => {
    const text = problems.map(printServed).join('\n')
    if (text !== problemsOnDisk.unfit) log.warn(`The descriptors are not taken over:\n${text}`)
    problemsOnDisk.unfit = text
    if (started) slot.keep(problems)
    else throw new NothingToServe(problems)
  }

  // After the swap, since it reads the whole catalogue and nobody waits for it.
  const showWaiting = async (model: Model, problems: readonly ServedProblem[]) => {
    const { changes } = await planChanges(database, model)
    const left = changes.filter(isLoss).map(change => waiting(change, 'warning'))
    if (left.length > 0 && slot.current() === model && !closed) slot.keep([...problems, ...left])
  }

  const follow = async (): Promise<void> => {
    const revision = await storedRevision(database)
    if (revision === undefined || revision === stored) return
    const row = await storedSources(database)
    if (!row) return
    const next = compile(row.sources, compiled)
    if (next.model && !next.problems.some(isError)) swap(next, next.model, next.problems)
    else {
      stored = row.revision
      log.error({ revision: row.revision }, 'this process cannot serve the stored revision and keeps its own')
    }
  }

  let turn: Promise<void> = Promise.resolve()
  /** One after the other: a change on disk, a change by another process. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  const takeFiles = async () => {
    if (closed || !files) return
    for (let sources = await files.changed(); !(await adopt(sources)); ) sources = await files.read()
  }
  const onSave = () => {
    inTurn(takeFiles).catch(error => log.error({ err: error }, 'a change of the descriptors could not be taken over'))
  }

  if (parts.watch) files = await watchDescriptors(appDir, onSave)
  await begin()
  started = true
  if (database.kind === 'postgres') void poll()

  async function begin(): Promise<void> {
    const read = files ? () => files?.read() ?? readSources(appDir) : () => readSources(appDir)
    try {
      while (!(await adopt(await read())));
    } catch (error) {
      if (!(error instanceof NothingToServe) || !(await beginWithStored(error))) throw error
    }
  }

  /** Serves what was served before, where the files are no good: a bad descriptor takes no system down. */
  async function beginWithStored(reason: NothingToServe): Promise<boolean> {
    const row = await storedSources(database)
    const before = row && compile(row.sources)
    if (!before?.model || before.problems.some(isError)) return false
    swap(before, before.model, before.problems)
    log.error(`The descriptors are no good; the revision stored before is served.\n${reason.message}`)
    return true
  }

  async function poll(): Promise<void> {
    while (!closed) {
      await sleep(pollMilliseconds, undefined, { ref: false })
      if (!closed) await inTurn(follow).catch(error => log.debug({ err: error }, 'the revision could not be read'))
    }
  }

  return {
    current: slot.current,
    problems: slot.problems,
    onChange: slot.onChange,
    catchUp: () => inTurn(follow),
    async close() {
      closed = true
      await files?.close()
      await turn
    },
  }
}

function handlerProblems(before: Model | undefined, after: Model, handlers: HandlerNames): ServedProblem[] {
  return [...missingHandlers(after, handlers), ...(before ? brokenHandlers(before, after, handlers) : [])]
}

/** Brings the tables to the Model; what stands in the way, if something of value would be lost. */
async function bringTables(
  database: Database,
  before: Model | undefined,
  after: Model,
  problems: readonly ServedProblem[],
): Promise<readonly ServedProblem[] | undefined> {
  // Most edits are of titles, columns shown, rules: they need no look at the database at all.
  if (before && JSON.stringify(tablesOf(before)) === JSON.stringify(tablesOf(after))) return undefined
  try {
    await applyPlan(database, { model: after, changes: [] }, 'leave')
    return undefined
  } catch (error) {
    if (!(error instanceof LossNotAllowed)) throw error
    return [...problems, ...error.changes.map(change => waiting(change, 'error'))]
  }
}
