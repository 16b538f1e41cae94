import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locationOf } from '../engine/fields/exif-location.ts'
import { greyPng } from '../engine/server/auth/png.ts'
import { usualLimits } from '../engine/server/http/limits.ts'
import { databasesUnderTest } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { locatedJpeg } from './support/located-jpeg.ts'
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
    ['an extension that is not allowed', 'page.html', Buffer.from('<script>alert(1)</script>')],
    ['a page with the extension of a picture', 'page.png', Buffer.from('<script>alert(1)</script>')],
    ['a picture of another format', 'picture.bmp', picture],
    ['an empty file', 'empty.png', Buffer.alloc(0)],
    ['a name without an extension', 'file', picture],
  ])('are refused for %s', async (_what, name, content) => {
    const { status, body } = await upload(name, content)
    expect([status, body.success]).toEqual([400, false])
  })

  it('are refused when too large, and leave nothing behind', async () => {
    expect((await upload('big.png', Buffer.concat([picture, Buffer.alloc(21 * 1_048_576)]))).status).toBe(413)
    expect(readdirSync(join(server.dataDir, 'uploads'))).toEqual([])
  })

  const uploadRows = async () =>
    (await sql<{ n: string }>`select count(*) as n from engine_upload`.execute(server.engine.database.kysely)).rows
  const leftOver = async () => [await uploadRows(), readdirSync(join(server.dataDir, 'uploads'))]

  it('leave nothing behind if they cannot be stored', async () => {
    const before = await uploadRows()
    const folder = join(server.dataDir, 'files', '000000')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(server.dataDir, 'files'), { recursive: true })
    writeFileSync(folder, '')
    expect((await upload('a.png', picture)).status).toBe(500)
    rmSync(folder)
    expect(await leftOver()).toEqual([before, []])
  })

  it.runIf(process.getuid?.() === 0)('are refused with 507 if the disk is full, and leave nothing behind', async () => {
    const before = await uploadRows()
    const folder = join(server.dataDir, 'uploads')
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
    try {
      const { status, body } = await upload('a.png', Buffer.concat([picture, Buffer.alloc(400_000)]))
      expect([status, body.code, body.success]).toEqual([507, 507, false])
      expect(await leftOver()).toEqual([before, []])
    } finally {
      execFileSync('umount', [folder])
    }
    expect((await upload('a.png', picture)).status).toBe(200)
  })

  it.each([
    ['little-endian', true],
    ['big-endian', false],
  ])('of pictures lose their location, %s, and nothing else', async (_what, isLittle) => {
    const jpeg = Buffer.from(`ffd8ffdb004300${'01'.repeat(64)}ffc0000b080001000101011100ffd9`, 'hex')
    const xmp = Buffer.from('http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="30,15.5N" tiff:Make="A"/>')
    const located = locatedJpeg(Buffer.concat([jpeg, xmp]), { latitude: [30, 15, 5], orientation: 6, isLittle })
    expect(locationOf(located)).toBeDefined()
    const { link } = (await upload('a.jpg', located)).body.data
    const { body } = await server.call('GET', link, { token })
    expect([body.length, locationOf(body)]).toEqual([located.length, undefined])
    const text = body.toString('latin1')
    expect(
      ['A phone', 'tiff:Make="A"', '30,15', String.fromCharCode(30, 0, 0, 0)].map(one => text.includes(one)),
    ).toEqual([true, true, false, false])
  })

  it.each([
    [
      'a truncated form',
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

/** Files whose header declares a size, without so many pixels. */
const declared = {
  png(width: number, height: number): Buffer {
    const file = Buffer.from(picture)
    file.writeUInt32BE(width, 16)
    file.writeUInt32BE(height, 20)
    return file
  },
  gif(width: number, height: number): Buffer {
    // A comment and an extension before the frame.
    const head = Buffer.from(`474946383961${'00'.repeat(7)}21fe036162630021f9040000000000`, 'hex')
    const frame = Buffer.from('2c00000000000000000002024401003b', 'hex')
    frame.writeUInt16LE(width, 5)
    frame.writeUInt16LE(height, 7)
    return Buffer.concat([head, frame])
  },
  'screen.gif'(width: number, height: number): Buffer {
    const file = declared.gif(0, 0)
    file.writeUInt16LE(width, 6)
    file.writeUInt16LE(height, 8)
    return file
  },
  bmp(width: number, height: number): Buffer {
    const file = Buffer.alloc(60)
    file.write('BM')
    file.writeUInt32LE(40, 14)
    file.writeInt32LE(width, 18)
    file.writeInt32LE(-height, 22)
    return file
  },
  'old.dib'(width: number, height: number): Buffer {
    const file = Buffer.alloc(60)
    file.write('BM')
    file.writeUInt32LE(12, 14)
    file.writeUInt16LE(width, 18)
    file.writeUInt16LE(height, 20)
    return file
  },
  jpg(width: number, height: number): Buffer {
    // A long segment, fill bytes and a table before the frame.
    const head = Buffer.concat([
      Buffer.from('ffd8ffe0fff0', 'hex'),
      Buffer.alloc(0xfff0 - 2),
      Buffer.from('ffffffc40004abcd', 'hex'),
    ])
    const frame = Buffer.from('ffc2001108000000000301220002110103110100', 'hex')
    frame.writeUInt16BE(height, 5)
    frame.writeUInt16BE(width, 7)
    return Buffer.concat([head, frame])
  },
}

describe('uploads', () => {
  let server: ServerUnderTest
  let token: string
  let calls: ImportCalls
  const quota = { uploadsOfUser: 2 * 1_048_576, uploadsOfTenant: 3 * 1_048_576 }

  beforeAll(async () => {
    server = await startServer(embedded, sampleApp, {
      settings: { limits: { ...usualLimits, ...quota, rate: 100_000 } },
    })
    token = await server.signIn('admin', adminPassword)
    calls = await importCallsOn(server, 'ward')
  })
  afterAll(() => server.close())

  const upload = (name: string, content: Buffer, by = token) =>
    server.call('POST', path, {
      token: by,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: Buffer.concat([
        Buffer.from(`--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
        content,
        Buffer.from('\r\n--x--\r\n'),
      ]),
    })
  const stored = async () =>
    (await calls.run('select tenant_id, user_id::text, name, size::text from engine_upload')).rows

  it.each(Object.entries(declared))('of %s have at most 50 million pixels by their header', async (kind, of) => {
    const name = kind.includes('.') ? kind : `a.${kind}`
    const large = await upload(name, of(10_000, 5_001))
    expect(large.body).toMatchObject({
      code: 400,
      msg: '图片为 10000 × 5001 像素，不能超过 5000 万像素，请缩小后再上传',
    })
    expect((await upload(name, of(10_000, 5_000))).status).toBe(200)
    expect((await upload(name, of(0, 10))).body.msg).toBe('无法读取图片的尺寸，文件可能已损坏')
  })

  it('of pictures whose header is cut off are refused', async () => {
    expect((await upload('a.jpg', declared.jpg(10, 10).subarray(0, 0x1000))).status).toBe(400)
    expect((await upload('a.png', picture.subarray(0, 20))).status).toBe(400)
  })

  it('are taken from users who may write a field that accepts the file', async () => {
    const reader = await calls.person('reader', ['ward_view'])
    const writer = await calls.person('writer', ['ward_view', 'ward_edit'])
    const bmp = declared.bmp(10, 10)
    expect((await upload('a.bmp', bmp, reader)).body).toMatchObject({
      code: 403,
      msg: '您没有可以填写 bmp 文件的字段，不能上传',
    })
    expect((await upload('a.bmp', bmp, writer)).status).toBe(200)
    const keeper = await calls.person('files', ['attach_upload'])
    expect((await upload('a.bmp', bmp, keeper)).status).toBe(200)
    // Every user has an avatar, of at most 500 KB.
    const large = Buffer.concat([picture, Buffer.alloc(600 * 1024)])
    expect((await upload('a.png', picture, reader)).status).toBe(200)
    expect((await upload('a.png', large, reader)).body).toMatchObject({ code: 413, msg: '文件大小不能超过 500 KB' })
    expect((await upload('a.png', large, writer)).status).toBe(200)
  })

  it('have a sum in 24 hours, of each user and of the tenant', async () => {
    await calls.run('delete from engine_upload')
    const [one, two] = [
      await calls.person('first', ['ward_view', 'ward_edit']),
      await calls.person('second', ['ward_view', 'ward_edit']),
    ]
    const megabyte = Buffer.concat([picture, Buffer.alloc(1_048_576 - picture.length)])
    const size = String(1_048_576)
    expect((await upload('a.png', megabyte, one)).status).toBe(200)
    // Of several at the same time, not more are stored than are allowed.
    const several = await Promise.all([1, 2, 3].map(() => upload('a.png', megabyte, one)))
    expect(several.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    while ((await stored()).length < 2) await upload('a.png', megabyte, one)
    const refused = await upload('a.png', megabyte, one)
    expect([refused.status, refused.body.msg]).toEqual([429, '您在 24 小时内上传的文件不能超过 2 MB，请稍后再上传'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
    const files = await stored()
    expect(files.map(file => [file.tenant_id, file.name, file.size])).toEqual(Array(2).fill(['000000', 'a.png', size]))
    expect((await upload('a.png', megabyte, two)).status).toBe(200)
    expect((await upload('a.png', megabyte, two)).body).toMatchObject({
      code: 429,
      msg: '本单位在 24 小时内上传的文件不能超过 3 MB，请稍后再上传',
    })
    await calls.run(`update engine_upload set at = at - interval '24 hours'`)
    expect((await upload('a.png', megabyte, one)).status).toBe(200)
  })

  it('are the only pictures of a field', async () => {
    const save = (pictures: readonly string[]) =>
      server.call('POST', '/api/city/v1/ward/save', { token, body: { name: `w${Math.random()}`, pictures } })
    await calls.run('delete from engine_upload')
    expect((await save(['https://cdn.example.cn/a.png'])).body).toMatchObject({
      code: 400,
      errors: { pictures: '图片只能使用上传的图片，不能使用其他网站的地址' },
    })
    expect((await save([(await upload('a.png', picture)).body.data.link])).status).toBe(200)
  })
})
