import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { greyPng } from '../engine/server/auth/png.ts'
import { taskHandlers } from '../engine/server/jobs/task-handlers.ts'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { type CallOptions, type ServerUnderTest, startServer } from './support/server.ts'
import { linesOf } from './support/server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: handlers of every shape
type Any = any

const titled = (zh: string, en: string) => `title: { zh: ${zh}, en: ${en} }`

const app: Readonly<Record<string, string>> = {
  'app.yaml': `language: 2\n${titled('样例', 'Sample')}\n`,
  'menus.yaml': `tools: { ${titled('工具', 'Tools')}, top: true, icon: wrench, order: 20 }
maps: { ${titled('地图', 'Maps')}, under: tools }
`,
  'roles.yaml': `keeper: { ${titled('保管员', 'Keeper')} }
`,
  'dictionaries/box_kind.yaml': `${titled('种类', 'Kind')}
entries:
  wood: { key: "1", ${titled('木', 'Wood')} }
`,
  'dictionaries/box_state.yaml': `${titled('状态', 'State')}
entries:
  open: { key: "0", ${titled('打开', 'Open')} }
  kept: { key: "1", ${titled('保管', 'Kept')} }
  shut: { key: "2", ${titled('关闭', 'Shut')} }
`,
  'messages/depotNotice.yaml': `${titled('通知', 'Notice')}
of: depot
text: { zh: "{name}", en: "{name}" }
to: { staff: [keeper] }
channels: [inApp]
`,
  'resources/city/depot.yaml': `${titled('仓库', 'Depot')}
menu: false
display: name
fields:
  name: { type: text, required: true, ${titled('名称', 'Name')} }
`,
  'resources/city/tag.yaml': `${titled('标签', 'Tag')}
menu: false
display: name
fields:
  name: { type: text, required: true, ${titled('名称', 'Name')} }
  boxId: { type: reference, of: box, required: true, onDelete: cascade }
access: [{ role: role-clerk, allow: [view, delete], where: "createUser == me.id" }]
`,
  'resources/city/box.yaml': `${titled('箱', 'Box')}
menu: false
display: name
fields:
  name: { type: text, required: true, unique: true, ${titled('名称', 'Name')} }
  mass: { type: integer, ${titled('大小', 'Size')} }
  nextId: { type: reference, of: box, ${titled('下一箱', 'Next')} }
  depotId: { type: reference, of: depot, required: true }
  kind: { type: dictionary, of: box_kind }
  paper: { type: file, accept: [pdf], maxSize: 1, ${titled('文件', 'Paper')} }
  code: { type: password, ${titled('密码', 'Code')} }
  state: { type: dictionary, of: box_state }
lifecycle:
  field: state
  initial: open
  final: [shut]
  transitions:
    keep: { from: open, to: kept, ${titled('保管', 'Keep')} }
    shut: { from: kept, to: shut, ${titled('关闭', 'Shut')} }
    pass: { from: open, to: kept, updates: { record: nextId, transition: pass }, ${titled('传递', 'Pass on')} }
actions:
  seal: { handler: seal, ${titled('封箱', 'Seal')} }
  lock: { edit: [code], ${titled('上锁', 'Lock')} }
  pack: { handler: pack, ${titled('装箱', 'Pack')} }
  film: { handler: film, needs: cameras, ${titled('拍摄', 'Film')} }
`,
}

type Request = readonly [method: string, path: string, body?: unknown, more?: CallOptions]

/** A request, its status, and statements before and after it. */
type Case = readonly [status: number, request: Request, before?: string, after?: string]

type Asked = (calls: ImportCalls) => Promise<Request>
const idFrom = async ({ run }: ImportCalls, from: string): Promise<string> =>
  String((await run(`select id::text from ${from} limit 1`)).rows[0]?.id)
const removal =
  (resource: string, from: string): Asked =>
  async calls => ['DELETE', `blade/v1/${resource}/removeById`, { id: await idFrom(calls, from) }]
