import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openDatabase } from '../engine/server/database/open-database.ts'
import { BackupRefused, backUp, type Manifest } from '../engine/server/operator/backup.ts'
import { runInServer } from '../engine/server/operator/run-in-server.ts'
import { readSettings } from '../engine/server/settings.ts'
import { isOfOperator, startFault } from '../engine/server/start-fault.ts'
import { commandStorage } from './command-storage.ts'

// Writes database and files into a folder, also while servers run. Exit codes: 0 done, 1 error.
const settings = readSettings(process.env)
const name = new Date().toISOString().slice(0, 19).replaceAll(':', '')
const folder = resolve(process.argv[2] ?? join(settings.dataDir, 'backups', name))
process.exitCode = await written()
  .then(({ rows, files }) => {
    const count = Object.values(rows).reduce((sum, rows) => sum + rows, 0)
    console.log(`${folder}: ${Object.keys(rows).length} tables, ${count} rows, ${Object.keys(files).length} files.`)
    return 0
  })
  .catch(error => {
    const expected = startFault(error, settings) ?? error
    if (!isOfOperator(expected)) throw error
    console.log(expected.message)
    return 1
  })

/** In the server that uses the embedded database, otherwise in this process. */
async function written(): Promise<Manifest> {
  const { databaseUrl, dataDir, zone } = settings
  const answer =
    databaseUrl === undefined && (await runInServer(dataDir, { name: 'backup', input: folder, language: 'en' }))
  if (answer) return answer.result as Manifest
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres')))
    throw new BackupRefused(`DATABASE_URL is not set, and DATA_DIR "${dataDir}" has no database.`)
  const database = await openDatabase({ ...(databaseUrl && { url: databaseUrl }), dataDir, zone, warn: console.log })
  try {
    return await backUp(database, await commandStorage(database, settings), settings, folder)
  } finally {
    await database.close()
  }
}
