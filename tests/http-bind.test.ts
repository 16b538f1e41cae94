import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { linesOf, type ServerCalls, serverCalls } from './support/server-calls.ts'

const codes = ['template_view', 'template_edit', 'template_cameras', 'camera_view', 'shot_view', 'shot_add']

const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 抓拍, en: Captures }\n',
  'resources/city/camera.yaml': `title: { zh: 摄像头, en: Camera }
menu: false
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  zone: { type: text, title: { zh: 片区, en: Zone } }
  enabled: { type: boolean, default: true, title: { zh: 启用, en: Enabled } }
access:
  - { role: east, allow: [view], where: "zone == 'east'" }
  - { role: west, allow: [view], where: "zone == 'west'" }
  - { role: guard, allow: [view], where: "id in me.templateId.cameras" }
  - { role: viewer, allow: [view], hide: [zone] }
  - { role: zoned, allow: [view], where: "id in me.roles.watched" }
`,
  'resources/city/template.yaml': `title: { zh: 模板, en: Template }
menu: false
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  zone: { type: text, title: { zh: 片区, en: Zone } }
  closed: { type: boolean, default: false, title: { zh: 关闭, en: Closed } }
  cameraCount: { type: integer, compute: "size(cameras)", title: { zh: 数量, en: Number } }
  hasWest: { type: boolean, compute: "cameras.exists(c, c.zone == 'west')", title: { zh: 有西区, en: Has west } }
  zones: { type: text, compute: "cameras.join(c, c.zone, ',')", title: { zh: 各片区, en: Zones } }
  isWhole: { type: boolean, compute: "cameras.all(c, c.enabled)", title: { zh: 全启用, en: All enabled } }
bind:
  cameras: { of: camera, http: [POST bindTemplateIdAndCameras, GET listCamerasByTemplateId], self: templateId, where: "it.enabled" }
  near: { of: camera, http: ["POST near/{templateId}", "GET near/{templateId}"], self: templateId, where: "it.zone == zone", returns: ids, title: { zh: 附近, en: Nearby } }
actions:
  close: { if: "size(cameras) > 1", set: { closed: "true" }, title: { zh: 关闭, en: Close } }
queries:
  ofCamera: { where: "input.cameraId in cameras", input: { cameraId: { type: reference, of: camera } }, small: true, returns: list }
allowIf: { edit: "!closed" }
access:
  - { role: east, allow: [view, edit, cameras] }
  - { role: west, allow: [view, edit, cameras] }
  - { role: viewer, allow: [view] }
  - { role: editor, allow: [view, edit] }
  - { role: blind, allow: [view, edit, cameras], hide: [cameras] }
`,
  'resources/city/shot.yaml': `title: { zh: 照片, en: Shot }
menu: false
fields:
  cameraId: { type: reference, of: camera, required: true }
  templateId: { type: reference, of: template, where: "cameraId in it.cameras" }
`,
  'resources/blade/bladeUser.yaml': `fields:
  templateId: { type: reference, of: template }
`,
  'resources/blade/bladeRole.yaml': `bind:
  watched: { of: camera, http: [POST bindWatched, GET listWatched], self: roleId, title: { zh: 可看, en: Watched } }
`,
}

const templateFile = 'resources/city/template.yaml'
/** The problems of the resources of the app alone, without those that add to the engine's. */
const compiled = (change: (text: string) => string) =>
  compile(
    Object.entries({ ...app, [templateFile]: change(app[templateFile]) })
      .filter(([file]) => !file.startsWith('resources/blade/'))
      .map(([file, text]) => ({ file, text, origin: 'app' as const })),
  ).problems.map(({ code, message }) => `${code}: ${message.en}`)
const zone = 'zone: { type: text,'
const action = (more: string) => (text: string) =>
  text.replace('actions:\n', `actions:\n  fill: { ${more}, title: { zh: 填, en: Fill } }\n`)

