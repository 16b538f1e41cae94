import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { greyPng } from '../engine/server/auth/png.ts'
import { filesIn } from '../engine/server/services/files/storage.ts'
import { deleteUnusedUploads } from '../engine/server/services/files/unused-uploads.ts'
import { copiedColumns, copiedNames, ownRows } from '../engine/server/services/person/copied-columns.ts'
import { engineTables } from '../engine/server/storage/engine-tables.ts'
import { databasesWalked, testZone } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { storeFile } from './support/stored-files.ts'

const picture = greyPng(1, 1, new Uint8Array(1))

const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'menus.yaml': 'city: { title: { zh: 市, en: City }, icon: book, order: 10 }\n',
  'resources/city/person.yaml': `
title: { zh: 人员, en: Person }
display: name
fields:
  name: { type: text, required: true, personal: name, title: { zh: 姓名, en: Name } }
  phone: { type: phone, personal: phone, title: { zh: 电话, en: Phone } }
  born: { type: date, personal: minor, title: { zh: 生日, en: Born } }
  card: { type: image, personal: health, title: { zh: 证件, en: Card } }
  note: { type: text, title: { zh: 备注, en: Note } }
  pets: { type: children, of: pet, title: { zh: 宠物, en: Pets } }
actions:
  rename: { edit: [name], input: { why: { type: text, title: { zh: 原因, en: Why } } }, title: { zh: 改名, en: Rename } }
`,
  'resources/city/pet.yaml': `
title: { zh: 宠物, en: Pet }
menu: false
partOf: personId
display: owner
fields:
  personId: { type: reference, of: person, required: true, title: { zh: 人员, en: Person } }
  owner: { type: text, personal: name, title: { zh: 主人, en: Owner } }
`,
  'resources/city/visit.yaml': `
title: { zh: 走访, en: Visit }
display: place
fields:
  place: { type: text, title: { zh: 地点, en: Place } }
  personId: { type: reference, of: person, title: { zh: 人员, en: Person } }
  phone: { type: phone, personal: phone, default: personId.phone, title: { zh: 电话, en: Phone } }
  called: { type: text, title: { zh: 称呼, en: Called }, compute: "personId.name", stored: true }
`,
  'resources/city/ledger.yaml': `
title: { zh: 台账, en: Ledger }
retention: { zh: 依法保存两年, en: Kept for two years by law }
display: place
fields:
  place: { type: text, title: { zh: 地点, en: Place } }
  phone: { type: phone, personal: phone, title: { zh: 电话, en: Phone } }
`,
}

/** The text and jsonb columns of engine tables that copy no values of fields: names, ids, states, digests and settings. */
const withoutValues: Readonly<Record<string, readonly string[] | '*'>> = {
  engine_revision: '*',
  engine_former_revision: '*',
  engine_pending_revision: '*',
  engine_name: '*',
  engine_flow_model: '*',
  engine_flow_definition: '*',
  engine_flow_instance: ['tenant_id', 'resource', 'outcome'],
  engine_flow_task: ['tenant_id', 'element', 'name', 'candidates'],
  engine_flow_history: ['kind', 'element', 'name', 'files'],
  engine_flow_substitute: '*',
  engine_flow_timer: '*',
  engine_seed: '*',
  engine_setting: '*',
  engine_worker: '*',
  engine_overlay: '*',
  engine_stamp: '*',
  engine_stale_value: '*',
  engine_formula: '*',
  engine_step: '*',
  engine_history: ['tenant_id', 'resource', 'operation', 'actor_kind', 'reason'],
  engine_origin: '*',
  engine_claim: '*',
  engine_step_time: ['tenant_id', 'resource', 'step'],
  engine_step_failure: ['tenant_id', 'resource', 'step'],
  engine_due_step: '*',
  engine_event: ['tenant_id', 'resource'],
  engine_message: [
    ...['tenant_id', 'resource', 'step', 'message', 'receiver_group', 'channel', 'state', 'fault', 'provider', 'claim'],
  ],
  engine_template_param: '*',
  engine_operation: ['tenant_id', 'resource', 'kind', 'step'],
  engine_operation_row: ['tenant_id'],
  engine_idempotency: '*',
  engine_grant: '*',
  engine_request_log: ['tenant_id', 'method', 'request_id'],
  engine_error_log: ['tenant_id', 'source', 'kind', 'request_id'],
  engine_session_end: '*',
  engine_audit: '*',
  engine_audit_chain: '*',
  engine_service_token: '*',
  engine_service_use: '*',
  engine_captcha: '*',
  engine_sign_in_failure: '*',
  engine_used_ticket: '*',
  engine_serial: '*',
  engine_upload: ['link', 'tenant_id', 'content_type', 'digest'],
  engine_job: ['name', 'title_zh', 'title_en', 'display_key', 'schedule', 'holder'],
  engine_job_step: '*',
  engine_job_run: ['tenant_id', 'job', 'result', 'server'],
  engine_import: ['tenant_id', 'resource', 'digest', 'state', 'turn', 'turn_by'],
  engine_import_row: ['operation'],
  engine_import_line: ['part'],
  engine_view: ['tenant_id', 'resource', 'sort', 'columns', 'kind'],
}

