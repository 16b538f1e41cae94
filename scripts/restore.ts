import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restore } from '../engine/server/operator/backup.ts'
import { readSettings } from '../engine/server/settings.ts'
import { isOfOperator, startFault } from '../engine/server/start-fault.ts'

const usage = `npm run restore -- <folder> [--replace]

Restores a backup into an empty database and data folder; --replace replaces theirs. Stop all servers first.
All users sign in again, messages that waited are not sent, and running jobs are continued.

Exit codes: 0 done, 2 something differs from the backup, 1 error.`

process.exitCode = await main()

async function main(): Promise<number> {
  const settings = readSettings(process.env)
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean' } } })
    const [folder] = positionals
    if (folder === undefined || positionals.length > 1) throw new Error(usage)
    const faults = await restore(settings, resolve(folder), values.replace ?? false, console.log)
    for (const fault of faults) console.log(fault)
    console.log(faults.length > 0 ? 'The restored data differs from the backup.' : 'Restored; users sign in again.')
    return faults.length > 0 ? 2 : 0
  } catch (error) {
    const expected = startFault(error, settings) ?? error
    const isUsage = error instanceof Error && (error.message === usage || 'code' in error)
    if (!isOfOperator(expected) && !isUsage) throw error
    console.log((expected as Error).message)
    return 1
  }
}
