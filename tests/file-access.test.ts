import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { typeOf } from '../engine/fields/index.ts'
import { isMany } from '../engine/fields/options.ts'
import { rightsOf } from '../engine/model/names.ts'
import type { UserActor } from '../engine/server/auth/actor.ts'
import { greyPng } from '../engine/server/auth/png.ts'
import type { Database } from '../engine/server/database/database.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { filesIn } from '../engine/server/services/files/storage.ts'
import { deleteUnusedUploads } from '../engine/server/services/files/unused-uploads.ts'
import { isPublicFile, mayReadFile } from '../engine/server/store/file-access.ts'
import { fileKey, fileLinks } from '../engine/server/store/file-links.ts'
import { databasesWalked, testZone } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer, tokenPath, webClient } from './support/server.ts'
import { actor, type StoreUnderTest, storeOn } from './support/store.ts'

const { model } = compile(await readSources('.'))
if (!model) throw new Error('The descriptors of the product are not valid.')
const fields = Object.values(model.resources).flatMap(resource =>
  resource.fields.flatMap(field =>
    field.column !== undefined && typeOf(field).hasFiles && !resource.partOf
      ? [{ name: `${resource.name}.${field.name}`, resource, field }]
      : [],
  ),
)

describe.each(databasesWalked('embedded'))('a file of a record ($kind)', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const mayRead = (by: UserActor, link: string, of = model) =>
    mayReadFile(database.kysely, under.ctx(by, of), fileLinks(String(fileKey(link))))

  it.each(fields)('in $name is for users who may view the record', async ({ resource, field }) => {
    const id = String(1000 + fields.findIndex(one => one.resource === resource && one.field === field))
    const link = `/image-api/000000/${id.padStart(22, 'A')}/picture.png`
    const columns = ['"id"', `"${field.column}"`, ...(resource.shared ? [] : ['"tenant_id"'])]
    const values = [id, isMany(field) ? [link] : link, ...(resource.shared ? [] : ['000000'])]
    const given = values.map((_, at) => `$${at + 1}`).join(', ')
    await under.run(`insert into "${resource.table}" (${columns.join(', ')}) values (${given})`, values)

    // In the history too: the record has another file now.
    const former = link.replace('picture', 'former')
    const entry = [
      resource.shared ? '' : '000000',
      id,
      resource.name,
      JSON.stringify({ [field.name]: { from: null, to: former } }),
    ]
    await under.run(
      "insert into engine_history (tenant_id, id, resource, record_id, operation, at, changes) values ($1, $2, $3, $2, 'save', now(), $4)",
      entry,
    )

    const codes = ['view', 'unmask'].map(one => `${rightsOf(model, resource).code}_${one}`)
    for (const one of [link, former]) {
      expect(await mayRead(actor({ codes }), one)).toBe(true)
      expect(await mayRead(actor({ codes: ['other_view'] }), one)).toBe(false)
      expect(await mayRead(actor({ codes, tenantId: '000001' }), one)).toBe(false)
      if (resource.owner) {
        expect(await mayRead(actor({ codes, ownerIds: ['999'] }), one)).toBe(false)
        if (resource.owner === 'id') expect(await mayRead(actor({ codes, ownerIds: [id] }), one)).toBe(true)
      }
    }
    const hiding = { role: 'hidden-from', allow: ['view'], hide: [field.name] }
    const resources = { ...model.resources, [resource.name]: { ...resource, access: [hiding] } }
    const hidden = { ...model, resources }
    for (const one of [link, former]) {
      expect(await mayRead(actor({ codes, roles: ['hidden-from'] }), one, hidden)).toBe(false)
    }
    const isPublic = await isPublicFile(database.kysely, model, fileLinks(String(fileKey(link))))
    expect(isPublic).toBe(field.options['public'] === true)
  })
})

