import { resolve } from 'node:path'
import { openDatabase } from '../engine/server/database/open-database.ts'
import { refusalOf } from '../engine/server/errors/database-errors.ts'
import { runInServer } from '../engine/server/operator/run-in-server.ts'
import { type TenantResult, tenantCommand } from '../engine/server/operator/tenant-command.ts'
import { readSettings } from '../engine/server/settings.ts'
import { isOfOperator, startFault } from '../engine/server/start-fault.ts'
import { commandStorage } from './command-storage.ts'

const usage = `npm run tenant -- export <tenant> <folder>
npm run tenant -- remove <tenant> <tenant again>

Exports the rows and the uploaded files of a tenant into a new folder, or deletes them. The tenant is named twice for a
deletion, which cannot be undone; export it first. The audit log of a removed tenant stays.

Exit codes: 0 done, 1 error.`

const settings = readSettings(process.env)
const [act = '', tenantId = '', third = ''] = process.argv.slice(2)
const isMeant = act === 'export' ? third !== '' : act === 'remove' && third === tenantId && tenantId !== ''

if (isMeant)
  process.exitCode = await run()
    .then(({ rows, files }) => {
      console.log(`${act === 'export' ? 'Exported' : 'Deleted'} ${rows} rows and ${files} files of ${tenantId}.`)
      return 0
    })
    .catch(error => {
      const expected = startFault(error, settings) ?? error
      const refusal = refusalOf(expected)
      if (!refusal && !isOfOperator(expected)) throw error
      console.log(refusal ? refusal.text.en : expected.message)
      return 1
    })
else {
  console.log(usage)
  process.exitCode = 1
}

/** In the server that uses the embedded database, otherwise in this process. */
async function run(): Promise<TenantResult> {
  const { databaseUrl, dataDir, zone } = settings
  const input = { act, tenantId, folder: resolve(third) }
  const answer = databaseUrl === undefined && (await runInServer(dataDir, { name: 'tenant', input, language: 'en' }))
  if (answer) return answer.result as TenantResult
  const database = await openDatabase({ ...(databaseUrl && { url: databaseUrl }), dataDir, zone, warn: console.log })
  try {
    const call = { language: 'en' as const, signal: new AbortController().signal }
    return (await tenantCommand(database, await commandStorage(database, settings))(input, call)) as TenantResult
  } finally {
    await database.close()
  }
}
