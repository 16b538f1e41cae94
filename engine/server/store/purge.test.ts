import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../../../tests/support/databases.ts'
import { serverWork } from '../../../tests/support/server-work.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from '../../../tests/support/store.ts'
import { resourceOf } from '../../model/names.ts'
import type { Database } from '../database/database.ts'
import { run } from '../database/run.ts'
import { transact } from '../database/transaction.ts'
import { purge } from './purge.ts'
import { workOn } from './work.ts'

const title = 'title: { zh: 名, en: Name }'
const model = modelOf({
  'app.yaml': `language: 2\n${title}\n`,
  'resources/a/firm.yaml': `${title}\nshared: true\ndisplay: name\nfields: { name: { type: text, ${title} } }\n`,
  'resources/a/topic.yaml': `${title}\nshared: true\ndisplay: name\nfields: { name: { type: text, ${title} } }\n`,
  'resources/a/poster.yaml': `${title}\nshared: true\ndisplay: name\nfields: { name: { type: text, ${title} }, ${list('firmIds', 'firm')} }\n`,
  'resources/a/round.yaml': `${title}\ndisplay: name\nfields: { name: { type: text, ${title} }, ${list('firmIds', 'firm')}, ${list('topicIds', 'topic')}, ${list('roundIds', 'round')}, ${list('stopIds', 'stop')}, stops: { type: children, of: stop, ${title} } }\n`,
  'resources/a/stop.yaml': `${title}\npartOf: roundId\ndisplay: name\nfields: { roundId: { type: reference, of: round, required: true }, name: { type: text, ${title} } }\n`,
})

function list(name: string, of: string): string {
  return `${name}: { type: reference, of: ${of}, many: true, ${title} }`
}

const purged = (database: Database, resource: string, ids: readonly unknown[]) =>
  database.patiently(patient =>
    transact(patient, queries =>
      purge(workOn(serverWork(database, model, 'descriptors'), queries), resourceOf(model, resource), ids.map(String)),
    ),
  )

describe.each(databasesWalked('postgres'))('a record in a list of references ($kind)', ({ open, kind }) => {
  let database: Database
  let under: StoreUnderTest
  const added = async (resource: string, values: Record<string, unknown> = {}, by = administrator) =>
    String((await under.store.save(under.ctx(by), resource, { name: 'A', ...values }))['id'])

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  it.each([
    { of: 'its tenant', target: 'firm', resource: 'round', field: 'firmIds', by: administrator },
    { of: 'all tenants', target: 'firm', resource: 'poster', field: 'firmIds', by: administrator },
    {
      of: 'another tenant with a reference to a row of all tenants',
      target: 'topic',
      resource: 'round',
      field: 'topicIds',
      by: actor({ administrator: true, tenantId: '000001' }),
    },
  ])('of a row of $of is not purged, also while that is in the bin', async ({ target, resource, field, by }) => {
    const [unused, used] = [await added(target), await added(target)]
    const row = await added(resource, { [field]: [used] }, by)
    expect(await refused(purged(database, target, [unused, used]))).toMatchObject({ code: 'referred', status: 409 })
    await under.store.remove(under.ctx(by), resource, [row])
    expect(await refused(purged(database, target, [used]))).toMatchObject({ code: 'referred', status: 409 })
    await purged(database, target, [unused])
    expect(await under.run(`select id::text from ${target} where id = any($1::bigint[])`, [[unused, used]])).toEqual([
      { id: used },
    ])
  })

  it('of another record is not purged with its master', async () => {
    const round = await added('round', { stops: [{ name: 'A' }] })
    const [stop] = await under.run('select id::text from stop where round_id = $1::bigint', [round])
    await added('round', { stopIds: [stop?.['id']] })
    expect(await refused(purged(database, 'round', [round]))).toMatchObject({ code: 'referred', status: 409 })
  })

  it('of a row that is purged with it is purged', async () => {
    const first = await added('round')
    const second = await added('round', { roundIds: [first] })
    expect(await refused(purged(database, 'round', [first]))).toMatchObject({ code: 'referred' })
    await purged(database, 'round', [first, second])
    expect(await under.run('select id from round where id = any($1::bigint[])', [[first, second]])).toEqual([])
  })

  it.runIf(kind === 'postgres')('of a row that another transaction commits meanwhile is not purged', async () => {
    const firm = await added('firm')
    let commit = () => {}
    const isWaiting = new Promise<void>(resolve => {
      commit = resolve
    })
    let start = () => {}
    const isWritten = new Promise<void>(resolve => {
      start = resolve
    })
    const writing = database.transaction(async queries => {
      await run(queries, 'select from firm where id = $1::bigint for key share', [firm])
      await run(queries, `insert into round (tenant_id, id, firm_ids) values ('000000', 1, array[$1::bigint])`, [firm])
      start()
      await isWaiting
    })
    await isWritten
    let isPurged = false
    const purging = refused(purged(database, 'firm', [firm])).finally(() => {
      isPurged = true
    })
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!isPurged && (await under.run(waiting)).length === 0) await sleep(10)
    commit()
    await writing
    expect(await purging).toMatchObject({ code: 'referred' })
  })
})