describe.each(databasesWalked('postgres'))('an uploaded file ($kind)', kind => {
  let server: ServerUnderTest
  let admin: string
  let keeper: string
  const picture = greyPng(4, 4, new Uint8Array(16).fill(128))
  const post = async (url: string, body: unknown, token = admin) => server.call('POST', url, { token, body })

  beforeAll(async () => {
    const ward = sampleApp['resources/city/ward.yaml']
      ?.replace(
        '\nlist:',
        `
  plan: { type: image, title: { zh: 平面图, en: Plan } }
  paper: { type: file, title: { zh: 内部文件, en: Paper } }
  sheet: { type: file, public: true, title: { zh: 公示文件, en: Sheet } }
list:`,
      )
      .replace('hide: [', 'hide: [plan, ')
    server = await startServer(kind, { ...sampleApp, 'resources/city/ward.yaml': String(ward) })
    admin = await server.signIn('admin', adminPassword)
    const role = await post('/api/blade/v1/bladeRole/save', { roleName: '看门人', roleAlias: 'keeper' })
    const owned = await post('/api/city/v1/ward/save', { name: '甲街' })
    const user = { account: 'keeper', name: '看门人', realName: '看门人', password: 'Keeper-26' }
    const { deptId } = (await server.call('GET', '/api/blade-user/info', { token: admin })).body.data
    await post('/api/blade-user/submit', { ...user, deptId, roleId: role.body.data.id, ownerIds: owned.body.data.id })
    await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${role.body.data.id}::bigint, 'ward_view')`.execute(
      server.engine.database.kysely,
    )
    keeper = await server.signIn('keeper', 'Keeper-26')
  })
  afterAll(() => server.close())

  const upload = async (token = admin): Promise<string> => {
    const head = '--cut\r\nContent-Disposition: form-data; name="file"; filename="现场.png"\r\n\r\n'
    const { body } = await server.call('POST', '/api/blade-resource/oss/endpoint/put-file', {
      token,
      headers: { 'content-type': 'multipart/form-data; boundary=cut' },
      body: Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--cut--\r\n')]),
    })
    return body.data.link
  }
  const statusFor = async (link: string, token?: string) =>
    (await server.call('GET', link, token === undefined ? {} : { token })).status
  const cleanUp = () =>
    deleteUnusedUploads(
      work => server.engine.database.transaction(work),
      { model: server.engine.model(), clock: { now: new Date(), zone: testZone } },
      filesIn(server.dataDir),
    )
  const age = () =>
    sql`update engine_upload set at = now() - interval '25 hours'`.execute(server.engine.database.kysely)

  it('is read by its uploader until a record refers to it, then by a right to the record', async () => {
    const link = await upload()
    expect([await statusFor(link), await statusFor(link, keeper), await statusFor(link, admin)]).toEqual([
      404, 404, 200,
    ])
    const seen = await upload(keeper)
    expect(await statusFor(seen, keeper)).toBe(200)
    const refused = await post('/api/city/v1/ward/save', { name: '乙街', pictures: [link, seen] })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['pictures']])
    const { id } = (await post('/api/city/v1/ward/save', { name: '乙街', pictures: [link] })).body.data
    expect([await statusFor(link, keeper), await statusFor(link, admin)]).toEqual([404, 200])
    await sql`update ward set pictures = ${[link, seen]}::text[] where id = ${id}::bigint`.execute(
      server.engine.database.kysely,
    )
    // The keeper uploaded this one, and may not view the record that has it now.
    expect([await statusFor(seen, admin), await statusFor(seen, keeper)]).toEqual([200, 404])
    const { records } = (await server.call('GET', '/api/city/v1/ward/page', { token: keeper })).body.data
    await server.call('PUT', '/api/city/v1/ward/update', {
      token: admin,
      body: { id: records[0].id, pictures: [link] },
    })
    expect(await statusFor(link, keeper)).toBe(200)
  })

  it('is read from the history of a record, but not from a field that is hidden', async () => {
    const [former, present, plan] = [await upload(), await upload(), await upload()]
    const { records } = (await server.call('GET', '/api/city/v1/ward/page', { token: keeper })).body.data
    const { id } = records[0]
    for (const pictures of [[former], [present]]) {
      const body = { id, pictures, plan }
      expect(await server.call('PUT', '/api/city/v1/ward/update', { token: admin, body })).toMatchObject({
        status: 200,
      })
    }
    expect([await statusFor(former, keeper), await statusFor(present, keeper), await statusFor(plan, keeper)]).toEqual([
      200, 200, 404,
    ])
    await server.call('PUT', '/api/city/v1/ward/update', { token: admin, body: { id, plan: null } })
    expect([await statusFor(plan, keeper), await statusFor(plan, admin)]).toEqual([404, 200])
  })

  it('is read with the cookie for files until its session ends', async () => {
    const link = await upload()
    const cookieFor = async (username: string, password: string) => {
      const body = { tenantId: '000000', username, password, grant_type: 'password' }
      const { headers, body: session } = await server.call('POST', tokenPath, { headers: webClient, body })
      const cookies = [headers['set-cookie']].flat().map(String)
      const cookie = cookies.find(one => one.startsWith('mingchu-files='))?.split(';', 1)[0] ?? ''
      return { cookie, token: session.access_token }
    }
    const read = async (cookie: string) => (await server.call('GET', link, { headers: { cookie } })).status
    const { cookie, token } = await cookieFor('admin', adminPassword)
    expect([
      await read(cookie),
      await read(`${cookie}x`),
      await read(`mingchu-files=${token}`),
      await read(''),
    ]).toEqual([200, 404, 404, 404])
    // It is no token for anything else.
    for (const token of [cookie.slice(14), `file ${cookie.slice(14)}`])
      expect((await server.call('GET', '/api/blade-user/info', { token })).status).toBe(401)
    await server.call('GET', '/api/blade-auth/oauth/logout', { token })
    expect(await read(cookie)).toBe(404)

    const { pictures } = (await server.call('GET', '/api/city/v1/ward/page', { token: keeper })).body.data.records[0]
    const readBy = async (cookie: string) => (await server.call('GET', pictures[0], { headers: { cookie } })).status
    const kept = await cookieFor('keeper', 'Keeper-26')
    expect(await readBy(kept.cookie)).toBe(200)
    const users = (await server.call('GET', '/api/blade/v1/bladeUser/page', { token: admin })).body.data.records
    const { id } = users.find(({ account }: { account: string }) => account === 'keeper')
    await sql`update blade_user set status = 2 where id = ${id}::bigint`.execute(server.engine.database.kysely)
    await server.call('GET', '/api/blade-auth/oauth/clear-cache', { token: admin })
    expect(await readBy(kept.cookie)).toBe(404)
    await sql`update blade_user set status = 1 where id = ${id}::bigint`.execute(server.engine.database.kysely)
    await server.call('GET', '/api/blade-auth/oauth/clear-cache', { token: admin })
  })

  it('is read with the cookie of the page of a service token until it is revoked', async () => {
    const link = await upload()
    await post('/api/city/v1/ward/save', { name: '大屏', pictures: [link] })
    const roles = await server.call('GET', '/api/blade/v1/bladeRole/page?roleAlias=administrator', { token: admin })
    const values = { name: '大屏', operations: 'ward_view', expireTime: '2099-01-01 00:00:00', addresses: '127.0.0.1' }
    const tokens = '/api/blade/v1/bladeServiceToken'
    const { id } = (await post(`${tokens}/save`, { ...values, roleId: roles.body.data.records[0].id })).body.data
    const { secret } = (await post(`${tokens}/issue`, { id })).body.data
    const { headers } = await server.call('GET', '/api/engine/index', { token: secret })
    const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? ''
    const read = async () => (await server.call('GET', link, { headers: { cookie } })).status
    expect(await read()).toBe(200)
    await server.call('PUT', `${tokens}/update`, { token: admin, body: { id, addresses: '10.0.0.1' } })
    expect(await read()).toBe(404)
    await server.call('PUT', `${tokens}/update`, { token: admin, body: { id, addresses: '' } })
    expect(await read()).toBe(200)
    await post(`${tokens}/revoke`, { id })
    expect(await read()).toBe(404)
  })

  it('is read by a signed link for some minutes, and only this file', async () => {
    const [link, other] = [await upload(), await upload()]
    const asked = (by: string, file: string) =>
      server.call('GET', `/api/blade-resource/oss/endpoint/file-link?fileName=${encodeURIComponent(file)}`, {
        token: by,
      })
    const signed = (await asked(admin, link)).body.data
    expect(await statusFor(signed)).toBe(200)
    expect(await statusFor(signed.replace(link, other))).toBe(404)
    const late = signed.replace(/expires=(\d+)/, (_: string, at: string) => `expires=${Number(at) + 60}`)
    expect(await statusFor(late)).toBe(404)
    expect((await asked(keeper, link)).status).toBe(404)
    expect((await asked(admin, '/etc/passwd')).status).toBe(404)
  })

  it('stays as long as a draft contains it, by a request of its uploader', async () => {
    const [mine, unused] = [await upload(keeper), await upload(keeper)]
    await age()
    expect((await post('/api/engine/uploads/extend', { links: [mine] }, keeper)).status).toBe(200)
    expect((await post('/api/engine/uploads/extend', { links: [unused] }, admin)).status).toBe(200)
    expect((await post('/api/engine/uploads/extend', { links: 'all' }, keeper)).status).toBe(400)
    await cleanUp()
    expect([await statusFor(mine, keeper), await statusFor(unused, keeper)]).toEqual([200, 404])
  })

  it('is read by everyone from a public field, and from no other', async () => {
    const link = await upload()
    expect(await statusFor(link)).toBe(404)
    const write = (column: string) =>
      sql`update ward set ${sql.ref(column)} = ${link} where name = '甲街'`.execute(server.engine.database.kysely)
    for (const column of ['plan', 'paper']) {
      await write(column)
      expect([column, await statusFor(link)]).toEqual([column, 404])
    }
    await write('sheet')
    expect(await statusFor(link)).toBe(200)
    const avatar = await upload()
    expect(await statusFor(avatar)).toBe(404)
    await sql`update blade_user set avatar = ${avatar} where account = 'admin'`.execute(server.engine.database.kysely)
    expect(await statusFor(avatar)).toBe(200)
  })

  it('is deleted after a day that no record and no history refers to it', async () => {
    const [unused, used, former] = [await upload(), await upload(), await upload()]
    const saved = await post('/api/city/v1/ward/save', { name: '丙街', pictures: [used, former] })
    const { id } = saved.body.data
    await server.call('PUT', '/api/city/v1/ward/update', { token: admin, body: { id, pictures: [used] } })
    await cleanUp()
    expect(await statusFor(unused, admin)).toBe(200)
    await age()
    await cleanUp()
    expect([await statusFor(unused, admin), await statusFor(used, admin), await statusFor(former, admin)]).toEqual([
      404, 200, 200,
    ])
    const stored = await filesIn(server.dataDir).get(String(fileKey(unused)))
    expect(stored).toBeUndefined()
  })

  // The embedded database has one connection, so a clean-up waits for the end of the save.
  it.runIf(kind.kind === 'postgres')('is not deleted while a save that refers to it is in progress', async () => {
    const { kysely } = server.engine.database
    const link = await upload()
    await age()
    await sql`create function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(4711); return new; end $$`.execute(kysely)
    await sql`create trigger wait_for_test before insert on ward for each row execute function wait_for_test()`.execute(
      kysely,
    )
    const saving = await kysely.connection().execute(async connection => {
      await sql`select pg_advisory_lock(4711)`.execute(connection)
      const answer = post('/api/city/v1/ward/save', { name: '丁街', pictures: [link] })
      const isWaiting = async () =>
        (
          await sql`select 1 from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`.execute(
            connection,
          )
        ).rows.length
      await expect.poll(isWaiting).toBe(1)
      await cleanUp()
      await sql`select pg_advisory_unlock(4711)`.execute(connection)
      return { answer }
    })
    const { status } = await saving.answer
    await sql`drop trigger wait_for_test on ward`.execute(kysely)
    expect([status, await statusFor(link, admin)]).toEqual([200, 200])
    await age()
    await cleanUp()
    expect(await statusFor(link, admin)).toBe(200)
  })
})
