import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { grantsRights } from '../engine/model/guard.ts'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read rows of every shape and fail where they differ
type Any = any

const app = {
  ...sampleApp,
  'dictionaries/duty_state.yaml': `title: { zh: 值班状态, en: Duty state }
entries:
  open: { title: { zh: 待定, en: Open } }
  set: { title: { zh: 已定, en: Set } }
`,
  'resources/city/duty.yaml': `title: { zh: 值班, en: Duty }
menu: { under: work, icon: mail, order: 50 }
guard: authority
display: dutyName
fields:
  dutyName: { type: text, required: true, unique: true, title: { zh: 值班名, en: Name } }
  holderId: { type: reference, of: bladeRole, title: { zh: 值班角色, en: Role } }
  dutyState: { type: dictionary, of: duty_state, title: { zh: 值班状态, en: State } }
lifecycle:
  field: dutyState
  initial: open
  final: [set]
  transitions:
    assign: { from: open, to: set, edit: [holderId], title: { zh: 指定, en: Assign } }
actions:
  promote: { handler: promote, title: { zh: 提升, en: Promote } }
  promoteAsSystem: { handler: promoteAsSystem, title: { zh: 系统提升, en: Promote as system } }
  reviseAsSystem: { handler: reviseAsSystem, title: { zh: 系统修改角色, en: Revise a role as system } }
`,
}

/** Tables whose rows a refused write must leave unchanged. */
const tables = [
  'blade_user',
  'blade_role',
  'blade_dept',
  'blade_client',
  'blade_tenant',
  'blade_datasource',
  'blade_code',
  'blade_service_token',
  'duty',
  'engine_grant',
]
/** The only code of `strong`, without which the guard lets no other user assign that role. */
const codeOfStrong = 'purchase_view'
const operations = ['view', 'add', 'edit', 'delete', 'import']

