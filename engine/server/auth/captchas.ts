import { createHash, randomUUID } from 'node:crypto'
import type { Database, Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { drawCaptcha, randomCaptchaText } from './captcha-picture.ts'

const minutesToLive = 30

/** A new captcha: its key and its picture as a data URL. Stored in the database, so that any process can check it. */
export async function newCaptcha(
  database: Database,
  now: Date,
): Promise<{ readonly key: string; readonly image: string }> {
  const [key, text] = [randomUUID(), randomCaptchaText()]
  await execute(
    database.kysely,
    sql`
    insert into engine_captcha (key, digest, expires_at)
    values (${key}, ${digestOf(key, text)}, ${now.toISOString()}::timestamptz + make_interval(mins => ${minutesToLive}))`,
  )
  return { key, image: `data:image/png;base64,${drawCaptcha(text).toString('base64')}` }
}

/** Whether the text is the captcha's. Each captcha can be checked once. */
export async function isRightCaptcha(database: Database, key: string, answer: string, now: Date): Promise<boolean> {
  const { rows } = await execute<{ digest: string; inTime: boolean }>(
    database.kysely,
    sql`
    delete from engine_captcha where key = ${key} returning digest, expires_at > ${now.toISOString()}::timestamptz as "inTime"`,
  )
  return rows[0]?.inTime === true && rows[0].digest === digestOf(key, answer.trim().toLowerCase())
}

const digestOf = (key: string, text: string): string =>
  createHash('sha256').update(`${key} ${text}`).digest('base64url')

/** Deletes expired captchas and returns their number. */
export async function deleteExpiredCaptchas(queries: Queries, now: Date): Promise<number> {
  const { numAffectedRows } = await execute(
    queries,
    sql`delete from engine_captcha where expires_at < ${now.toISOString()}::timestamptz`,
  )
  return Number(numAffectedRows ?? 0)
}
