import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyAll } from '../../../tests/support/apply-all.ts'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { compile } from '../../compiler/compile.ts'
import type { Model } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { lossesOf } from './apply.ts'
import { planChanges } from './plan.ts'

const title = 'title: { zh: 名, en: Name }'
const file = 'resources/a/slip.yaml'

describe.each(databasesUnderTest())('equal values that become unique ($kind)', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  const modelOf = (mark: string, more = ''): Model => {
    const text = `${title}\ndisplay: note\nfields:\n  note: { type: text, ${title} }\n  mark: { type: text, max: 20${mark}, ${title} }\n${more}`
    const { model, problems } = compile([{ file, text, origin: 'app' }])
    if (!model) throw new Error(JSON.stringify(problems))
    return model
  }
  const bring = async (...model: Parameters<typeof modelOf>) =>
    applyAll(database, await planChanges(database, modelOf(...model)))
  const computed = `, compute: "note + '!'", stored: true`

  it('are refused with the rows where they are computed: they cannot be cleared', async () => {
    await bring(computed)
    await sql`insert into slip (tenant_id, id, note, mark) values ('000000', 1, 'a', 'a!'), ('000000', 2, 'a', 'a!'),
      ('000000', 3, 'b', 'b!'), ('000001', 4, 'b', 'b!')`.execute(database.kysely)
    const refused = {
      code: 'rows-in-the-way',
      text: {
        zh: 'slip 的 mark 不能唯一：有 1 条记录的值与更早的记录相同（2），算出来的值不能清空。请先修改这些记录中公式所用的字段，或修改公式并等到重新计算完成，再写 unique。',
        en: 'The computed values of mark of slip cannot be unique, because they cannot be cleared where they are equal. Rows with the value of an earlier row: 1 (2). First change what the formula reads in these rows, or change the formula and wait until the values are recomputed; then write unique.',
      },
    }
    await expect(planChanges(database, modelOf(`${computed}, unique: true`))).rejects.toMatchObject(refused)
    await expect(planChanges(database, modelOf(computed, 'unique: [{ fields: [mark] }]\n'))).rejects.toMatchObject(
      refused,
    )
    await sql`update slip set note = 'c', mark = 'c!' where id = 2`.execute(database.kysely)
    await bring(`${computed}, unique: true`)
    expect((await planChanges(database, modelOf(`${computed}, unique: true`))).changes).toEqual([])
  })

  it('are cleared where they were entered, also if they are computed from now on', async () => {
    await bring('')
    await sql`insert into slip (tenant_id, id, note, mark) values ('000000', 1, 'a', 'x'), ('000000', 2, 'b', 'x')`.execute(
      database.kysely,
    )
    const losses = lossesOf(await planChanges(database, modelOf(`${computed}, unique: true`)))
    expect(losses.map(({ loss, count }) => [loss, count])).toEqual([
      ['meaning:slip.mark', 2],
      ['unique:slip.mark', 1],
    ])
  })
})
