import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { greyPng } from '../engine/server/auth/png.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

const picture = greyPng(4, 4, new Uint8Array(16).fill(128))
const path = '/api/blade-resource/oss/endpoint/put-file'
const [embedded] = databasesUnderTest().filter(({ kind }) => kind === 'embedded')
if (!embedded) throw new Error('There is no embedded database to test on.')

describe('files', () => {
  let server: ServerUnderTest
  let token: string

  beforeAll(async () => {
    server = await startServer(embedded, sampleApp)
    token = await server.signIn('admin', adminPassword)
  })
  afterAll(() => server.close())

  const upload = (name: string, content: Buffer, by: string | undefined = token) => {
    const boundary = 'cut-here'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
    return server.call('POST', path, {
      ...(by !== '' && { token: by }),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
  }

  it('are stored, linked in a record and served unchanged', async () => {
    const { status, body } = await upload('现场 照片.PNG', picture)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ originalName: '现场 照片.PNG', domain: '' })
    expect(body.data.link).toMatch(/^\/image-api\/000000\/[\w-]{22}\/.+\.png$/)
    const saved = await server.call('POST', '/api/city/v1/ward/save', {
      token,
      body: { name: '图', pictures: [body.data.link] },
    })
    expect(saved.body.data.pictures).toEqual([body.data.link])
    const got = await server.call('GET', body.data.link, { token })
    expect(got.body.equals(picture)).toBe(true)
    expect(got.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=300',
    })
    expect(got.headers['content-security-policy']).toContain('sandbox')
  })

  it('are served in ranges, as media players request', async () => {
    const { link } = (await upload('a.png', picture)).body.data
    const part = await server.call('GET', link, { token, headers: { range: 'bytes=1-3' } })
    expect([part.status, part.headers['content-range'], part.body.toString('latin1')]).toEqual([
      206,
      `bytes 1-3/${picture.length}`,
      'PNG',
    ])
    expect((await server.call('GET', link, { token, headers: { range: 'bytes=999999-' } })).status).toBe(416)
    expect((await server.call('GET', link, { token, headers: { range: 'bytes=-2' } })).body).toHaveLength(2)
  })

  it.each([
    ['an ending that is not allowed', 'page.html', Buffer.from('<script>alert(1)</script>')],
    ['a page that calls itself a picture', 'page.png', Buffer.from('<script>alert(1)</script>')],
    ['a picture that calls itself a document', 'picture.pdf', picture],
    ['nothing at all', 'empty.png', Buffer.alloc(0)],
    ['a name without an ending', 'file', picture],
  ])('are refused for %s', async (_what, name, content) => {
    const { status, body } = await upload(name, content)
    expect([status, body.success]).toEqual([400, false])
  })

  it('are refused when too large, and leave nothing behind', async () => {
    expect((await upload('big.png', Buffer.concat([picture, Buffer.alloc(21 * 1_048_576)]))).status).toBe(413)
    expect(readdirSync(join(server.dataDir, 'uploads'))).toEqual([])
  })

  it.each([
    [
      'a broken form',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
      400,
    ],
    ['a form without a boundary', 'multipart/form-data', 'abc', 400],
    [
      'a form without a file',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
      400,
    ],
    ['no form', 'application/json', '{}', 400],
  ])('are refused for %s', async (_what, type, body, status) => {
    expect((await server.call('POST', path, { token, headers: { 'content-type': type }, body })).status).toBe(status)
  })

  it('are accepted only from signed-in users', async () => {
    expect((await upload('a.png', picture, '')).status).toBe(401)
  })

  it.each([
    '/image-api/../../../etc/passwd',
    '/image-api/000000/%2e%2e/%2e%2e',
    '/image-api/000000/aaaaaaaaaaaaaaaaaaaaaa/..%2f..%2flock',
    '/image-api/',
    '/image-api/000000/aaaaaaaaaaaaaaaaaaaaaa/a.png',
  ])('are not found at %s', async url => {
    expect((await server.call('GET', url)).status).toBe(404)
  })
})