const flat = (nodes: readonly Any[]): Any[] => nodes.flatMap(node => [node, ...flat(node.children ?? [])])
/** A request for the button of a menu entry, which has no row. */
const button =
  (requestOf: (id: string) => Request): Asked =>
  async calls =>
    requestOf(flat(await calls.data('GET', 'blade-system/menu/list')).find(({ category }) => category === 2).id)

/** Refusals of rows that belong to the descriptors: the request. */
const described: Readonly<Record<string, Asked>> = {
  'a dictionary': removal('bladeDict', `blade_dict where code = 'box_kind' and parent_id is null`),
  'a row of a tenant in the platform': async calls => [
    'POST',
    'blade/v1/bladeDictBiz/save',
    {
      parentId: await idFrom(calls, `blade_dict where code = 'box_kind' and parent_id is null`),
      dictKey: '1',
      sort: 9,
    },
  ],
  'an unedited entry of a tenant': async calls => {
    const id = await idFrom(calls, `blade_dict where code = 'box_kind' and dict_key = '1'`)
    return ['POST', `blade-system/dict-biz/remove?ids=${id}`]
  },
  'a parameter': removal('bladeConfig', `blade_config where is_built_in`),
  'a role': removal('bladeRole', `blade_role where role_alias = 'keeper'`),
  'a message': async calls => [
    'DELETE',
    'msg/v1/msgTemplate/removeByIds',
    { ids: [await idFrom(calls, 'msg_template where is_built_in')] },
  ],
  'the deletion of a button': button(id => ['POST', `blade-system/menu/remove?ids=${id}`]),
  'the change of a button': button(id => ['POST', 'blade-system/menu/submit', { id, sort: 9 }]),
}

const multipart = { 'content-type': 'multipart/form-data; boundary=cut' }
const form = (name: string, content: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--cut\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n--cut--\r\n'),
  ])
const upload = (name: string, content: Buffer | string): Request => [
  'POST',
  'blade-resource/oss/endpoint/put-file',
  form(name, content),
  { headers: multipart },
]
/** The header of a picture of this size, from which it is read without decoding. */
function png(width: number, height: number): Buffer {
  const header = greyPng(1, 1, new Uint8Array(1))
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return width === 0 ? header.subarray(0, 20) : header
}
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes)])

