import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { s3Storage } from '../engine/server/services/files/s3-storage.ts'
import { filesIn } from '../engine/server/services/files/storage.ts'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(databasesWalked('embedded'))('storage and text messages by the row in use ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  let s3: S3rver
  let s3At: AddressInfo
  let sms: Server
  const [secret, folder] = ['S3RVER', mkdtempSync(join(tmpdir(), 's3-'))]
  const sent: Record<string, string>[] = []

  beforeAll(async () => {
    s3 = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'files' }],
    })
    s3At = await s3.run()
    // It checks the signature as Alibaba Cloud does, from what it received.
    sms = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { Signature: signature = '', ...given } = Object.fromEntries(
        new URLSearchParams(Buffer.concat(chunks).toString()),
      )
      const query = Object.keys(given)
        .sort()
        .map(name => `${encoded(name)}=${encoded(given[name] ?? '')}`)
        .join('&')
      const mine = createHmac('sha1', 'sms-secret&')
        .update(`POST&%2F&${encoded(query)}`)
        .digest('base64')
      sent.push(given)
      response.end(JSON.stringify(mine === signature ? { Code: 'OK' } : { Code: 'SignatureDoesNotMatch', Message: '' }))
    })
    await new Promise<void>(resolve => sms.listen(0, '127.0.0.1', resolve))
    const outboundHosts = [s3At, sms.address() as AddressInfo].map(({ port }) => `127.0.0.1:${port}`)
    server = await startServer(kind, sampleApp, { settings: { smsByProvider: true, outboundHosts } })
    token = await server.signIn('admin', adminPassword)
  })
  afterAll(async () => {
    await server.close()
    await s3.close()
    sms.close()
    rmSync(folder, { recursive: true })
  })
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  const post = (url: string, body: object = {}) => server.call('POST', `/api${url}`, { token, body })
  const rows = async (path: string) =>
    (await server.call('GET', `/api${path}/list?size=50`, { token })).body.data.records
  const upload = async (name: string) => {
    const [boundary, type] = ['xxxx', 'image/png']
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
    const { statusCode, body } = await server.engine.app.inject({
      method: 'POST',
      url: '/api/blade-resource/oss/endpoint/put-file',
      headers: { 'blade-auth': `bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
    expect([statusCode, body]).toEqual([200, expect.any(String)])
    return JSON.parse(body).data.link as string
  }
  const uploadedFiles = async () => {
    const host = `127.0.0.1:${s3At.port}`
    const access = { endpoint: `http://${host}`, bucket: 'files', region: 'us-east-1' }
    const bucket = s3Storage({ ...access, accessKey: secret, secretKey: secret }, [host])
    const keys: string[] = []
    for (const storage of [bucket, filesIn(server.dataDir)]) for await (const { key } of storage.list()) keys.push(key)
    return keys
  }
  const bytes = async (link: string) =>
    (await server.engine.app.inject({ url: link, headers: { 'blade-auth': `bearer ${token}` } })).rawPayload

  it('stores uploads in the bucket in use, finds earlier ones on the disk, and lists them', async () => {
    const earlier = await upload('earlier.png')
    const { port } = s3At
    const row = {
      ossCode: 'minio',
      category: '1',
      endpoint: `http://127.0.0.1:${port}`,
      bucketName: 'files',
      accessKey: secret,
      secretKey: secret,
      region: 'us-east-1',
    }
    for (const code of ['other', 'minio']) {
      const saved = await post('/blade-resource/oss/submit', { ...row, ossCode: code })
      expect(saved.body.msg).toBe('操作成功')
      expect(
        (await server.call('POST', `/api/blade-resource/oss/enable?id=${saved.body.data.id}`, { token })).status,
      ).toBe(200)
    }
    const listed = await rows('/blade-resource/oss')
    expect(listed.map((one: { ossCode: string; status: number }) => [one.ossCode, String(one.status)]).sort()).toEqual([
      ['minio', '2'],
      ['other', '1'],
    ])
    expect(JSON.stringify(listed)).not.toContain('secretKey":"S3')
    await new Promise(resolve => setTimeout(resolve, 2100))
    const later = await upload('晚餐.png')
    expect(await bytes(later)).toEqual(png)
    expect(await bytes(earlier)).toEqual(png)
    expect((await rows('/blade-resource/attach')).map((one: { originalName: string }) => one.originalName)).toEqual([
      '晚餐.png',
      'earlier.png',
    ])
    const files = await uploadedFiles()
    expect(
      [earlier, later].filter(link =>
        files.some(key => link.endsWith(encodeURIComponent(key.split('/').at(-1) ?? ''))),
      ),
    ).toHaveLength(2)
    const kept = await server.call('POST', '/api/blade/v1/bladeAttach/upload', { token, body: { files: [later] } })
    expect([kept.status, kept.body.msg]).toEqual([200, '操作成功'])
    const { id } = listed.find((one: { ossCode: string }) => one.ossCode === 'minio')
    expect((await post('/blade/v1/bladeOss/disable', { id })).status).toBe(200)
    await new Promise(resolve => setTimeout(resolve, 2100))
    expect(await bytes(later)).toEqual(png)
  })

  it('connects to no bucket on a host that the operator does not allow', async () => {
    const access = { endpoint: `http://127.0.0.1:${s3At.port}`, bucket: 'files', region: 'us-east-1' }
    const bucket = s3Storage({ ...access, accessKey: secret, secretKey: secret }, ['s3.test'])
    await expect(bucket.get('any')).rejects.toMatchObject({ code: 'host-not-allowed' })
  })

  it('sends text messages through the outbox by the service in use, signed', async () => {
    const { port } = sms.address() as AddressInfo
    const row = {
      smsCode: 'ali',
      category: '3',
      templateId: 'SMS_1',
      signName: '明厨',
      accessKey: 'id',
      secretKey: 'sms-secret',
      endpoint: `http://127.0.0.1:${port}`,
    }
    const { data } = (await post('/blade-resource/sms/submit', row)).body
    expect((await server.call('POST', `/api/blade-resource/sms/enable?id=${data.id}`, { token })).status).toBe(200)
    const params = encodeURIComponent(JSON.stringify({ content: '今晚检查（A*B）' }))
    const url = `/api/blade-resource/sms/endpoint/send-message?code=ali&phones=13800138000&params=${params}`
    expect((await server.call('POST', url, { token })).status).toBe(200)
    await server.engine.listen()
    await expect.poll(() => sent.length, { timeout: 8000 }).toBe(1)
    expect(sent[0]).toMatchObject({ PhoneNumbers: '13800138000', SignName: '明厨', TemplateCode: 'SMS_1' })
    const log = async () => (await server.call('GET', '/api/msg/v1/msgSendLog/page', { token })).body.data.records[0]
    await expect.poll(async () => (await log()).sendStatus, { timeout: 5000 }).toBe('1')
    const parameter = (await server.call('GET', '/api/blade/v1/bladeConfig/page?paramKey_in=sms.perPhone', { token }))
      .body
    const { id, version } = parameter.data.records[0]
    await server.call('PUT', '/api/blade/v1/bladeConfig/update', { token, body: { id, version, paramValue: '1' } })
    expect((await server.call('POST', url, { token })).status).toBe(200)
    await expect.poll(async () => (await log()).fault, { timeout: 5000 }).toBe('tooMany')
    const others = url.replace('13800138000', '13800138001')
    expect((await server.call('POST', others, { token })).status).toBe(200)
    await expect.poll(() => sent.length, { timeout: 8000 }).toBe(2)
    expect(sent[1]).toMatchObject({ PhoneNumbers: '13800138001' })
  })
})
