import { parseArgs } from 'node:util'
import { compile } from '../engine/compiler/compile.ts'
import { print } from '../engine/compiler/problem.ts'
import type { Model } from '../engine/model/model.ts'
import { irregularNames } from '../engine/server/auth/irregular-names.ts'
import type { Database } from '../engine/server/database/database.ts'
import { FolderLocked } from '../engine/server/database/lock-file.ts'
import { openDatabase } from '../engine/server/database/open-database.ts'
import { faultOf, refusalOf } from '../engine/server/errors/database-errors.ts'
import { newDueSteps } from '../engine/server/jobs/new-due-steps.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { appliedText, revisionState } from '../engine/server/live/applied.ts'
import { leftBehind } from '../engine/server/live/apply-descriptors.ts'
import { equalTitleProblems } from '../engine/server/live/edit-problems.ts'
import { listedEdits } from '../engine/server/live/edited-rows.ts'
import type { ServedProblem } from '../engine/server/live/served-problem.ts'
import { planningContext } from '../engine/server/open-work.ts'
import { readSettings, SettingError } from '../engine/server/settings.ts'
import { applyPlan, LossNotAllowed, lossesOf } from '../engine/server/storage/apply.ts'
import { type Plan, planChanges } from '../engine/server/storage/plan.ts'
import { printPlan } from '../engine/server/storage/print-plan.ts'
import { readSteps, runSteps, type SqlStep, StepFault, stepsToRun } from '../engine/server/storage/steps.ts'
import { changeZone, recordedZone, zonedFields } from '../engine/server/storage/time-zone.ts'
import { readOverlays } from '../engine/server/store/overlay-table.ts'

const usage = `npm run plan [-- --apply] [--allow NAME]...

Prints what migrates the database to the descriptors, in sentences and as SQL. Without --apply, nothing is changed.
  --apply       runs it, unless it would lose data or break existing rows
  --allow NAME  with --apply, confirms the loss of this name, such as drop:customer.fax; the plan prints the names

Exit codes: 0 up to date (or everything applied), 2 changes pending, 3 data loss not allowed, 1 error.`

/** The name under which the change of the time zone is confirmed. */
const zoneLoss = 'zone'

const options = readOptions()

if (options === undefined) process.exitCode = 1
else if (options.help) console.log(usage)
else process.exitCode = await plan(options).catch(exitCodeOf)

interface Options {
  readonly apply: boolean
  readonly help: boolean
  readonly allow: readonly string[]
}

function readOptions(): Options | undefined {
  try {
    const { values } = parseArgs({
      options: {
        apply: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        allow: { type: 'string', multiple: true, default: [] },
      },
    })
    return values
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    console.log(`${error.message}\n\n${usage}`)
    return undefined
  }
}

async function plan({ apply: isApplied, allow }: Options): Promise<number> {
  const settings = readSettings(process.env)
  const { model, problems } = compile(await readSources(settings.appDir))
  if (!model) {
    console.log(problems.map(problem => print(problem, 'en')).join('\n'))
    return 1
  }
  const steps = await readSteps(settings.appDir)
  const database = await openDatabase({
    ...(settings.databaseUrl && { url: settings.databaseUrl }),
    dataDir: settings.dataDir,
    zone: settings.zone,
    warn: sentence => console.log(`-- ${sentence}`),
  })
  try {
    const found = await planChanges(database, model)
    const open = await stepsToRun(database.kysely, steps)
    const zone = await recordedZone(database)
    const isNewZone = zone !== undefined && zone !== settings.zone
    console.log(printPlan(found.changes, open))
    if (isNewZone) console.log(zoneChange(zone, settings.zone, model))
    await printProcesses(database)
    await printEdits(database, model)
    for (const problem of problems) console.log(warning(problem))
    for (const problem of equalTitleProblems(model, await readOverlays(database.kysely))) console.log(warning(problem))
    for (const problem of await irregularNames(database.kysely, model).catch(noColumns)) console.log(warning(problem))
    await printNewDueSteps(database, model, settings.zone)
    if (found.changes.length + open.length === 0 && !isNewZone) {
      console.log('-- Nothing to do: the database matches the descriptors.')
      return 0
    }
    if (!isApplied) return 2
    const losses = [...lossesOf(found).map(({ loss }) => loss), ...(isNewZone ? [zoneLoss] : [])]
    const stranger = allow.find(name => !losses.includes(name))
    if (stranger !== undefined) return refused(`The plan has no loss "${stranger}".`)
    const unconfirmed = losses.filter(name => !allow.includes(name))
    if (unconfirmed.length > 0)
      return refused(
        `Not confirmed: ${unconfirmed.join(', ')}. To confirm, add ${unconfirmed.map(name => `--allow ${name}`).join(' ')}.`,
      )
    const served = await usedByProcesses(database, found)
    if (served.length > 0)
      return refused(
        `Live processes serve a revision that uses ${served.join(', ')}. Confirm it on the page "Descriptors", or stop them first.`,
      )
    if (isNewZone) await changeZone(database.kysely, settings.zone)
    return await apply(database, found, open.length > 0 ? steps : [])
  } finally {
    await database.close()
  }
}