describe.each(databasesWalked('postgres'))('requests that are refused ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  let clerk: string
  /** Sees the own department only. */
  let mover: string
  let ids: Readonly<Record<string, string>>

  const box = async (name: string, more: object = {}): Promise<string> =>
    (await calls.data('POST', 'city/v1/box/save', { name, depotId: ids['depot'], ...more })).id

  beforeAll(async () => {
    server = await startServer(kind, app, {
      handlers: {
        box: {
          film: async () => ({}),
          /** Leaves a record that it added and deleted. */
          seal: async ({ context: { ctx, store } }: Any) => {
            const { id } = await store.save(ctx, 'depot', { name: '临时' })
            await store.remove(ctx, 'depot', [id])
            return { mass: 2 }
          },
        },
      },
    })
    calls = await importCallsOn(server, 'box')
    const one = async (statement: string) => String((await calls.run(statement)).rows[0]?.id)
    const userId = await one(`select id::text from blade_user where account = 'admin'`)
    ids = { depot: (await calls.data('POST', 'city/v1/depot/save', { name: '仓' })).id }
    clerk = await calls.person('clerk', [
      'box_view',
      'box_edit',
      'box_delete',
      'tag_view',
      'tag_delete',
      'role_view',
      'role_edit',
      'user_view',
      'user_edit',
    ])
    await calls.data('POST', 'blade/v1/bladeRole/save', {
      roleName: 'mover',
      roleAlias: 'role-mover',
      dataScope: 'department',
    })
    mover = await calls.person('mover', ['user_view', 'user_edit'])
    const chain: string[] = []
    for (let n = 0; n < 7; n++) chain.unshift(await box(`链${n}`, { ...(chain[0] && { nextId: chain[0] }) }))
    const gone = (await calls.data('POST', 'city/v1/depot/save', { name: '旧仓' })).id
    const lost = await box('失', { depotId: gone })
    ids = {
      ...ids,
      user: userId,
      role: await one(`select id::text from blade_role where role_alias = 'role-clerk'`),
      mover: await one(`select id::text from blade_user where account = 'mover'`),
      dept: (
        await calls.data('POST', 'blade/v1/bladeDept/save', { deptName: '外', fullName: '外部', deptCategory: '1' })
      ).id,
      tenant: await one(`select id::text from blade_tenant where tenant_id = '000000'`),
      client: await one(`select id::text from blade_client where client_id = 'mingchu'`),
      added: (
        await calls.data('POST', 'blade/v1/bladeDict/save', {
          parentId: await one(`select id::text from blade_dict where code = 'box_kind' and parent_id is null`),
          dictKey: 'x-2',
          dictValue: '竹',
        })
      ).id,
      first: String(chain[0]),
      box: await box('箱', { mass: 1 }),
      tagged: await box('签'),
      cascaded: await box('联'),
      lost,
      gone,
    }
    await box('竹箱', { kind: 'x-2' })
    await calls.call('GET', 'engine/export/box?format=csv')
    const exported = async () =>
      (await calls.run(`select id::text from engine_operation where kind = 'export'`)).rows[0]
    await vi.waitFor(async () => expect(await exported()).toBeDefined(), { timeout: 20_000, interval: 25 })
    ids = { ...ids, exported: (await exported())?.id }
    await calls.data('DELETE', 'city/v1/box/removeById', { id: lost })
    await calls.data('POST', 'city/v1/tag/save', { name: '联', boxId: ids['cascaded'] })
    await calls.data('DELETE', 'city/v1/box/removeById', { id: ids['cascaded'] })
    await calls.data('DELETE', 'city/v1/depot/removeById', { id: gone })
    await calls.run(`insert into tag (tenant_id, id, name, box_id, display_key)
      select '000000', n, 't', ${ids['tagged']}, 't' from generate_series(1, 1001) n`)
  })
  afterAll(async () => {
    await server.close()
  })

  const statusOf = async ([method, path, body, { headers, ...more } = {}]: Request): Promise<number> => {
    const options = { token: calls.token, ...(headers && { headers }), ...(body !== undefined && { body }), ...more }
    return (await server.call(method, `/api/${path}`, options)).status
  }

  const cases: Readonly<Record<string, () => Case>> = {
    'administrator.last': () => [409, ['PUT', 'blade/v1/bladeUser/update', { id: ids['user'], roleId: [ids['role']] }]],
    'client.web': () => [409, ['DELETE', 'blade/v1/bladeClient/removeById', { id: ids['client'] }]],
    'deletion-large': () => [409, ['DELETE', 'city/v1/box/removeById', { id: ids['tagged'] }]],
    'effect-depth': () => [409, ['POST', 'city/v1/box/pass', { id: ids['first'] }]],
    'entry-used': () => [409, ['DELETE', 'blade/v1/bladeDict/removeById', { id: ids['added'] }]],
    'file-gone': () => [
      404,
      ['GET', 'engine/operations/1/file'],
      `insert into engine_operation (tenant_id, id, user_id, user_name, kind, resource, started, touched, finished, meant, done, details)
        values ('000000', 1, ${ids['user']}, 'a', 'export', 'box', now(), now(), now(), 1, 1, '{"name":"a.csv","format":"csv"}')`,
      'delete from engine_operation where id = 1',
    ],
    'file.pixels': () => [400, upload('a.png', png(10_000, 10_000))],
    'file.unreadable': () => [400, upload('a.png', png(0, 0))],
    'not-undoable': () => [
      409,
      ['POST', 'engine/operations/1/undo'],
      `insert into engine_operation (tenant_id, id, user_id, user_name, kind, resource, started, touched, finished, meant, done, details)
        values ('000000', 1, ${ids['user']}, 'a', 'edit', 'box', now() - interval '31 days', now(), now(), 1, 1, '{}')`,
      'delete from engine_operation where id = 1',
    ],
    'restore-along': () => [409, ['POST', 'engine/restore/box', { ids: [ids['cascaded']] }, { token: clerk }]],
    'file.not-writable': () => [
      403,
      [...upload('a.mp4', 'film').slice(0, 3), { headers: multipart, token: clerk }] as unknown as Request,
    ],
    'file.quota': () => [
      429,
      upload('a.pdf', pdf(10)),
      `insert into engine_upload (link, tenant_id, user_id, name, content_type, size, at)
        values ('/image-api/000000/large', '000000', ${ids['user']}, 'a', 'a', 1099511627776, now())`,
      `delete from engine_upload where link = '/image-api/000000/large'`,
    ],
    'port-missing': () => [409, ['POST', 'city/v1/box/film', { id: ids['box'] }]],
    'handler-missing': () => [409, ['POST', 'city/v1/box/pack', { id: ids['box'] }]],
    'reference-gone': () => [409, ['POST', 'engine/restore/box', { ids: [ids['lost']] }]],
    'rights-changed': () => [
      403,
      ['GET', `engine/operations/${ids['exported']}/file`],
      `update engine_operation set details = jsonb_set(details, '{rights}', '"others"') where kind = 'export'`,
    ],
    'tenant.management': () => [409, ['DELETE', 'blade/v1/bladeTenant/removeById', { id: ids['tenant'] }]],
    'unreadable-form': () => [
      400,
      ['POST', 'blade-resource/oss/endpoint/put-file', '--cut\r\nContent', { headers: multipart }],
    ],
    'user.place': () => [
      403,
      ['PUT', 'blade/v1/bladeUser/update', { id: ids['mover'], deptId: ids['dept'] }, { token: mover }],
    ],
    'user.oneself': () => [409, ['DELETE', 'blade/v1/bladeUser/removeById', { id: ids['user'] }]],
  }

  it.each(Object.entries(cases))('%s', async (_code, caseOf) => {
    const [status, request, before, after] = caseOf()
    if (before) await calls.run(before)
    expect(await statusOf(request)).toBe(status)
    if (after) await calls.run(after)
  })

  it('job.running, of a run that begins after the condition of the step was evaluated', async () => {
    const start = taskHandlers['sysTask']?.['run'] as (call: Any) => Promise<unknown>
    await calls.run(`update engine_job set lease_until = now() + interval '1 hour' where name = 'value-refresh'`)
    const context = { ctx: { actor: { userId: '1', name: 'a' } }, queries: server.engine.database.kysely }
    const refused = { code: 'job.running', status: 409 }
    await expect(start({ record: { code: 'value-refresh' }, context })).rejects.toMatchObject(refused)
  })

  it('a file that is larger than its field accepts', async () => {
    const link = async (bytes: number) => {
      const [method, path, body, more] = upload('a.pdf', pdf(bytes))
      return (await server.call(method, `/api/${path}`, { token: calls.token, body, ...more } as CallOptions)).body.data
        .link
    }
    const save = async (name: string, bytes: number) =>
      calls.call('POST', 'city/v1/box/save', { name, depotId: ids['depot'], paper: await link(bytes) })
    expect((await save('轻', 10)).status).toBe(200)
    expect((await save('重', 1_100_000)).body.errors).toHaveProperty('paper')
  })

  it.each(Object.entries(described))('described-row: %s', async (_what, asked) => {
    expect(await statusOf(await asked(calls))).toBe(409)
  })

  it.each([
    ['lock', { code: 'Person-26' }],
    ['seal', {}],
  ])('an undo of %s, which stored no former value', async (name, input) => {
    const select = { ids: [await box(name, { mass: 1 })] }
    const made = await calls.call('POST', 'engine/bulk/box', { select, do: { kind: 'action', name, input } })
    const [{ operation }] = linesOf(made)
    const lines = linesOf(await calls.call('POST', `engine/operations/${operation}/undo`))
    expect(lines.filter(({ ok }) => ok === false)).toHaveLength(1)
  })
})
