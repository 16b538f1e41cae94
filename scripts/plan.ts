import { parseArgs } from 'node:util'
import { extendLanguage } from '../engine/compiler/extend.ts'
import { openDatabase } from '../engine/server/database/open-database.ts'
import { refusalOf } from '../engine/server/errors/database-errors.ts'
import { confirmByCommand } from '../engine/server/live/confirm-by-command.ts'
import { describingWork, planningContext } from '../engine/server/open-work.ts'
import { type PlanInput, type PlanResult, planByCommand } from '../engine/server/operator/plan-command.ts'
import { runInServer } from '../engine/server/operator/run-in-server.ts'
import { assureAppDir, readSettings, type Settings } from '../engine/server/settings.ts'
import { isOfOperator, startFault } from '../engine/server/start-fault.ts'
import { language } from '../server/language.ts'

extendLanguage(language)

const usage = `npm run plan [-- --apply] [--allow NAME]...

Prints the changes that migrate the database to the descriptors, as sentences and as SQL. Without --apply, nothing is
changed.
  --apply       applies them, unless they would lose data or break existing rows
  --allow NAME  with --apply, confirms the loss of this name, such as drop:customer.fax; the plan prints the names

Exit codes: 0 up to date (or everything applied), 2 changes pending, 3 data loss not allowed, 1 error.`

const options = readOptions()

if (options === undefined) process.exitCode = 1
else if (options.help) console.log(usage)
else process.exitCode = await plan(options).catch(exitCodeOf)

interface Options extends PlanInput {
  readonly help: boolean
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

async function plan(input: PlanInput): Promise<number> {
  const settings = readSettings(process.env)
  assureAppDir(settings.appDir)
  const { code, text } = await resultOf(settings, input).catch(error => {
    throw startFault(error, settings) ?? error
  })
  console.log(text)
  return code
}

/** Plans in the server that uses the embedded database, otherwise in this process. */
async function resultOf(settings: Settings, { apply, allow }: PlanInput): Promise<PlanResult> {
  const { databaseUrl, dataDir, zone } = settings
  const command = { name: 'plan', input: { apply, allow }, language: 'en' } as const
  const answer = databaseUrl === undefined && (await runInServer(dataDir, command))
  if (answer) return answer.result as PlanResult
  const database = await openDatabase({
    ...(databaseUrl && { url: databaseUrl }),
    dataDir,
    zone,
    warn: sentence => console.log(`-- ${sentence}`),
  })
  try {
    return await planByCommand(
      database,
      {
        appDir: settings.appDir,
        zone,
        contextOf: model => planningContext(model, zone),
        confirm: request => confirmByCommand({ database, workOf: describingWork(database, zone) }, request),
      },
      { apply, allow },
    )
  } finally {
    await database.close()
  }
}

/** Prints an expected error as one sentence; other errors are bugs and keep their stack. */
function exitCodeOf(error: unknown): number {
  if (!isOfOperator(error)) throw error
  console.log(`-- ${refusalOf(error)?.message ?? error.message}`)
  return 1
}
