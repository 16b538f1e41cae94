import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyAll } from '../../../tests/support/apply-all.ts'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { modelOf } from '../../../tests/support/store.ts'
import type { Database } from '../database/database.ts'
import { applyPlan, lossesOf } from './apply.ts'
import { concernedRows } from './concerned-rows.ts'
import { planChanges } from './plan.ts'

const title = 'title: { zh: 名, en: Name }'
const withFields = (...fields: readonly string[]) =>
  modelOf({
    'app.yaml': `language: 2\n${title}\n`,
    'resources/a/device.yaml': `${title}\nfields:\n  name: { type: text, ${title} }\n${fields.map(one => `  ${one}, ${title} }\n`).join('')}display: name\n`,
  })
const withKey = (type: string) => withFields(`key: { type: ${type}`)
const digest = '$argon2id$v=19$m=19456,t=2,p=1$AAAA'

describe.each(databasesUnderTest())('secrets in rows ($kind)', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  const bring = async (type: string) => applyPlan(database, await planChanges(database, withKey(type)))
  const fill = (...values: readonly (string | number)[]) =>
    Promise.all(
      values.map((value, id) =>
        sql`insert into device (tenant_id, id, key) values ('000000', ${id}, ${sql.lit(value)}), ('000001', ${id}, null)`.execute(
          database.kysely,
        ),
      ),
    )
  const keys = async () =>
    (
      await sql<{ key: unknown }>`select key from device where tenant_id = '000000' order by id`.execute(
        database.kysely,
      )
    ).rows.map(({ key }) => key)
  const lost = async (type: string) => {
    const plan = await planChanges(database, withKey(type))
    const losses = lossesOf(plan)
    for (const { rows } of losses)
      expect(rows && (await concernedRows(database.kysely, rows))).not.toContainEqual(
        expect.objectContaining({ value: expect.anything() }),
      )
    await applyAll(database, plan)
    expect((await planChanges(database, withKey(type))).changes).toEqual([])
    return losses.map(({ loss, count }) => [loss, count])
  }

  it.each<[from: string, value: string | number, to: string]>([
    ['password', digest, 'longtext'],
    ['password', digest, 'longtext, max: 5'],
    ['password', digest, 'text'],
    ['password, required: true', digest, 'text, required: true'],
    ['password', digest, 'json'],
    ['password', '12', 'integer'],
    ['longtext', 'plain', 'password'],
    ['text', 'plain', 'password, strength: any'],
    ['integer', 12, 'password'],
    ['email', 'a@b.cn', 'password'],
  ])('are cleared when that is confirmed, and not shown: %s with %j becomes %s', async (from, value, to) => {
    await bring(from)
    await fill(value)
    expect(await lost(to)).toEqual([['retype:device.key', 1]])
    expect(await keys()).toEqual([null])
  })

  it('are kept where the field remains a password', async () => {
    await bring('password')
    await fill(digest)
    expect(await lost('password, strength: any')).toEqual([])
    expect(await keys()).toEqual([digest])
  })
})