describe('a bind', () => {
  it.each<[string, (text: string) => string, string]>([
    ['read by `when`', text => text.replace(zone, `${zone} when: "size(cameras) > 0",`), 'rule.server-only'],
    ['read by `required`', text => text.replace(zone, `${zone} required: "size(cameras) > 0",`), 'rule.server-only'],
    ['read by `readOnly`', text => text.replace(zone, `${zone} readOnly: "size(cameras) > 0",`), 'rule.server-only'],
    ['read by `allowIf`', text => text.replace('"!closed"', '"size(cameras) > 0"'), 'rule.server-only'],
    [
      'read by a stored value',
      text => text.replace('compute: "size', 'stored: true, compute: "size'),
      'compute.related-only',
    ],
    ['read by `set`', action('set: { closed: "size(cameras) > 0" }'), 'rule.server-only'],
    ['set by a step', action('set: { cameras: "cameras" }'), 'set.unfit'],
    ['edited by a step', action('edit: [cameras]'), 'set.unfit'],
    ['as a column', text => `${text}list: { columns: [cameras] }\n`, 'column.unfit'],
    ['in a form', text => `${text}form: [{ fields: [cameras] }]\n`, 'form.unfit'],
    ['in a read-only resource', text => `${text}readOnly: true\n`, 'readOnly.unused'],
    ['with the endpoint of a list', text => text.replace('GET listCamerasByTemplateId', 'GET page'), 'http.taken'],
    ['with the name of an operation', text => text.replace('  near: {', '  export: {'), 'step.name-taken'],
    ['with the name of an action', text => text.replace('  near: {', '  close: {'), 'step.name-taken'],
    ['with the name of the ids as `self`', text => text.replace('self: templateId', 'self: ids'), 'name.reserved'],
    ['of an unknown resource', text => text.replace('of: camera', 'of: camara'), 'resource.unknown'],
  ])('is a problem %s', (_name, change, code) => {
    expect(compiled(change).join('\n')).toContain(`${code}: `)
  })
})

