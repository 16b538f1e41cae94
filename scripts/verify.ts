import { openDatabase } from '../engine/server/database/open-database.ts'
import { runInServer } from '../engine/server/operator/run-in-server.ts'
import { type Verified, verify } from '../engine/server/operator/verify-command.ts'
import { filesIn } from '../engine/server/services/files/storage.ts'
import { readSettings } from '../engine/server/settings.ts'
import { isOfOperator, startFault } from '../engine/server/start-fault.ts'

// Compares every uploaded file with the SHA-256 of its upload, and every row of the audit log with the one before. Exit codes: 0 all intact, 2 not, 1 error.
const settings = readSettings(process.env)
process.exitCode = await verified()
  .then(({ checked, faults, audit }) => {
    for (const { state, link } of faults) console.log(`${state} ${link}`)
    console.log(`${checked} files checked, ${faults.length} not as uploaded.`)
    for (const { tenantId, broken } of audit)
      if (broken !== undefined) console.log(`audit of ${tenantId}: broken at row ${broken}`)
    console.log(`${audit.reduce((sum, one) => sum + one.checked, 0)} rows of the audit log checked.`)
    return faults.length > 0 || audit.some(({ broken }) => broken !== undefined) ? 2 : 0
  })
  .catch(error => {
    const expected = startFault(error, settings) ?? error
    if (!isOfOperator(expected)) throw error
    console.log(expected.message)
    return 1
  })

/** Verifies in the server that uses the embedded database, otherwise in this process. */
async function verified(): Promise<Verified> {
  const { databaseUrl, dataDir, zone } = settings
  const answer =
    databaseUrl === undefined && (await runInServer(dataDir, { name: 'verify', input: null, language: 'en' }))
  if (answer) return answer.result as Verified
  const database = await openDatabase({ ...(databaseUrl && { url: databaseUrl }), dataDir, zone, warn: console.log })
  try {
    return await verify(database, filesIn(dataDir))
  } finally {
    await database.close()
  }
}
