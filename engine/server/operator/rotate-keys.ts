import { typeOf } from '../../fields/index.ts'
import { textOption } from '../../fields/options.ts'
import type { Model } from '../../model/model.ts'
import { platformTenant } from '../auth/actor.ts'
import { recordAct } from '../auth/audit.ts'
import { decrypted, encrypted, factorSecrets, fieldSecrets, isOfKey } from '../auth/seal.ts'
import type { Database } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { quoted } from '../storage/sql-text.ts'
import type { OperatorCommand } from './operator-channel.ts'

/** What a rotation did: secrets with the key now, and those that neither key reads. */
export interface Rotation {
  readonly rotated: number
  readonly unreadable: readonly string[]
}

const batchSize = 200

/**
 * Encrypts every stored secret with the present key that is still encrypted with the former one, in transactions of 200.
 * A server reads both meanwhile; a secret that it stores at the same time stays as it is.
 */
export async function rotateKeys(database: Database, model: Model, key: Uint8Array): Promise<Rotation> {
  let rotated = 0
  const unreadable: string[] = []
  for (const { table, column, purpose } of sealedColumns(model)) {
    const [from, name] = [word(quoted(table)), word(quoted(column))]
    const all = await runAll(
      database.kysely,
      sql`select distinct ${name} as text from ${from} where ${name} is not null`,
    )
    const texts = all.map(row => String(row['text'])).filter(text => !isOfKey(key, purpose, text))
    for (let at = 0; at < texts.length; at += batchSize)
      await database.transaction(async queries => {
        for (const text of texts.slice(at, at + batchSize)) {
          const plain = readable(key, purpose, text)
          if (plain === undefined) unreadable.push(`${table}.${column}`)
          else {
            await runAll(
              queries,
              sql`update ${from} set ${name} = ${encrypted(key, purpose, plain)} where ${name} = ${text}`,
            )
            rotated += 1
          }
        }
      })
  }
  await database.transaction(queries =>
    recordAct(
      queries,
      { actor: { tenantId: platformTenant, userId: null, kind: 'system' }, clock: { now: new Date() } },
      { kind: 'keys', names: [`${rotated}`, ...new Set(unreadable)] },
    ),
  )
  return { rotated, unreadable }
}

/** The command in a server that uses the embedded database. */
export const rotateCommand =
  (database: Database, model: () => Model, key: Uint8Array): OperatorCommand =>
  () =>
    rotateKeys(database, model(), key)

/** The columns whose values are encrypted: secrets of second factors, and of fields with `strength: readable`. */
const sealedColumns = (model: Model) => [
  { table: 'engine_second_factor', column: 'secret', purpose: factorSecrets },
  ...Object.values(model.resources).flatMap(({ table, fields }) =>
    fields
      .filter(field => typeOf(field).secret && textOption(field, 'strength') === 'readable')
      .map(({ column }) => ({ table, column: String(column), purpose: fieldSecrets })),
  ),
]

function readable(key: Uint8Array, purpose: string, text: string): string | undefined {
  try {
    return decrypted(key, purpose, text)
  } catch {
    return undefined
  }
}