describe.each(databasesWalked('postgres'))('semantics 29: a bind, on $kind', kind => {
  let server: ServerUnderTest
  let admin: ServerCalls
  let east: ServerCalls
  let west: ServerCalls
  let made = 0

  const templatePath = 'city/v1/template'
  const write = `${templatePath}/bindTemplateIdAndCameras`
  const read = `${templatePath}/listCamerasByTemplateId?templateId=`
  const camera = (zone: string, more = {}) => admin.save('camera', { name: `${zone}${++made}`, zone, ...more })
  const template = (more = {}) => admin.save('template', { name: `T${++made}`, ...more })
  const bind = (by: ServerCalls, templateId: string, ids: readonly string[], more = {}) =>
    by.call('POST', write, { templateId, ids, ...more })
  const linked = async (templateId: string, by = admin): Promise<string[]> =>
    (await by.data('GET', read + templateId)).map(({ id }: { id: string }) => id).sort()
  const versionOf = async (id: string) => (await admin.data('GET', `${templatePath}/getById?id=${id}`)).version
  const roleOf = async (name: string, granted = codes): Promise<string> => {
    const { id } = await admin.data('POST', 'blade/v1/bladeRole/save', { roleName: name, roleAlias: name })
    for (const code of granted)
      await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${id}, ${code})`.execute(
        server.engine.database.kysely,
      )
    return id
  }
  const idOf = async (account: string): Promise<string> =>
    (await admin.data('GET', `blade/v1/bladeUser/page?account=${account}`)).records[0].id
  const userOf = async (name: string, roleId: string, more = {}): Promise<ServerCalls> => {
    const { deptId } = await admin.data('GET', 'blade-user/info')
    const user = { account: name, name, realName: name, password: 'Person-2026', deptId, roleId, ...more }
    await admin.data('POST', 'blade/v1/bladeUser/save', user)
    return serverCalls(server, await server.signIn(name, 'Person-2026'))
  }

  beforeAll(async () => {
    server = await startServer(kind, app)
    admin = serverCalls(server, await server.signIn('admin', adminPassword))
    east = await userOf('east', await roleOf('east'))
    west = await userOf('west', await roleOf('west'))
  })
  afterAll(() => server.close())

  it('semantics 2: keeps the links that its writer cannot see, when two users bind alternately', async () => {
    const [e1, e2, w1, w2] = [await camera('east'), await camera('east'), await camera('west'), await camera('west')]
    const one = await template()
    expect((await bind(east, one, [e1, e2])).body.data).toMatchObject({ id: one, version: 2 })
    expect((await bind(west, one, [w1])).body.data).toMatchObject({ version: 3 })
    expect((await bind(east, one, [e2])).body.data).toMatchObject({ version: 4 })
    expect((await bind(west, one, [w2])).body.data).toMatchObject({ version: 5 })
    expect(await linked(one)).toEqual([e2, w2].sort())
    expect(await linked(one, east)).toEqual([e2])
    await bind(east, one, await linked(one, east))
    expect(await versionOf(one)).toBe(5)
    await bind(east, one, [])
    expect(await linked(one)).toEqual([w2])
  })

  it('names what was added and removed in one history entry, which shows the records that its reader sees', async () => {
    const [e1, w1] = [await camera('east'), await camera('west')]
    const one = await template()
    await bind(admin, one, [e1, w1])
    await bind(admin, one, [])
    const history = async (by: ServerCalls) =>
      (await by.data('GET', `engine/history/template/${one}`)).map(
        ({ operation, changes }: { operation: string; changes: Record<string, unknown> }) => [
          operation,
          changes['cameras'],
        ],
      )
    const both = [e1, w1].sort()
    expect((await history(admin)).slice(0, 2)).toEqual([
      ['cameras', { added: [], removed: both }],
      ['cameras', { added: both, removed: [] }],
    ])
    expect((await history(east)).slice(0, 2)).toEqual([
      ['cameras', { added: [], removed: [e1] }],
      ['cameras', { added: [e1], removed: [] }],
    ])
  })

  it('lets one of two concurrent writes of the same version win, and refuses the other', async () => {
    const [e1, e2] = [await camera('east'), await camera('east')]
    const one = await template()
    const answers = await Promise.all([bind(east, one, [e1], { version: 1 }), bind(east, one, [e2], { version: 1 })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await versionOf(one)).toBe(2)
    expect(await linked(one)).toEqual([answers[0]?.status === 200 ? e1 : e2])
  })

  it('is written once for a key', async () => {
    const [e1, one] = [await camera('east'), await template()]
    const keyed = (ids: readonly string[]) =>
      server.call('POST', `/api/${write}`, {
        token: east.token,
        body: { templateId: one, ids },
        headers: { 'idempotency-key': 'bind-1' },
      })
    expect((await keyed([e1])).body.data.version).toBe(2)
    expect((await keyed([e1])).body.data.version).toBe(2)
    expect((await keyed([])).status).toBe(409)
    expect(await versionOf(one)).toBe(2)
  })

  it.each<[string, () => Promise<{ status: number; body: { msg: string } }>, number]>([
    ['the code for editing alone', async () => bind(await refusedBy('editor'), await template(), []), 403],
    ['the code for viewing alone', async () => bind(await refusedBy('viewer'), await template(), []), 403],
    ['the bind hidden', async () => bind(await refusedBy('blind'), await template(), []), 403],
    ['an invisible record', async () => bind(east, await template(), [await camera('west')]), 400],
    [
      'a record outside `where`',
      async () => bind(admin, await template(), [await camera('east', { enabled: false })]),
      400,
    ],
    ['no such record', async () => bind(admin, await template(), ['123']), 400],
    [
      'a deleted record',
      async () => bind(admin, await template(), [await removed('camera', await camera('east'))]),
      400,
    ],
    ['a deleted left record', async () => bind(admin, await removed('template', await template()), []), 404],
    ['a closed left record', async () => bind(admin, await template({ closed: true }), []), 409],
    ['no list', async () => admin.call('POST', write, { templateId: await template() }), 400],
    ['an unknown name', async () => bind(admin, await template(), [], { cameras: [] }), 400],
    ['another name for the id', async () => admin.call('POST', write, { id: await template(), ids: [] }), 400],
  ])('is refused with %s', async (_name, call, status) => {
    const { body, ...answer } = await call()
    expect({ status: answer.status, body }).toMatchObject({ status })
  })

  const removed = async (resource: string, id: string): Promise<string> => {
    await admin.data('DELETE', `city/v1/${resource}/removeById`, { ids: [id] })
    return id
  }
  const refusers = new Map<string, ServerCalls>()
  async function refusedBy(role: string): Promise<ServerCalls> {
    const user = refusers.get(role) ?? (await userOf(role, await roleOf(role)))
    refusers.set(role, user)
    return user
  }

  it('refuses an invisible record as one that does not exist, whether or not it is linked', async () => {
    const [w1, w2, one] = [await camera('west'), await camera('west'), await template()]
    await bind(west, one, [w1])
    const [known, other] = [await bind(east, one, [w1]), await bind(east, one, [w2])]
    expect(known.status).toBe(400)
    expect(known.body.msg).toBe(other.body.msg)
  })

  it('is offered to users who may write it, and hidden with its field', async () => {
    const part = (by: ServerCalls) => by.data('GET', 'engine/resource/template')
    expect((await part(east)).may).toEqual(expect.arrayContaining(['edit', 'cameras']))
    expect((await part(await refusedBy('editor'))).may).not.toContain('cameras')
    const { binds } = (await part(await refusedBy('blind'))).model.resources.template
    expect(binds.map(({ name }: { name: string }) => name)).toEqual(['near'])
  })

  it('keeps links to records that no longer satisfy `where`', async () => {
    const [e1, e2, one] = [await camera('east'), await camera('east'), await template()]
    await bind(admin, one, [e1])
    await admin.data('PUT', 'city/v1/camera/update', { id: e1, enabled: false })
    expect((await bind(admin, one, [e1, e2])).status).toBe(200)
    expect(await linked(one)).toEqual([e1, e2].sort())
  })

  it('does not read or write the links of another tenant', async () => {
    const [e1, one] = [await camera('east'), await template()]
    const { kysely } = server.engine.database
    await sql`insert into camera (tenant_id, id, name) values ('111111', 91, 'C')`.execute(kysely)
    await sql`insert into template (tenant_id, id, name) values ('111111', 92, 'T')`.execute(kysely)
    await sql`insert into template__cameras values ('111111', 92, 91)`.execute(kysely)
    expect((await bind(admin, one, ['91'])).status).toBe(400)
    expect((await bind(admin, '92', [e1])).status).toBe(404)
    expect((await admin.call('GET', `${read}92`)).status).toBe(404)
    const { rows } =
      await sql`select left_id::int, right_id::int from template__cameras where tenant_id = '111111'`.execute(kysely)
    expect(rows).toEqual([{ left_id: 92, right_id: 91 }])
  })

  it('is undone as an operation, as far as its records are still there', async () => {
    const [e1, e2, e3, one] = [await camera('east'), await camera('east'), await camera('east'), await template()]
    await bind(admin, one, [e1, e2])
    await bind(admin, one, [e3])
    const operation = await admin.data('GET', `engine/operations/${await lastOperation(admin)}`)
    expect(operation).toMatchObject({ kind: 'edit', step: 'cameras', done: 1, undo: 'possible' })
    await removed('camera', e1)
    const undone = linesOf(await admin.call('POST', `engine/operations/${operation.id}/undo`))
    expect(undone.at(-1)).toEqual({ done: 1, failed: 0 })
    expect(await linked(one)).toEqual([e2])
    const [latest] = await admin.data('GET', `engine/history/template/${one}`)
    expect(latest).toMatchObject({ operation: 'undo', changes: { cameras: { added: [e2], removed: [e3] } } })
  })

  const lastOperation = async (by: ServerCalls): Promise<string> =>
    (await by.data('GET', 'sys/v1/sysOperation/page')).records[0].id
  const undone = async (by: ServerCalls, id: string) => linesOf(await by.call('POST', `engine/operations/${id}/undo`))

  it('semantics 16: is not undone of a record that was changed since, but of another', async () => {
    const [e1, one, other] = [await camera('east'), await template(), await template()]
    const operations: string[] = []
    for (const id of [one, other]) {
      await bind(admin, id, [e1])
      operations.push(await lastOperation(admin))
    }
    await admin.data('PUT', `${templatePath}/update`, { id: one, zone: 'east' })
    const [changed = '', same = ''] = operations
    expect((await undone(admin, changed)).slice(1)).toMatchObject([
      { id: one, ok: false, message: '之后又有修改，保持不变' },
      { done: 0, failed: 1 },
    ])
    expect((await undone(admin, same)).at(-1)).toEqual({ done: 1, failed: 0 })
    expect([await linked(one), await versionOf(one), await linked(other)]).toEqual([[e1], 3, []])
  })

  it.each(['template_cameras', 'template_edit'])(
    'semantics 16: is undone only with the right %s, which the change required',
    async code => {
      const { kysely } = server.engine.database
      const name = code.replace('template_', 'undoer-')
      const roleId = await roleOf(name)
      const undoer = await userOf(name, roleId)
      const forgetRights = () => roleOf(`${name}-${++made}`, [])
      const [e1, one] = [await camera('east'), await template()]
      await bind(undoer, one, [e1])
      const operation = await lastOperation(undoer)
      await sql`delete from engine_grant where role_id = ${roleId}::bigint and code = ${code}`.execute(kysely)
      await forgetRights()
      const refused = await undoer.call('POST', `engine/operations/${operation}/undo`)
      // The code of the bind is that of the operation; the other one is checked for each record.
      if (code === 'template_cameras') expect(refused.status).toBe(409)
      else expect(linesOf(refused).at(-1)).toEqual({ done: 0, failed: 1 })
      expect([await linked(one), await versionOf(one)]).toEqual([[e1], 2])
      await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${roleId}, ${code})`.execute(
        kysely,
      )
      await forgetRights()
      expect((await undone(undoer, operation)).at(-1)).toEqual({ done: 1, failed: 0 })
      expect(await linked(one)).toEqual([])
    },
  )

  it('semantics 16: is written with its operation in one transaction, or neither is', async () => {
    const { kysely } = server.engine.database
    const run = (text: string) => sql.raw(text).execute(kysely)
    const [e1, e2, one] = [await camera('east'), await camera('east'), await template()]
    await bind(admin, one, [e1])
    const written = await run(`select count(distinct xid)::int as transactions, count(*)::int as rows from (
      select xmin::text as xid from engine_history where resource = 'template' and record_id = ${one} and operation = 'cameras'
      union all select o.xmin::text from engine_operation o join engine_operation_row r on r.operation_id = o.id where r.record_id = ${one}
      union all select xmin::text from engine_operation_row where record_id = ${one}
      union all select xmin::text from template__cameras where left_id = ${one}) written`)
    expect(written.rows).toEqual([{ transactions: 1, rows: 4 }])
    await run(`create function refused() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refused before insert on engine_operation for each row execute function refused()`)
    const before = await versionOf(one)
    try {
      expect((await bind(admin, one, [e2])).status).toBe(500)
    } finally {
      await run('drop trigger refused on engine_operation; drop function refused()')
    }
    expect([await linked(one), await versionOf(one)]).toEqual([[e1], before])
    expect((await bind(admin, one, [e2])).status).toBe(200)
    expect(await linked(one)).toEqual([e2])
  })

  it('returns ids, and takes the id from the path', async () => {
    const [e1, w1, one] = [await camera('east'), await camera('west'), await template({ zone: 'east' })]
    const path = `${templatePath}/near/${one}`
    expect((await admin.call('POST', path, { ids: [w1] })).status).toBe(400)
    await admin.data('POST', path, { ids: [e1] })
    expect(await admin.data('GET', path)).toEqual([e1])
  })

  it('is a list of related records, each under its own access, and gives the choices of a change', async () => {
    const [e1, e2, w1, one] = [await camera('east'), await camera('east'), await camera('west'), await template()]
    await bind(admin, one, [e1, e2, w1])
    const [tab] = await east.data('GET', `engine/related/template/${one}`)
    expect(tab).toMatchObject({ resource: 'camera', field: 'cameras', list: 'cameras', isBound: true, count: 2 })
    const page = await east.data('GET', `engine/related/template/${one}/cameras?size=1`)
    expect(page).toMatchObject({ total: 2, records: [{ zone: 'east' }] })
    const choices = await east.data('GET', `engine/related/template/${one}/cameras/choices`)
    expect(choices.map(({ id }: { id: string }) => id).sort()).toEqual([e1, e2].sort())
    const options = await east.data('POST', 'engine/options/template/cameras', { record: { id: one } })
    const found = options.map(({ id }: { id: string }) => id)
    expect(found).toContain(e1)
    expect(found).not.toContain(w1)
    const blind = await refusedBy('blind')
    expect(await blind.data('GET', `engine/related/template/${one}`)).not.toContainEqual(
      expect.objectContaining({ list: 'cameras' }),
    )
    for (const path of [read + one, `engine/related/template/${one}/cameras/choices`])
      expect((await blind.call('GET', path)).status).toBe(403)
  })

  it('is read by expressions: computed values, conditions, queries and candidates of references', async () => {
    const [e1, e2, one, other] = [await camera('east'), await camera('east'), await template(), await template()]
    expect((await admin.call('POST', `${templatePath}/close`, { id: one })).status).toBe(409)
    await bind(admin, one, [e1, e2])
    expect(await admin.data('GET', `${templatePath}/getById?id=${one}`)).toMatchObject({ cameraCount: 2 })
    const found = await admin.data('GET', `${templatePath}/ofCamera?cameraId=${e1}`)
    expect(found.map(({ id }: { id: string }) => id)).toEqual([one])
    await admin.data('POST', 'city/v1/shot/save', { cameraId: e1, templateId: one })
    expect((await admin.call('POST', 'city/v1/shot/save', { cameraId: e1, templateId: other })).status).toBe(400)
    expect((await admin.call('POST', `${templatePath}/close`, { id: one })).status).toBe(200)
    await removed('camera', e2)
    expect(await admin.data('GET', `${templatePath}/getById?id=${one}`)).toMatchObject({ cameraCount: 1 })
  })

  it('is a list of records in expressions, whose values are missing where a field that they read is hidden', async () => {
    const [e1, w1, one] = [await camera('east'), await camera('west'), await template()]
    const read = async (by: ServerCalls) => {
      const { cameraCount, hasWest, zones, isWhole } = await by.data('GET', `${templatePath}/getById?id=${one}`)
      return { cameraCount, hasWest, zones, isWhole }
    }
    await bind(admin, one, [e1])
    expect(await read(admin)).toEqual({ cameraCount: 1, hasWest: false, zones: 'east', isWhole: true })
    await bind(admin, one, [e1, w1])
    await admin.data('PUT', 'city/v1/camera/update', { id: w1, enabled: false })
    expect(await read(admin)).toMatchObject({ cameraCount: 2, hasWest: true, isWhole: false })
    expect(await read(await refusedBy('viewer'))).toEqual({
      cameraCount: 2,
      hasWest: null,
      zones: null,
      isWhole: false,
    })
    await removed('camera', w1)
    expect(await read(admin)).toEqual({ cameraCount: 1, hasWest: false, zones: 'east', isWhole: true })
  })

  it('gives rows by access rules that read it, through the user and through the roles of the user', async () => {
    const [e1, w1, one] = [await camera('east'), await camera('west'), await template()]
    await bind(admin, one, [e1])
    const guard = await userOf('guard', await roleOf('guard'), { templateId: one })
    const cameras = async (by: ServerCalls) =>
      (await by.data('GET', 'city/v1/camera/page')).records.map(({ id }: { id: string }) => id)
    expect(await cameras(guard)).toEqual([e1])
    await admin.data('PUT', 'blade/v1/bladeUser/update', { id: await idOf('guard'), templateId: null })
    expect(await cameras(guard)).toEqual([])
    const roleId = await roleOf('zoned')
    const zoned = await userOf('zoned', roleId)
    expect(await cameras(zoned)).toEqual([])
    await admin.data('POST', 'blade/v1/bladeRole/bindWatched', { roleId, ids: [w1] })
    expect(await cameras(zoned)).toEqual([w1])
  })

  it('of a resource that grants rights is written by administrators only', async () => {
    const granted = ['role_view', 'role_edit', 'role_watched', 'camera_view']
    const roleId = await roleOf('warden', granted)
    const warden = await userOf('warden', roleId)
    const ids = [await camera('east')]
    const refused = await warden.call('POST', 'blade/v1/bladeRole/bindWatched', { roleId, ids })
    expect(refused).toMatchObject({ status: 403, body: { msg: '无权配置超出自己权限的角色或用户！' } })
    expect((await admin.call('POST', 'blade/v1/bladeRole/bindWatched', { roleId, ids })).status).toBe(200)
  })
})
