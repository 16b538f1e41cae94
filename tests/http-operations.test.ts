import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationView, UndoCounts } from '../engine/model/operation-view.ts'
import { administrator } from '../engine/server/auth/administrator.ts'
import { deleteOldOperations } from '../engine/server/services/operations/operation-log.ts'
import { operationOf } from '../engine/server/services/operations/operation-of.ts'
import { databasesUnderTest } from './support/databases.ts'
import { importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf, linesOf } from './support/server-calls.ts'
import { contextOf } from './support/store.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read lines and rows of every shape and fail where they differ
type Any = any

const app = {
  ...sampleApp,
  'resources/city/ward.yaml': `${sampleApp['resources/city/ward.yaml']}actions:
  visit: { handler: visit, title: { zh: 走访, en: Visit } }
`,
  'resources/city/letter.yaml': `${sampleApp['resources/city/letter.yaml']?.replace('http: PUT', 'http: PUT\n      if: "input.reply != \'无\'"')}`,
}

/** Permissions of the role whose operations another role must not see or undo. */
const keeperCodes = ['ward_view', 'ward_edit', 'letter_view', 'letter_answer']

describe.each(databasesUnderTest())('operations on several records, on $kind', kind => {
  let server: ServerUnderTest
  let token: string
  let keeper: string
  let roleId: string
  let own: string
  let second: string

  const call = (method: string, path: string, body?: unknown, by = token) =>
    server.call(method, `/api/${path}`, { token: by, ...(body !== undefined && { body }) })
  const data = async (...asked: Parameters<typeof call>) => dataOf(await call(...asked))
  const save = async (resource: string, record: object): Promise<string> =>
    (await data('POST', `city/v1/${resource}/save`, record)).id
  /** Runs a bulk operation and returns its id. */
  const bulk = async (resource: string, ids: readonly string[], bulkOperation: object, by = token): Promise<string> => {
    const lines = linesOf(await call('POST', `engine/bulk/${resource}`, { select: { ids }, do: bulkOperation }, by))
    expect(lines.at(-1)).toEqual({ done: ids.length, failed: 0 })
    return lines[0].operation
  }
  const undo = async (id: string, by = token): Promise<Any[]> =>
    linesOf(await call('POST', `engine/operations/${id}/undo`, undefined, by))
  /** What an undo would revert. */
  const undoCounts = (id: string, by = token): Promise<UndoCounts> =>
    data('GET', `engine/operations/${id}/undo`, undefined, by)
  const operation = (id: string, by = token): Promise<OperationView> =>
    data('GET', `engine/operations/${id}`, undefined, by)
  const grant = (codes: readonly string[]) =>
    Promise.all(
      codes.map(code =>
        sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${roleId}::bigint, ${code})`.execute(
          server.engine.database.kysely,
        ),
      ),
    )
  const forgetRights = () =>
    data('POST', 'blade/v1/bladeRole/save', { roleName: `r${Math.random()}`, roleAlias: `r${Math.random()}` })
  /** Every column of rows except those that a new version always changes. */
  const columnsOf = async (table: string, ids: readonly string[]): Promise<Any[]> => {
    const { rows } = await sql`select to_jsonb(t) - '{version,update_user,update_time,state_since}'::text[] as row
      from ${sql.table(table)} t where id = any(${ids}::bigint[]) order by id`.execute(server.engine.database.kysely)
    return rows
  }

  beforeAll(async () => {
    server = await startServer(kind, app, {
      handlers: {
        ward: {
          visit: async ({ record, context }: Any) => {
            await context.store.update(context.ctx, 'ward', { id: second, people: 77 })
            return { people: Number(record.people ?? 0) + 1 }
          },
        },
      },
    })
    token = await server.signIn('admin', adminPassword)
    own = await save('ward', { name: '自己的', people: 1 })
    second = await save('ward', { name: '另一个', people: 5 })
    roleId = (await data('POST', 'blade/v1/bladeRole/save', { roleName: '看门人', roleAlias: 'keeper' })).id
    await grant(keeperCodes)
    const { deptId } = await data('GET', 'blade-user/info')
    for (const account of ['keeper', 'other'])
      await data('POST', 'blade/v1/bladeUser/save', {
        deptId,
        account,
        name: account,
        realName: account,
        password: 'Keeper-26',
        roleId: [roleId],
        ownerIds: [own],
      })
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    keeper = await server.signIn('keeper', 'Keeper-26')
  })
  afterAll(() => server.close())

  it('undoes an edit except for the row changed since, and undoes the undo', async () => {
    const ids = await Promise.all([3, null, 8].map((people, n) => save('ward', { name: `改${n}`, people })))
    const before = await columnsOf('ward', ids)
    const id = await bulk('ward', ids, { kind: 'update', values: { people: 40, secretNote: '一起' } })
    expect(await operation(id)).toMatchObject({
      kind: 'edit',
      resource: 'ward',
      userName: expect.any(String),
      meant: 3,
      done: 3,
      failed: 0,
      state: 'finished',
      undo: 'possible',
      edited: { people: 40, secretNote: '一起' },
    })
    await data('PUT', 'city/v1/ward/update', { id: ids[1], people: 41 })
    const changed = await columnsOf('ward', [ids[1] ?? ''])
    expect(await undoCounts(id)).toEqual({ reverted: 2, leftOut: 1, capped: false })
    const lines = await undo(id)
    expect(lines.slice(1, -1).sort((a, b) => a.display.localeCompare(b.display))).toEqual([
      { id: ids[0], display: '改0', ok: true },
      { id: ids[1], display: '改1', ok: false, message: '之后又有修改，保持不变' },
      { id: ids[2], display: '改2', ok: true },
    ])
    expect(await columnsOf('ward', ids)).toEqual([before[0], changed[0], before[2]])
    expect((await data('GET', `engine/history/ward/${ids[0]}`))[0]).toMatchObject({
      operation: 'undo',
      version: 3,
      changes: { people: { from: 40, to: 3 } },
    })
    // One row was reverted, another changed: nothing is left to undo.
    expect((await operation(id)).undo).toBe('changed')
    expect(await undoCounts(id)).toEqual({ reverted: 0, leftOut: 1, capped: false })
    const headers = { 'accept-language': 'en' }
    const english = linesOf(await server.call('POST', `/api/engine/operations/${id}/undo`, { token, headers }))
    expect(english[1]).toMatchObject({ ok: false, message: 'The record has been changed since and was not reverted' })
    const reverted = lines[0].operation
    expect(await undoCounts(reverted)).toEqual({ reverted: 2, leftOut: 0, capped: false })
    expect(await operation(reverted)).toMatchObject({
      kind: 'undo',
      undoOf: id,
      title: { en: 'Bulk edit' },
      done: 2,
      failed: 1,
    })
    expect((await undo(reverted)).at(-1)).toEqual({ done: 2, failed: 0 })
    expect((await data('GET', `city/v1/ward/getById?id=${ids[2]}`)).people).toBe(40)
    expect((await operation(reverted)).undo).toBe('undone')
    for (const method of ['GET', 'POST'])
      expect((await call(method, `engine/operations/${reverted}/undo`)).body.msg).toBe('该操作已撤销')
  })

  it('undoes a transition with its state and the values that it set', async () => {
    const ids = await Promise.all(['甲', '乙'].map(subject => save('letter', { wardId: own, subject })))
    const drafts = await columnsOf('letter', ids)
    const issue = await bulk('letter', ids, { kind: 'transition', name: 'issue', input: {} })
    const issued = await columnsOf('letter', ids)
    const answer = await bulk('letter', ids, { kind: 'transition', name: 'answer', input: { reply: '好' } })
    expect((await undo(answer)).at(-1)).toEqual({ done: 2, failed: 0 })
    expect(await columnsOf('letter', ids)).toEqual(issued)
    expect((await undo(issue)).at(-1)).toEqual({ done: 0, failed: 2 })
    expect(await columnsOf('letter', ids)).toEqual(issued)
    const again = await Promise.all(['丙', '丁'].map(subject => save('letter', { wardId: own, subject })))
    const id = await bulk('letter', again, { kind: 'transition', name: 'issue', input: {} })
    await undo(id)
    const states = (await columnsOf('letter', again)).map(({ row }) => row.state)
    expect(states).toEqual(drafts.map(({ row }) => row.state))
  })

  it('undoes a deletion with its lines, and a restoration', async () => {
    const lines = [{ thing: '米', quantity: 2, price: 3 }]
    const ids = await Promise.all([1, 2].map(n => save('purchase', { wardId: own, title: `删${n}`, lines })))
    const before = await columnsOf('purchase', ids)
    const removed = await bulk('purchase', ids, { kind: 'remove' })
    expect(await undoCounts(removed)).toEqual({ reverted: 2, leftOut: 0, capped: false })
    expect((await undo(removed)).at(-1)).toEqual({ done: 2, failed: 0 })
    expect(await columnsOf('purchase', ids)).toEqual(before)
    expect((await data('GET', `city/v1/purchase/getById?id=${ids[0]}`)).lines).toHaveLength(1)
    expect((await operation(removed)).undo).toBe('undone')
    await bulk('purchase', ids, { kind: 'remove' })
    const inBin = await columnsOf('purchase', ids)
    const restored = await bulk('purchase', ids, { kind: 'restore' })
    expect(await undoCounts(restored)).toEqual({ reverted: 2, leftOut: 0, capped: false })
    expect((await undo(restored)).at(-1)).toEqual({ done: 2, failed: 0 })
    expect(await columnsOf('purchase', ids)).toEqual(inBin)
  })

  it("undoes the field changes of an action, including its handler's changes of other records", async () => {
    const before = await columnsOf('ward', [own, second])
    const id = await bulk('ward', [own], { kind: 'action', name: 'visit', input: {} })
    expect(await columnsOf('ward', [own, second])).not.toEqual(before)
    expect((await undo(id)).at(-1)).toEqual({ done: 2, failed: 0 })
    expect(await columnsOf('ward', [own, second])).toEqual(before)
  })

  it('repeats nothing when an undo is retried with its key', async () => {
    const ids = await Promise.all([1, 2].map(n => save('ward', { name: `重${n}`, people: n })))
    const id = await bulk('ward', ids, { kind: 'update', values: { people: 9 } })
    const send = () =>
      server.call('POST', `/api/engine/operations/${id}/undo`, { token, headers: { 'idempotency-key': 'undo-1' } })
    const first = linesOf(await send())
    expect(first.at(-1)).toEqual({ done: 2, failed: 0 })
    expect(linesOf(await send())).toEqual(first)
    expect((await data('GET', `city/v1/ward/getById?id=${ids[0]}`)).version).toBe(3)
  })

  it('counts the changes of a preview before any is made', async () => {
    const wards = await Promise.all([null, 4, 5].map((people, n) => save('ward', { name: `数${n}`, people })))
    const preview = (resource: string, ids: readonly string[], bulkOperation: object) =>
      data('POST', `engine/bulk/${resource}/preview`, { select: { ids }, do: bulkOperation })
    expect(await preview('ward', wards, { kind: 'update', values: { people: 5 } })).toEqual({
      total: 3,
      outOfReach: 0,
      fields: [{ field: 'people', empty: 1, same: 1, other: 1 }],
      states: [],
      first: [],
      trial: { tried: 3, done: 3, stays: [], along: [] },
    })
    const letters = await Promise.all([1, 2, 3].map(n => save('letter', { wardId: own, subject: `数${n}` })))
    await data('POST', 'city/v1/letter/issue', { id: letters[0] })
    expect((await preview('letter', letters, { kind: 'transition', name: 'issue', input: {} })).states).toEqual([
      { from: '0', count: 2 },
      { from: '1', count: 1, barred: 'state' },
    ])
    // A condition on what is entered is checked when the step is made.
    expect(
      (await preview('letter', letters, { kind: 'transition', name: 'answer', input: { reply: '好' } })).states,
    ).toEqual([
      { from: '0', count: 2, barred: 'state' },
      { from: '1', count: 1 },
    ])
    expect((await preview('letter', letters, { kind: 'update', values: { deadline: '2026-12-01' } })).fields).toEqual([
      { field: 'deadline', empty: 3, same: 0, other: 0 },
    ])
    expect((await preview('letter', letters, { kind: 'remove' })).first).toEqual(['数3', '数2', '数1'])
  })

  it('tries a restoration for its preview', async () => {
    const far = await save('ward', { name: '将删的' })
    const lines = [
      { thing: '米', quantity: 2, price: 3 },
      { thing: '面', quantity: 1, price: 4 },
    ]
    const orders = await Promise.all([own, own, far].map(wardId => save('purchase', { wardId, title: '恢复', lines })))
    const preview = (resource: string, ids: readonly string[]) =>
      data('POST', `engine/bulk/${resource}/preview`, { select: { ids }, do: { kind: 'restore' } })
    await bulk('purchase', orders, { kind: 'remove' })
    const [twin] = [await save('ward', { name: '重名' })]
    await bulk('ward', [far, twin], { kind: 'remove' })
    await save('ward', { name: '重名' })
    expect(await preview('purchase', orders)).toMatchObject({
      total: 3,
      trial: { tried: 3, done: 2, stays: [{ count: 1 }] },
    })
    expect((await preview('ward', [far, twin])).trial).toMatchObject({ done: 1, stays: [{ count: 1 }] })
    const answer = linesOf(
      await call('POST', 'engine/bulk/purchase', { select: { ids: orders }, do: { kind: 'restore' } }),
    )
    expect(answer.at(-1)).toEqual({ done: 2, failed: 1 })
  })

  it('shows an operation only to its user and to administrators', async () => {
    const id = await bulk('ward', [own], { kind: 'update', values: { people: 15 } }, keeper)
    const other = await server.signIn('other', 'Keeper-26')
    expect((await operation(id, keeper)).done).toBe(1)
    expect((await operation(id)).userName).toBe('keeper')
    for (const path of ['', '/rows', '/undo', '/file'])
      expect((await call('GET', `engine/operations/${id}${path}`, undefined, other)).status).toBe(404)
    expect((await call('POST', `engine/operations/${id}/undo`, undefined, other)).status).toBe(404)
    const listed = async (by?: string, query = '') =>
      (await data('GET', `sys/v1/sysOperation/page${query}`, undefined, by)).records.map((one: OperationView) => one.id)
    const refused = async (by?: string) => [
      (await call('GET', `sys/v1/sysOperation/getById?id=${id}`, undefined, by)).status,
      (await call('GET', 'engine/export/sysOperation?format=csv&columns=kind', undefined, by)).status,
    ]
    expect(await listed(other)).toEqual([])
    expect(await refused(other)).toEqual([404, 403])
    expect(await listed(keeper, '?kind=edit&resource=ward')).toEqual([id])
    expect(await listed()).toContain(id)
    await sql`update engine_operation set tenant_id = '000001' where id = ${id}::bigint`.execute(
      server.engine.database.kysely,
    )
    for (const by of [token, keeper])
      for (const [method, rest] of [
        ['GET', ''],
        ['GET', '/rows'],
        ['GET', '/undo'],
        ['POST', '/undo'],
      ] as const)
        expect((await call(method, `engine/operations/${id}${rest}`, undefined, by)).status).toBe(404)
    for (const by of [token, keeper]) expect(await listed(by)).not.toContain(id)
    expect((await data('GET', `city/v1/ward/getById?id=${own}`)).people).toBe(15)
    await sql`update engine_operation set tenant_id = '000000' where id = ${id}::bigint`.execute(
      server.engine.database.kysely,
    )
  })

  it('refuses an undo to a user who no longer may make the change', async () => {
    const id = await bulk('ward', [own], { kind: 'update', values: { people: 16 } }, keeper)
    await sql`delete from engine_grant where code = 'ward_edit'`.execute(server.engine.database.kysely)
    await forgetRights()
    expect((await operation(id, keeper)).undo).toBe('forbidden')
    for (const method of ['GET', 'POST'])
      expect((await call(method, `engine/operations/${id}/undo`, undefined, keeper)).status).toBe(409)
    await grant(['ward_edit'])
    await forgetRights()
    await sql`update blade_user set owner_ids = array[${second}::bigint] where account = 'keeper'`.execute(
      server.engine.database.kysely,
    )
    await forgetRights()
    expect(await undoCounts(id, keeper)).toEqual({ reverted: 0, leftOut: 1, capped: false })
    expect(await undoCounts(id)).toEqual({ reverted: 1, leftOut: 0, capped: false })
    const [, line] = await undo(id, keeper)
    expect(line).toMatchObject({ id: own, ok: false })
    expect((await data('GET', `city/v1/ward/getById?id=${own}`)).people).toBe(16)
    const { rows } = await data('GET', `engine/operations/${id}/rows`, undefined, keeper)
    expect(rows).toEqual([{ id: own, display: null, done: true, reason: null }])
    await sql`update blade_user set owner_ids = array[${own}::bigint] where account = 'keeper'`.execute(
      server.engine.database.kysely,
    )
    await forgetRights()
  })

  const porterCodes = ['view', 'add', 'edit', 'delete', 'import', 'visit'].map(name => `ward_${name}`)
  const bulkBy =
    (bulkOperation: object) =>
    (ids: readonly string[], by: string): Promise<string> =>
      bulk('ward', ids, bulkOperation, by)
  it.each<[string, string, (ids: readonly string[], by: string) => Promise<string>]>([
    ['a deletion', 'ward_delete', bulkBy({ kind: 'remove' })],
    ['an action', 'ward_visit', bulkBy({ kind: 'action', name: 'visit', input: {} })],
    [
      'an import',
      'ward_import',
      async (ids, by) => {
        const wards = await importCallsOn(server, 'ward')
        const { name } = await data('GET', `city/v1/ward/getById?id=${ids[0]}`)
        const { id } = await wards.checked(`名称,人口\n${name},60\n`, { by: 'name', mode: 'update' }, by)
        await wards.step(id, 'write', {}, by)
        return id
      },
    ],
  ])(
    'refuses an undo of %s without the right to it, and makes it once that is granted again',
    async (what, code, make) => {
      const { person, run } = await importCallsOn(server, 'ward')
      const porter = await person(code.replace('_', '-'), porterCodes)
      const one = await save('ward', { name: `${what}的街区`, people: 6 })
      const before = await columnsOf('ward', [one, second])
      const id = await make([one], porter)
      const made = await columnsOf('ward', [one, second])
      expect(made).not.toEqual(before)
      const granted = await run(`delete from engine_grant where code = '${code}' returning role_id::text as role`)
      await forgetRights()
      expect((await operation(id, porter)).undo).toBe('forbidden')
      for (const method of ['GET', 'POST'])
        expect((await call(method, `engine/operations/${id}/undo`, undefined, porter)).status).toBe(409)
      expect(await columnsOf('ward', [one, second])).toEqual(made)
      for (const { role } of granted.rows)
        await run(`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${role}, '${code}')`)
      await forgetRights()
      expect((await undo(id, porter)).at(-1)).toMatchObject({ failed: 0 })
      expect(await columnsOf('ward', [one, second])).toEqual(before)
    },
  )

  it('can be undone for thirty days, then is not listed any more', async () => {
    const id = await bulk('ward', [second], { kind: 'update', values: { people: 18 } })
    const { kysely } = server.engine.database
    const after = (days: number) => new Date(Date.now() + days * 86_400_000)
    const admin = await administrator(server.engine.database)
    const seenAfter = (days: number) => operationOf(kysely, contextOf(admin, server.engine.model(), after(days)), id)
    expect([(await seenAfter(29.9)).undo, (await seenAfter(30.1)).undo]).toEqual(['possible', 'expired'])
    await sql`update engine_operation set started = now() - interval '31 days' where id = ${id}::bigint`.execute(kysely)
    const refused = await call('POST', `engine/operations/${id}/undo`)
    expect([refused.status, refused.body.msg]).toEqual([409, '超过 30 天的操作不能撤销'])
    expect((await data('GET', `city/v1/ward/getById?id=${second}`)).people).toBe(18)
    await deleteOldOperations(kysely, new Date())
    expect((await call('GET', `engine/operations/${id}`)).status).toBe(404)
  })

  it('applies the privilege-escalation guard to the undo of roles and users', async () => {
    const roleOf = async (roleAlias: string, codes: readonly string[]): Promise<string> => {
      const { id } = await data('POST', 'blade/v1/bladeRole/save', { roleName: roleAlias, roleAlias })
      for (const code of codes)
        await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${id}::bigint, ${code})`.execute(
          server.engine.database.kysely,
        )
      return id
    }
    const chiefCodes = ['user_view', 'user_edit', 'user_delete', 'role_view', 'letter_view', 'purchase_view']
    const [chiefRole, strong, weak] = [
      await roleOf('chief', chiefCodes),
      await roleOf('strong', ['purchase_view']),
      await roleOf('weak', []),
    ]
    const { deptId } = await data('GET', 'blade-user/info')
    const account = async (name: string, roleId: string): Promise<string> => {
      const known = { account: name, name, realName: name, password: 'Person-26', roleId: [roleId], deptId }
      return (await data('POST', 'blade/v1/bladeUser/save', known)).id
    }
    await account('chief', chiefRole)
    const mate = await account('mate', strong)
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    const chief = await server.signIn('chief', 'Person-26')
    const roleOfMate = async () => (await data('GET', `blade/v1/bladeUser/getById?id=${mate}`)).roleId
    const id = await bulk('bladeUser', [mate], { kind: 'update', values: { roleId: [weak] } }, chief)
    // The chief lost the rights of the other user's former role.
    await sql`delete from engine_grant where role_id = ${chiefRole}::bigint and code = 'purchase_view'`.execute(
      server.engine.database.kysely,
    )
    await forgetRights()
    const [, line] = await undo(id, chief)
    expect(line).toMatchObject({ id: mate, ok: false })
    expect(await roleOfMate()).toEqual([weak])
    // An administrator may undo the same operation.
    expect((await undo(id)).at(-1)).toEqual({ done: 1, failed: 0 })
    expect(await roleOfMate()).toEqual([strong])
  })

  it("keeps an export's file for a day, only for its user", async () => {
    const sent = await call('GET', 'engine/export/ward?format=csv&columns=name')
    const [{ id: exportId }] = (await data('GET', 'sys/v1/sysOperation/page?kind=export')).records
    const exported = await operation(exportId)
    expect(exported).toMatchObject({
      resource: 'ward',
      state: 'finished',
      undo: 'never',
      exported: { format: 'csv', file: 'there' },
    })
    expect(exported?.done).toBe(exported?.meant)
    const path = `engine/operations/${exported?.id}/file`
    const file = await call('GET', path)
    expect([file.status, String(file.body)]).toEqual([200, String(sent.body)])
    await sql`update engine_operation set details = details || '{"rights": "other"}' where id = ${exported?.id ?? ''}::bigint`.execute(
      server.engine.database.kysely,
    )
    expect((await call('GET', path)).status).toBe(403)
    await sql`update engine_operation set details = details || '{"until": 1}' where id = ${exported?.id ?? ''}::bigint`.execute(
      server.engine.database.kysely,
    )
    expect((await call('GET', path)).body.msg).toBe('导出文件已清理，请重新导出')
  })
})
