import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { greyPng } from '../engine/server/auth/png.ts'
import { verify } from '../engine/server/operator/verify-command.ts'
import { filesIn } from '../engine/server/services/files/storage.ts'
import { databasesWalked } from './support/databases.ts'
import { readPdf } from './support/pdf-text.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

const app = {
  'app.yaml': 'title: { zh: 证据, en: Evidence }\n',
  'resources/city/case.yaml': `title: { zh: 案件, en: Case }
display: name
fields:
  name: { type: text, required: true, max: 20, title: { zh: 名称, en: Name } }
  photos: { type: image, many: true, evidence: true, title: { zh: 照片, en: Photos } }
  points: { type: children, of: casePoint, title: { zh: 检查点, en: Points } }
actions:
  clear: { edit: { photos: {} }, title: { zh: 清空, en: Clear } }
`,
  'resources/city/casePoint.yaml': `title: { zh: 检查点, en: Point }
menu: false
partOf: caseId
display: name
fields:
  caseId: { type: reference, of: case, required: true }
  name: { type: text, required: true, max: 20, title: { zh: 名称, en: Name } }
  photo: { type: image, evidence: true, title: { zh: 照片, en: Photo } }
`,
}

describe.each(databasesWalked('embedded'))('evidence on $kind', kind => {
  let server: ServerUnderTest
  let token: string

  beforeAll(async () => {
    server = await startServer(kind, app)
    token = await server.signIn('admin', adminPassword)
  })
  afterAll(() => server.close())

  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    server.call(path.endsWith('/update') ? 'PUT' : path.includes('/remove') ? 'DELETE' : method, path, {
      token,
      ...(body && { body }),
    })
  const upload = async (name: string): Promise<string> => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(greyPng(9, 7, new Uint8Array(63).fill(name.length)))]), name)
    const sent = new Response(form)
    const { body } = await server.call('POST', '/api/blade-resource/oss/endpoint/put-file', {
      token,
      headers: { 'content-type': String(sent.headers.get('content-type')) },
      body: Buffer.from(await sent.arrayBuffer()),
    })
    return String(body.data.link)
  }
  const saved = async (values: object, name = 'save') => {
    const { body } = await call('POST', `/api/city/v1/case/${name}`, values)
    if (body.code !== 200) throw new Error(JSON.stringify(body))
    return body.data
  }
  const refusal = async (path: string, body?: object) => {
    const answer = await call('POST', path, body)
    return { status: answer.status, fields: Object.keys(answer.body.errors ?? {}) }
  }

  it('stays in its record on each way of writing, and keeps the record', async () => {
    const [first, second, third] = [await upload('a.png'), await upload('bb.png'), await upload('ccc.png')]
    const { id, points } = await saved({ name: '一', photos: [first], points: [{ name: '甲', photo: second }] })
    const [point] = points
    await saved({ id, photos: [third, first] }, 'update')
    const refused = { status: 400 }
    expect(await refusal('/api/city/v1/case/update', { id, photos: [third] })).toMatchObject({
      ...refused,
      fields: ['photos'],
    })
    expect(await refusal('/api/city/v1/case/clear', { id, photos: [] })).toMatchObject({
      ...refused,
      fields: ['photos'],
    })
    expect(await refusal('/api/city/v1/case/update', { id, points: [] })).toMatchObject({
      ...refused,
      fields: ['points'],
    })
    const changed = [{ id: point.id, name: '甲', photo: third }]
    expect(await refusal('/api/city/v1/case/update', { id, points: changed })).toMatchObject({
      ...refused,
      fields: ['points.0.photo'],
    })
    expect(await refusal(`/api/city/v1/case/removeById?id=${id}`)).toMatchObject({ status: 409 })
    const { id: other } = await saved({ name: '二', points: [{ name: '乙' }] })
    expect((await call('POST', `/api/city/v1/case/removeById?id=${other}`)).status).toBe(200)
  })

  it('is compared with the digest of its upload, in the record, in the PDF and by the command', async () => {
    const link = await upload('frame.png')
    const { id } = await saved({ name: '三', photos: [link] })
    const checked = async () => (await call('GET', `/api/engine/evidence/case/${id}`)).body.data
    const [before] = await checked()
    expect(before).toMatchObject({
      link,
      state: 'intact',
      name: 'frame.png',
      digest: expect.stringMatching(/^[\da-f]{64}$/),
    })
    const { body } = await call('GET', `/api/engine/pdf/case/${id}`)
    expect((await readPdf(body)).text).toContain(before.digest.slice(0, 32).toUpperCase())
    const storage = filesIn(server.dataDir)
    const verified = () => verify(server.engine.database, storage)
    expect((await verified()).faults).toEqual([])
    writeFileSync(join(server.dataDir, 'files', link.slice('/image-api/'.length)), 'another')
    expect(await checked()).toMatchObject([{ link, state: 'altered' }])
    expect((await verified()).faults).toEqual([{ link, state: 'altered' }])
    await storage.remove(link.slice('/image-api/'.length))
    expect(await checked()).toMatchObject([{ link, state: 'missing' }])
    const orphan = `000000/${'x'.repeat(22)}/lost.png`
    const path = join(server.dataDir, 'files', orphan)
    const other = join(server.dataDir, 'files', 'backup', 'database.tar')
    for (const one of [path, other]) {
      mkdirSync(dirname(one), { recursive: true })
      writeFileSync(one, 'lost')
    }
    expect((await verified()).orphans).toEqual([])
    for (const one of [path, other]) utimesSync(one, 0, 0)
    expect(await verified()).toMatchObject({ faults: [{ link, state: 'missing' }], orphans: [orphan] })
    await verify(server.engine.database, storage, true)
    expect([(await verified()).orphans, existsSync(other)]).toEqual([[], true])
  })
})
