import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'

const text = (name: string, more = '') => `  ${name}: { type: text, title: { zh: ${name}, en: ${name} }${more} }\n`
const visit = (fields: string, end = 'close: { from: open, to: closed', more = '') => `title: { zh: 走访, en: Visit }
menu: false
display: name
${more}fields:
${text('name')}  state: { type: dictionary, of: visit_state, title: { zh: 状态, en: State } }
  stops: { type: children, of: stop, title: { zh: 地点, en: Stops } }
  kind: { type: dictionary, of: visit_kind, title: { zh: 类别, en: Kind } }
${fields}lifecycle:
  field: state
  initial: open
  final: [closed]
  transitions:
    ${end}, edit: [name], input: { why: { type: dictionary, of: visit_kind, title: { zh: 原因, en: Reason } } }, title: { zh: 结束, en: End } }
`
const stop = (field: string) => `title: { zh: 地点, en: Stop }
partOf: visitId
fields:
  visitId: { type: reference, of: visit, required: true, title: { zh: 走访, en: Visit } }
  kinds: { type: dictionary, of: visit_kind, many: true, title: { zh: 类别, en: Kinds } }
${field}`
const kinds = (shop: string, stall: string) => `title: { zh: 类别, en: Kind }
entries:
  shop: { ${shop}, title: { zh: 店, en: Shop } }
  stall: { ${stall}, title: { zh: 摊, en: Stall } }
`
const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'dictionaries/visit_state.yaml': `title: { zh: 状态, en: State }
entries:
  open: { key: "0", title: { zh: 进行, en: Open } }
  closed: { key: "1", title: { zh: 结束, en: Closed } }
`,
  'dictionaries/visit_kind.yaml': kinds('key: "1"', 'key: "2"'),
  'resources/a/visit.yaml': visit(text('warm') + text('cold') + text('fax')),
  'resources/a/stop.yaml': stop(text('street')),
}