it('semantics 19: every text of an engine table is in the list of copies or copies no values', () => {
  const unknown = engineTables.flatMap(({ name, columns }) => {
    const isOwn = (ownRows as readonly string[]).includes(name)
    const copied = copiedColumns.filter(one => one.table === name).flatMap(one => one.columns)
    const others = withoutValues[name] ?? []
    return columns
      .filter(({ type }) => ['text', 'jsonb', 'json', 'text[]'].includes(type))
      .filter(
        ({ name: column }) =>
          !(isOwn || others === '*' || others.includes(column) || copied.includes(column)) &&
          !(column === 'user_name' && (copiedNames as readonly string[]).includes(name)),
      )
      .map(column => `${name}.${column.name}`)
  })
  expect(unknown).toEqual([])
})

describe.each(databasesWalked('postgres'))('erasure of a person, on $kind', kind => {
  let server: ServerUnderTest
  let admin: string
  let imports: ImportCalls
  const call = async (method: string, path: string, body?: object) => {
    const answer = await server.call(method, `/api/${path}`, { token: admin, ...(body && { body }) })
    expect([path, answer.body], path).toMatchObject([path, { code: 200 }])
    return answer.body.data
  }
  /** The texts of all tables in which a marker is found. */
  const tablesWith = async (marker: string): Promise<string[]> => {
    const { kysely } = server.engine.database
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(kysely)
    const found: string[] = []
    for (const { name } of rows) {
      const { rows: hits } =
        await sql`select 1 from ${sql.table(name)} t where position(${marker} in t::text) > 0 limit 1`.execute(kysely)
      if (hits.length > 0) found.push(name)
    }
    return found
  }

  beforeAll(async () => {
    server = await startServer(kind, app)
    admin = await server.signIn('admin', adminPassword)
    imports = await importCallsOn(server, 'person')
  })
  afterAll(() => server.close())

  it('semantics 19: leaves no value that was entered by save, step or import', async () => {
    const person = { name: '标记甲', phone: '13911112222', born: '2001-02-03', note: '留', pets: [{ owner: '标记甲' }] }
    const { id } = await call('POST', 'city/v1/person/save', person)
    await call('POST', 'city/v1/person/rename', { id, name: '标记乙', why: '标记甲改名' })
    await call('POST', 'city/v1/visit/save', { place: '桥头', personId: id })
    await call('POST', 'city/v1/ledger/save', { place: '仓库', phone: '13911113333' })
    const file = await imports.checked('姓名,电话\n标记丙,13911114444\n', null)
    await imports.step(file.id, 'write', {})
    const [{ id: imported }] = (await call('GET', 'city/v1/person/page?name_equal=标记丙')).records
    for (const one of ['标记甲', '标记乙', '标记丙', '13911112222']) expect(await tablesWith(one)).not.toEqual([])

    const answer = await call('DELETE', `engine/person/person/${id}`, { reason: '本人要求' })
    expect(answer.erased.map(({ count }: { count: number }) => count)).toEqual([1, 1, 1, 1])
    await call('DELETE', `engine/person/person/${imported}`, { reason: '本人要求' })
    for (const marker of ['标记甲', '标记乙', '标记丙', '13911112222', '13911114444'])
      expect([marker, await tablesWith(marker)]).toEqual([marker, []])
    const record = await call('GET', `city/v1/person/getById?id=${id}`)
    expect(record).toMatchObject({ name: null, phone: null, born: null, note: '留' })
    const records = await call('GET', `engine/history/person/${id}`)
    expect(JSON.stringify(records)).not.toContain('2001-02-03')
  })

  it('semantics 19: lets the files of emptied fields and of their history be deleted', async () => {
    const { engine, dataDir } = server
    const [former, link, other] = [
      await storeFile(server, 'former.png', picture),
      await storeFile(server, 'card.png', picture),
      await storeFile(server, 'other.png', picture),
    ]
    const { id } = await call('POST', 'city/v1/person/save', { name: '孙八', card: former })
    await call('POST', 'city/v1/person/save', { name: '周九', card: other })
    await call('PUT', 'city/v1/person/update', { id, version: 1, card: link })
    await call('DELETE', `engine/person/person/${id}`, { reason: '本人要求' })
    const clock = { now: new Date(Date.now() + 60_000), zone: testZone }
    const context = { model: engine.model(), clock }
    await deleteUnusedUploads(work => engine.database.transaction(work), context, filesIn(dataDir))
    const { rows } = await sql`select link from engine_upload where link = any(${[former, link, other]})`.execute(
      engine.database.kysely,
    )
    expect(rows).toEqual([{ link: other }])
  })

  it('semantics 19: leaves equal texts of other records', async () => {
    const { id } = await call('POST', 'city/v1/person/save', { name: '吴重名', phone: '13955551111' })
    const other = await call('POST', 'city/v1/person/save', { name: '吴重名', phone: '13955552222', note: '甲' })
    await call('DELETE', `engine/person/person/${id}`, { reason: '本人要求' })
    const history = await call('GET', `engine/history/person/${other.id}`)
    expect(JSON.stringify(history)).toContain('吴重名')
  })

  it('semantics 19: keeps what the law requires, and lists it', async () => {
    await call('POST', 'city/v1/ledger/save', { place: '仓库', phone: '13922221111' })
    const { id } = await call('POST', 'city/v1/person/save', { name: '李四', phone: '13922221111' })
    const { kept } = await call('DELETE', `engine/person/person/${id}`, { reason: '本人要求' })
    expect(kept).toMatchObject([{ resource: { zh: '台账' }, count: 1, ground: { zh: '依法保存两年' } }])
    expect(await tablesWith('13922221111')).toContain('ledger')
  })

  it('semantics 19: exports what is held about a person, as an act', async () => {
    const { id } = await call('POST', 'city/v1/person/save', { name: '王五', phone: '13933331111' })
    const visit = await call('POST', 'city/v1/visit/save', { place: '桥头', personId: id })
    await call('DELETE', `city/v1/visit/removeById?id=${visit.id}`)
    expect((await server.call('GET', `/api/engine/person/person/0${id}`, { token: admin })).status).toBe(404)
    const { body } = await server.call('GET', `/api/engine/person/person/${id}`, { token: admin })
    expect(body.records).toMatchObject([
      { id, values: { 姓名: '王五', 电话: '13933331111' } },
      { values: { 地点: '桥头', 电话: '13933331111' } },
    ])
    const { rows } = await sql`select kind, detail from engine_audit where record_id = ${id}::bigint`.execute(
      server.engine.database.kysely,
    )
    expect(rows).toEqual([{ kind: 'export', detail: 'person' }])
  })

  it('semantics 19: ends the account of an erased user, and deletes its sessions', async () => {
    const { deptId } = await call('GET', 'blade-user/info')
    const role = await call('POST', 'blade/v1/bladeRole/save', { roleName: '门卫', roleAlias: 'porter' })
    const { id } = await call('POST', 'blade/v1/bladeUser/save', {
      ...{ account: 'zhaoliu', name: '赵六六', realName: '赵六六', password: 'Keeper-26' },
      ...{ phone: '13944441111', roleId: [role.id], deptId },
    })
    await server.signIn('zhaoliu', 'Keeper-26')
    await call('DELETE', `engine/person/bladeUser/${id}`, { reason: '离职' })
    for (const marker of ['赵六六', '13944441111', 'zhaoliu'])
      expect([marker, await tablesWith(marker)]).toEqual([marker, []])
    await expect(server.signIn('zhaoliu', 'Keeper-26')).rejects.toThrow()
    const acts =
      await sql`select kind, reason from engine_audit where record_id = ${id}::bigint and kind = 'erasure'`.execute(
        server.engine.database.kysely,
      )
    expect(acts.rows).toEqual([{ kind: 'erasure', reason: '离职' }])
  })

  it('semantics 19: is refused without a reason, of the own account, and to users who are no administrators', async () => {
    const { id: userId } = await call('GET', 'blade-user/info')
    const erase = (path: string, body: object, token = admin) =>
      server.call('DELETE', `/api/engine/person/${path}`, { token, body })
    expect(await erase(`bladeUser/${userId}`, { reason: '' })).toMatchObject({ status: 400 })
    expect(await erase(`bladeUser/${userId}`, { reason: '离职' })).toMatchObject({ status: 409 })
    const porter = await imports.person('clerk', ['person_view', 'person_edit', 'person_unmask'])
    const { id } = await call('POST', 'city/v1/person/save', { name: '钱七' })
    expect(await erase(`person/${id}`, { reason: '离职' }, porter)).toMatchObject({ status: 403 })
  })
})