describe.each(databasesWalked('postgres'))('the privilege-escalation guard, on $kind', kind => {
  let server: ServerUnderTest
  let duties: ImportCalls
  let actor: string
  /** The user who tries a write, and the one who made what an undo reverts. */
  let [by, maker] = ['', '']
  let actorRole: string
  let strong: string
  let weak: string
  let deptId: string
  let deptName: string
  let lastImport: string
  let mate: string
  let stranger: string
  let promoted: string
  let missing = codeOfStrong
  let revised: string
  let count = 0

  const next = () => `n${++count}`
  const call = (method: string, path: string, body?: unknown, by?: string) => duties.call(method, path, body, by)
  const data = (method: string, path: string, body?: unknown, by?: string): Promise<Any> =>
    duties.data(method, path, body, by)
  const saved = async (resource: string, record: object): Promise<string> =>
    (await data('POST', `${resource}/save`, record)).id
  const grant = (role: string, code: string) =>
    duties.run(`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${role}, '${code}')`)
  const forgetRights = () => saved('blade/v1/bladeRole', { roleName: next(), roleAlias: next() })
  /** Gives or takes the one code of `missing`. */
  const allow = async (isAllowed: boolean) => {
    await duties.run(`delete from engine_grant where role_id = ${actorRole} and code = '${missing}'`)
    if (isAllowed) await grant(actorRole, missing)
    await forgetRights()
  }
  const person = (roleId: string) => {
    const account = next()
    return { account, name: account, realName: '某人', password: 'Person-26', roleId: [roleId], deptId }
  }
  const user = (roleId: string) => saved('blade/v1/bladeUser', person(roleId))
  const department = () => ({ deptName: next(), fullName: next(), deptCategory: '1' })
  const duty = (holderId: string | null) => saved('city/v1/duty', { dutyName: next(), holderId })
  const role = async () => {
    const id = await saved('blade/v1/bladeRole', { roleName: next(), roleAlias: next() })
    await grant(id, 'purchase_view')
    return id
  }
  const fingerprint = async () => {
    const digests = tables.map(
      table =>
        sql`select ${table} as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum
          from ${sql.table(table)} t`,
    )
    const { rows } = await sql<{ name: string; sum: string }>`${sql.join(digests, sql` union all `)}`.execute(
      server.engine.database.kysely,
    )
    return rows.map(({ name, sum }) => `${name} ${sum}`)
  }
  const bulk = async (resource: string, id: string, bulkOperation: object) => {
    const { body, status } = await call(
      'POST',
      `engine/bulk/${resource}`,
      { select: { ids: [id] }, do: bulkOperation },
      by,
    )
    if (status !== 200) return status
    return String(body).includes('"ok":true') ? 200 : 403
  }
  const imported = async (csv: string, match: unknown, resource = 'duty') => {
    const into = await importCallsOn(server, resource)
    const uploaded = await into.send(csv, { by })
    if (uploaded.status !== 200) return uploaded.status
    const { id, columns } = uploaded.body.data
    const lines = await into.step(id, 'check', { columns, match }, by)
    if (lines.at(-1).import.counts.wrong > 0) return 403
    await into.step(id, 'write', {}, by)
    lastImport = id
    return 200
  }
  /** The undo of a bulk operation that the actor made while having the rights for it. */
  const undoOf = async (resource: string, id: string, bulkOperation: object) => {
    await allow(true)
    const { body } = await call('POST', `engine/bulk/${resource}`, { select: { ids: [id] }, do: bulkOperation }, maker)
    const { operation } = JSON.parse(String(body).split('\n')[0] ?? '')
    expect(String(body)).toContain('"ok":true')
    return undoing(operation)
  }
  const undoOfImport = async (write: () => Promise<number>) => {
    await allow(true)
    const tried = by
    by = maker
    expect(await write()).toBe(200)
    by = tried
    return undoing(lastImport)
  }
  const undoing = async (operation: string) => {
    await allow(false)
    return async () => {
      const undone = await call('POST', `engine/operations/${operation}/undo`, undefined, by)
      return String(undone.body).includes('"ok":true') ? 200 : 403
    }
  }
  const status = async (method: string, path: string, body?: unknown) => (await call(method, path, body, by)).status

  const savedDepartment = () => saved('blade/v1/bladeDept', department())
  const client = () => ({ clientId: next(), authorizedGrantTypes: ['password'], scope: 'all' })
  const tenant = () => ({ tenantId: next(), tenantName: next() })
  const savedClient = () => saved('blade/v1/bladeClient', client())
  const savedTenant = () => saved('blade/v1/bladeTenant', tenant())
  const source = () => ({
    name: next(),
    url: 'postgres://10.20.1.9:5432/shop',
    username: 'reader',
    password: 'Reader-26',
  })
  const savedSource = () => saved('blade/v1/bladeDatasource', source())
  const savedCode = async () =>
    saved('blade/v1/bladeCode', {
      codeName: next(),
      datasourceId: await savedSource(),
      tableName: 'shop',
      serviceName: 'city',
    })

  /** Prepares the rows of a path, and returns the write that is tried by the actor with less and with enough rights. */
  type Prepare = () => Promise<() => Promise<number>>

  const v1 = 'blade/v1/bladeUser'
  const update =
    (path: string, made: () => Promise<string>, values: () => object): Prepare =>
    async () => {
      const id = await made()
      return () => status('PUT', `${path}/update`, { id, ...values() })
    }
  const strongUser = () => user(strong)
  const weakUser = () => user(weak)
  const removedUser = async () => {
    const id = await strongUser()
    await data('DELETE', `${v1}/removeByIds`, { ids: [id] })
    return id
  }
  const importAdds = () =>
    imported(
      `account,name,realName,password,roleId,deptId\n${next()},某人,某人,Person-26,strong,${deptName}\n`,
      null,
      'bladeUser',
    )
  const importChanges = async (id: string, to: 'strong' | 'weak') => {
    const { account } = await data('GET', `${v1}/getById?id=${id}`)
    return () => imported(`account,roleId\n${account},${to}\n`, { by: 'account', mode: 'update' }, 'bladeUser')
  }

  /** Every path of one resource; the others have one path each, since one write serves all of them. */
  const pathsOfUsers: Readonly<Record<string, Prepare>> = {
    save: async () => () => status('POST', `${v1}/save`, person(strong)),
    update: update(v1, weakUser, () => ({ roleId: [strong] })),
    remove: async () => {
      const id = await strongUser()
      return () => status('DELETE', `${v1}/removeByIds`, { ids: [id] })
    },
    'bulk update': async () => {
      const id = await weakUser()
      return () => bulk('bladeUser', id, { kind: 'update', values: { roleId: [strong] } })
    },
    'bulk remove': async () => {
      const id = await strongUser()
      return () => bulk('bladeUser', id, { kind: 'remove' })
    },
    'bulk restore': async () => {
      const id = await removedUser()
      return () => bulk('bladeUser', id, { kind: 'restore' })
    },
    'restore from the bin': async () => {
      const id = await removedUser()
      return () => status('POST', 'engine/restore/bladeUser', { ids: [id] })
    },
    'undo of a bulk update': async () =>
      undoOf('bladeUser', await strongUser(), { kind: 'update', values: { roleId: [weak] } }),
    'undo of a bulk deletion': async () => undoOf('bladeUser', await strongUser(), { kind: 'remove' }),
    'undo of a bulk restore': async () => undoOf('bladeUser', await removedUser(), { kind: 'restore' }),
    'import that adds': async () => importAdds,
    'import that changes': async () => importChanges(await weakUser(), 'strong'),
    'undo of an import that adds': async () => undoOfImport(importAdds),
    'undo of an import that changes': async () => undoOfImport(await importChanges(await strongUser(), 'weak')),
  }

  /** Of rows that all tenants share: no right but that of an administrator of the platform changes them. */
  const sharedPaths: Readonly<Record<string, Prepare>> = {
    'update of bladeClient': update('blade/v1/bladeClient', savedClient, () => ({ scope: next() })),
    'update of bladeTenant': update('blade/v1/bladeTenant', savedTenant, () => ({ tenantName: next() })),
    'update of bladeDatasource': update('blade/v1/bladeDatasource', savedSource, () => ({ remark: next() })),
    'update of bladeCode': update('blade/v1/bladeCode', savedCode, () => ({ codeName: next() })),
    'blade submit of a new client': async () => () => status('POST', 'blade-system/client/submit', client()),
    'blade remove of a tenant': async () => {
      const id = await savedTenant()
      return () => status('POST', `blade-system/tenant/remove?ids=${id}`)
    },
    'v1 action on a tenant': async () => {
      const id = await savedTenant()
      return () => status('POST', 'blade/v1/bladeTenant/issuePassword', { id })
    },
  }

  const paths: Readonly<Record<string, Prepare>> = {
    ...pathsOfUsers,
    'update of bladeRole': update('blade/v1/bladeRole', role, () => ({ remark: next() })),
    'update of bladeDept': update('blade/v1/bladeDept', savedDepartment, () => ({ remark: next() })),
    'update of duty': update(
      'city/v1/duty',
      () => duty(weak),
      () => ({ holderId: strong }),
    ),
    'save of bladeServiceToken': async () => () =>
      status('POST', 'blade/v1/bladeServiceToken/save', { name: next(), roleId: strong, operations: codeOfStrong }),
    'v1 action on a service token': async () => {
      const id = await saved('blade/v1/bladeServiceToken', { name: next(), roleId: strong, operations: codeOfStrong })
      return () => status('POST', 'blade/v1/bladeServiceToken/issue', { id })
    },
    'update of a user with more rights': update(v1, strongUser, () => ({ password: 'Person-27' })),
    'blade submit of a new user': async () => () =>
      status('POST', 'blade-user/submit', { ...person(strong), roleId: strong }),
    'blade submit of a user': async () => {
      const id = await user(weak)
      return () => status('POST', 'blade-user/submit', { id, roleId: strong })
    },
    'blade submit of a role': async () => {
      const id = await role()
      return () => status('POST', 'blade-system/role/submit', { id, remark: next() })
    },
    'blade grant to a role with more rights': async () => {
      const id = await role()
      return () => status('POST', 'blade-system/role/grant', { roleIds: [id], menuIds: [] })
    },
    'blade grant of a code to a role': async () => {
      const id = await saved('blade/v1/bladeRole', { roleName: next(), roleAlias: next() })
      const buttons = flat(await data('GET', 'blade-system/menu/buttons'))
      const menuIds = buttons.filter(({ code }) => code === codeOfStrong).map(button => button.id)
      return () => status('POST', 'blade-system/role/grant', { roleIds: [id], menuIds })
    },
    'blade submit of a department': async () => () => status('POST', 'blade-system/dept/submit', department()),
    'v1 action on a user': async () => {
      const id = await user(strong)
      return () => status('POST', 'blade/v1/bladeUser/disable', { id })
    },
    'bulk action on a user': async () => {
      const id = await user(strong)
      return () => bulk('bladeUser', id, { kind: 'action', name: 'disable', input: {} })
    },
    "bulk transition of a product's guarded row": async () => {
      const id = await duty(null)
      return () => bulk('duty', id, { kind: 'transition', name: 'assign', input: { holderId: strong } })
    },
    'bulk action with a handler that writes a user': async () => {
      mate = await user(weak)
      const id = await duty(null)
      return () => bulk('duty', id, { kind: 'action', name: 'promote', input: {} })
    },
    'blade grant to a user': async () => {
      const id = await user(weak)
      return () => status('POST', `blade-user/grant?userIds=${id}&roleIds=${strong}`)
    },
    'handler that writes a user': async () => {
      mate = await user(weak)
      const id = await duty(null)
      return () => status('POST', 'city/v1/duty/promote', { id })
    },
    'handler that writes a user as the system': async () => {
      mate = await user(weak)
      const id = await duty(null)
      return () => status('POST', 'city/v1/duty/promoteAsSystem', { id })
    },
    'handler that writes a role as the system': async () => {
      revised = await role()
      const id = await duty(null)
      return () => status('POST', 'city/v1/duty/reviseAsSystem', { id })
    },
    "transition of a product's guarded row": async () => {
      const id = await duty(null)
      return () => status('POST', 'city/v1/duty/assign', { id, holderId: strong })
    },
    'blade reset of a password': async () => {
      const id = await user(strong)
      return () => status('POST', `blade-user/reset-password?userIds=${id}`)
    },
  }

  beforeAll(async () => {
    server = await startServer(kind, app, {
      reasons: { promotion: { zh: '晋升', en: 'Promotion' } },
      handlers: {
        duty: {
          promote: async ({ context }: Any) => {
            await context.store.update(context.ctx, 'bladeUser', { id: mate, roleId: [strong] })
            return {}
          },
          promoteAsSystem: async ({ context, record }: Any) => {
            const ctx = context.ctx.asSystem(record.dutyName === 'undeclared' ? 'undeclared' : 'promotion')
            const id = record.dutyName === 'elsewhere' ? stranger : mate
            await context.store.update(ctx, 'bladeUser', { id, roleId: [strong] })
            return {}
          },
          reviseAsSystem: async ({ context }: Any) => {
            await context.store.update(context.ctx.asSystem('promotion'), 'bladeRole', {
              id: revised,
              roleName: next(),
            })
            return {}
          },
        },
      },
      jobs: {
        promotion: {
          title: { zh: '提升', en: 'Promotion' },
          schedule: { seconds: 86_400 },
          run: async ({ step, runId }) => {
            await step(`promote ${runId}`, async ({ store, ctx }) => {
              await store.update(ctx, 'bladeUser', { id: mate, roleId: [promoted] })
              return 1
            })
            return undefined
          },
        },
      },
    })
    duties = await importCallsOn(server, 'duty')
    deptId = (await data('GET', 'blade-user/info')).deptId
    deptName = (await data('GET', `blade/v1/bladeDept/getById?id=${deptId}`)).deptName
    strong = await saved('blade/v1/bladeRole', { roleName: 'strong', roleAlias: 'strong' })
    weak = await saved('blade/v1/bladeRole', { roleName: 'weak', roleAlias: 'weak' })
    await grant(strong, 'purchase_view')
    const codes = ['user', 'role', 'duty'].flatMap(code => operations.map(operation => `${code}_${operation}`))
    actor = await duties.person('actor', [
      ...codes,
      ...['view', 'add', 'edit', 'delete', 'import'].map(operation => `dept_${operation}`),
      'user_disable',
      'duty_assign',
      'duty_promote',
      'duty_promoteAsSystem',
      'duty_reviseAsSystem',
      ...['bladeServiceToken_add', 'bladeServiceToken_issue'],
      ...['client', 'tenant', 'bladeDatasource', 'code'].flatMap(code =>
        operations.map(operation => `${code}_${operation}`),
      ),
      'tenant_issuePassword',
    ])
    by = actor
    maker = actor
    actorRole = (await duties.run(`select id::text from blade_role where role_alias = 'role-actor'`)).rows[0].id
  })
  afterEach(() => {
    missing = codeOfStrong
    by = actor
    maker = actor
  })
  afterAll(() => server.close())

  it('the resources that grant rights are all tried here', () => {
    // Tried in tests/scopes-and-packages.test.ts and tests/http-sign-on.test.ts: only administrators write them.
    const scopes = ['bladeApiScope', 'bladeDataScope', 'bladeTenantPackage']
    const ofAdministrators = [...scopes, 'bladeIdentitySource', 'bladeIdentity', 'bladeIdentityRule']
    const all = Object.values(server.engine.model().resources)
      .filter(grantsRights)
      .filter(({ name }) => !ofAdministrators.includes(name))
    expect(all.map(({ name }) => name).sort()).toEqual(
      [
        ...['bladeUser', 'bladeRole', 'bladeDept', 'duty', 'bladeClient', 'bladeTenant'],
        ...['bladeCode', 'bladeDatasource', 'bladeServiceToken'],
      ].sort(),
    )
  })

  it.each(Object.keys(paths))('%s: refused beyond the rights of the actor, allowed with one grant more', async name => {
    // A department alone grants nothing: what is missing is the code of the path.
    missing = { 'update of bladeDept': 'dept_edit', 'blade submit of a department': 'dept_add' }[name] ?? codeOfStrong
    await allow(false)
    const attempt = await paths[name]?.()
    const before = await fingerprint()
    expect(await attempt?.()).toBeOneOf([403, 404, 409])
    expect(await fingerprint()).toEqual(before)
    await allow(true)
    const allowed = await fingerprint()
    expect(await attempt?.()).toBe(200)
    expect(await fingerprint()).not.toEqual(allowed)
  })

  it('an elevation: its declared reason is in the history in both languages, an undeclared one is refused', async () => {
    mate = await user(weak)
    const id = await duty(null)
    expect((await call('POST', 'city/v1/duty/promoteAsSystem', { id })).status).toBe(200)
    const [entry, created] = await data('GET', `engine/history/bladeUser/${mate}`)
    const reason = { zh: '晋升', en: 'Promotion' }
    expect(entry).toMatchObject({ userName: '管理员', actorKind: 'system', reason })
    expect(created).not.toHaveProperty('reason')
    const other = { id: await saved('city/v1/duty', { dutyName: 'undeclared' }) }
    const withRow = await fingerprint()
    expect((await call('POST', 'city/v1/duty/promoteAsSystem', other)).status).toBe(500)
    expect(await fingerprint()).toEqual(withRow)
  })

  it('semantics 8: an elevation keeps the tenant and the guard', async () => {
    const { rows } = await duties.run(
      `insert into blade_user (tenant_id, id, account, real_name) values ('900001', 77, 'stranger', 'Stranger') returning id::text`,
    )
    stranger = rows[0].id
    const elsewhere = await saved('city/v1/duty', { dutyName: 'elsewhere' })
    // Even an administrator, whose guard refuses nothing.
    expect((await call('POST', 'city/v1/duty/promoteAsSystem', { id: elsewhere })).status).toBe(404)
    mate = await user(weak)
    await allow(false)
    expect((await call('POST', 'city/v1/duty/promoteAsSystem', { id: await duty(null) }, actor)).status).toBe(403)
    expect(await data('GET', `blade/v1/bladeUser/getById?id=${mate}`)).toMatchObject({ roleId: [weak] })
    const other = await duties.run('select role_id from blade_user where id = 77')
    expect(other.rows[0].role_id ?? []).toEqual([])
  })

  it('semantics 22: a bulk operation is refused for the rows that follow when a right is taken away', async () => {
    const first = await saved('city/v1/duty', { dutyName: 'resigns' })
    const ids = [first]
    for (let n = 0; n < 54; n++) ids.push(await duty(null))
    await duties.run(`create function lose_edit() returns trigger language plpgsql as $$ begin
      delete from engine_grant where role_id = ${actorRole} and code = 'duty_edit'; return null; end $$`)
    await duties.run(`create trigger lose_edit after update on duty
      for each row when (new.duty_name = 'resigns') execute function lose_edit()`)
    const order = { select: { ids }, do: { kind: 'update', values: { holderId: weak } } }
    const { body } = await call('POST', 'engine/bulk/duty', order, actor)
    await duties.run('drop trigger lose_edit on duty')
    await grant(actorRole, 'duty_edit')
    await forgetRights()
    const lines = String(body)
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    const { done, failed } = lines.at(-1)
    expect([done > 0, failed >= 5, done + failed]).toEqual([true, true, 55])
    expect(lines.at(-2)).toMatchObject({ ok: false, message: expect.stringContaining('您没有“值班：编辑”的权限') })
  })

  it('semantics 22: an import is refused for the rows that follow when a right is taken away', async () => {
    await duties.run(`create function lose_right() returns trigger language plpgsql as $$ begin
      delete from engine_grant where role_id = ${actorRole} and code = 'duty_import'; return null; end $$`)
    await duties.run(`create trigger lose_right after insert on duty
      for each row when (new.duty_name = 'loses') execute function lose_right()`)
    const names = ['loses', ...Array.from({ length: 299 }, next)]
    const { id } = await duties.checked(`值班名\n${names.join('\n')}\n`, null, actor)
    const { rows: before } = await duties.run('select count(*)::int as count from duty')
    await duties.step(id, 'write', { goodRows: true }, actor)
    const { rows: after } = await duties.run('select count(*)::int as count from duty')
    expect(after[0].count - before[0].count).toBe(250)
    await grant(actorRole, 'duty_import')
    await forgetRights()
    const problems = await duties.problemsOf(id, actor)
    expect(problems.length).toBe(50)
    expect(problems[0]).toEqual([252, undefined, expect.stringContaining('您没有“值班：导入”的权限')])
    await duties.run('drop trigger lose_right on duty')
  })

  it('job: refused a role with a right, allowed one without', async () => {
    mate = await user(weak)
    const roleOfMate = async () => (await data('GET', `blade/v1/bladeUser/getById?id=${mate}`)).roleId
    const run = async (): Promise<string> => {
      await duties.run(`update engine_job set next_at = now() where name = 'promotion'`)
      return vi.waitFor(
        async () => {
          const { rows } = await duties.run(
            `select result from engine_job_run where job = 'promotion' and started > now() - interval '1 minute' order by id desc limit 1`,
          )
          expect(rows[0]?.result).toBeOneOf(['done', 'failed'])
          await duties.run(`delete from engine_job_run where job = 'promotion'`)
          return rows[0].result
        },
        { timeout: 20_000, interval: 200 },
      )
    }
    promoted = strong
    expect(await run()).toBe('failed')
    expect(await roleOfMate()).toEqual([weak])
    promoted = await saved('blade/v1/bladeRole', { roleName: next(), roleAlias: next() })
    expect(await run()).toBe('done')
    expect(await roleOfMate()).toEqual([promoted])
    const [entry] = await data('GET', `engine/history/bladeUser/${mate}`)
    const reason = { zh: '定时任务“提升”', en: 'Task "Promotion"' }
    expect(entry).toMatchObject({ userName: null, actorKind: 'system', reason })
  })

  // No grant is the twin: the rows are those of all tenants, so none allows their change.
  it.each(Object.keys(sharedPaths))('%s: refused with every grant, allowed to an administrator', async name => {
    maker = duties.token
    const attempt = await sharedPaths[name]?.()
    const before = await fingerprint()
    expect(await attempt?.()).toBeOneOf([403, 404, 409])
    expect(await fingerprint()).toEqual(before)
    by = duties.token
    expect(await attempt?.()).toBe(200)
    expect(await fingerprint()).not.toEqual(before)
  })
})

interface Button {
  readonly id: string
  readonly code: string
  readonly children?: readonly Button[]
}

const flat = (buttons: readonly Button[]): Button[] =>
  buttons.flatMap(button => [button, ...flat(button.children ?? [])])