describe.each(databasesUnderTest())('semantics 21: a write names the revision of its names ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  /** The revision of the descriptors above. */
  let first: string

  const revision = () => server.engine.model().revision
  const save = async (files: Readonly<Record<string, string>>) => {
    const before = revision()
    for (const [file, content] of Object.entries(files)) writeIn(server.appDir, file, content)
    await expect.poll(revision, { timeout: 10_000, interval: 10 }).not.toBe(before)
  }
  const write = (path: string, body: object, by: string | undefined = first, key?: string, method = 'POST') =>
    server.call(method, `/api/a/v1/${path}`, {
      token,
      body,
      headers: {
        ...(by !== undefined && { 'model-revision': by }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
    })
  const stored = async (id: string, path = 'visit') =>
    (await server.call('GET', `/api/a/v1/${path}/getById?id=${id}`, { token })).body.data

  beforeAll(async () => {
    server = await startServer(kind, app, { settings: { live: true } })
    token = await server.signIn('admin', adminPassword)
    first = revision()
  })
  afterAll(() => server.close())

  it('maps renamed fields and lines over several revisions, and refuses them without the header', async () => {
    await save({ 'resources/a/visit.yaml': visit(text('hot', ', renamedFrom: warm') + text('cold') + text('fax')) })
    await save({ 'resources/a/visit.yaml': visit(text('heat', ', renamedFrom: hot') + text('cold') + text('fax')) })
    await save({ 'resources/a/stop.yaml': stop(text('road', ', renamedFrom: street')) })
    const body = { name: '甲', warm: '60', cold: '4', stops: [{ street: '一号' }] }
    const { status, body: answer } = await write('visit/save', body)
    expect([status, answer.data]).toMatchObject([200, { heat: '60', cold: '4', stops: [{ road: '一号' }] }])
    const refused = await write('visit/save', body, revision())
    expect([refused.status, refused.body.msg]).toEqual([400, '没有名为“warm”的字段或条件。'])
    expect((await server.call('POST', '/api/a/v1/visit/save', { token, body })).status).toBe(400)
  })

  it('puts each value into the column of its meaning when two fields swap their names', async () => {
    const swapped = text('heat', ', renamedFrom: cold') + text('cold', ', renamedFrom: heat')
    await save({ 'resources/a/visit.yaml': visit(swapped + text('fax')) })
    const { body } = await write('visit/save', { name: '乙', warm: 'w', cold: 'c' })
    expect(body.data).toMatchObject({ heat: 'c', cold: 'w' })
  })

  it('maps the keys of entries over several revisions, also in lists and lines, and refuses them without the header', async () => {
    await save({ 'dictionaries/visit_kind.yaml': kinds('key: "3", renamedFrom: "1"', 'key: "2"') })
    await save({
      'dictionaries/visit_kind.yaml': kinds('key: "4", renamedFrom: ["3", "1"]', 'key: "5", renamedFrom: "2"'),
    })
    const body = { name: '甲', kind: '1', stops: [{ kinds: ['2', '1'] }] }
    const { body: answer } = await write('visit/save', body)
    expect(answer.data).toMatchObject({ kind: '4', stops: [{ kinds: ['5', '4'] }] })
    const refused = await write('visit/save', body, revision())
    expect([refused.status, refused.body.errors]).toMatchObject([400, { kind: '请选择正确的类别' }])
    const { id } = answer.data
    expect((await write('visit/close', { id, name: '甲', why: '2' }, revision())).status).toBe(400)
    expect((await write('visit/close', { id, name: '甲', why: '2' })).status).toBe(200)
  })

  it('refuses a removed field by its name, and ignores its missing value', async () => {
    await save({ 'resources/a/visit.yaml': visit(text('heat') + text('cold')) })
    const refused = await write('visit/save', { name: '丙', fax: '0871' })
    expect([refused.status, refused.body.msg]).toEqual([400, '配置已变更，以下名称已删除：fax'])
    expect(refused.body.errors).toEqual({ fax: '该字段已删除' })
    const headers = { 'model-revision': first, 'accept-language': 'en' }
    const english = await server.call('POST', '/api/a/v1/visit/save', { token, headers, body: { fax: '0871' } })
    expect(english.body).toMatchObject({
      msg: 'Removed from the descriptors: fax',
      errors: { fax: 'This field was removed' },
    })
    expect((await write('visit/save', { name: '丙', fax: '' })).status).toBe(200)
  })

  it('answers a retry across a change once, and refuses another content with its key', async () => {
    const made = await write('visit/save', { name: '丁', heat: '7' }, revision(), 'new')
    const by = revision()
    const { id, version } = made.body.data
    const change = { id, version, heat: '8', name: '丁' }
    const changed = await write('visit/update', change, by, 'change', 'PUT')
    const before = await stored(id)
    await save({ 'resources/a/visit.yaml': visit(text('fire', ', renamedFrom: heat') + text('cold')) })
    expect((await write('visit/save', { name: '丁', heat: '7' }, by, 'new')).body.data.id).toBe(id)
    const again = await write('visit/update', change, by, 'change', 'PUT')
    expect([again.status, again.body.data.version]).toEqual([200, changed.body.data.version])
    expect(await stored(id)).toMatchObject({ fire: '8', version: before.version })
    const other = await write('visit/save', { name: '丁', heat: '9' }, by, 'new')
    expect(other.status).not.toBe(200)
  })

  it('makes a renamed step at its former address', async () => {
    const { id } = (await write('visit/save', { name: '戊' }, revision())).body.data
    const by = revision()
    await save({
      'resources/a/visit.yaml': visit(
        text('fire') + text('cold'),
        'finish: { from: open, to: closed, renamedFrom: close',
      ),
    })
    expect((await write('visit/close', { id, name: '戊' }, revision())).status).toBe(404)
    const made = await write('visit/close', { id, name: '已' }, by)
    expect([made.status, made.body.data.state, made.body.data.name]).toEqual([200, '1', '已'])
  })

  it('saves to the new address of a renamed resource', async () => {
    const by = revision()
    const renamed = visit(text('fire') + text('cold'), 'finish: { from: open, to: closed', 'renamedFrom: visit\n')
    rmSync(join(server.appDir, 'resources/a/visit.yaml'))
    await save({
      'resources/a/trip.yaml': renamed,
      'resources/a/stop.yaml': stop(text('road')).replace('of: visit', 'of: trip'),
    })
    const { status, body } = await write('visit/save', { name: '庚', fire: '5' }, by)
    expect(status).toBe(200)
    expect(await stored(body.data.id, 'trip')).toMatchObject({ name: '庚', fire: '5' })
    expect((await write('visit/save', { name: '庚' }, revision())).status).toBe(404)
    expect((await write('trip/save', { name: '辛', warm: '1' })).body.data.cold).toBe('1')
  })

  it('logs a line for each takeover, with its changes in words, and for each refusal, with its location', async () => {
    const lines = () => server.log.map(line => JSON.parse(line)).filter(({ msg }) => /^Descriptors /.test(msg))
    expect(lines().slice(0, 2)).toMatchObject([
      {
        msg: 'Descriptors applied: Visit: field warm renamed to hot',
        ms: expect.any(Number),
        revision: 2,
        digest: expect.stringMatching(/^[0-9a-f]{8}$/),
      },
      { msg: 'Descriptors applied: Visit: field hot renamed to heat' },
    ])
    const all = lines().map(({ msg }) => msg)
    for (const change of ['field fax removed', 'step close renamed to finish', 'visit renamed to trip'])
      expect(all).toContainEqual(expect.stringMatching(`^Descriptors applied: .*Visit: .*${change}`))
    const present = stop(text('road')).replace('of: visit', 'of: trip')
    writeIn(server.appDir, 'resources/a/stop.yaml', present.replace('type: text', 'type: txt'))
    const refusal = /^Descriptors refused: resources\/a\/stop.yaml:\d+:\d+ There is no field type "txt"/
    await expect.poll(() => lines().at(-1)?.msg).toEqual(expect.stringMatching(refusal))
    writeIn(server.appDir, 'resources/a/stop.yaml', present)
  })

  it('refuses a revision that is not kept', async () => {
    const { status, body } = await write('trip/save', { name: '壬' }, 'abc')
    expect([status, body.msg]).toEqual([409, '页面所用的配置版本已过期，请刷新页面后再保存'])
  })
})
