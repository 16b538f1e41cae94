import { setTimeout as sleep } from 'node:timers/promises'
import { compile } from '../../compiler/compile.ts'
import { print } from '../../compiler/problem.ts'
import type { Model } from '../../model/model.ts'
import { unseenResources } from '../../model/seen-resources.ts'
import { administrator } from '../auth/administrator.ts'
import { storedPassword } from '../auth/password.ts'
import type { Database } from '../database/database.ts'
import { refusalOf } from '../errors/database-errors.ts'
import { Refusal } from '../errors/refuse.ts'
import { newDueSteps } from '../jobs/new-due-steps.ts'
import { readSources } from '../live/app-files.ts'
import { appliedText, revisionState } from '../live/applied.ts'
import { leftBehind, storedDescriptors } from '../live/apply-descriptors.ts'
import type { ConfirmRequest } from '../live/confirm.ts'
import { equalTitleProblems } from '../live/edit-problems.ts'
import { listedEdits } from '../live/edited-rows.ts'
import { type PendingRevision, pendingRevisions } from '../live/pending-revision.ts'
import { storedRevision, storedSources, storeRevision } from '../live/revision-row.ts'
import type { ServedProblem } from '../live/served-problem.ts'
import { withFilesOf } from '../live/waiting-files.ts'
import { seedTenants } from '../services/seed/loaded-seeds.ts'
import { SeedFault, seedFileName } from '../services/seed/seed-files.ts'
import { changedSeeds, loadNewSeeds } from '../services/seed/seed-rows.ts'
import { applyPlan, LossNotAllowed, lossesOf, type ShownLoss } from '../storage/apply.ts'
import { accessLoss } from '../storage/change.ts'
import { type ConcernedRow, concernedRows } from '../storage/concerned-rows.ts'
import { createIds } from '../storage/ids.ts'
import { isServed } from '../storage/names-version.ts'
import { type Plan, planChanges, planner } from '../storage/plan.ts'
import { printPlan, type RowsByLoss } from '../storage/print-plan.ts'
import { type MigrationStep, StepFault } from '../storage/step-fault.ts'
import { readSteps, stepsToRun } from '../storage/steps.ts'
import { changeZone, recordedZone, zonedDays, zonedFields } from '../storage/time-zone.ts'
import { newWork } from '../store/new-work.ts'
import { readOverlays } from '../store/overlay-table.ts'
import type { NewIds } from '../store/work.ts'
import { otherVersion } from './import-command.ts'
import type { OperatorCommand } from './operator-channel.ts'

/** What the command line asks for. */
export interface PlanInput {
  readonly apply: boolean
  /** Names of losses that are confirmed. */
  readonly allow: readonly string[]
}

/** The folder of the descriptors and the time zone of days. */
export interface PlanSettings {
  readonly appDir: string
  readonly zone: string
  /** The context of the planning itself, which reads rows by the new Model. */
  contextOf(model: Model): PlanContext
  /** The ids of the server; without them, the command takes some of its own. */
  readonly ids?: NewIds
  /** Applies what waits in live processes. */
  confirm(request: ConfirmRequest): Promise<void>
}

type PlanContext = Parameters<typeof newDueSteps>[1]

/** The exit code, and what is printed. */
export interface PlanResult {
  readonly code: number
  readonly text: string
}

type WriteLine = (line: string) => unknown

const toRead =
  'They have not read these descriptors: start them again with these files and repeat the command, or stop them first.'

/** The name under which the change of the time zone is confirmed. */
const zoneLoss = 'zone'

/** The command in a server that uses the embedded database. It plans the descriptors of the server's folder. */
export const planCommand =
  (database: Database, settings: PlanSettings): OperatorCommand =>
  input => {
    const { apply, allow } = Object(input) as Readonly<Record<string, unknown>>
    if (typeof apply !== 'boolean' || !Array.isArray(allow) || !allow.every(name => typeof name === 'string'))
      throw otherVersion()
    return planByCommand(database, settings, { apply, allow })
  }