/** The database is empty, or has tables from before these columns: the plan creates them. */
function noColumns(error: unknown): [] {
  if (['42P01', '42703'].includes(faultOf(error)?.code ?? '')) return []
  throw error
}

function zoneChange(before: string, after: string, model: Model): string {
  const fields = zonedFields(model)
  const kept = fields.length > 0 ? ` Existing rows keep their values of ${fields.join(', ')}.` : ''
  return `-- data-losing, --allow ${zoneLoss}: Change the time zone of days from ${before} to ${after}.${kept}`
}

/** Prints on how many processes the stored revision is applied, if there are any. */
async function printProcesses({ kysely }: Database): Promise<void> {
  const state = await revisionState(kysely)
  if (state && state.of > 0) console.log(`-- live: The stored revision is ${appliedText(state)}.`)
}

/** Lists steps with a new or changed `after`, with the records that are due at once. */
async function printNewDueSteps({ kysely }: Database, model: Model, zone: string): Promise<void> {
  for (const { due, count } of await newDueSteps(kysely, planningContext(model, zone))) {
    const name = `${due.resource.name} ${due.step.name}`
    if (count === null) console.log(`-- automatic: ${name} is new; its due records are counted when its columns exist.`)
    else if (count > 0)
      console.log(`-- automatic: ${name} is new or changed, with ${count} due now: it waits for confirmation.`)
  }
}

/** Lists edits that the descriptors have changed, that are equal to them now, or that do not apply any more. */
async function printEdits(database: Database, model: Model): Promise<void> {
  for (const { state, tenantId, kind, path, property, value, described } of await listedEdits(database.kysely, model)) {
    const [edited, now] = [value, described].map(one => JSON.stringify(one))
    const what = `-- ${state}: tenant ${tenantId}, ${kind} ${path}, ${property}: edited to ${edited}`
    if (state === 'kept') console.log(`${what}; the descriptors have ${now}.`)
    else if (state === 'ended') console.log(`${what}, which the descriptors have now: the edit is removed.`)
    else console.log(`${what}; it is stored and does not apply to the descriptors.`)
  }
}

/** A warning in both languages. */
function warning({ code, at, message, hint }: ServedProblem): string {
  const [zh, en] = [[message.zh, hint?.zh ?? ''].join(''), [message.en, hint?.en ?? ''].join(' ').trim()]
  return `-- ${at ? `${at.file}:${at.line}:${at.column} ` : ''}${code}\n--   ${zh}\n--   ${en}`
}

/** The losses of what live processes serve; the former names in their Model would be missing in the database. */
async function usedByProcesses(database: Database, found: Plan): Promise<string[]> {
  if (!found.isLive) return []
  const left = await leftBehind(database)
  return lossesOf(found).flatMap(({ loss }) => (left.has(loss) ? [] : [loss]))
}

async function apply(database: Database, found: Plan, steps: readonly SqlStep[]): Promise<number> {
  await applyPlan(database, found, { allow: lossesOf(found) })
  await runSteps(database, steps)
  console.log('-- Applied.')
  return 0
}

function refused(reason: string): number {
  console.log(`-- Nothing was applied: ${reason}`)
  return 3
}

/** Prints an expected error as one sentence; other errors are bugs and keep their stack. */
function exitCodeOf(error: unknown): number {
  if (error instanceof LossNotAllowed) return refused('more rows are concerned than were shown. Run the plan again.')
  const known = [SettingError, FolderLocked, StepFault].some(kind => error instanceof kind)
  const expected = known ? (error as Error) : refusalOf(error)
  if (!expected) throw error
  console.log(`-- ${expected.message}`)
  return 1
}
