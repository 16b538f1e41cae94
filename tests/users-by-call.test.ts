import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleResource, userResource } from '../engine/model/account-resources.ts'
import type { Model, Resource } from '../engine/model/model.ts'
import { apiPath, codesOf } from '../engine/model/names.ts'
import { storedPassword } from '../engine/server/auth/password.ts'
import { referenceOf } from '../engine/server/database/shape.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { createIds } from '../engine/server/storage/ids.ts'
import { newWork } from '../engine/server/store/new-work.ts'
import { readDemo } from '../scripts/demo/demo.ts'
import { writeDemoAccounts, writeOrganisation } from '../scripts/demo/demo-accounts.ts'
import { runSeed, seededResources } from '../scripts/demo/run-seed.ts'
import { databasesWalked } from './support/databases.ts'
import { listenToEvents } from './support/event-listener.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { readPdf } from './support/pdf-text.ts'
import { type Answer, type ServerUnderTest, startServer } from './support/server.ts'
import { actor, contextOf } from './support/store.ts'
import { type WatchedCalls, watchCalls } from './support/watched-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and fail where they differ
type Any = any

/** A resource with users in every position: one, many, bound, grouped, in lines and receiving a message. */
const own = {
  'resources/ent/rota.yaml': `title: { zh: 值班表, en: Rota }
menu: false
owner: entId
display: chiefId
fields:
  entId: { type: reference, of: entInfo, required: true }
  rotaName: { type: text, required: true, max: 50, title: { zh: 值班表名, en: Rota name } }
  chiefId: { type: reference, of: bladeUser, title: { zh: 组长, en: Chief } }
  memberIds: { type: reference, of: bladeUser, many: true, title: { zh: 组员, en: Members } }
  isGrown: { type: boolean, compute: "chiefId.sex == 'male'", title: { zh: 男, en: Male } }
  memberCount: { type: integer, compute: "size(guards)", title: { zh: 人数, en: Number } }
  shifts: { type: children, of: rotaShift }
bind:
  guards: { of: bladeUser, http: [POST bindGuards, GET listGuards], self: rotaId, title: { zh: 值班人, en: Guards } }
  guardIds: { of: bladeUser, http: [POST bindGuardIds, GET listGuardIds], self: rotaId, returns: ids, title: { zh: 值守人, en: Guard ids } }
queries:
  byChief: { group: [chiefId], measure: { n: count() }, returns: list, title: { zh: 按组长, en: By chief } }
actions:
  call: { set: { rotaName: "'called'" }, sends: [{ message: rotaCall, preview: previewCall }], title: { zh: 召集, en: Call } }
`,
  'resources/ent/rotaShift.yaml': `title: { zh: 班次, en: Shift }
partOf: rotaId
fields:
  rotaId: { type: reference, of: rota, required: true }
  guardId: { type: reference, of: bladeUser, title: { zh: 值班人员, en: Guard } }
`,
  'resources/ent/rotaCard.yaml': `title: { zh: 值班卡, en: Rota card }
menu: false
owner: entId
fields:
  entId: { type: reference, of: entInfo, required: true }
  chiefId: { type: reference, of: bladeUser, title: { zh: 组长, en: Chief } }
  chiefName: { type: text, max: 50, copy: chiefId.name, title: { zh: 组长姓名, en: Name of the chief } }
  chiefPhone: { type: phone, copy: chiefId.phone, title: { zh: 组长电话, en: Phone of the chief } }
`,
  'messages/rotaCall.yaml': `title: { zh: 召集, en: Call }
of: rota
channels: [inApp, sms]
to: { supervisor: [chiefId], ent: [owners] }
text: { zh: '请 {chiefId} 值班', en: 'Please take over, {chiefId}' }
`,
}

/** Roots of routes that answer no record to a merchant; tasks and instances of others, and what is for administrators, are refused. */
const without =
  /^(health|image-api|api\/blade-(flow\/(model|manager|follow|process)|desk\/process)|api\/engine\/(borders|flow\/(tasks|models|instances|definitions)|due-steps|mark|person|status|pages|pending|problems|revision|openapi|address)|api\/blade-(auth|resource)|api\/genApi|api\/blade-system\/(dict|dict-biz|menu|topmenu|region|tenant|role)|api\/\*)/

const ownPaths = ['index', 'visits', 'sessions', 'second-factor', 'inbox', 'access/roles']