/** Plans the descriptors of a folder, and applies the plan with `apply`. Returns what the command prints. */
export async function planByCommand(
  database: Database,
  settings: PlanSettings,
  { apply: isApplied, allow }: PlanInput,
): Promise<PlanResult> {
  const { appDir, zone: ownZone, contextOf } = settings
  const lines: string[] = []
  const writeLine: WriteLine = line => lines.push(line)
  const ended = (code: number): PlanResult => ({ code, text: lines.join('\n') })
  const refusedWith = (reason: string) => {
    writeLine(`-- Nothing was applied: ${reason}`)
    return ended(3)
  }
  const sources = await readSources(appDir)
  const next = compile(sources)
  const { model, problems } = next
  if (!model) {
    writeLine(problems.map(problem => print(problem, 'en')).join('\n'))
    return ended(1)
  }
  try {
    const steps = await readSteps(appDir)
    const former = await storedDescriptors(database)
    const found = await planChanges(database, model, planner, former.model)
    const open = await stepsToRun(database.kysely, steps)
    const zone = await recordedZone(database)
    const isNewZone = zone !== undefined && zone !== ownZone
    const overlays = await readOverlays(database.kysely)
    await printFound(database, found, open, writeLine)
    if (isNewZone) writeLine(zoneChange(zone, ownZone, found.model))
    await printProcesses(database, writeLine)
    await printEdits(database, found.model, writeLine)
    for (const problem of problems) writeLine(warning(problem))
    for (const { en } of former.model ? unseenResources(former.model, model) : []) writeLine(`-- access: ${en}`)
    for (const problem of equalTitleProblems(model, overlays)) writeLine(warning(problem))
    await printNewDueSteps(database, contextOf(found.model), writeLine)
    for (const { resource, file } of await changedSeeds(await tenantsFor(database, contextOf(found.model)), appDir))
      writeLine(
        `-- seed: ${seedFileName(file)} has changed since it was loaded, which changes no row. To import it: npm run import -- ${resource.name} ${seedFileName(file)}`,
      )
    if (found.changes.length + open.length === 0 && !isNewZone) {
      writeLine('-- Nothing to do: the database matches the descriptors.')
      return ended(0)
    }
    if (!isApplied) return ended(2)
    const losses = [...lossesOf(found), ...(isNewZone ? [{ loss: zoneLoss }] : [])]
    const stranger = allow.find(name => !losses.some(({ loss }) => loss === name))
    if (stranger !== undefined) return refusedWith(`The plan contains no loss "${stranger}".`)
    // What steps have moved is not lost: the rest waits until they have run.
    const canWait = ({ loss }: { readonly loss: string }) =>
      open.length > 0 && lossesOf(found).some(one => one.loss === loss && (one.canWait || one.afterSteps))
    const unconfirmed = losses.filter(one => !allow.includes(one.loss) && !canWait(one)).map(({ loss }) => loss)
    if (unconfirmed.length > 0)
      return refusedWith(
        `Not confirmed: ${unconfirmed.join(', ')}. To confirm, add ${unconfirmed.map(name => `--allow ${name}`).join(' ')}.`,
      )
    const served = await usedByProcesses(database, found, open)
    // Migrations run at a start, or where no process uses what they change.
    const isPending = open.length === 0 && (await isServed(database.kysely))
    const pending = isPending ? await pendingAs(database, model, served.length > 0) : undefined
    if (served.length > 0 && !pending)
      return refusedWith(`Live processes use data that is affected by ${served.join(', ')}. ${toRead}`)
    for (const one of pending ?? []) {
      const { account } = await administrator(database)
      const request = { revision: one.revision, allow: confirmedOf(found, one, allow), account }
      const refusal = await settings.confirm(request).catch(refusalIn)
      if (refusal) return refusedWith(refusal.text.en)
    }
    const rest = pending
      ? await planChanges(database, model)
      : await applyWithSteps(database, found, allow, open.length > 0 ? steps : [])
    // The next start compares the access with it.
    if (!pending && allow.includes(accessLoss))
      await storeRevision(database.kysely, await storedRevision(database), { model, sources })
    // Not before: where more rows are affected than were shown, nothing is changed.
    if (isNewZone) await changeZone(database.kysely, ownZone)
    writeLine('-- Applied.')
    await loadSeeds(database, settings, contextOf(found.model))
    if (lossesOf(rest).length === 0) return ended(0)
    await printFound(database, rest, [], writeLine)
    return ended(3)
  } catch (error) {
    if (error instanceof LossNotAllowed)
      return refusedWith('More rows are affected than the plan showed. Run the plan again.')
    const expected = error instanceof StepFault || error instanceof SeedFault ? error : refusalOf(error)
    if (!expected) throw error
    writeLine(`-- ${expected.message}`)
    return ended(1)
  }
}

async function printFound(
  database: Database,
  found: Plan,
  steps: readonly MigrationStep[],
  writeLine: WriteLine,
): Promise<void> {
  writeLine(printPlan(found.changes, steps, await rowsByLoss(database, found)))
}

async function rowsByLoss({ kysely }: Database, found: Plan): Promise<RowsByLoss> {
  const rows = new Map<string, readonly ConcernedRow[]>()
  for (const loss of lossesOf(found)) if (loss.rows) rows.set(loss.loss, await concernedRows(kysely, loss.rows))
  return rows
}

function zoneChange(before: string, after: string, model: Model): string {
  const fields = zonedFields(model)
  const kept = fields.length > 0 ? ` Existing rows keep their values of ${fields.join(', ')}.` : ''
  const days = zonedDays(model)
  const moved = days.length > 0 ? ` Days begin and end at other times for ${days.join(', ')}.` : ''
  return `-- data-losing, --allow ${zoneLoss}: Change the time zone of days from ${before} to ${after}.${kept}${moved}`
}

/** Prints on how many processes the stored revision is applied, if there are any. */
async function printProcesses({ kysely }: Database, writeLine: WriteLine): Promise<void> {
  const state = await revisionState(kysely)
  if (state && state.of > 0) writeLine(`-- live: The stored revision is ${appliedText(state)}.`)
}

