import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'
import { linesOf } from './support/server-calls.ts'

const name = '{ type: text, required: true, max: 40, title: { zh: 名称, en: Name } }'
const app = {
  ...sampleApp,
  'resources/city/team.yaml': `title: { zh: 班组, en: Team }\ndisplay: name\nfields: { name: ${name} }\n`,
  'resources/city/member.yaml': `title: { zh: 成员, en: Member }
display: name
fields:
  name: ${name}
  teamId: { type: reference, of: team, required: true, onDelete: cascade }
access: [{ role: role-half, allow: [view, delete], where: "createUser == me.id" }]
`,
  'resources/city/badge.yaml': `title: { zh: 证件, en: Badge }
display: name
fields:
  name: ${name}
  memberId: { type: reference, of: member, onDelete: cascade, title: { zh: 成员, en: Member } }
`,
  'resources/city/duty.yaml': `title: { zh: 值班, en: Duty }
display: name
fields:
  name: ${name}
  teamId: { type: reference, of: team, onDelete: clear, title: { zh: 班组, en: Team } }
  teams: { type: reference, of: team, many: true, onDelete: clear, title: { zh: 各班组, en: Teams } }
  keptId: { type: reference, of: team, title: { zh: 原班组, en: Former team } }
  parts: { type: children, of: dutyPart, title: { zh: 时段, en: Parts } }
`,
  'resources/city/dutyPart.yaml': `title: { zh: 时段, en: Part }
partOf: dutyId
fields:
  dutyId: { type: reference, of: duty, required: true }
  hour: { type: integer, title: { zh: 小时, en: Hour } }
  teamId: { type: reference, of: team, onDelete: refuse, title: { zh: 班组, en: Team } }
  keptId: { type: reference, of: team, title: { zh: 原班组, en: Former team } }
`,
  'resources/city/lock.yaml': `title: { zh: 钥匙, en: Key }
display: name
fields:
  name: ${name}
  teamId: { type: reference, of: team, onDelete: refuse, title: { zh: 班组, en: Team } }
`,
}

