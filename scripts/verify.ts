import { tokenSecret } from '../engine/server/auth/secret.ts'
import { openDatabase } from '../engine/server/database/open-database.ts'
import { runInServer } from '../engine/server/operator/run-in-server.ts'
import { type Verified, verify } from '../engine/server/operator/verify-command.ts'
import { filesIn } from '../engine/server/services/files/storage.ts'
import { storageInUse } from '../engine/server/services/files/storage-in-use.ts'
import { readSettings } from '../engine/server/settings.ts'
import { isOfOperator, startFault } from '../engine/server/start-fault.ts'

// Compares every uploaded file with the SHA-256 of its upload, lists files without an upload (`--repair` deletes these, and uploads without
// a file that no record contains), and every row of the audit log with the one before. Exit codes: 0 all intact, 2 not, 1 error.
const isRepair = process.argv.includes('--repair')
const settings = readSettings(process.env)
process.exitCode = await verified()
  .then(({ checked, faults, orphans, audit }) => {
    for (const { state, link } of faults) console.log(`${state} ${link}`)
    for (const key of orphans) console.log(`without-upload ${key}`)
    console.log(`${checked} files checked, ${faults.length} not as uploaded, ${orphans.length} without an upload.`)
    for (const { tenantId, broken } of audit)
      if (broken !== undefined) console.log(`audit of ${tenantId}: broken at row ${broken}`)
    console.log(`${audit.reduce((sum, one) => sum + one.checked, 0)} rows of the audit log checked.`)
    return faults.length + orphans.length > 0 || audit.some(({ broken }) => broken !== undefined) ? 2 : 0
  })
  .catch(error => {
    const expected = startFault(error, settings) ?? error
    if (!isOfOperator(expected)) throw error
    console.log(expected.message)
    return 1
  })

/** Verifies in the server that uses the embedded database, otherwise in this process. */
async function verified(): Promise<Verified> {
  const { databaseUrl, dataDir, zone, outboundHosts: hosts } = settings
  const answer =
    databaseUrl === undefined && (await runInServer(dataDir, { name: 'verify', input: { isRepair }, language: 'en' }))
  if (answer) return answer.result as Verified
  const database = await openDatabase({ ...(databaseUrl && { url: databaseUrl }), dataDir, zone, warn: console.log })
  try {
    const secret = await tokenSecret(dataDir, settings.tokenSecret, settings.formerSecret)
    const storage = storageInUse({
      queries: () => database.kysely,
      secret: () => secret,
      disk: filesIn(dataDir),
      hosts,
    })
    return await verify(database, storage, isRepair)
  } finally {
    await database.close()
  }
}
