import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Source } from '../../compiler/source.ts'
import type { Database } from '../database/database.ts'
import { readSources } from './app-files.ts'
import { type DescriptorFiles, watchDescriptors } from './descriptor-files.ts'
import { createModelSlot, type ModelHolder } from './model-holder.ts'
import { storedRevision } from './revision-row.ts'
import { type HandlerNames, printServed, type ServedProblem } from './served-problem.ts'
import { follow, type ReloadContext, serveStored, takeOver } from './take-over.ts'

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
export async function startLiveModel({ database, appDir, handlers, watch, log }: LiveParts): Promise<LiveModel> {
  const stored = await storedRevision(database)
  const slot = createModelSlot()
  const reload: ReloadContext = {
    database,
    handlers,
    log,
    slot,
    seen: { said: '', ...(stored !== undefined && { stored }) },
  }
  let turn: Promise<void> = Promise.resolve()
  /** One after the other: a change on disk, a change by another process. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }
  const takeChanges = async (files: DescriptorFiles) => {
    let sources = await files.changed()
    while ((await takeOver(reload, sources)) === 'late') sources = await files.read()
  }
  let closed = false
  const files: DescriptorFiles | undefined = watch
    ? await watchDescriptors(appDir, () => {
        if (!files || closed) return
        inTurn(() => takeChanges(files)).catch(error => log.error({ err: error }, 'a change could not be taken over'))
      })
    : undefined
  const close = async () => {
    closed = true
    await files?.close()
    await turn
  }
  try {
    await inTurn(() => begin(reload, () => files?.read() ?? readSources(appDir)))
  } catch (error) {
    await close()
    throw error
  }
  const poll = async () => {
    while (!closed) {
      await sleep(pollMilliseconds, undefined, { ref: false })
      if (!closed)
        await inTurn(() => follow(reload)).catch(error => log.debug({ err: error }, 'no revision could be read'))
    }
  }
  // The embedded database has no other process.
  if (database.kind === 'postgres') void poll()
  const { current, problems, onChange } = slot
  return { current, problems, onChange, catchUp: () => inTurn(() => follow(reload)), close }
}

/** Serves the descriptors on disk; where they are no good, what was served before: they take no system down. */
async function begin(reload: ReloadContext, read: () => Promise<readonly Source[]>): Promise<void> {
  let outcome = await takeOver(reload, await read())
  while (outcome === 'late') outcome = await takeOver(reload, await read())
  if (outcome === 'served') return
  const problems = reload.slot.problems()
  const said = problems.map(printServed).join('\n')
  if (!(await serveStored(reload))) throw new NothingToServe(problems)
  reload.slot.keep(problems)
  reload.log.error(`The descriptors are no good; the revision stored before is served.\n${said}`)
}