describe.each(databasesUnderTest())('semantics 43: deletion of a record that others refer to, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  const tokens: Record<string, string> = {}

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = await importCallsOn(server, 'team')
    const all = (resource: string) => ['view', 'add', 'edit', 'delete'].map(one => `${resource}_${one}`)
    tokens['keeper'] = await calls.person('keeper', [...all('team'), ...all('member'), ...all('badge')])
    tokens['blind'] = await calls.person('blind', all('team'))
    tokens['viewer'] = await calls.person('viewer', [...all('team'), 'member_view', 'badge_view'])
    tokens['half'] = await calls.person('half', [...all('team'), ...all('member'), ...all('badge')])
  })
  afterAll(() => server.close())

  const save = async (resource: string, record: object): Promise<string> =>
    (await calls.data('POST', `city/v1/${resource}/save`, { name: resource, ...record })).id
  const remove = (id: string, by?: string) => calls.call('DELETE', 'city/v1/team/removeById', { id }, by)
  const restore = (id: string, by?: string) => calls.call('POST', 'engine/restore/team', { ids: [id] }, by)
  const columns = async (): Promise<Line> => {
    const of = async (table: string) =>
      (
        await calls.run(
          `select to_jsonb(t) - '{version,update_time,update_user}'::text[] as row from "${table}" t order by id`,
        )
      ).rows
    return Object.fromEntries(
      await Promise.all(
        ['team', 'member', 'badge', 'duty', 'duty_part', 'lock'].map(async table => [table, await of(table)]),
      ),
    )
  }
  const live = async (resource: string, id: string) =>
    (await calls.call('GET', `city/v1/${resource}/getById?id=${id}`)).status === 200
  const history = (resource: string, id: string): Promise<Line[]> =>
    calls.data('GET', `engine/history/${resource}/${id}`)

  it('cascades to the records of records, clears references, and keeps the others', async () => {
    const [team, other] = [await save('team', {}), await save('team', {})]
    const member = await save('member', { teamId: team })
    const badge = await save('badge', { memberId: member })
    const duty = await save('duty', { teamId: team, teams: [other, team], keptId: team })
    const before = await columns()

    const preview = await calls.data('POST', 'engine/bulk/team/preview', {
      select: { ids: [team] },
      do: { kind: 'remove' },
    })
    expect(preview.trial.along.map(({ title, kind: how, count }: Line) => [title.zh, how, count]).sort()).toEqual(
      [
        ['成员', 'remove', 1],
        ['证件', 'remove', 1],
        ['值班', 'clear', 1],
        ['值班', 'clear', 1],
      ].sort(),
    )
    expect([await columns(), preview.trial.done]).toEqual([before, 1])
    expect((await remove(team)).status).toBe(200)
    expect([await live('member', member), await live('badge', badge)]).toEqual([false, false])
    expect(await calls.data('GET', `city/v1/duty/getById?id=${duty}`)).toMatchObject({
      teamId: null,
      teams: [other],
      keptId: team,
      keptIdName: 'team',
    })
    const [cleared] = (await history('duty', duty)).slice(-2)
    expect(cleared).toMatchObject({ actorKind: 'system', reason: { zh: '删除的连带处理' } })

    expect((await restore(team)).status).toBe(200)
    expect(await columns()).toEqual(before)
    expect((await history('member', member)).map(entry => entry.operation)).toEqual(['restore', 'remove', 'save'])
  })

  it('restores neither what was deleted before, nor what was changed since', async () => {
    const team = await save('team', {})
    const [gone, member] = [await save('member', { teamId: team }), await save('member', { teamId: team })]
    const duty = await save('duty', { teamId: team })
    await calls.data('DELETE', 'city/v1/member/removeById', { id: gone })
    await remove(team)
    await calls.data('PUT', 'city/v1/duty/update', { id: duty, name: '改了' })
    expect((await restore(team)).status).toBe(200)
    expect([await live('member', gone), await live('member', member)]).toEqual([false, true])
    expect((await calls.data('GET', `city/v1/duty/getById?id=${duty}`)).teamId).toBe(null)
  })

  it('clears the references of a record that is restored after the deletion, until that is reverted', async () => {
    const [team, other] = [await save('team', {}), await save('team', {})]
    const duty = await save('duty', { teamId: team, teams: [other, team], keptId: team })
    const dutyNow = async () => {
      const { teamId, teams, keptId } = await calls.data('GET', `city/v1/duty/getById?id=${duty}`)
      return { teamId, teams, keptId }
    }
    const before = await dutyNow()
    await calls.data('DELETE', 'city/v1/duty/removeById', { id: duty })
    await remove(team)
    await calls.data('POST', 'engine/restore/duty', { ids: [duty] })
    expect(await dutyNow()).toEqual({ teamId: null, teams: [other], keptId: team })
    expect((await history('duty', duty)).map(entry => entry.operation)).toEqual(['update', 'restore', 'remove', 'save'])
    expect((await restore(team)).status).toBe(200)
    expect(await dutyNow()).toEqual(before)
  })

  // In a line, a reference cannot have `clear`: the compiler refuses it.
  it('refuses to restore a record with a line whose reference refuses the deletion, and changes nothing', async () => {
    const [team, other] = [await save('team', {}), await save('team', {})]
    const parts = [
      { hour: 1, teamId: other, keptId: team },
      { hour: 2, teamId: team, keptId: null },
    ]
    const duty = await save('duty', { teamId: team, parts })
    const restoreDuty = () => calls.call('POST', 'engine/restore/duty', { ids: [duty] })
    expect((await remove(team)).status).toBe(409)
    await calls.data('DELETE', 'city/v1/duty/removeById', { id: duty })
    expect((await remove(team)).status).toBe(200)
    const before = await columns()
    expect((await restoreDuty()).status).toBe(409)
    expect(await columns()).toEqual(before)
    expect((await restore(team)).status).toBe(200)
    expect((await restoreDuty()).status).toBe(200)
    expect(await calls.data('GET', `city/v1/duty/getById?id=${duty}`)).toMatchObject({ teamId: team, parts })
  })

  it('counts such a record as restored separately', async () => {
    const team = await save('team', {})
    const duty = await save('duty', { teamId: team })
    const teamOfDuty = async () => (await calls.data('GET', `city/v1/duty/getById?id=${duty}`)).teamId
    await calls.data('DELETE', 'city/v1/duty/removeById', { id: duty })
    await remove(team)
    const bulk = { select: { ids: [duty] }, do: { kind: 'restore' } }
    const [{ operation }] = linesOf(await calls.call('POST', 'engine/bulk/duty', bulk))
    expect(await teamOfDuty()).toBe(null)
    expect((await calls.undo(operation)).at(-1)).toEqual({ done: 1, failed: 0 })
    expect(await live('duty', duty)).toBe(false)
    await calls.data('POST', 'engine/restore/duty', { ids: [duty] })
    expect(await teamOfDuty()).toBe(null)
  })

  it('is one operation in bulk, and its undo restores all', async () => {
    const teams = [await save('team', {}), await save('team', {})]
    for (const teamId of teams) {
      await save('badge', { memberId: await save('member', { teamId }) })
      await save('duty', { teamId })
    }
    const before = await columns()
    const lines = async (answer: ReturnType<ImportCalls['call']>): Promise<Line[]> =>
      String((await answer).body)
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
    const [{ operation }, ...rest] = await lines(
      calls.call('POST', 'engine/bulk/team', { select: { ids: teams }, do: { kind: 'remove' } }),
    )
    expect(rest.at(-1)).toEqual({ done: 2, failed: 0 })
    const { rows } = await calls.run(`select resource, count(*)::int as count from engine_history
      where operation_id = ${operation} group by 1 order by 1`)
    expect(rows.map(({ resource, count }) => [resource, count])).toEqual([
      ['badge', 2],
      ['duty', 2],
      ['member', 2],
      ['team', 2],
    ])
    expect((await calls.undo(operation)).at(-1)).toMatchObject({ failed: 0 })
    expect(await columns()).toEqual(before)
  })

  it('refuses where a reference refuses, and deletes nothing', async () => {
    const team = await save('team', {})
    const [member, lock] = [await save('member', { teamId: team }), await save('lock', { teamId: team })]
    const refused = await remove(team)
    expect([refused.status, refused.body.msg]).toEqual([409, '该记录正被“钥匙”引用，不能删除'])
    // The user may delete the team and its member, and does not see the key.
    const invisible = await remove(team, tokens['keeper'])
    expect([invisible.status, invisible.body.msg]).toEqual([409, '该记录正被其他数据引用，不能删除'])
    expect([await live('team', team), await live('member', member)]).toEqual([true, true])
    await calls.data('DELETE', 'city/v1/lock/removeById', { id: lock })
    expect((await remove(team)).status).toBe(200)
  })

  it('refuses to restore a record whose reference refused or cascades the deletion of what it names', async () => {
    const team = await save('team', {})
    const lock = await save('lock', { teamId: team })
    const member = await save('member', { teamId: team })
    const badge = await save('badge', { memberId: member })
    const duty = await save('duty', { keptId: team })
    for (const [resource, id] of Object.entries({ lock, badge, duty }))
      await calls.data('DELETE', `city/v1/${resource}/removeById`, { id })
    await remove(team)
    const back = (resource: string, id: string) => calls.call('POST', `engine/restore/${resource}`, { ids: [id] })
    const gone = { msg: '班组“team”已被删除，请先恢复它', errors: { teamId: '班组“team”已被删除，请先恢复它' } }
    expect(await back('lock', lock)).toMatchObject({ status: 409, body: gone })
    expect(await back('badge', badge)).toMatchObject({
      status: 409,
      body: { msg: '成员“member”已被删除，请先恢复它' },
    })
    const preview = await calls.data('POST', 'engine/bulk/lock/preview', {
      select: { ids: [lock] },
      do: { kind: 'restore' },
    })
    expect(preview.trial).toMatchObject({ done: 0, stays: [{ reason: gone.msg, count: 1 }] })
    // A reference that is only kept does not need its record.
    expect((await back('duty', duty)).status).toBe(200)
    expect((await restore(team)).status).toBe(200)
    for (const [resource, id] of Object.entries({ lock, badge })) expect((await back(resource, id)).status).toBe(200)
  })

  it.each([
    ['keeper', 200, undefined],
    ['blind', 409, '该记录正被其他数据引用，不能删除'],
    ['viewer', 409, '该记录正被“成员”引用，不能删除'],
    ['half', 409, '该记录正被“成员”引用，不能删除'],
  ])('needs the right to each record: %s gets %i', async (account, status, message) => {
    const team = await save('team', {})
    const member = await save('member', { teamId: team })
    await save('badge', { memberId: member })
    const { status: answered, body } = await remove(team, tokens[account])
    expect([answered, status === 200 ? undefined : body.msg]).toEqual([status, message])
    expect([await live('team', team), await live('member', member)]).toEqual([status !== 200, status !== 200])
  })

  it('clears references that the user may not see, without a right to them', async () => {
    const team = await save('team', {})
    const duty = await save('duty', { teamId: team })
    const preview = await calls.data(
      'POST',
      'engine/bulk/team/preview',
      { select: { ids: [team] }, do: { kind: 'remove' } },
      tokens['blind'],
    )
    expect(preview.trial.along).toEqual([])
    expect((await remove(team, tokens['blind'])).status).toBe(200)
    expect((await calls.data('GET', `city/v1/duty/getById?id=${duty}`)).teamId).toBe(null)
  })

  it('refuses to restore without the right to what was deleted too', async () => {
    const team = await save('team', {})
    const member = await save('member', { teamId: team })
    await remove(team)
    expect((await restore(team, tokens['viewer'])).status).toBe(403)
    expect([await live('team', team), await live('member', member)]).toEqual([false, false])
    expect((await restore(team, tokens['keeper'])).status).toBe(200)
    expect([await live('team', team), await live('member', member)]).toEqual([true, true])
  })
})
