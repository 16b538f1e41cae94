import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { sampleApp } from '../../../tests/support/sample-app.ts'
import { actor, administrator, modelOf, type StoreUnderTest, storeOn } from '../../../tests/support/store.ts'
import { accessTo } from '../auth/access.ts'
import type { Actor } from '../auth/actor.ts'
import type { Database } from '../database/database.ts'
import { numbered } from '../database/fragment.ts'
import { readQuery } from './query.ts'
import { whereSql } from './where.ts'

const model = modelOf(sampleApp)

describe.each(databasesUnderTest())('the condition of a query on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    await under.run(
      `insert into ward (tenant_id, id, name) select '000000', n, 'w' || n from generate_series(1, 100) n`,
    )
    // One letter in a hundred was issued; each ward has a hundred letters.
    await under.run(
      `insert into letter (tenant_id, id, ward_id, owner_id, subject, state, create_time)
       select '000000', n, n % 100 + 1, n % 100 + 1, 's' || n, case when n / 100 = 7 then '1' else '0' end, now()
       from generate_series(1, 10000) n`,
    )
    await under.run('analyze letter')
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const find = async (by: Actor) => {
    const { letter } = model.resources
    if (!letter) throw new Error('There are no letters.')
    const ctx = under.ctx(by)
    const access = accessTo(ctx, letter, 'view')
    const where = whereSql(access, readQuery(ctx, letter, access, { state: '1' }).conditions)
    const text = `select t.id from letter t where ${numbered(where, 0)}`
    return {
      plan: JSON.stringify(await under.run(`explain ${text}`, where.values)),
      count: (await under.run(text, where.values)).length,
    }
  }

  it('finds a rare state by its index for an actor who sees all rows', async () => {
    const { plan, count } = await find(administrator)
    expect(plan).toContain('letter_state')
    expect(count).toBe(100)
  })

  it('finds the rows of owners and a state by one index for an actor who sees those of some owners', async () => {
    const { plan, count } = await find(actor({ codes: ['letter_view'], ownerIds: ['5'] }))
    expect(plan).toContain('letter_owner_state')
    expect(count).toBe(1)
  })
})
