import { extendLanguage } from '../engine/compiler/extend.ts'
import { tokenSecret } from '../engine/server/auth/secret.ts'
import { openWork } from '../engine/server/open-work.ts'
import { type Rotation, rotateKeys } from '../engine/server/operator/rotate-keys.ts'
import { runInServer } from '../engine/server/operator/run-in-server.ts'
import { readSettings } from '../engine/server/settings.ts'
import { isOfOperator, startFault } from '../engine/server/start-fault.ts'
import { language } from '../server/language.ts'

extendLanguage(language)

// Encrypts every stored secret with TOKEN_SECRET that is encrypted with TOKEN_SECRET_FORMER. Exit codes: 0 all, 2 some are of neither key, 1 error.
const settings = readSettings(process.env)
process.exitCode = await rotated()
  .then(({ rotated: count, unreadable }) => {
    for (const column of unreadable) console.log(`${column}: a secret is of neither key; enter it again.`)
    console.log(`${count} secrets are encrypted with the present key.`)
    return unreadable.length > 0 ? 2 : 0
  })
  .catch(error => {
    const expected = startFault(error, settings) ?? error
    if (!isOfOperator(expected)) throw error
    console.log(expected.message)
    return 1
  })

/** In the server that uses the embedded database, otherwise in this process. */
async function rotated(): Promise<Rotation> {
  const { databaseUrl, dataDir, tokenSecret: given, formerSecret } = settings
  const answer =
    databaseUrl === undefined && (await runInServer(dataDir, { name: 'rotate-keys', input: null, language: 'en' }))
  if (answer) return answer.result as Rotation
  const { work, database, close } = await openWork(settings, 'rotate-keys', 'en', console.log)
  try {
    return await rotateKeys(database, work.ctx.model, await tokenSecret(dataDir, given, formerSecret))
  } finally {
    await close()
  }
}