/** Lists steps with a new or changed `after`, with the records that are due at once. */
async function printNewDueSteps({ kysely }: Database, context: PlanContext, writeLine: WriteLine): Promise<void> {
  for (const { due, count } of await newDueSteps(kysely, context)) {
    const name = `${due.resource.name} ${due.step.name}`
    if (count === null)
      writeLine(
        `-- automatic: ${name} is new or changed; its due records are counted when its columns and values exist.`,
      )
    else if (count > 0)
      writeLine(
        `-- automatic: ${name} is new or changed, and skips ${count} ${count === 1 ? 'record that is' : 'records that are'} due already.`,
      )
  }
}

/** The tenants with the seeds that they have loaded. */
const tenantsFor = (database: Database, ctx: PlanContext, ids = idsOfPlan) =>
  seedTenants(newWork({ database, ids, hashPassword: storedPassword }, ctx))

/** Loads the seeds of tables that are new. */
async function loadSeeds(database: Database, { appDir, ids: given }: PlanSettings, ctx: PlanContext): Promise<void> {
  const ids = given ? { ...given, close: async () => undefined } : await createIds(database)
  try {
    const { fault } = await loadNewSeeds(database, await tenantsFor(database, ctx, ids), appDir)
    if (fault) throw fault
  } finally {
    await ids.close()
  }
}

/** A plan stores no row. */
const idsOfPlan: NewIds = {
  next() {
    throw new Error('A plan needs no ids.')
  },
}

/** Lists edits that the descriptors have changed, that are equal to them now, or that do not apply any more. */
async function printEdits(database: Database, model: Model, writeLine: WriteLine): Promise<void> {
  for (const { state, tenantId, kind, path, property, value, described } of await listedEdits(database.kysely, model)) {
    const [edited, now] = [value, described].map(one => JSON.stringify(one))
    const what = `-- ${state}: tenant ${tenantId}, ${kind} ${path}, ${property}: edited to ${edited}`
    if (state === 'kept') writeLine(`${what}; the descriptors have ${now}.`)
    else if (state === 'ended') writeLine(`${what}, which the descriptors have now: the edit is removed.`)
    else writeLine(`${what}; it is stored and does not apply to the descriptors.`)
  }
}

/** A warning in both languages. */
function warning({ code, at, message, hint }: ServedProblem): string {
  const [zh, en] = [[message.zh, hint?.zh ?? ''].join(''), [message.en, hint?.en ?? ''].join(' ').trim()]
  return `-- ${at ? `${at.file}:${at.line}:${at.column} ` : ''}${code}\n--   ${zh}\n--   ${en}`
}

/** Migrations, and the losses of what live processes serve; the former names in their Model would be missing in the database. */
async function usedByProcesses(database: Database, found: Plan, open: readonly MigrationStep[]): Promise<string[]> {
  if (!(await isServed(database.kysely))) return []
  const all = lossesOf(found)
  const left = await leftBehind(database, all)
  const losses = all.flatMap(one => (left.includes(one) ? [] : [one.loss]))
  return [...losses, ...open.map(({ name }) => `migrations/${name}`)]
}

/**
 * The sets of these descriptors that live processes keep for a confirmation. Where one is expected, it is awaited: they
 * read saved files within moments.
 */
async function pendingAs(
  database: Database,
  model: Model,
  isExpected: boolean,
): Promise<readonly PendingRevision[] | undefined> {
  for (let attempt = 1; ; attempt++) {
    const pending = await pendingRevisions(database.kysely)
    const stored = (await storedSources(database))?.sources ?? []
    const all = pending.reduce((sources, one) => withFilesOf(sources, one.sources, new Set(one.files)), stored)
    if (pending.length > 0 && compile(all).model?.revision === model.revision) return pending
    if (!isExpected || attempt === 20) return undefined
    await sleep(150)
  }
}

/** Losses that the user has named, and losses that waited but concern no row any more, with their present counts. */
function confirmedOf(found: Plan, { losses }: PendingRevision, allow: readonly string[]): ShownLoss[] {
  const present = lossesOf(found)
  const ended = losses.filter(({ loss }) => !present.some(one => one.loss === loss))
  const named = namedLosses(found, allow).map(({ loss, count }) => ({ loss, count }))
  return [...named, ...ended.map(({ loss }) => ({ loss, count: 0 }))]
}

/** The losses of a plan that are confirmed. */
const namedLosses = (found: Plan, allow: readonly string[]): ShownLoss[] =>
  lossesOf(found).filter(({ loss }) => allow.includes(loss))

function refusalIn(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/** Applies the plan with the steps; returns what is left. */
export async function applyWithSteps(
  database: Database,
  found: Plan,
  allow: readonly string[],
  steps: readonly MigrationStep[],
): Promise<Plan> {
  const { model } = found
  const confirmed = namedLosses(found, allow)
  const leave = () => steps.length > 0
  await applyPlan(database, found, { allow: confirmed, leave }, planner, { steps })
  return steps.length === 0 ? { model, changes: [] } : planChanges(database, model)
}