/** An answer as text: of a workbook, its parts; of a PDF, what is drawn. */
function textOf({ body }: Answer): string {
  if (!Buffer.isBuffer(body)) return JSON.stringify(body)
  if (body.subarray(0, 4).toString('latin1') === '%PDF') return readPdf(body).text
  return body.subarray(0, 2).toString('latin1') === 'PK' ? unzipped(body) : body.toString('utf8')
}

/** The entries of a ZIP file, by its directory. */
function unzipped(file: Buffer): string {
  const texts: string[] = []
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [size, name, more, comment] = [20, 28, 30, 32].map(of =>
      of === 20 ? file.readUInt32LE(at + of) : file.readUInt16LE(at + of),
    )
    const from = file.readUInt32LE(at + 42)
    const start = from + 30 + file.readUInt16LE(from + 26) + file.readUInt16LE(from + 28)
    const bytes = file.subarray(start, start + Number(size))
    texts.push((file.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString('utf8'))
    at += 46 + Number(name) + Number(more) + Number(comment)
  }
  return texts.join('\n')
}

describe.each(databasesWalked('embedded'))('the users that any request shows to a merchant, on $kind', kind => {
  let calls: WatchedCalls
  let server: ServerUnderTest
  let admin: ImportCalls
  let model: Model
  let ownerId: string
  /** Users of other businesses, of the bureau, and of the own business. */
  let users: Readonly<Record<'rivals' | 'bureau' | 'mates', readonly string[]>>
  /** Tokens: of the merchant of the demonstration, of one of the same business with all codes, and of a rival. */
  const tokens: Record<string, string> = {}
  /** The statuses by route and by caller. */
  const answered = new Map<string, Set<number>>()
  const leaks: string[] = []

  const run = async (text: string): Promise<Any[]> => (await admin.run(text)).rows
  const idsOf = async (text: string): Promise<string[]> => (await run(text)).map(({ id }) => id)

  beforeAll(async () => {
    const files = (await readSources('.')).filter(({ origin }) => origin === 'app')
    const app = Object.fromEntries(files.map(({ file, text }) => [file, text]))
    calls = watchCalls()
    server = await startServer(
      kind,
      { ...app, ...own, 'seeds/demo.yaml': readFileSync('seeds/demo.yaml', 'utf8') },
      { settings: { demo: false, host: '127.0.0.1', port: 0 } },
    )
    calls.enough()
    model = server.engine.model()
    admin = await importCallsOn(server, 'rota')
    const [merchant] = (await seedCity()).filter(({ account }) => account === 'merchant')
    const [{ owner }] = await run(`select owner_ids[1]::text as owner from blade_user where account = 'merchant'`)
    ownerId = owner
    const [other] = await idsOf(`select id::text from ent_info where id <> ${ownerId} limit 1`)
    // Logs have no owner: those of messages and acts contain all receivers and users for those who may view them.
    const granted = Object.values(model.resources).filter(({ name }) => !['msgSendLog', 'sysAudit'].includes(name))
    const codes = granted.flatMap(one => [...codesOf(one)])
    const entry = async (account: string, owners: unknown[], more = {}) => {
      tokens[account] = await admin.person(account, codes, { ownerIds: owners, ...more })
    }
    await entry('clerk', [ownerId])
    const roleId = await idsOf(`select id::text from blade_role where role_alias = 'role-clerk'`)
    await entry('rival', [other], { roleId })
    tokens['merchant'] = await server.signIn('merchant', String(merchant?.password))
    await nameUsers()
    const withOwners = (which: string) => idsOf(`select id::text from blade_user where ${which}`)
    users = {
      rivals: await withOwners(`owner_ids <> '{}' and not ${ownerId} = any(owner_ids)`),
      bureau: await withOwners(`coalesce(owner_ids, '{}') = '{}'`),
      mates: await withOwners(`${ownerId} = any(owner_ids)`),
    }
    await engageUsers()
  }, 120_000)
  afterAll(() => server.close())

  /** A small city with the accounts of the demonstration. */
  async function seedCity() {
    const { database } = server.engine
    const [userId = ''] = await idsOf(`select id::text from blade_user where account = 'admin'`)
    const ids = await createIds(database)
    const ctx = contextOf(actor({ userId, administrator: true, name: 'Admin' }), model)
    const [work, seeding] = [storedPassword, async () => 'none'].map(hashPassword =>
      newWork({ database, ids, hashPassword }, ctx),
    )
    if (!work || !seeding) throw new Error('There are two.')
    for (const code of [330102, 330105, 330106])
      await run(`insert into sys_region (id, code, name, region_level) values (${code}, '${code}', '区${code}', '3')`)
    const demo = await readDemo('.')
    await writeOrganisation(work, demo)
    const resources = seededResources(await readSources('.'), demo)
    await runSeed(database, seeding, demo, { owners: 12, days: 2, seed: 'users', resources })
    const { created } = await writeDemoAccounts(work, demo)
    await ids.close()
    return created
  }

  /** Gives each user values that contain the id; accounts that sign in remain. */
  async function nameUsers() {
    await run(`update blade_user set name = '用户' || id, real_name = '实名' || id, email = id || '@example.cn',
      phone = '139' || right(id::text, 8), display_key = '用户' || id,
      account = case when account in ('admin', 'merchant', 'clerk', 'rival') then account else 'a' || id end`)
  }

  /** Refers to rivals and the bureau in turn wherever a merchant reads, and lets them act on the merchant's records. */
  async function engageUsers() {
    const turns = [users.rivals[0], users.bureau[0], users.rivals[1], users.bureau[1], users.rivals[2]]
    const one = `(array[${turns}]::bigint[])[1 + id % ${turns.length}]`
    for (const { table, fields, readOnly, owner } of Object.values(model.resources)) {
      if (readOnly) continue
      const declared = fields.flatMap(field => (field.column ? referenceOf(model, field) : []))
      const set = declared.flatMap(({ field, of, many }) =>
        of.name === userResource ? [`"${field.column}" = ${many ? `array[${turns}]::bigint[]` : one}`] : [],
      )
      const system = owner === undefined ? [] : [`create_user = ${one}`, `update_user = ${one}`]
      if (set.length + system.length > 0) await run(`update "${table}" set ${[...set, ...system].join(', ')}`)
    }
    const author = one.replace('id', 'id / 4096')
    await run(`update engine_history set user_id = ${author}, user_name = '用户' || ${author}`)
    const members = [users.rivals[0], users.bureau[0], users.mates[0]]
    for (const chiefId of [...members, users.rivals[1]]) {
      const shifts = members.map(guardId => ({ guardId }))
      const rota = { entId: ownerId, rotaName: '早班', chiefId, memberIds: members, shifts }
      const { id } = await admin.data('POST', 'ent/v1/rota/save', rota)
      for (const bind of ['bindGuards', 'bindGuardIds'])
        await admin.data('POST', `ent/v1/rota/${bind}`, { rotaId: id, ids: members })
    }
    const [clerkRole = ''] = await idsOf(`select id::text from blade_role where role_alias = 'role-clerk'`)
    const view = { name: '常用', query: { chiefId: users.rivals[0] }, columns: ['chiefId'], roleIds: [clerkRole] }
    expect((await admin.call('POST', 'engine/views/rota', view, tokens['rival'])).status).toBe(200)
    expect(
      (
        await admin.call(
          'POST',
          'engine/views/rota',
          { ...view, query: { chiefId_in: [users.bureau[0], users.rivals[0]].join(',') } },
          admin.token,
        )
      ).status,
    ).toBe(200)
  }

  /** Sends a request, and records what its response reveals of users that the actor may not see. */
  async function ask(by: string, method: string, path: string, body?: unknown): Promise<Answer> {
    calls.forget()
    const answer = await admin.call(method, path, body, tokens[by])
    for (const route of calls.asked) answered.set(route, (answered.get(route) ?? new Set()).add(answer.status))
    note(`${by} ${method} ${path} ${JSON.stringify(body)} ${answer.status}`, withoutEcho(textOf(answer), body))
    return answer
  }

  /** Cells of the file that was imported: what a caller sent is returned. */
  let cells: readonly string[] = []
  const withoutEcho = (text: string, body: unknown): string =>
    [...cells, ...((body as Any)?.texts ?? []).map((one: string) => `"text":"${one}"`)].reduce(
      (left: string, one) => left.replaceAll(one, ''),
      text,
    )

  /** A number is not part of a longer one: an id may contain the digits of a phone number. */
  const isIn = (text: string, value: string): boolean =>
    /^\d+$/.test(value) ? new RegExp(`(?<!\\d)${value}(?!\\d)`).test(text) : text.includes(value)

  function note(what: string, text: string) {
    const phone = (id: string) => `139${id.slice(-8)}`
    const shown = [
      ...users.rivals.flatMap(id => [id, phone(id)]),
      ...users.bureau.flatMap(id => [`a${id}`, `实名${id}`, `${id}@`, phone(id)]),
    ].filter(value => isIn(text, value))
    if (shown.length > 0)
      leaks.push(
        `${what}: ${shown[0]} in ${text.slice(Math.max(0, text.indexOf(String(shown[0])) - 150)).slice(0, 250)}`,
      )
  }

  /** Requests of every reading endpoint for one resource. */
  async function read(by: string, resource: Resource) {
    const { name } = resource
    const v1 = apiPath(resource).slice('/api/'.length)
    const get = (path: string) => ask(by, 'GET', path)
    const listed = (await get(`${v1}/page?size=200`)).body?.data?.records ?? []
    const ids: string[] = [listed[0], listed.at(-1)].flatMap(row => row?.id ?? [])
    const all = [...users.rivals.slice(0, 40), ...users.bureau.slice(0, 40), ...users.mates].join(',')
    const references = resource.fields.flatMap(field => referenceOf(model, field))
    for (const { field } of references.filter(({ of }) => of.name === userResource)) {
      for (const search of ['', 'search=用户', `search=${users.rivals[0]}`, `search=a${users.bureau[0]}`])
        await get(`engine/options/${name}/${field.name}?${search}`)
      const wanted = { first: [...users.rivals.slice(0, 9), ...users.bureau.slice(0, 9)], record: { entId: ownerId } }
      await ask(by, 'POST', `engine/options/${name}/${field.name}`, wanted)
      const texts = [...users.rivals.slice(0, 5), ...users.bureau.slice(0, 5)].flatMap(id => [
        `用户${id}`,
        `a${id}`,
        id,
      ])
      await ask(by, 'POST', `engine/options/${name}/${field.name}/meant`, { texts })
      await ask(by, 'POST', `engine/options/${name}/${field.name}/pick`, { record: { entId: ownerId } })
      await get(`engine/targets/${name}/${userResource}?ids=${all}`)
      await get(`${v1}/page?size=200&ascs=${field.name}`)
      await get(`${v1}/listByQuery?${field.name}_in=${all}`)
    }
    for (const path of ['listByQuery', 'getByQuery', ...resource.queries.map(({ http }) => http.path)])
      await get(`${v1}/${path}`)
    await get(`engine/resource/${name}`)
    await get(`rest/${name}`)
    await get(`engine/labels/${name}?ids=${name === userResource ? all : ids.join(',')}`)
    await get(`engine/branch/${name}`)
    await get(`engine/found/${name}?search=${encodeURIComponent('用户')}`)
    await get(`engine/bin/${name}`)
    await get(`engine/views/${name}`)
    await get(`engine/import/${name}`)
    await get(`engine/import/${name}/template?format=xlsx`)
    await get(`engine/export/${name}?format=csv&columns=*`)
    await get(`engine/export/${name}?format=xlsx`)
    await ask(by, 'POST', `engine/export/${name}`, { format: 'csv', columns: resource.fields.map(field => field.name) })
    const blade = resource.dialect?.blade
    for (const call of blade
      ? ['list', 'page', 'select', 'tree', 'lazy-list', 'lazy-tree', 'parent-list', 'listAll']
      : [])
      await get(`${blade}/${call}?size=200`)
    for (const id of ids) {
      await get(`${v1}/getById?id=${id}`)
      await get(`engine/history/${name}/${id}`)
      await get(`engine/neighbours/${name}/${id}`)
      await get(`engine/below/${name}?parent=${id}`)
      const lists = (await get(`engine/related/${name}/${id}`)).body?.data ?? []
      for (const list of [
        ...resource.binds.map(bind => bind.name),
        ...resource.fields.filter(({ type }) => type === 'related').map(one => one.name),
      ]) {
        await get(`engine/related/${name}/${id}/${list}?size=200`)
        await get(`engine/related/${name}/${id}/${list}/choices`)
      }
      expect(Array.isArray(lists)).toBe(true)
      await ask(by, 'PUT', 'engine/visits', { resource: name, id })
      if (blade) await get(`${blade}/detail?id=${id}`)
      if (name === roleResource) {
        await get(`${v1}/listByRoleId?roleId=${id}`)
        await get(`engine/access/roles/${id}`)
      }
      await get(`engine/access/why?resource=${name}&id=${id}`)
      await get(`rest/${name}/${id}`)
    }
    for (const { field, of } of references.filter(({ of }) => of.tree !== undefined))
      await ask(by, 'POST', `engine/counts/${name}`, {
        field: field.name,
        ids: (await get(`engine/branch/${of.name}`)).body?.data?.map?.((row: Any) => row.id) ?? [],
      })
    if (ids[0] && resource.fields.some(field => referenceOf(model, field).some(({ of }) => of.name === userResource)))
      await get(`engine/pdf/${name}/${ids[0]}`)
    if (ids[0]) await get(`engine/evidence/${name}/${ids[0]}`)
    for (const { name: group } of resource.fields.filter(({ type }) => type === 'dictionary').slice(0, 1))
      await get(`engine/list-chart/${name}?_chart=group%3D${group}`)
    if (ids[0]) await get(`engine/flow/of-record?resource=${name}&id=${ids[0]}`)
  }

  it('covers rivals, the bureau and the own business', () => {
    expect(Object.values(users).map(({ length }) => length > 1)).toEqual([true, true, true])
  })

  it.each(['merchant', 'clerk'])(
    'reads nothing of other users by any request, as %s',
    async by => {
      leaks.length = 0
      for (const resource of Object.values(model.resources)) await read(by, resource)
      for (const path of [...ownPaths, 'find?search=用户', 'find?search=1'])
        await ask(by, 'GET', `engine/${path.replace('用户', encodeURIComponent('用户'))}`)
      for (const path of ['info', 'user-list', 'page', 'list']) await ask(by, 'GET', `blade-user/${path}`)
      for (const [id] of Object.values(users)) await ask(by, 'GET', `blade-user/platform-detail?id=${id}`)
      const charts = Object.keys(model.charts)
      for (const path of [...charts, ...charts.slice(0, 5).map(name => `${name}/workbook`)])
        await ask(by, 'GET', `engine/chart/${path}`)
      for (const [name, { tiles }] of Object.entries(model.boards)) {
        await ask(by, 'GET', `engine/board/${name}`)
        for (const tile of tiles.filter(({ charts }) => charts.length > 0).slice(0, 2))
          await ask(by, 'GET', `engine/board/${name}/workbook/${tile.name}`)
      }
      for (const list of ['start', 'claim', 'todo', 'send', 'done']) {
        await ask(by, 'GET', `engine/flow/lists/${list}`)
        await ask(by, 'GET', `blade-flow/work/${list}-list`)
      }
      for (const path of ['counts', 'people', 'substitution']) await ask(by, 'GET', `engine/flow/${path}`)
      expect(leaks.map(one => one.slice(0, 300)).slice(0, 12)).toEqual([])
    },
    300_000,
  )

  it('receives nothing of other users in responses to writes', async () => {
    leaks.length = 0
    const by = 'clerk'
    const [mate, rival] = [users.mates[0], users.rivals[0]]
    const path = 'ent/v1/rotaCard/save'
    // A user of the bureau may be chosen, by name only.
    for (const chiefId of [mate, users.bureau[0]]) {
      const { body } = await ask(by, 'POST', path, { entId: ownerId, chiefId })
      const { chiefId: id, chiefName, chiefPhone } = body.data
      expect([id, chiefName, chiefPhone === null]).toEqual([chiefId, `用户${chiefId}`, chiefId !== mate])
    }
    const refused = await ask(by, 'POST', path, { entId: ownerId, chiefId: rival })
    expect(refused.body.errors).toHaveProperty('chiefId')
    const { records } = (await ask(by, 'GET', 'ent/v1/rota/page?rotaName=早班')).body.data
    for (const { id, version } of records as { id: string; version: number }[]) {
      const row = await admin.data('GET', `ent/v1/rota/getById?id=${id}`)
      await admin.data('PUT', 'ent/v1/rota/update', { id, version, rotaName: '早班甲' }, tokens['admin'])
      await run(`update rota set update_user = ${rival} where id = ${id}`)
      await run(`update engine_history set user_id = ${rival}, user_name = '用户${rival}' where record_id = ${id}`)
      // A conflict names the version of another user.
      expect((await ask(by, 'PUT', 'ent/v1/rota/update', { id, version, rotaName: '早班乙' })).status).toBe(409)
      const bound = { rotaId: id, ids: [mate] }
      expect((await ask(by, 'POST', 'ent/v1/rota/bindGuards', bound)).status).toBe(200)
      await ask(by, 'GET', `ent/v1/rota/listGuards?rotaId=${id}`)
      await ask(by, 'GET', `ent/v1/rota/listGuardIds?rotaId=${id}`)
      await ask(by, 'GET', `ent/v1/rota/previewCall?id=${id}`)
      expect((await ask(by, 'PUT', 'ent/v1/rota/update', { id, rotaName: '早班丙', memberIds: [mate] })).status).toBe(
        200,
      )
      // What the writer does not see is kept.
      const after = await admin.data('GET', `ent/v1/rota/getById?id=${id}`)
      expect([after.chiefId, [...after.memberIds].sort()]).toEqual([row.chiefId, [mate, rival].sort()])
      const guards: { id: string }[] = await admin.data('GET', `ent/v1/rota/listGuards?rotaId=${id}`)
      expect(guards.map(guard => guard.id).sort()).toEqual([mate, rival].sort())
      expect((await ask(by, 'POST', 'ent/v1/rota/call', { id })).status).toBe(200)
      await ask(by, 'GET', `engine/history/rota/${id}`)
    }
    const select = { ids: records.map(({ id }: Any) => id) }
    const edit = { kind: 'update', values: { rotaName: '早班丁' } }
    await ask(by, 'POST', 'engine/bulk/rota/preview', { select, do: edit })
    await ask(by, 'POST', 'engine/bulk/rota/preview', { select, do: { kind: 'update', values: { chiefId: mate } } })
    expect(
      (await ask(by, 'POST', 'engine/bulk/rota', { select, do: { kind: 'update', values: { chiefId: mate } } })).status,
    ).toBe(200)
    await ask(by, 'POST', 'engine/bulk/rota/preview', { select, do: { kind: 'remove' } })
    await ask(by, 'POST', 'engine/bulk/rota', { select, do: { kind: 'remove' } })
    await ask(by, 'GET', 'engine/bin/rota')
    const { records: operations } = (await ask(by, 'GET', 'sys/v1/sysOperation/page')).body.data
    for (const { id, kind } of operations) {
      await ask(by, 'GET', `engine/operations/${id}`)
      await ask(by, 'GET', `engine/operations/${id}/rows`)
      if (kind === 'export') await ask(by, 'GET', `engine/operations/${id}/file`)
      if (kind === 'edit' || kind === 'delete')
        for (const method of ['GET', 'POST'])
          expect((await ask(by, method, `engine/operations/${id}/undo`)).status).toBe(200)
    }
    expect(leaks.map(one => one.slice(0, 300))).toEqual([])
  })

  it('receives nothing of other users by an import', async () => {
    leaks.length = 0
    const named = [users.rivals[0], users.bureau[0], users.mates[0]].map(id => `用户${id}`)
    cells = [...named, `a${users.bureau[0]}`, `实名${users.rivals[0]}`]
    const lines = cells.map((name, at) => `夜班${at},${name}`)
    const by = tokens['clerk'] ?? ''
    const taken = await admin.take(`值班表名,组长\n${lines.join('\n')}\n`, { by })
    const { id, columns } = taken
    const path = `engine/import/rota/${id}`
    await ask('clerk', 'POST', `${path}/check`, { columns })
    for (const part of ['', '/problems', '/additions', '/changes']) await ask('clerk', 'GET', `${path}${part}`)
    const problems = await admin.problemsOf(id, by)
    // Those whose name is visible are found.
    expect(problems.map(([row]: Any) => row)).toEqual([2, 5, 6])
    await ask('clerk', 'POST', `${path}/write`, { goodRows: true })
    await ask('clerk', 'GET', `${path}/report?of=wrong-rows`)
    expect(leaks.map(one => one.slice(0, 300))).toEqual([])
  })

  it('receives no other users in the event stream', async () => {
    leaks.length = 0
    const address = await server.engine.listen()
    const query = `resources=${userResource},rota`
    const listener = await listenToEvents(address, tokens['clerk'] ?? '', query)
    const change = (id: string | undefined) => admin.data('PUT', 'blade/v1/bladeUser/update', { id, sex: '1' })
    await change(users.rivals[0])
    await change(users.bureau[1])
    await change(users.mates[0])
    await listener.reports(userResource, users.mates[0])
    await listener.stop()
    expect(listener.ids(userResource)).toEqual([users.mates[0]])
    note('events', listener.text())
    expect(leaks).toEqual([])
  })

  it('covers every route', () => {
    const silent = [...calls.known].filter(
      route =>
        route.startsWith('GET ') &&
        !answered.get(route)?.has(200) &&
        route !== 'GET /api/engine/events' &&
        !without.test(route.slice('GET /'.length)),
    )
    expect(silent).toEqual([])
  })
})
